import { findRecallNotice } from '../../db/queries/recalls.ts';
import type { Snapshot } from '../../db/store.ts';
import { NO_NOTICE, recallNoticeOf } from '../../db/vehicle-register/recall-notice.ts';
import type {
  RecallNotice,
  RegisteredVehicle,
  VehicleRecall,
  VehicleRecord,
} from '../../db/vehicle-register/registered-vehicle.ts';
import type { LiveAnswer } from '../live/live-source.ts';
import type { VehicleRegister } from '../live/vehicle-register.ts';
import { VEHICLE_REGISTER } from '../live/vehicle-register-sources.ts';
import { VehicleOrigins } from './vehicle-origins.ts';
import { VEHICLE_SOURCES } from './vehicle-sources.ts';

/** What the register says now, and where it was read. */
export interface LiveVehicle {
  readonly record: VehicleRecord;
  readonly origins: VehicleOrigins;
  /** When the vehicle's own row was asked, RFC 3339. */
  readonly retrievedAt: string;
}

/** What is asked, of whom, and how long that may take. */
export interface LiveQuestion {
  readonly snapshot: Snapshot;
  readonly plate: string;
  readonly live: VehicleRegister;
  readonly signal: AbortSignal;
}

/**
 * Asks the register for a vehicle that is not held. Its row comes first: most plates that are not held do not exist,
 * and need no more questions.
 * @returns `undefined` when the register has no such plate
 * @throws UpstreamUnavailable
 */
export async function askVehicle(question: LiveQuestion): Promise<LiveVehicle | undefined> {
  const { live, plate, signal } = question;
  const vehicle = await live.vehicle(plate, signal);
  if (vehicle.value === undefined) return undefined;
  const [fuels, recalls] = await Promise.all([live.fuels(plate, signal), askRecalls(question)]);
  const origins = new VehicleOrigins();
  origins.fromLive(VEHICLE_REGISTER.vehicles, vehicle);
  origins.fromLive(VEHICLE_REGISTER.fuels, fuels);
  origins.include(recalls.origins);
  return found(vehicle, vehicle.value, { fuels: fuels.value, recalls: recalls.recalls }, origins);
}

/**
 * Asks the register for what may have changed of a vehicle that is held: its row and its recalls. Its fuels are as
 * they were.
 * @returns `undefined` when the register no longer has the plate
 * @throws UpstreamUnavailable
 */
export async function askChanges(
  question: LiveQuestion,
  held: VehicleRecord,
): Promise<LiveVehicle | undefined> {
  const { live, plate, signal } = question;
  const [vehicle, recalls] = await Promise.all([live.vehicle(plate, signal), askRecalls(question)]);
  if (vehicle.value === undefined) return undefined;
  const origins = new VehicleOrigins();
  origins.fromLive(VEHICLE_REGISTER.vehicles, vehicle);
  origins.fromRelease(question.snapshot.require('vehicles'), VEHICLE_SOURCES.fuels);
  origins.include(recalls.origins);
  return found(vehicle, vehicle.value, { fuels: held.fuels, recalls: recalls.recalls }, origins);
}

function found(
  { retrievedAt }: LiveAnswer<unknown>,
  vehicle: RegisteredVehicle,
  rest: Pick<VehicleRecord, 'fuels' | 'recalls'>,
  origins: VehicleOrigins,
): LiveVehicle {
  return { record: { vehicle, ...rest, odometerExplanation: null }, origins, retrievedAt };
}

/** The recalls of a plate, newest reference first. Notices that are held are not asked: they hardly ever change. */
async function askRecalls({
  snapshot,
  plate,
  live,
  signal,
}: LiveQuestion): Promise<{ recalls: VehicleRecall[]; origins: VehicleOrigins }> {
  const origins = new VehicleOrigins();
  const status = await live.recallStatus(plate, signal);
  origins.fromLive(VEHICLE_REGISTER.recallStatus, status);
  const references = [...new Set(status.value.map(({ reference }) => reference))];

  const notices = new Map<string, RecallNotice>();
  const release = snapshot.releases.vehicles;
  for (const reference of release === undefined ? [] : references) {
    const notice = findRecallNotice(snapshot, reference);
    if (notice !== undefined) notices.set(reference, notice);
  }
  if (release !== undefined && notices.size > 0) {
    origins.fromRelease(release, VEHICLE_SOURCES.recallNotices);
    origins.fromRelease(release, VEHICLE_SOURCES.recallHazards);
  }

  const missing = references.filter((reference) => !notices.has(reference));
  if (missing.length > 0) {
    const [asked, hazards] = await Promise.all([
      live.recallNotices(missing, signal),
      live.recallHazards(missing, signal),
    ]);
    origins.fromLive(VEHICLE_REGISTER.recallNotices, asked);
    origins.fromLive(VEHICLE_REGISTER.recallHazards, hazards);
    for (const values of asked.value) {
      const codes = hazards.value.filter(({ reference }) => reference === values.reference);
      notices.set(values.reference, recallNoticeOf(values, codes.map(({ code }) => code).sort()));
    }
  }

  const recalls = new Map<string, VehicleRecall>();
  for (const { reference, statusCode } of status.value) {
    const recall = { ...(notices.get(reference) ?? NO_NOTICE), reference, statusCode };
    recalls.set(`${reference} ${statusCode}`, recall);
  }
  return { recalls: [...recalls.values()].sort(byReference), origins };
}

/** As the store has them: newest reference first, an open one before a repaired one. */
function byReference(one: VehicleRecall, other: VehicleRecall): number {
  if (one.reference !== other.reference) return one.reference < other.reference ? 1 : -1;
  return one.statusCode < other.statusCode ? -1 : 1;
}
