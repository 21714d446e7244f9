import type { RasterUnit, TileEncoding } from './schema/environment.ts';

/**
 * A quantity that rasters hold: which numbers can be a figure, and how a figure is stored. What a file declares as
 * "no data" is looked at after what can be, since files also fill with values that they do not declare.
 */
export interface Quantity {
  readonly unit: RasterUnit;
  readonly encoding: TileEncoding;
  /** A stored number times this is the figure. */
  readonly scale: number;
  /** Stored where the publisher has no figure. */
  readonly noData: number;
  /** For messages. */
  readonly range: string;
  isPossible(value: number): boolean;
  /** Zero means that no source reaches the place; else zero is a fill. */
  readonly zeroIsNoSource: boolean;
  /** Fills that files do not always declare. */
  readonly fills: readonly number[];
}

/** Noise in whole dB Lden, from the model STAMINA. */
export const NOISE_LDEN: Quantity = {
  unit: 'dB Lden',
  encoding: 'uint8',
  scale: 1,
  noData: 255,
  range: '1 to 120 dB, or 0 for no source',
  isPossible: (value) => value >= 1 && value <= 120,
  zeroIsNoSource: true,
  fills: [128],
};

/** Annual mean of an air pollutant in ug/m3. */
export const AIR_CONCENTRATION: Quantity = {
  unit: 'ug/m3',
  encoding: 'uint16',
  scale: 0.01,
  noData: 65_535,
  range: 'above 0 and under 150 ug/m3',
  isPossible: (value) => value > 0 && value < 150,
  zeroIsNoSource: false,
  fills: [],
};

/** What is stored for a cell that no raster of this quantity can hold. */
export const IMPOSSIBLE = -1;

/** Beyond this, a number is a fill (-3.4e38, 1e30, -9999) and no mistaken figure. */
const HUGE = 1000;

/**
 * Makes the function that turns a file's values into stored numbers.
 * @param declaredNoData what the file itself declares as "no data"
 * @returns a function that gives the number to store, `noData` included, or {@link IMPOSSIBLE}
 */
export function cellEncoder(quantity: Quantity, declaredNoData: number | null): (value: number) => number {
  const { noData, scale, zeroIsNoSource } = quantity;
  const fills = new Set(quantity.fills);
  if (declaredNoData !== null) {
    fills.add(declaredNoData);
    // The value is declared as text, and the cells are single floats.
    fills.add(Math.fround(declaredNoData));
  }
  const perUnit = Math.round(1 / scale);
  return (value) => {
    if (quantity.isPossible(value)) return fills.has(value) ? noData : Math.round(value * perUnit);
    if (value === 0) return zeroIsNoSource && !fills.has(0) ? 0 : noData;
    if (!(value > 0) || value >= HUGE || fills.has(value)) return noData;
    return IMPOSSIBLE;
  };
}
