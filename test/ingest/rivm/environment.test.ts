import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReleaseLabel } from '../../../db/groups.ts';
import { environmentAt } from '../../../db/queries/environment.ts';
import { DatasetUnavailableError, type Snapshot } from '../../../db/store.ts';
import { ENVIRONMENT } from '../../../ingest/sources/rivm/environment.ts';
import type { SourceOverride } from '../../../ingest/sources/source.ts';
import { ingestFromMirror, snapshotOf } from '../../support/group-run.ts';
import { type MirrorContent, writeToMirror } from '../../support/mirror-folder.ts';
import { geoTiff, type TestGeoTiff } from '../../support/raster.ts';
import { sampleRasters } from './sample-rasters.ts';

const ALO = 'https://data.rivm.nl/data/alo/';
const GCN = 'https://data.rivm.nl/data/gcn/';
const ALL_SOURCES = 'rivm_20250801_Geluid_lden_allebronnen_2022';
const ROAD = 'rivm_20250101_Geluid_lden_wegverkeer_2022';
const NO2 = 'rivm_nsl_20260401_gm_NO22024';
const PM25 = 'rivm_nsl_20260401_gm_PM252024';

let folder: string;
let mirror: string;
let dataDir: string;
const open: Snapshot[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'environment-'));
  mirror = join(folder, 'mirror');
  dataDir = join(folder, 'data');
  return () => rmSync(folder, { recursive: true, force: true });
});
afterEach(() => {
  for (const snapshot of open.splice(0)) snapshot.database.close();
});

/** 20 x 10 cells of 10 m; the place (120005 + 10 * column, 486995 - 10 * row) lies in the middle of a cell. */
const SIZE: TestGeoTiff = { width: 20, height: 10, noData: '128' };
const at = (column: number, row: number) => [120_005 + 10 * column, 486_995 - 10 * row] as const;

function noise(figure: number, cells: Readonly<Record<number, number>> = {}): Buffer {
  const values = new Uint8Array(200).fill(figure);
  for (const [cell, value] of Object.entries(cells)) values[Number(cell)] = value;
  return geoTiff(values, SIZE);
}

function air(figure: number, cells: Readonly<Record<number, number>> = {}, noData = '-999'): Buffer {
  const values = new Float32Array(200).fill(figure);
  for (const [cell, value] of Object.entries(cells)) values[Number(cell)] = value;
  return geoTiff(values, { ...SIZE, noData });
}

function publish(name: string, content: Buffer | string, from = ALO, inZip: MirrorContent = {}): void {
  const kind = typeof content === 'string' ? 'asc' : 'tif';
  writeToMirror(mirror, `${from}${name}.zip`, { ...(inZip as object), [`${name}.${kind}`]: content });
}

function publishRequired(): void {
  publish(ALL_SOURCES, noise(58));
  publish(ROAD, noise(55));
  publish(NO2, air(16.25));
  publish(PM25, air(8.4));
}

async function ingest({
  label = 'partial',
  overrides = {},
}: {
  label?: ReleaseLabel;
  overrides?: Record<string, SourceOverride>;
} = {}) {
  const report = await ingestFromMirror(ENVIRONMENT, { dataDir, mirror, label, overrides });
  const snapshot = snapshotOf(dataDir);
  open.push(snapshot);
  return { report, snapshot };
}

