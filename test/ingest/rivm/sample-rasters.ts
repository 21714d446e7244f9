import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The noise and air rasters of the bundled sample: invented figures of a plausible size, on cells of 2 km around
 * the sample's towns. `node --import tsx test/ingest/rivm/sample-rasters.ts` writes them into `ingest/sample`.
 */
const GRID = { west: 78_000, south: 444_000, cell: 2000, columns: 66, rows: 24 };

const AMSTERDAM = { x: 121_000, y: 487_000 };
const THE_HAGUE = { x: 81_000, y: 455_000 };
const ERMELO = { x: 171_000, y: 479_000 };
const DOESBURG = { x: 206_500, y: 447_500 };
const AIRPORT = { x: 112_000, y: 480_000 };

interface Place {
  readonly x: number;
  readonly y: number;
}

type Figure = (x: number, y: number) => number;

const NO_NOISE_DATA = 128;
const NO_AIR_DATA = -999;

/** North-west of the line along the coast. */
const isSea: Figure = (x, y) => (y > 458_000 + (x - 78_000) * 2 ? 1 : 0);

function near(place: Place, x: number, y: number, reach: number): number {
  return Math.exp(-Math.hypot(x - place.x, y - place.y) / reach);
}

function town(x: number, y: number): number {
  return Math.max(
    near(AMSTERDAM, x, y, 9000),
    near(THE_HAGUE, x, y, 8000),
    0.5 * near(ERMELO, x, y, 4000),
    0.4 * near(DOESBURG, x, y, 3000),
  );
}

function noise(figure: Figure): Figure {
  return (x, y) => {
    if (isSea(x, y) !== 0) return NO_NOISE_DATA;
    const level = Math.round(figure(x, y));
    return level < 30 ? 0 : level;
  };
}

function air(figure: Figure): Figure {
  return (x, y) => (isSea(x, y) !== 0 ? NO_AIR_DATA : Math.round(figure(x, y) * 100) / 100);
}

const road = noise((x, y) => 44 + 18 * town(x, y) + 3 * Math.sin(x / 3000) * Math.cos(y / 5000));
const rail = noise((x, y) => 56 - Math.abs(y - 478_000 - (x - 120_000) / 9) / 250);
const aircraft = noise((x, y) => 62 * near(AIRPORT, x, y, 25_000));
const industry = noise((x, y) => 58 * near({ x: 119_000, y: 491_000 }, x, y, 9000));
const windTurbines = noise((x, y) => 47 * near({ x: 165_000, y: 489_000 }, x, y, 6000));

/** The sum of energies, with a little more, as the publisher's map of an older edition has. */
const allSources: Figure = (x, y) => {
  if (isSea(x, y) !== 0) return NO_NOISE_DATA;
  const energy = [road, rail, aircraft, industry, windTurbines]
    .map((figure) => figure(x, y))
    .reduce((sum, level) => sum + (level === 0 ? 0 : 10 ** (level / 10)), 0);
  return energy === 0 ? 0 : Math.round(10 * Math.log10(energy) + 0.4);
};

/** By the folder of the mirror, without `.zip`. */
const LAYERS: Readonly<Record<string, { readonly figure: Figure; readonly noData: number }>> = {
  rivm_20250801_Geluid_lden_allebronnen_2022: { figure: allSources, noData: NO_NOISE_DATA },
  rivm_20250101_Geluid_lden_wegverkeer_2022: { figure: road, noData: NO_NOISE_DATA },
  // The newer edition of railways is not offered: the one before is found.
  rivm_20220601_Geluid_lden_treinverkeer_2020: { figure: rail, noData: NO_NOISE_DATA },
  rivm_20241201_Geluid_lden_vliegverkeer_2022: { figure: aircraft, noData: NO_NOISE_DATA },
  rivm_20220601_Geluid_lden_industrie_2008: { figure: industry, noData: NO_NOISE_DATA },
  rivm_20220601_Geluid_lden_windturbines_2021: { figure: windTurbines, noData: NO_NOISE_DATA },
  rivm_nsl_20260401_gm_NO22024: { figure: air((x, y) => 9 + 14 * town(x, y)), noData: NO_AIR_DATA },
  rivm_nsl_20260401_gm_PM252024: { figure: air((x, y) => 7 + 2.4 * town(x, y)), noData: NO_AIR_DATA },
  rivm_nsl_20260401_gm_PM102024: { figure: air((x, y) => 14 + 4.1 * town(x, y)), noData: NO_AIR_DATA },
};

/** Text of each raster, by its path in a mirror. */
export function sampleRasters(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(LAYERS).map(([name, { figure, noData }]) => [
      `data.rivm.nl/data/alo/${name}.zip/${name}.asc`,
      esriAscii(figure, noData),
    ]),
  );
}

function esriAscii(figure: Figure, noData: number): string {
  const { west, south, cell, columns, rows } = GRID;
  const lines = [
    `NCOLS ${columns}`,
    `NROWS ${rows}`,
    `XLLCORNER ${west}`,
    `YLLCORNER ${south}`,
    `CELLSIZE ${cell}`,
    `NODATA_VALUE ${noData}`,
  ];
  for (let row = rows - 1; row >= 0; row -= 1) {
    const y = south + (row + 0.5) * cell;
    const cells = Array.from({ length: columns }, (_, column) => figure(west + (column + 0.5) * cell, y));
    lines.push(cells.join(' '));
  }
  return `${lines.join('\n')}\n`;
}

if (process.argv[1]?.endsWith('sample-rasters.ts')) {
  for (const [path, text] of sampleRasters()) {
    const target = join('ingest/sample', path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}
