import { writeArrayBuffer } from 'geotiff';
import type { RasterFile } from '../../ingest/formats/raster.ts';

export interface TestGeoTiff {
  readonly width: number;
  readonly height: number;
  readonly cellSizeM?: number;
  readonly westM?: number;
  readonly northM?: number;
  readonly noData?: string;
  /** Left out of the file where null. */
  readonly epsg?: number | null;
  readonly keys?: Readonly<Record<string, unknown>>;
}

/** A GeoTIFF of one strip, without compression, as a buffer. */
export function geoTiff(values: Uint8Array | Float32Array | Int16Array, file: TestGeoTiff): Buffer {
  const { width, height, cellSizeM = 10, westM = 120_000, northM = 487_000, noData, epsg = 28992 } = file;
  const bytes = writeArrayBuffer(values, {
    width,
    height,
    ModelPixelScale: [cellSizeM, cellSizeM, 0],
    ModelTiepoint: [0, 0, 0, westM, northM, 0],
    GTModelTypeGeoKey: 1,
    GTRasterTypeGeoKey: 1,
    ...(epsg === null ? {} : { ProjectedCSTypeGeoKey: epsg }),
    ...(noData === undefined ? {} : { GDAL_NODATA: noData }),
    ...file.keys,
  });
  return Buffer.from(bytes);
}

/** All values of a raster, read band by band as an import does. */
export async function allValues(raster: RasterFile): Promise<Float64Array> {
  const { width, height } = raster.grid;
  const values = new Float64Array(width * height);
  let nextRow = 0;
  for await (const band of raster.bands()) {
    if (band.firstRow !== nextRow || band.values.length !== band.rows * width) {
      throw new Error(`The band at row ${band.firstRow} does not follow row ${nextRow}.`);
    }
    values.set(Float64Array.from(band.values), nextRow * width);
    nextRow += band.rows;
  }
  if (nextRow !== height) throw new Error(`${nextRow} of ${height} rows were read.`);
  return values;
}
