/** No publisher keeps us away for longer than this, whatever it writes. */
const LONGEST_S = 15 * 60;

/**
 * Whole seconds of a Retry-After header, at most a quarter of an hour.
 * @param header seconds, or a date of HTTP
 * @returns undefined without a header that can be read
 */
export function retryAfterSeconds(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - now.getTime()) / 1000;
  if (!Number.isFinite(seconds)) return undefined;
  return Math.min(LONGEST_S, Math.max(1, Math.ceil(seconds)));
}
