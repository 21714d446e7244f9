import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { midRanks, percentiles } from '../../../ingest/sources/bzk/percentiles.ts';

/** Few distinct values, so that there are ties. */
const values = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 60 });

describe('percentiles', () => {
  it('rank a value above the smaller ones and half of its equals', () => {
    expect(midRanks([3, 1, 2, 2])).toEqual([87.5, 12.5, 50, 50]);
  });

  it('are what counting says', () => {
    fc.assert(
      fc.property(values, (all) => {
        const counted = all.map((value) => {
          const below = all.filter((other) => other < value).length;
          const equal = all.filter((other) => other === value).length;
          return (100 * (below + equal / 2)) / all.length;
        });
        expect(midRanks(all)).toEqual(counted);
      }),
    );
  });

  it('keep the order, are equal for equals, and average 50', () => {
    fc.assert(
      fc.property(values, (all) => {
        const ranks = midRanks(all);
        for (const [one, rank] of ranks.entries()) {
          for (const [other, otherRank] of ranks.entries()) {
            const order = Math.sign((all[one] ?? 0) - (all[other] ?? 0));
            expect(Math.sign(rank - otherRank)).toBe(order);
          }
        }
        const mean = ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length;
        expect(mean).toBeCloseTo(50, 8);
      }),
    );
  });

  it('do not depend on the order in which the values stand, nor on an unaltered scale', () => {
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 9 }), (all, factor) => {
        const reversed = percentiles([...all].reverse()).reverse();
        expect(reversed).toEqual(percentiles(all));
        expect(percentiles(all.map((value) => value * factor + 7))).toEqual(percentiles(all));
      }),
    );
  });

  it('are whole numbers from 1 to 99', () => {
    const many = Array.from({ length: 1000 }, (_, position) => position);
    const ranks = percentiles(many);
    expect([ranks[0], ranks.at(-1)]).toEqual([1, 99]);
    fc.assert(
      fc.property(values, (all) => {
        for (const rank of percentiles(all)) {
          expect(Number.isInteger(rank) && rank >= 1 && rank <= 99).toBe(true);
        }
      }),
    );
  });
});
