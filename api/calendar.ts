/**
 * Calendar days as `YYYY-MM-DD`. An inspection is valid through its last day on the Dutch calendar, whatever the
 * server's clock is set to, so no instant in time takes part in any comparison.
 */

const amsterdam = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Amsterdam',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

let lastMinute = Number.NaN;
let lastDay = '';

/** The calendar day in Europe/Amsterdam at an instant, `YYYY-MM-DD`. */
export function dutchDay(instant: Date): string {
  // Formatting takes longer than everything else a free answer does with dates, so it is done once a minute.
  const minute = Math.floor(instant.getTime() / 60_000);
  if (minute !== lastMinute) {
    const parts = Object.fromEntries(amsterdam.formatToParts(instant).map((part) => [part.type, part.value]));
    lastDay = `${parts.year}-${parts.month}-${parts.day}`;
    lastMinute = minute;
  }
  return lastDay;
}

/** Whole years from one day to a later one; 0 when `to` is earlier. A 29 February counts from 1 March on. */
export function wholeYearsBetween(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  const anniversaryPassed = to.slice(5) >= from.slice(5);
  return Math.max(0, anniversaryPassed ? years : years - 1);
}

/** Days from one day to another; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  // Both are midnights in UTC, where every day has 24 hours.
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}
