import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backOffMs, retryAfterMs } from '../../../ingest/pipeline/retry.ts';

const NOW = Date.parse('2026-11-27T06:00:00Z');

describe('the wait before the next try', () => {
  it('doubles from a second to a minute, half of it by chance', () => {
    expect([1, 2, 3, 7, 50].map((failures) => backOffMs(failures, () => 0))).toEqual([
      500, 1000, 2000, 30_000, 30_000,
    ]);
    expect(backOffMs(3, () => 0.999_999)).toBe(4000);
  });

  it('always lies between half a second and a minute', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1000 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (failures, dice) => {
          const wait = backOffMs(failures, () => dice);
          expect(wait).toBeGreaterThanOrEqual(500);
          expect(wait).toBeLessThanOrEqual(60_000);
        },
      ),
    );
  });
});

describe('Retry-After', () => {
  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Fri, 27 Nov 2026 06:00:30 GMT', 30_000],
    ['Fri, 27 Nov 2026 05:00:00 GMT', 0],
    ['soon', undefined],
    ['-5x', undefined],
    [undefined, undefined],
  ])('%j is %j', (header, milliseconds) => {
    expect(retryAfterMs(header, NOW)).toBe(milliseconds);
  });
});