describe('a place', () => {
  it('has the figures of its cell, each with the product, the year and the unit', async () => {
    publishRequired();
    publish(ROAD, noise(55, { 23: 71 }));
    const { snapshot, report } = await ingest();
    const readings = environmentAt(snapshot, ...at(3, 1));
    expect(readings.noise_road).toEqual({
      value: 71,
      state: 'value',
      layer: {
        sourceId: 'rivm-noise-road',
        name: ROAD,
        product: 'noise of road traffic',
        dataYear: 2022,
        unit: 'dB Lden',
        cellSizeM: 10,
      },
    });
    expect(readings.air_no2).toMatchObject({
      value: 16.25,
      layer: { dataYear: 2024, unit: 'ug/m3', product: 'annual mean, background and road traffic' },
    });
    expect(environmentAt(snapshot, ...at(4, 1)).noise_road?.value).toBe(55);
    expect(report.rows).toEqual({ raster_layer: 4, raster_tile: 4 });
    expect(report.rejected).toEqual([]);
  });

  it('pitfall 9: without a modelled source has no figure, which is not silence and not unknown', async () => {
    publishRequired();
    publish(ROAD, noise(55, { 0: 0, 1: 128 }));
    const { snapshot } = await ingest();
    expect(environmentAt(snapshot, ...at(0, 0)).noise_road).toMatchObject({
      value: null,
      state: 'no_source',
    });
    expect(environmentAt(snapshot, ...at(1, 0)).noise_road).toMatchObject({ value: null, state: 'no_data' });
    expect(environmentAt(snapshot, ...at(20, 0)).noise_road).toMatchObject({ value: null, state: 'outside' });
    expect(environmentAt(snapshot, Number.NaN, 0).noise_road).toMatchObject({
      value: null,
      state: 'outside',
    });
  });

  it('pitfall 10: at 128 has no data, also where the layer does not declare it', async () => {
    publishRequired();
    const values = new Uint8Array(200).fill(60).fill(128, 0, 5);
    publish(ALL_SOURCES, geoTiff(values, { width: 20, height: 10 }));
    const { snapshot, report } = await ingest();
    expect(environmentAt(snapshot, ...at(2, 0)).noise_all_sources?.state).toBe('no_data');
    expect(environmentAt(snapshot, ...at(5, 0)).noise_all_sources?.value).toBe(60);
    expect(report.rejected).toEqual([]);
  });

  it('pitfall 11: is as loud by all sources as the publisher says, far above each of them', async () => {
    publishRequired();
    publish(ALL_SOURCES, noise(67));
    publish('rivm_20220601_Geluid_lden_industrie_2008', noise(0, { 199: 40 }));
    const { snapshot } = await ingest();
    const readings = environmentAt(snapshot, ...at(0, 0));
    expect(readings.noise_all_sources?.value).toBe(67);
    expect(readings.noise_road?.value).toBe(55);
    expect(readings.noise_industry).toMatchObject({
      value: null,
      state: 'no_source',
      layer: { dataYear: 2008 },
    });
  });

  it('pitfalls 13 and 14: has no figure at -999, nor at -3.4e38 where the layer declares 0', async () => {
    publishRequired();
    publish(PM25, air(8.4, { 0: -999 }, '0'));
    publish(NO2, air(16.25, { 0: -3.4028234663852886e38, 1: 0 }, '0'));
    const { snapshot } = await ingest();
    expect(environmentAt(snapshot, ...at(0, 0)).air_pm25?.state).toBe('no_data');
    expect(environmentAt(snapshot, ...at(0, 0)).air_no2?.state).toBe('no_data');
    expect(environmentAt(snapshot, ...at(1, 0)).air_no2?.state).toBe('no_data');
    const layer = snapshot.database.prepare("SELECT * FROM raster_layer WHERE key = 'air_no2'").get();
    expect(layer).toMatchObject({
      lowest_value: 16.25,
      highest_value: 16.25,
      value_cells: 198,
      no_data_cells: 2,
    });
  });

  it('has null for layers that are not loaded', async () => {
    publishRequired();
    const { snapshot } = await ingest();
    expect(environmentAt(snapshot, ...at(0, 0))).toMatchObject({ noise_rail: null, air_pm10: null });
  });

  it('asks for a release when there is none', () => {
    const snapshot = snapshotOf(dataDir);
    open.push(snapshot);
    expect(() => environmentAt(snapshot, ...at(0, 0))).toThrow(DatasetUnavailableError);
  });
});

