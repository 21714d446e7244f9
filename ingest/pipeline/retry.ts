import { setTimeout as sleepFor } from 'node:timers/promises';

/** What varies between the real world and a test: waiting, and the dice. */
export interface RetryClock {
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** 0 up to 1. */
  random(): number;
  now(): number;
}

export const REAL_CLOCK: RetryClock = {
  sleep: async (ms, signal) => {
    await sleepFor(ms, undefined, signal === undefined ? {} : { signal });
  },
  random: Math.random,
  now: Date.now,
};

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;

/** Longer than this is not waited for inside a run: the scheduler comes back later. */
export const LONGEST_RETRY_AFTER_MS = 10 * 60_000;

/**
 * How long to wait before the next try: doubles from a second to a minute, of which half is chance, so that many
 * clients that were refused together do not come back together.
 * @param failures how many tries in a row have failed, from 1
 */
export function backOffMs(failures: number, random: () => number): number {
  const ceiling = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1));
  return Math.round(ceiling / 2 + (random() * ceiling) / 2);
}

/**
 * Reads a `Retry-After` header: seconds, or a date.
 * @returns milliseconds from now, at least 0; `undefined` when there is none that can be read
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
