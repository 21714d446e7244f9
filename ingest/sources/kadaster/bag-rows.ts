import {
  BIT_OF_USE,
  dayNumber,
  floorArea,
  IN_SERVICE_BY_STATUS,
  LAST_OBJECT_STATUS_IN_SERVICE,
  postcode,
  STATUS_OF_BUILDING,
  STATUS_OF_OBJECT,
  TYPE_OF_OBJECT,
  wholeNumber,
  yearBuilt,
} from '../../../db/bag-values.ts';
import { encodeArea } from '../../../db/geometry.ts';
import { rankOf, type StagedBuilding, type StagedNumber, type StagedObject } from './address-stage.ts';
import { areaOf, locationOf } from './bag-geometry.ts';
import type { BagVersion, BuildingRecord, NumberRecord, ObjectRecord } from './bag-records.ts';
import { type Picked, sinceDay } from './current-version.ts';

/** Counts what could not be used: a stable phrase and the value. */
export type Refuse = (reason: string, value: string) => void;

export function rankOfPicked(picked: Picked<BagVersion>): number {
  return rankOf(picked.isCurrent, dayNumber(sinceDay(picked)));
}

/** Is the name in service? Current versions with a dead status stay in the extract, so dates alone do not tell. */
export function isInService(picked: Picked<BagVersion>, refuse: Refuse): boolean {
  const inService = IN_SERVICE_BY_STATUS[picked.version.status];
  if (inService === undefined) refuse('unknown status', `${picked.version.id}: ${picked.version.status}`);
  return picked.isCurrent && inService === true;
}

/** @returns undefined for a number that cannot be used; `refuse` has been told why */
export function numberRow(picked: Picked<NumberRecord>, refuse: Refuse): StagedNumber | undefined {
  const { version } = picked;
  const houseNumber = wholeNumber(version.houseNumber);
  if (houseNumber === null || houseNumber < 1 || houseNumber > 99_999) {
    refuse('house number is not 1 to 99999', `${version.id}: ${version.houseNumber}`);
    return undefined;
  }
  if (version.streetId === null) {
    refuse('number without a street', String(version.id));
    return undefined;
  }
  const code = postcode(version.postcode);
  // The address itself is right: it is kept, and found by its street.
  if (code === undefined)
    refuse('postcode is not four digits and two letters', `${version.id}: ${version.postcode}`);
  return {
    id: version.id,
    rank: rankOfPicked(picked),
    postcode: code ?? null,
    houseNumber,
    houseLetter: version.houseLetter,
    addition: version.addition,
    streetId: version.streetId,
    townId: version.townId,
    inService: isInService(picked, refuse),
  };
}

/** An object that is gone keeps its numbers, to tell since when they are withdrawn, and nothing else. */
export function objectRow(picked: Picked<ObjectRecord>, refuse: Refuse): StagedObject | undefined {
  const { version } = picked;
  const status = STATUS_OF_OBJECT[version.status];
  if (status === undefined) {
    refuse('unknown status', `${version.id}: ${version.status}`);
    return undefined;
  }
  const inService = picked.isCurrent && status <= LAST_OBJECT_STATUS_IN_SERVICE;
  const isUnit = version.type === 'Verblijfsobject';
  const location = inService ? locationOf(version.geometry) : null;
  if (inService && location === null) refuse('object without a point in the Netherlands', String(version.id));
  return {
    id: version.id,
    rank: rankOfPicked(picked),
    type: TYPE_OF_OBJECT[version.type],
    status,
    inService,
    floorAreaM2: inService && isUnit ? floorArea(version.floorArea) : null,
    uses: inService && isUnit ? usesOf(version.uses, version.id, refuse) : null,
    location,
    mainNumberId: version.mainNumberId,
    otherNumberIds: version.otherNumberIds,
    buildingIds: version.buildingIds,
  };
}

/** The sum of the bits of USES. */
export function usesOf(names: readonly string[], id: number, refuse: Refuse): number {
  let uses = 0;
  for (const name of names) {
    const bit = BIT_OF_USE[name];
    if (bit === undefined) refuse('unknown use', `${id}: ${name}`);
    else uses |= bit;
  }
  return uses;
}

/**
 * Only current versions: a building of which all versions have ended is none.
 * @param keepArea whether its outline is needed: only of buildings that share a unit
 */
export function buildingRow(
  picked: Picked<BuildingRecord>,
  stateYear: number,
  keepArea: boolean,
  refuse: Refuse,
): StagedBuilding | undefined {
  const { version } = picked;
  if (!picked.isCurrent) return undefined;
  const status = STATUS_OF_BUILDING[version.status];
  if (status === undefined) {
    refuse('unknown status', `${version.id}: ${version.status}`);
    return undefined;
  }
  return {
    id: version.id,
    rank: rankOfPicked(picked),
    yearBuilt: yearBuilt(version.yearBuilt, stateYear),
    status,
    area: keepArea ? encodeArea(areaOf(version.geometry)) : null,
  };
}
