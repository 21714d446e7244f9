/** A raster file cannot be read, or lies on another grid than the Dutch one; the message says which and why. */
export class RasterError extends Error {
  override readonly name = 'RasterError';
  readonly code = 'bad_raster';
}

/** Where the cells of a raster lie: square cells of the Dutch grid (RD New, EPSG:28992), row 0 in the north. */
export interface RasterGrid {
  /** Cells from west to east. */
  readonly width: number;
  /** Cells from north to south. */
  readonly height: number;
  readonly cellSizeM: number;
  /** Western edge of the westernmost cells. */
  readonly westM: number;
  /** Northern edge of the northernmost cells. */
  readonly northM: number;
}

/** Some whole rows of a raster. */
export interface RasterBand {
  readonly firstRow: number;
  readonly rows: number;
  /** `rows` times the raster's width, from north to south and from west to east. */
  readonly values: RasterValues;
}

export type RasterValues =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array;

/** An open raster, read from north to south and never as a whole. */
export interface RasterFile {
  readonly grid: RasterGrid;
  /** The value that the file itself declares to mean "no data"; files also fill with values they do not declare. */
  readonly declaredNoData: number | null;
  /** All rows, once, from the first to the last. The values of a band are only good until the next one is asked for. */
  bands(): AsyncGenerator<RasterBand>;
  close(): Promise<void>;
}

/** @throws RasterError when the grid cannot be one of the Netherlands */
export function requireDutchGrid(name: string, grid: RasterGrid): void {
  const { width, height, cellSizeM, westM, northM } = grid;
  const counts = [width, height].every((count) => Number.isInteger(count) && count > 0);
  const finite = [cellSizeM, westM, northM].every(Number.isFinite) && cellSizeM > 0;
  if (!counts || !finite) {
    throw new RasterError(
      `${name}: expected a raster with cells, found ${width} x ${height} cells of ${cellSizeM} m at ${westM}, ${northM}.`,
    );
  }
  const eastM = westM + width * cellSizeM;
  const southM = northM - height * cellSizeM;
  // The country with a wide margin; degrees, or metres of another grid, fall outside.
  const overlaps = eastM > 0 && westM < 300_000 && northM > 300_000 && southM < 630_000;
  const nearby = westM > -300_000 && eastM < 700_000 && southM > 0 && northM < 1_000_000;
  if (!overlaps || !nearby) {
    throw new RasterError(
      `${name}: expected metres of the Dutch grid (RD New), found ${westM} to ${eastM} by ${southM} to ${northM}.`,
    );
  }
}
