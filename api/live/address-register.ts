import type { LiveAnswer, LiveSource } from './live-source.ts';

/** The register of addresses and buildings, asked for the facts of one object. */
export interface AddressRegister {
  /** As sentences name it. */
  readonly name: string;
  readonly source: LiveSource;
  /**
   * The object with this id, and its building.
   * @returns null where the register has no such object
   * @throws UpstreamUnavailable
   */
  findObject(question: ObjectQuestion, signal: AbortSignal): Promise<LiveAnswer<RegisterObject | null>>;
}

export interface ObjectQuestion {
  readonly objectId: number;
  /** One of OBJECT_TYPES. */
  readonly objectType: number;
  /** Where the object lies, RD New metres: a unit in several buildings is shown with the one at its location. */
  readonly location: { readonly xM: number; readonly yM: number } | null;
}

/** The store's codes: OBJECT_STATUSES, USES, BUILDING_STATUSES. */
export interface RegisterObject {
  readonly objectId: number;
  /** Null for a status that this service does not know. */
  readonly status: number | null;
  readonly floorAreaM2: number | null;
  /** Sum of USES; null for berths and pitches. */
  readonly uses: number | null;
  /** Null for berths and pitches, and where the register names none. */
  readonly building: RegisterBuilding | null;
  /** Buildings that the unit lies in. */
  readonly buildingCount: number;
}

export interface RegisterBuilding {
  readonly id: number;
  readonly yearBuilt: number | null;
  readonly status: number | null;
  /** Null where the register did not say. */
  readonly units: number | null;
  readonly uses: number | null;
}
