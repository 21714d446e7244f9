import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openEsriAscii } from '../../../ingest/formats/esri-ascii.ts';
import { RasterError } from '../../../ingest/formats/raster.ts';
import { allValues } from '../../support/raster.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder();
let files = 0;

function grid(text: string): string {
  files += 1;
  const path = join(folder, `${files}.asc`);
  writeFileSync(path, text, 'latin1');
  return path;
}

async function read(text: string) {
  const raster = await openEsriAscii(grid(text), 'the layer');
  return { grid: raster.grid, noData: raster.declaredNoData, values: [...(await allValues(raster))] };
}

const NORTH_WEST_FIRST = {
  grid: { width: 3, height: 2, cellSizeM: 1000, westM: 0, northM: 302_000 },
  noData: -999,
  values: [-999, 12.5, 13, 7, 0.25, 1000],
};

describe('the grid of the concentration maps', () => {
  it('reads from north to south, without a coordinate system', async () => {
    const text =
      'NCOLS 3\nNROWS 2\nXLLCORNER 0\nYLLCORNER 300000\nCELLSIZE 1000\nNODATA_VALUE -999\n' +
      '-999 12.5 13\n7 .25 1e3\n';
    expect(await read(text)).toEqual(NORTH_WEST_FIRST);
  });

  it.each([
    [
      'lower case, any blanks, DOS line ends, no last line end',
      'ncols\t 3\r\nnrows 2\r\nxllcorner 0.0\r\nyllcorner 300000.0\r\ncellsize 1000.0\r\nnodata_value -999\r\n' +
        '  -999\t12.50   13 \r\n\r\n 7 .25 1.0E+03',
    ],
    [
      'the centre of the cell instead of its corner',
      'ncols 3\nnrows 2\nXllCenter 500\nYllCenter 300500\ncellsize 1000\nNODATA_value -999\n-999 12.5 13\n7 0.25 1000\n',
    ],
    [
      'DX and DY, keys in another order',
      'nodata_value -999\ndx 1000\ndy 1000\nyllcorner 300000\nxllcorner 0\nnrows 2\nncols 3\n-999 12.5 13\n7 0.25 1000\n',
    ],
    [
      'rows cut over several lines',
      'ncols 3\nnrows 2\nxllcorner 0\nyllcorner 300000\ncellsize 1000\nnodata_value -999\n-999 12.5\n13 7 0.25\n1000\n',
    ],
  ])('%s', async (_case, text) => {
    expect(await read(text)).toEqual(NORTH_WEST_FIRST);
  });

  it('declares no fill where the header names none', async () => {
    const text = 'ncols 1\nnrows 1\nxllcorner 0\nyllcorner 300000\ncellsize 1000\nnan\n';
    expect(await read(text)).toMatchObject({ noData: null, values: [Number.NaN] });
  });

  it('any numbers come back, in bands of at most 128 rows, wherever the pieces of the file are cut', async () => {
    const value = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer({ min: -999, max: 150 }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 300 }),
        fc.infiniteStream(value),
        async (width, height, stream) => {
          const values = Array.from({ length: width * height }, () => Number(stream.next().value));
          const lines = Array.from({ length: height }, (_, row) =>
            values.slice(row * width, (row + 1) * width).join(' '),
          );
          const path = grid(
            `ncols ${width}\nnrows ${height}\nxllcorner 0\nyllcorner 300000\ncellsize 100\n${lines.join('\n')}\n`,
          );
          const raster = await openEsriAscii(path);
          // -0 is written as 0.
          expect([...(await allValues(raster))]).toEqual(values.map((one) => (one === 0 ? 0 : one)));
          for await (const band of raster.bands()) expect(band.rows).toBeLessThanOrEqual(128);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('reads a file of many pieces', async () => {
    const values = Array.from({ length: 400 * 400 }, (_, cell) => (cell % 977) / 8);
    const text = `ncols 400\nnrows 400\nxllcorner 0\nyllcorner 300000\ncellsize 100\n${values.join(' ')}\n`;
    expect(text.length).toBeGreaterThan(2 * 256 * 1024);
    expect((await read(text)).values).toEqual(values);
  });
});

describe('what is refused', () => {
  const header = 'ncols 2\nnrows 2\nxllcorner 0\nyllcorner 300000\ncellsize 1000\n';
  it.each([
    ['too few values', `${header}1 2 3\n`, 'the layer: expected 4 values, found 3: the file was cut short.'],
    ['too many values', `${header}1 2 3 4 5\n`, 'the layer: expected 4 values, found more.'],
    ['a decimal comma', `${header}1 2\n3,5 4\n`, 'expected a number in row 2, column 1, found "3,5"'],
    ['an empty file', '', 'expected NCOLS, NROWS and CELLSIZE, found none of them'],
    [
      'a header without a corner',
      'ncols 2\nnrows 2\ncellsize 5\n1 2 3 4\n',
      'expected XLLCORNER and YLLCORNER',
    ],
    ['a web page', '<html><body>Not found</body></html>', 'expected the header of an Esri ASCII grid'],
    ['one endless word', 'x'.repeat(300_000), 'letters on end'],
    ['a key without a number', 'ncols two\n', 'expected a number after NCOLS, found "two"'],
    [
      'cells that are no squares',
      'ncols 1\nnrows 1\ndx 5\ndy 6\nxllcorner 0\nyllcorner 300000\n1\n',
      'square cells',
    ],
    [
      'degrees',
      'ncols 2\nnrows 2\nxllcorner 5.1\nyllcorner 52.1\ncellsize 0.01\n1 2 3 4\n',
      'expected metres of the Dutch grid',
    ],
    [
      'no cells',
      'ncols 0\nnrows 2\nxllcorner 0\nyllcorner 300000\ncellsize 1000\n1\n',
      'expected a raster with cells',
    ],
  ])('%s', async (_case, text, message) => {
    await expect(read(text)).rejects.toThrow(RasterError);
    await expect(read(text)).rejects.toThrow(message);
  });
});