describe('editions', () => {
  it('pitfall 26: the data year is that of the name, not that of the download', async () => {
    publishRequired();
    const { snapshot } = await ingest();
    const years = snapshot.database
      .prepare('SELECT id, data_year FROM environment.source WHERE data_year IS NOT NULL ORDER BY id')
      .raw()
      .all();
    expect(years).toEqual([
      ['rivm-air-no2', 2024],
      ['rivm-air-pm25', 2024],
      ['rivm-noise-all-sources', 2022],
      ['rivm-noise-road', 2022],
    ]);
  });

  it('a layer that is not offered is noted, and the edition before is used', async () => {
    publishRequired();
    publish('rivm_20220601_Geluid_lden_treinverkeer_2020', noise(44));
    const { snapshot, report } = await ingest();
    expect(environmentAt(snapshot, ...at(0, 0)).noise_rail).toMatchObject({
      value: 44,
      layer: { dataYear: 2020 },
    });
    expect(report.notes).toContainEqual({
      sourceId: 'rivm-noise-rail',
      text: 'the publisher does not offer rivm_20250101_Geluid_lden_treinverkeer_2022',
      rows: 1,
    });
  });

  it('pitfall 12: without a required layer nothing is published, and the addresses that failed are named', async () => {
    publish(ROAD, noise(55));
    await expect(ingest()).rejects.toThrow(
      /rivm-noise-all-sources: .*allebronnen_2022\.zip, .*allebronnen_2020\.zip: expected the layer noise_all_sources/,
    );
  });

  it('the background of 1 km stands in for the air map, under its own name and year', async () => {
    publishRequired();
    rmSync(join(mirror, 'data.rivm.nl/data/alo', `${PM25}.zip`), { recursive: true });
    const background =
      'NCOLS 2\nNROWS 2\nXLLCORNER 119000\nYLLCORNER 486000\nCELLSIZE 1000\nNODATA_VALUE -999\n7.1 -999\n7.3 7.9\n';
    publish('conc_PM25_2025', background, GCN, { 'readme.pdf': '%PDF', 'meta.xml': '<m/>' });
    const { snapshot } = await ingest();
    expect(environmentAt(snapshot, 119_500, 487_500).air_pm25).toMatchObject({
      value: 7.1,
      layer: {
        sourceId: 'rivm-air-pm25-background',
        dataYear: 2025,
        cellSizeM: 1000,
        product: 'annual mean, large-scale background without local traffic',
      },
    });
    expect(environmentAt(snapshot, 120_500, 487_500).air_pm25?.state).toBe('no_data');
    expect(environmentAt(snapshot, ...at(0, 0)).air_no2?.layer.product).toBe(
      'annual mean, background and road traffic',
    );
  });

  it('pitfall 16: a scenario year among the editions stops the load', async () => {
    publishRequired();
    publish('conc_NO2_2040', air(5), GCN);
    const editions = [{ year: 2040, id: 'conc_NO2_2040', url: `${GCN}conc_NO2_2040.zip` }];
    await expect(ingest({ overrides: { 'rivm-air-no2': { editions } } })).rejects.toThrow(
      /2040, which is a forecast/,
    );
  });

  it('an edition may be a bare raster at an address of its own', async () => {
    publishRequired();
    const url = 'https://mirror.example/noise/all.tif';
    writeToMirror(mirror, url, noise(61));
    const editions = [{ year: 2022, id: ALL_SOURCES, url }];
    const { snapshot } = await ingest({ overrides: { 'rivm-noise-all-sources': { editions } } });
    expect(environmentAt(snapshot, ...at(0, 0)).noise_all_sources?.value).toBe(61);
  });
});

describe('a layer that is not what it was taken for', () => {
  it('stops the load when many cells cannot be figures', async () => {
    publishRequired();
    publish(NO2, air(225));
    await expect(ingest()).rejects.toThrow(
      /rivm_nsl_20260401_gm_NO22024: expected above 0 and under 150 ug\/m3, found 200 of 200 cells outside of that, such as 225/,
    );
  });

  it('counts a few, with the place of the first', async () => {
    publishRequired();
    const values = new Uint8Array(60 * 60).fill(50);
    values[61] = 200;
    publish(ROAD, geoTiff(values, { width: 60, height: 60 }));
    const { report } = await ingest();
    expect(report.rejected).toEqual([
      {
        sourceId: 'rivm-noise-road',
        reason: 'impossible figure',
        rows: 1,
        examples: [{ line: 2, value: `${ROAD}: 200 in column 2` }],
      },
    ]);
  });

  it('stops the load when the zip holds no raster, or several', async () => {
    publishRequired();
    writeToMirror(mirror, `${ALO}${ROAD}.zip`, { 'readme.pdf': '%PDF' });
    rmSync(join(mirror, 'data.rivm.nl/data/alo', `${ROAD}.zip`, `${ROAD}.tif`));
    await expect(ingest()).rejects.toThrow(
      /expected one GeoTIFF or Esri ASCII grid in the zip, found readme\.pdf/,
    );
    publish(ROAD, noise(50), ALO, { 'other.tif': noise(40) });
    await expect(ingest()).rejects.toThrow(
      /found other\.tif, rivm_20250101_Geluid_lden_wegverkeer_2022\.tif/,
    );
  });

  it('leaves no scratch file and no build behind', async () => {
    const files = () => readdirSync(join(dataDir, 'environment')).filter((name) => name !== '.lock');
    publishRequired();
    publish(PM25, geoTiff(new Float32Array(4), { width: 2, height: 2, epsg: 4326 }));
    await expect(ingest()).rejects.toThrow(/expected the Dutch grid/);
    expect(files()).toEqual([]);
    publish(PM25, air(8));
    await ingest();
    expect(files()).toEqual([expect.stringMatching(/^\d{8}T\d+Z-\w+\.sqlite$/)]);
  });
});

