import type { BUILDING_STATUSES, OBJECT_STATUSES, OBJECT_TYPES, USES } from '../../db/schema/addresses.ts';

/** English for the register's words about units, berths, pitches and buildings. The comments give the Dutch. */

export const OBJECT_STATUS_TEXTS = {
  /** Verblijfsobject in gebruik */
  in_use: 'in use',
  /** Verblijfsobject in gebruik (niet ingemeten) */
  in_use_not_surveyed: 'in use (not yet surveyed)',
  /** Verbouwing verblijfsobject */
  under_renovation: 'under renovation',
  /** Verblijfsobject buiten gebruik */
  not_in_use: 'not in use',
  /** Verblijfsobject gevormd */
  formed: 'formed (not yet in use)',
  /** Plaats aangewezen */
  designated: 'designated',
  /** Niet gerealiseerd verblijfsobject */
  never_realised: 'never realised',
  /** Verblijfsobject ingetrokken, Plaats ingetrokken */
  withdrawn: 'withdrawn',
  /** Verblijfsobject ten onrechte opgevoerd */
  registered_in_error: 'registered in error',
} as const satisfies Record<keyof typeof OBJECT_STATUSES, string>;

export const BUILDING_STATUS_TEXTS = {
  /** Pand in gebruik */
  in_use: 'in use',
  /** Pand in gebruik (niet ingemeten) */
  in_use_not_surveyed: 'in use (not yet surveyed)',
  /** Verbouwing pand */
  under_renovation: 'under renovation',
  /** Sloopvergunning verleend */
  demolition_permitted: 'demolition permit granted',
  /** Pand buiten gebruik */
  not_in_use: 'not in use',
  /** Bouwvergunning verleend */
  permit_granted: 'building permit granted',
  /** Bouw gestart */
  construction_started: 'construction started',
  /** Niet gerealiseerd pand */
  never_built: 'never built',
  /** Pand gesloopt */
  demolished: 'demolished',
  /** Pand ten onrechte opgevoerd */
  registered_in_error: 'registered in error',
} as const satisfies Record<keyof typeof BUILDING_STATUSES, string>;

export const USE_TEXTS = {
  /** woonfunctie */
  residential: 'residential',
  /** bijeenkomstfunctie */
  assembly: 'assembly',
  /** celfunctie */
  detention: 'detention',
  /** gezondheidszorgfunctie */
  healthcare: 'healthcare',
  /** industriefunctie */
  industrial: 'industrial',
  /** kantoorfunctie */
  office: 'office',
  /** logiesfunctie */
  lodging: 'lodging',
  /** onderwijsfunctie */
  education: 'education',
  /** sportfunctie */
  sport: 'sport',
  /** winkelfunctie */
  retail: 'retail',
  /** overige gebruiksfunctie */
  other: 'other',
} as const satisfies Record<keyof typeof USES, string>;

export const OBJECT_TYPE_TEXTS = {
  /** verblijfsobject */
  unit: 'unit',
  /** ligplaats */
  berth: 'berth for a houseboat',
  /** standplaats */
  pitch: 'pitch for a caravan or mobile home',
} as const satisfies Record<keyof typeof OBJECT_TYPES, string>;

export type ObjectStatusText = (typeof OBJECT_STATUS_TEXTS)[keyof typeof OBJECT_STATUS_TEXTS];
export type BuildingStatusText = (typeof BUILDING_STATUS_TEXTS)[keyof typeof BUILDING_STATUS_TEXTS];
export type UseText = (typeof USE_TEXTS)[keyof typeof USE_TEXTS];

/** The texts of a table as a list, for schemas. */
export const OBJECT_STATUS_LIST: readonly ObjectStatusText[] = Object.values(OBJECT_STATUS_TEXTS);
export const BUILDING_STATUS_LIST: readonly BuildingStatusText[] = Object.values(BUILDING_STATUS_TEXTS);
export const USE_LIST: readonly UseText[] = Object.values(USE_TEXTS);
