import { findVehicle } from '../../db/queries/vehicles.ts';
import type { Snapshot } from '../../db/store.ts';
import type { VehicleRecord } from '../../db/vehicle-register/registered-vehicle.ts';
import { dutchDay } from '../calendar.ts';
import { UpstreamUnavailable } from '../live/upstream-unavailable.ts';
import type { VehicleRegister } from '../live/vehicle-register.ts';
import { freshnessOf, registerDay } from './vehicle-freshness.ts';
import { askChanges, askVehicle, type LiveVehicle } from './vehicle-live.ts';
import { type ReleaseFacts, VehicleOrigins } from './vehicle-origins.ts';
import { unknownPlate } from './vehicle-plate.ts';
import { VEHICLE_SOURCES } from './vehicle-sources.ts';

/**
 * The longest time of a question that there is an answer without. Callers need not wait for all of the deadline when
 * the register is slow.
 */
const REFRESH_MS = 2000;

/** Which vehicle is looked up, and what may be done for it. */
export interface VehicleQuestion {
  readonly snapshot: Snapshot;
  /** Normalised. */
  readonly plate: string;
  readonly now: Date;
  /** `undefined` with LIVE=off. */
  readonly live: VehicleRegister | undefined;
  /** From which age on the facts that change are asked anew. */
  readonly maxAgeHours: number;
  /** Starts the clock that ends all live questions. */
  readonly deadline: () => AbortSignal;
}

/** Why a vehicle is told of as it was: nobody is asked, the register could not be, or it has it no longer. */
export type Behind = 'live_off' | 'refresh_failed' | 'left_register';

/** A vehicle with where its facts were read. */
export interface KnownVehicle {
  readonly record: VehicleRecord;
  readonly origins: VehicleOrigins;
  /** The day whose state the vehicle's own row describes, `YYYY-MM-DD`. */
  readonly registerDay: string;
  /** Null where the facts are as fresh as they should be. */
  readonly behind: Behind | null;
}

/**
 * Looks a vehicle up: in the releases first, and at the register what they do not have, or have of too long ago. What
 * is bundled as a sample is a world of its own, and the register is not asked for it.
 * @throws ProblemError `licence_plate_unknown` only when the register, or a release that is not to be doubted, has no
 *   such plate
 * @throws UpstreamUnavailable when the register would have to be asked, and does not answer
 * @throws DatasetUnavailableError when there is no release and nobody to be asked
 */
export async function lookUpVehicle(question: VehicleQuestion): Promise<KnownVehicle> {
  const { snapshot, plate, live, now, maxAgeHours } = question;
  const release = live === undefined ? snapshot.require('vehicles') : snapshot.releases.vehicles;
  const record = release === undefined ? undefined : findVehicle(snapshot, plate);
  if (release === undefined || record === undefined) return askUnheld(question, release);

  const held = heldVehicle(record, release);
  const freshness = freshnessOf(release, now, maxAgeHours);
  if (freshness === 'fresh') return held;
  if (live === undefined) return { ...held, behind: 'live_off' };
  const usable = freshness === 'stale';
  const deadline = question.deadline();
  const signal = usable ? AbortSignal.any([deadline, AbortSignal.timeout(REFRESH_MS)]) : deadline;
  try {
    const changed = await askChanges({ snapshot, plate, live, signal }, record);
    if (changed !== undefined) return liveVehicle(changed);
    if (!usable) throw unknownPlate(snapshot, plate, { askedOn: dutchDay(now), leftSince: held.registerDay });
    // The register has been without whole series of plates for days: what is held is given for its two weeks.
    return { ...held, behind: 'left_register' };
  } catch (error) {
    if (usable && error instanceof UpstreamUnavailable) return { ...held, behind: 'refresh_failed' };
    throw error;
  }
}

async function askUnheld(
  { snapshot, plate, live, now, deadline }: VehicleQuestion,
  release: ReleaseFacts | undefined,
): Promise<KnownVehicle> {
  if (live === undefined || release?.label === 'sample') throw unknownPlate(snapshot, plate);
  const asked = await askVehicle({ snapshot, plate, live, signal: deadline() });
  if (asked === undefined) throw unknownPlate(snapshot, plate, { askedOn: dutchDay(now) });
  return liveVehicle(asked);
}

/** Everything that a release of the vehicles holds of one. */
function heldVehicle(record: VehicleRecord, release: ReleaseFacts): KnownVehicle {
  const origins = new VehicleOrigins();
  for (const id of Object.values(VEHICLE_SOURCES)) origins.fromRelease(release, id);
  return { record, origins, registerDay: registerDay(release), behind: null };
}

function liveVehicle({ record, origins, retrievedAt }: LiveVehicle): KnownVehicle {
  return { record, origins, registerDay: retrievedAt.slice(0, 10), behind: null };
}
