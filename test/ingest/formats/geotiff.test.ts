import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openGeoTiff } from '../../../ingest/formats/geotiff.ts';
import { RasterError } from '../../../ingest/formats/raster.ts';
import { allValues, geoTiff } from '../../support/raster.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FIXTURES = 'test/ingest/formats/fixtures';
const folder = temporaryFolder();

function written(name: string, bytes: Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

/** What all fixtures hold, whatever their layout; see fixtures/README.md. */
const inDisc = (column: number, row: number) => (column - 40) ** 2 + (row - 40) ** 2 < 400;
const step = (column: number, row: number) => (Math.floor(column / 7) * 3 + Math.floor(row / 5) * 5) % 90;
const byteAt = (column: number, row: number) => {
  if (inDisc(column, row)) return 128;
  return Math.floor(column / 50) === 3 && Math.floor(row / 50) === 2 ? 0 : 20 + step(column, row);
};
const floatAt = (column: number, row: number) =>
  inDisc(column, row) ? Math.fround(-3.4028234663852886e38) : 5 + step(column, row) / 8;
const int16At = (column: number, row: number) => (inDisc(column, row) ? -999 : 200 + step(column, row) * 3);
const scaledAt = (column: number, row: number) =>
  inDisc(column, row) ? -999 : int16At(column, row) * 0.05 + 1;

describe('every layout reads to the same values', () => {
  it.each([
    ['byte-strips-lzw.tif', byteAt, 128],
    ['byte-tiles-deflate.tif', byteAt, 128],
    ['byte-strips-deflate-predictor2-bigtiff.tif', byteAt, 128],
    ['byte-one-strip-packbits.tif', byteAt, 128],
    ['byte-cog-deflate.tif', byteAt, 128],
    ['pitfall 24: float32-strips-lzw-predictor2.tif', floatAt, 0],
    ['pitfall 24: float32-tiles-deflate-predictor3.tif', floatAt, -3.4028234663852886e38],
    ['int16-tiles-lzw-bigendian.tif', int16At, -999],
    ['int16-strips-deflate-scaled.tif', scaledAt, -999],
  ] as const)('%s', async (title, valueAt, noData) => {
    const raster = await openGeoTiff(join(FIXTURES, title.replace(/^pitfall \d+: /, '')));
    const { width, height } = raster.grid;
    expect(raster.grid).toMatchObject({ cellSizeM: 10, westM: 120_000, northM: 487_000 });
    expect(raster.declaredNoData).toBe(noData);
    const expected = Float64Array.from({ length: width * height }, (_, cell) =>
      valueAt(cell % width, Math.floor(cell / width)),
    );
    expect(firstDifference(await allValues(raster), expected)).toBeUndefined();
    await raster.close();
  });

  it('tiles that were left out of the file are no data', async () => {
    const raster = await openGeoTiff(join(FIXTURES, 'byte-tiles-deflate-sparse.tif'));
    expect(raster.grid).toMatchObject({ width: 300, height: 260, westM: 118_500 });
    const values = await allValues(raster);
    const expected = values.map((_, cell) => {
      const column = (cell % 300) - 150;
      return column < 0 ? 128 : byteAt(column, Math.floor(cell / 300));
    });
    expect(firstDifference(values, expected)).toBeUndefined();
    await raster.close();
  });

  it('any values of any type, as another writer lays them out', async () => {
    const cells = fc.integer({ min: 1, max: 40 });
    await fc.assert(
      fc.asyncProperty(
        cells,
        cells,
        fc.infiniteStream(fc.integer({ min: 0, max: 255 })),
        async (width, height, stream) => {
          const bytes = Uint8Array.from({ length: width * height }, () => Number(stream.next().value));
          for (const values of [bytes, Float32Array.from(bytes, (byte) => byte / 3)]) {
            const raster = await openGeoTiff(written('any.tif', geoTiff(values, { width, height })));
            expect([...(await allValues(raster))]).toEqual([...values]);
            await raster.close();
          }
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe('pitfall 23: memory stays flat', () => {
  it('bands are whole blocks, about 128 rows each, and never the image', async () => {
    const rowsOf = async (name: string) => {
      const raster = await openGeoTiff(join(FIXTURES, name));
      const rows: number[] = [];
      for await (const band of raster.bands()) rows.push(band.rows);
      await raster.close();
      return rows;
    };
    expect(await rowsOf('byte-strips-lzw.tif')).toEqual([126, 126, 8]);
    expect(await rowsOf('byte-tiles-deflate.tif')).toEqual([96, 96, 68]);
    expect(await rowsOf('byte-cog-deflate.tif')).toEqual([128, 128, 128, 128, 18]);
  });

  it('a file that is one huge block is refused with the command that rewrites it', async () => {
    // Only the directory says so: the block's bytes are few.
    const small = geoTiff(new Float32Array(4), { width: 2, height: 2 });
    const path = written('huge.tif', withTag(withTag(withTag(small, 256, 28_000), 257, 32_500), 278, 32_500));
    const raster = await openGeoTiff(path);
    await expect(raster.bands().next()).rejects.toThrow(/32500 rows high.*gdal_translate -co TILED=YES/);
    await raster.close();
  });
});

describe('what is refused', () => {
  it('another grid, or none', async () => {
    const degrees = geoTiff(new Uint8Array(4), { width: 2, height: 2, epsg: 4326 });
    await expect(openGeoTiff(written('a.tif', degrees))).rejects.toThrow(
      /expected the Dutch grid.*EPSG:4326/,
    );
    const none = geoTiff(new Uint8Array(4), { width: 2, height: 2, epsg: 3035 });
    await expect(openGeoTiff(written('b.tif', none))).rejects.toThrow(RasterError);
  });

  it('the Dutch grid with an extent that lies elsewhere', async () => {
    const path = written('c.tif', geoTiff(new Uint8Array(4), { width: 2, height: 2, westM: 5, northM: 52 }));
    await expect(openGeoTiff(path)).rejects.toThrow(/expected metres of the Dutch grid/);
  });

  it('large numbers in the other byte order with a predictor, which would come out wrong', async () => {
    await expect(openGeoTiff(join(FIXTURES, 'int16-tiles-lzw-predictor2-bigendian.tif'))).rejects.toThrow(
      /big-endian with predictor 2.*gdal_translate/,
    );
  });

  it('a picture of three colours', async () => {
    const path = written(
      'd.tif',
      geoTiff(new Uint8Array(12), {
        width: 2,
        height: 2,
        keys: { SamplesPerPixel: [3], BitsPerSample: [8, 8, 8] },
      }),
    );
    await expect(openGeoTiff(path)).rejects.toThrow(/this is a picture, not a table of values/);
  });

  it('a file that was cut short: its missing end would read as zeros, which mean "no noise"', async () => {
    const whole = readFileSync(join(FIXTURES, 'byte-strips-lzw.tif'));
    const path = written('cut.tif', whole.subarray(0, whole.length - 1));
    await expect(openGeoTiff(path, 'the layer')).rejects.toThrow(
      `the layer: expected at least ${whole.length} bytes, found ${whole.length - 1}: the file was cut short.`,
    );
  });

  it('what is no TIFF at all, and an empty file', async () => {
    await expect(
      openGeoTiff(written('e.tif', Buffer.from('<html>not found</html>'.padEnd(2000)))),
    ).rejects.toThrow(/cannot be read as a GeoTIFF/);
    await expect(openGeoTiff(written('f.tif', Buffer.alloc(0)))).rejects.toThrow(RasterError);
  });

  it('a damaged block, naming its rows', async () => {
    const bytes = Buffer.from(readFileSync(join(FIXTURES, 'byte-strips-deflate-predictor2-bigtiff.tif')));
    bytes.fill(0xff, bytes.length - 300, bytes.length - 200);
    const raster = await openGeoTiff(written('bits.tif', bytes), 'the layer');
    await expect(allValues(raster)).rejects.toThrow(
      /the layer: rows \d+ to \d+: cannot be read as a GeoTIFF/,
    );
    await raster.close();
  });
});

describe('the place of the first cell', () => {
  it('moves by half a cell where the tie point is a cell centre', async () => {
    const keys = { GTRasterTypeGeoKey: 2 };
    const path = written('g.tif', geoTiff(new Uint8Array(4), { width: 2, height: 2, keys }));
    const raster = await openGeoTiff(path);
    expect(raster.grid).toMatchObject({ westM: 119_995, northM: 487_005 });
    await raster.close();
  });

  it('is found from a tie point that names another cell', async () => {
    const keys = { ModelTiepoint: [1, 2, 0, 120_010, 486_980, 0] };
    const path = written('h.tif', geoTiff(new Uint8Array(4), { width: 2, height: 2, keys }));
    const raster = await openGeoTiff(path);
    expect(raster.grid).toMatchObject({ westM: 120_000, northM: 487_000 });
    await raster.close();
  });
});

/** A sentence instead of the comparison of 300,000 numbers by the test runner, which takes seconds. */
function firstDifference(values: Float64Array, expected: Float64Array): string | undefined {
  if (values.length !== expected.length) return `${values.length} values instead of ${expected.length}`;
  const cell = values.findIndex((value, at) => !Object.is(value, expected[at]));
  return cell === -1 ? undefined : `cell ${cell} is ${values[cell]} instead of ${expected[cell]}`;
}

/** Writes another number into a tag of the first directory (big-endian, as the writer makes it). */
function withTag(file: Buffer, tag: number, value: number): Buffer {
  const bytes = Buffer.from(file);
  const directory = bytes.readUInt32BE(4);
  const entries = bytes.readUInt16BE(directory);
  for (let at = directory + 2; at < directory + 2 + entries * 12; at += 12) {
    if (bytes.readUInt16BE(at) !== tag) continue;
    const type = bytes.readUInt16BE(at + 2);
    if (type === 3) bytes.writeUInt16BE(value, at + 8);
    else bytes.writeUInt32BE(value, at + 8);
    return bytes;
  }
  throw new Error(`The file has no tag ${tag}.`);
}
