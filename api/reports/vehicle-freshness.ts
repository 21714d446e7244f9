import type { ReleaseFacts } from './vehicle-origins.ts';
import { VEHICLE_SOURCES } from './vehicle-sources.ts';

const HOUR_MS = 3_600_000;

/** So long the facts of a release are given when the register cannot be asked for newer ones. */
const USABLE_HOURS = 14 * 24;

/** How old the facts of a release are: `fresh`, to be asked anew (`stale`), or not to be given without (`too_old`). */
export type Freshness = 'fresh' | 'stale' | 'too_old';

/**
 * How fresh the vehicles of a release are. The sample is what it is, and never stale.
 * @param maxAgeHours from which age on they are to be asked anew
 */
export function freshnessOf(release: ReleaseFacts, now: Date, maxAgeHours: number): Freshness {
  if (release.label === 'sample') return 'fresh';
  const hours = (now.getTime() - stateInstantMs(release)) / HOUR_MS;
  if (hours <= maxAgeHours) return 'fresh';
  return hours < USABLE_HOURS ? 'stale' : 'too_old';
}

/**
 * The last instant that the rows of the vehicles can know of: the end of the day whose state they describe, or, where
 * that is not over yet or not known, their download.
 */
function stateInstantMs({ sources, builtAt }: ReleaseFacts): number {
  const source = sources.get(VEHICLE_SOURCES.vehicles);
  const retrieved = Date.parse(source?.retrievedAt ?? builtAt);
  const day = source?.stateDate ?? null;
  return day === null ? retrieved : Math.min(retrieved, Date.parse(day) + 24 * HOUR_MS);
}

/** The day whose state the rows of the vehicles describe; where it is not known, that of their download. */
export function registerDay({ sources, builtAt }: ReleaseFacts): string {
  const source = sources.get(VEHICLE_SOURCES.vehicles);
  return source?.stateDate ?? (source?.retrievedAt ?? builtAt).slice(0, 10);
}
