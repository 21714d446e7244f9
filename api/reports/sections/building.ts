import { buildingsOfSpreadUnit, findBuilding } from '../../../db/queries/addresses.ts';
import { BUILDING_STATUSES, OBJECT_TYPES } from '../../../db/schema/addresses.ts';
import type { RegisterBuilding } from '../../live/address-register.ts';
import type { BuildingBlock } from '../../schemas/home.ts';
import type { BuildingReportBlock } from '../../schemas/home-address-report.ts';
import { registerId } from '../address-text.ts';
import { buildingStatusText, objectStatusText, objectTypeText, useTexts } from '../building-words.ts';
import { useBuildingSource } from '../register-source.ts';
import { noteOf, type SectionContext } from './section.ts';

/** The building of the unit, and the unit itself. */
export function buildingSection(context: SectionContext): BuildingBlock {
  const { address, today } = context;
  useBuildingSource(context, 'building');
  const { building, spreadOver } = buildingFacts(context);
  return {
    year_built: building?.yearBuilt ?? null,
    age_years: building?.yearBuilt == null ? null : ageInYears(building.yearBuilt, today),
    units_in_building: building?.units ?? null,
    uses_in_building: building?.uses == null ? null : useTexts(building.uses),
    unit: {
      floor_area_m2: address.floorAreaM2,
      use: address.uses === null ? null : useTexts(address.uses),
      status: objectStatusText(address.objectStatus),
    },
    note: noteOf(...sentences(context, building, spreadOver)),
  };
}

/** As {@link buildingSection}, with the register's ids and the status of the building. */
export function buildingReportSection(context: SectionContext): BuildingReportBlock {
  const { unit, note, ...block } = buildingSection(context);
  const { building } = buildingFacts(context);
  return {
    building_id: building === undefined ? null : registerId(building.id),
    building_status: building?.status == null ? null : buildingStatusText(building.status),
    ...block,
    unit: { object_id: registerId(context.address.objectId), ...unit },
    note,
  };
}

/** The chosen building, and the number of buildings that the unit lies in. */
function buildingFacts({ snapshot, address, resolved }: SectionContext): {
  building: RegisterBuilding | undefined;
  spreadOver: number;
} {
  const register = resolved.live?.register;
  if (register !== undefined) {
    const object = register.failure === undefined ? register.object : null;
    return { building: object?.building ?? undefined, spreadOver: object?.buildingCount ?? 0 };
  }
  return {
    building: address.buildingId === null ? undefined : findBuilding(snapshot, address.buildingId),
    spreadOver: buildingsOfSpreadUnit(snapshot, address.objectId).length,
  };
}

/** The register gives years only; a building that is planned for next year has no age yet. */
function ageInYears(yearBuilt: number, today: string): number {
  return Math.max(0, Number(today.slice(0, 4)) - yearBuilt);
}

/** Statuses in which a building stands and is used: nothing to point out. */
const ORDINARY: readonly number[] = [BUILDING_STATUSES.in_use, BUILDING_STATUSES.in_use_not_surveyed];

function sentences(
  { address, resolved }: SectionContext,
  building: RegisterBuilding | undefined,
  spreadOver: number,
): (string | false)[] {
  const register = resolved.live?.register;
  if (register?.failure === undefined && register?.object === null) {
    return ['The register, asked just now, does not have the object of this address (yet).'];
  }
  if (address.objectType !== OBJECT_TYPES.unit) {
    return [
      `This is a ${objectTypeText(address.objectType)}: the register has no building, floor area or use for it.`,
    ];
  }
  const area = address.floorAreaM2 === null && 'The register has no usable floor area of this unit.';
  if (building === undefined) return ['The register names no building of this unit.', area];
  return [
    spreadOver > 1 &&
      `The unit lies in ${spreadOver} buildings; these are the facts of building ${registerId(building.id)}, the one at the unit's location or else the lowest id.`,
    building.status !== null &&
      !ORDINARY.includes(building.status) &&
      `The building's status is "${buildingStatusText(building.status)}".`,
    building.yearBuilt === null && 'The register has no usable year of construction, only a placeholder.',
    building.units === null && 'The number and the uses of the units in the building did not come.',
    area,
  ];
}
