import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AIR_CONCENTRATION, cellEncoder, IMPOSSIBLE, NOISE_LDEN } from '../../db/cell-values.ts';

const NO_NOISE = NOISE_LDEN.noData;
const NO_AIR = AIR_CONCENTRATION.noData;
const FLOAT_FILL = Math.fround(-3.4028234663852886e38);

describe('noise', () => {
  it.each([
    ['a figure', 54, 54],
    ['the lowest and', 1, 1],
    ['the highest figure', 120, 120],
    ['a float', 54.6, 55],
    ['pitfall 9: 0 is no source that was modelled, and neither a figure nor unknown', 0, 0],
    ['pitfall 10: 128 is no data, also where the file does not say so', 128, NO_NOISE],
    ['outside the model, over the sea', -9999, NO_NOISE],
    ['a huge fill', 1e30, NO_NOISE],
    ['the least float', FLOAT_FILL, NO_NOISE],
    ['no number', Number.NaN, NO_NOISE],
    ['what no noise can be', 121, IMPOSSIBLE],
    ['what no noise can be', 254, IMPOSSIBLE],
    ['a class number where decibels should be', 0.5, IMPOSSIBLE],
  ])('%s: %d', (_case, value, stored) => {
    expect(cellEncoder(NOISE_LDEN, null)(value)).toBe(stored);
    expect(cellEncoder(NOISE_LDEN, 128)(value)).toBe(stored);
  });

  it('is no data where the file declares so, also if the number could be a figure', () => {
    expect(cellEncoder(NOISE_LDEN, 255)(255)).toBe(NO_NOISE);
    expect(cellEncoder(NOISE_LDEN, 100)(100)).toBe(NO_NOISE);
    // A file that declares 0 cannot tell "no source" from "unknown" any more.
    expect(cellEncoder(NOISE_LDEN, 0)(0)).toBe(NO_NOISE);
  });
});

describe('air', () => {
  it.each([
    ['a figure', 16.234, 1623],
    ['a small one', 0.01, 1],
    ['just possible', 149.99, 14_999],
    ['pitfall 13: -999 is not a low concentration', -999, NO_AIR],
    ['pitfall 14: the least float fills files that declare 0', FLOAT_FILL, NO_AIR],
    ['nothing', 0, NO_AIR],
    ['a fill', 1e30, NO_AIR],
    ['the greatest float', 3.4028235e38, NO_AIR],
    ['endless', Number.NEGATIVE_INFINITY, NO_AIR],
    ['no number', Number.NaN, NO_AIR],
    ['what no annual mean can be', 150, IMPOSSIBLE],
    ['what no annual mean can be', 400, IMPOSSIBLE],
  ])('%s: %d', (_case, value, stored) => {
    expect(cellEncoder(AIR_CONCENTRATION, null)(value)).toBe(stored);
    expect(cellEncoder(AIR_CONCENTRATION, 0)(value)).toBe(stored);
    expect(cellEncoder(AIR_CONCENTRATION, -999)(value)).toBe(stored);
  });

  it('knows a declared fill by its value as a single float too', () => {
    expect(cellEncoder(AIR_CONCENTRATION, 99.9)(Math.fround(99.9))).toBe(NO_AIR);
  });
});

describe.each([NOISE_LDEN, AIR_CONCENTRATION])('every number of $unit', (quantity) => {
  it('is a figure to half a step, zero, no data or impossible, and fits the tile', () => {
    const number = fc.oneof(fc.double(), fc.double({ min: -1, max: 260 }), fc.integer({ min: 0, max: 255 }));
    fc.assert(
      fc.property(number, fc.option(number), (value, declared) => {
        const stored = cellEncoder(quantity, declared)(value);
        if (stored === IMPOSSIBLE || stored === quantity.noData) return;
        expect(stored).toBeLessThan(quantity.noData);
        expect(Math.abs(stored * quantity.scale - value)).toBeLessThanOrEqual(quantity.scale / 2 + 1e-9);
      }),
      { numRuns: 2000 },
    );
  });
});
