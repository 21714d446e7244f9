import { BUILDING_STATUSES, OBJECT_STATUSES, OBJECT_TYPES, USES } from './schema/addresses.ts';

/**
 * The publisher's vocabularies, each complete as the register's schema lists it, and the values that stand for
 * "not known".
 */
export const STATUS_OF_OBJECT: Readonly<Record<string, number>> = {
  'Verblijfsobject gevormd': OBJECT_STATUSES.formed,
  'Verblijfsobject in gebruik': OBJECT_STATUSES.in_use,
  'Verblijfsobject in gebruik (niet ingemeten)': OBJECT_STATUSES.in_use_not_surveyed,
  'Verbouwing verblijfsobject': OBJECT_STATUSES.under_renovation,
  'Verblijfsobject buiten gebruik': OBJECT_STATUSES.not_in_use,
  'Niet gerealiseerd verblijfsobject': OBJECT_STATUSES.never_realised,
  'Verblijfsobject ingetrokken': OBJECT_STATUSES.withdrawn,
  'Verblijfsobject ten onrechte opgevoerd': OBJECT_STATUSES.registered_in_error,
  'Plaats aangewezen': OBJECT_STATUSES.designated,
  'Plaats ingetrokken': OBJECT_STATUSES.withdrawn,
};

/** Statuses above this one are those of objects that are gone or never were. */
export const LAST_OBJECT_STATUS_IN_SERVICE = OBJECT_STATUSES.designated;

export const STATUS_OF_BUILDING: Readonly<Record<string, number>> = {
  'Bouwvergunning verleend': BUILDING_STATUSES.permit_granted,
  'Bouw gestart': BUILDING_STATUSES.construction_started,
  'Pand in gebruik': BUILDING_STATUSES.in_use,
  'Pand in gebruik (niet ingemeten)': BUILDING_STATUSES.in_use_not_surveyed,
  'Verbouwing pand': BUILDING_STATUSES.under_renovation,
  'Sloopvergunning verleend': BUILDING_STATUSES.demolition_permitted,
  'Pand buiten gebruik': BUILDING_STATUSES.not_in_use,
  'Niet gerealiseerd pand': BUILDING_STATUSES.never_built,
  'Pand gesloopt': BUILDING_STATUSES.demolished,
  'Pand ten onrechte opgevoerd': BUILDING_STATUSES.registered_in_error,
};

/** Up to here a building stands; the next two exist on paper only. */
export const LAST_BUILDING_STATUS_STANDING = BUILDING_STATUSES.not_in_use;
export const LAST_BUILDING_STATUS_IN_SERVICE = BUILDING_STATUSES.construction_started;

/** Of number designations and public spaces (`Naamgeving`), and of towns (`Woonplaats`): is the name in service? */
export const IN_SERVICE_BY_STATUS: Readonly<Record<string, boolean>> = {
  'Naamgeving uitgegeven': true,
  'Naamgeving ingetrokken': false,
  'Woonplaats aangewezen': true,
  'Woonplaats ingetrokken': false,
};

export const TYPE_OF_OBJECT = {
  Verblijfsobject: OBJECT_TYPES.unit,
  Ligplaats: OBJECT_TYPES.berth,
  Standplaats: OBJECT_TYPES.pitch,
} as const;

export const BIT_OF_USE: Readonly<Record<string, number>> = {
  woonfunctie: USES.residential,
  bijeenkomstfunctie: USES.assembly,
  celfunctie: USES.detention,
  gezondheidszorgfunctie: USES.healthcare,
  industriefunctie: USES.industrial,
  kantoorfunctie: USES.office,
  logiesfunctie: USES.lodging,
  onderwijsfunctie: USES.education,
  sportfunctie: USES.sport,
  winkelfunctie: USES.retail,
  'overige gebruiksfunctie': USES.other,
};

/** Municipalities wrote 1005 (Amsterdam) and 9999 where they knew no year; buildings are planned a few years ahead. */
export function yearBuilt(text: string | null, stateYear: number): number | null {
  const year = wholeNumber(text);
  return year === null || year <= 1005 || year > stateYear + 5 ? null : year;
}

/** 999999 and 1 (Amsterdam) stand for "not measured". */
export function floorArea(text: string | null): number | null {
  const area = wholeNumber(text);
  return area === null || area <= 1 || area >= 999_999 ? null : area;
}

/** Digits only, also the 16 of a register id; null for anything else. */
export function wholeNumber(text: string | null): number | null {
  const value = text !== null && /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : null;
}

/** `1012LG`; undefined where the text is there and is no postcode. Absent is allowed: null. */
export function postcode(text: string | null): string | null | undefined {
  if (text === null) return null;
  const compact = text.replace(/\s/g, '').toUpperCase();
  return /^[1-9]\d{3}[A-Z]{2}$/.test(compact) ? compact : undefined;
}

/** `2020-09-15` -> 20200915: dates are compared and kept by the ten million. */
export function dayNumber(date: string): number {
  return Number(date.slice(0, 4)) * 10_000 + Number(date.slice(5, 7)) * 100 + Number(date.slice(8, 10));
}