describe('the whole country', () => {
  /** 28 x 33 cells of 10 km, as far as the country reaches. */
  const NATIONAL: TestGeoTiff = {
    width: 28,
    height: 33,
    cellSizeM: 10_000,
    westM: 0,
    northM: 630_000,
    noData: '128',
  };

  function publishNational(noiseFigure = 50): void {
    const cells = 28 * 33;
    const bytes = geoTiff(new Uint8Array(cells).fill(noiseFigure), NATIONAL);
    const floats = geoTiff(new Float32Array(cells).fill(9.5), { ...NATIONAL, noData: '-999' });
    const padding = { 'readme.pdf': '%PDF'.padEnd(100_000) };
    for (const name of [ALL_SOURCES, ROAD]) publish(name, bytes, ALO, padding);
    for (const name of [NO2, PM25]) publish(name, floats, ALO, padding);
  }

  it('is held to its extent and to the surface with figures', async () => {
    publishNational();
    publish(ROAD, noise(50), ALO, { 'readme.pdf': '%PDF'.padEnd(100_000) });
    await expect(ingest({ label: 'national' })).rejects.toThrow(
      /Expected to find the required layers, over the whole country.*Expected to find 5000 km2 or more with a figure in noise_road/s,
    );
  });

  it('has figures, not only zeros', async () => {
    publishNational(0);
    await expect(ingest({ label: 'national' })).rejects.toThrow(
      /Expected to find 10000 km2 or more with a figure in noise_all_sources/,
    );
  });

  it('has more tiles than a coarse raster, which is all that a whole one fails here', async () => {
    publishNational();
    const failed = await ingest({ label: 'national' }).catch((error: Error) => error.message);
    expect(String(failed).split('\n').slice(1)).toEqual([
      expect.stringContaining('raster_tile: expected at least 1,000 rows'),
    ]);
  });
});

describe('the rasters of the bundled sample', () => {
  it.each([...sampleRasters()])('%s is what sample-rasters.ts writes', (path, text) => {
    expect(readFileSync(join('ingest/sample', path), 'utf8') === text).toBe(true);
  });

  it('are under 150 kB altogether', () => {
    const bytes = [...sampleRasters().values()].reduce((sum, text) => sum + text.length, 0);
    expect(bytes).toBeLessThan(150_000);
  });

  it('know every town of the sample, and the sea', async () => {
    mirror = 'ingest/sample';
    const { snapshot } = await ingest({ label: 'sample' });
    const amsterdam = environmentAt(snapshot, 121_829, 486_752);
    expect(amsterdam).toMatchObject({
      noise_all_sources: { value: 61 },
      noise_road: { state: 'value' },
      noise_wind_turbines: { value: null, state: 'no_source' },
      air_no2: { state: 'value', layer: { dataYear: 2024 } },
    });
    for (const [x, y] of [
      [80_774, 455_958],
      [170_859, 479_061],
      [206_434, 447_425],
      [120_679, 481_747],
    ] as const) {
      const readings = environmentAt(snapshot, x, y);
      expect(readings.noise_all_sources?.value).toBeGreaterThan(40);
      expect(readings.air_pm25?.value).toBeGreaterThan(6);
    }
    expect(environmentAt(snapshot, 78_500, 490_000).noise_road?.state).toBe('no_data');
  });
});
