import {
  type AddressRow,
  type BuildingRow,
  buildingsOfSpreadUnit,
  findBuilding,
} from '../../../db/queries/addresses.ts';
import { BUILDING_STATUSES, OBJECT_TYPES } from '../../../db/schema/addresses.ts';
import type { BuildingBlock } from '../../schemas/home.ts';
import { registerId } from '../address-text.ts';
import { buildingStatusText, objectStatusText, objectTypeText, useTexts } from '../building-words.ts';
import { HOME_SOURCES } from '../home-sources.ts';
import { noteOf, type SectionContext } from './section.ts';

/** The building of the unit, and the unit itself. */
export function buildingSection({ snapshot, address, today, sources }: SectionContext): BuildingBlock {
  sources.use(snapshot.require('addresses'), HOME_SOURCES.register, 'building');
  const building = address.buildingId === null ? undefined : findBuilding(snapshot, address.buildingId);
  const spreadOver = buildingsOfSpreadUnit(snapshot, address.objectId).length;
  return {
    year_built: building?.yearBuilt ?? null,
    age_years: building?.yearBuilt == null ? null : ageInYears(building.yearBuilt, today),
    units_in_building: building?.units ?? null,
    uses_in_building: building === undefined ? null : useTexts(building.uses),
    unit: {
      floor_area_m2: address.floorAreaM2,
      use: address.uses === null ? null : useTexts(address.uses),
      status: objectStatusText(address.objectStatus),
    },
    note:
      address.objectType === OBJECT_TYPES.unit
        ? noteOf(...unitSentences(address, building, spreadOver))
        : `This is a ${objectTypeText(address.objectType)}: the register has no building, floor area or use for it.`,
  };
}

/** The register gives years only; a building that is planned for next year has no age yet. */
function ageInYears(yearBuilt: number, today: string): number {
  return Math.max(0, Number(today.slice(0, 4)) - yearBuilt);
}

/** Statuses in which a building stands and is used: nothing to point out. */
const ORDINARY: readonly number[] = [BUILDING_STATUSES.in_use, BUILDING_STATUSES.in_use_not_surveyed];

function unitSentences(
  address: AddressRow,
  building: BuildingRow | undefined,
  spreadOver: number,
): (string | false)[] {
  const area = address.floorAreaM2 === null && 'The register has no usable floor area of this unit.';
  if (building === undefined) return ['The register names no building of this unit.', area];
  return [
    spreadOver > 1 &&
      `The unit lies in ${spreadOver} buildings; these are the facts of building ${registerId(building.id)}, the one at the unit's location or else the lowest id.`,
    !ORDINARY.includes(building.status) &&
      `The building's status is "${buildingStatusText(building.status)}".`,
    building.yearBuilt === null && 'The register has no usable year of construction, only a placeholder.',
    area,
  ];
}
