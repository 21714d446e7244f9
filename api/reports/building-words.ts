import { BUILDING_STATUSES, OBJECT_STATUSES, OBJECT_TYPES, USES } from '../../db/schema/addresses.ts';
import {
  BUILDING_STATUS_TEXTS,
  type BuildingStatusText,
  OBJECT_STATUS_TEXTS,
  OBJECT_TYPE_TEXTS,
  type ObjectStatusText,
  USE_TEXTS,
  type UseText,
} from '../vocabulary/building.ts';

/** The store's codes in English. */

const objectStatuses = byCode(OBJECT_STATUSES, OBJECT_STATUS_TEXTS);
const buildingStatuses = byCode(BUILDING_STATUSES, BUILDING_STATUS_TEXTS);
const objectTypes = byCode(OBJECT_TYPES, OBJECT_TYPE_TEXTS);
const uses = [...byCode(USES, USE_TEXTS)];

export function objectStatusText(code: number): ObjectStatusText | null {
  return objectStatuses.get(code) ?? null;
}

export function buildingStatusText(code: number): BuildingStatusText | null {
  return buildingStatuses.get(code) ?? null;
}

export function objectTypeText(code: number): string {
  return objectTypes.get(code) ?? 'addressable object';
}

/** The uses that a sum of bits stands for, in the order of the register's list. */
export function useTexts(bits: number): UseText[] {
  return uses.filter(([bit]) => (bits & bit) !== 0).map(([, text]) => text);
}

function byCode<Name extends string, Text extends string>(
  codes: Readonly<Record<Name, number>>,
  texts: Readonly<Record<Name, Text>>,
): Map<number, Text> {
  const names = Object.keys(codes) as Name[];
  return new Map(names.map((name) => [codes[name], texts[name]]));
}
