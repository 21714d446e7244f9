import { Check } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Figure, Figures } from '../../../api/reports/environment-figures.ts';
import { airYear, noiseYear } from '../../../api/reports/environment-figures.ts';
import { environmentNote } from '../../../api/reports/environment-note.ts';
import { environmentSection } from '../../../api/reports/sections/environment.ts';
import { EnvironmentBlockSchema } from '../../../api/schemas/home-environment.ts';
import { noiseLevel } from '../../../api/vocabulary/noise.ts';
import { RASTER_KEYS, type RasterKey } from '../../../db/schema/environment.ts';
import type { Snapshot } from '../../../db/store.ts';
import { askSection, samplePlaces } from '../../support/place-sections.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const dataDir = temporaryFolder();
const WHO_NOISE = { road: 53, rail: 54, aircraft: 45, wind_turbines: 45 };
const WHO_AIR = { no2: 10, pm25: 5, pm10: 15 };

describe('the environment of an address', () => {
  let snapshot: Snapshot;
  beforeAll(async () => {
    snapshot = await samplePlaces(dataDir, ['environment']);
  });
  afterAll(() => snapshot.database.close());

  const ask = (q: string, located = true) =>
    askSection(snapshot, { section: environmentSection, q, located });

  it('has the figure of each map in its cell, the level, and the years that differ', async () => {
    const { block, sources } = await ask('Amstel 1, Amsterdam');
    expect(Check(EnvironmentBlockSchema, block)).toBe(true);
    expect(block).toEqual({
      noise_lden_db: {
        year: 2022,
        all_sources: 61,
        road: 61,
        rail: null,
        aircraft: 39,
        industry: 35,
        wind_turbines: null,
        level: 'poor',
        who_guideline: WHO_NOISE,
      },
      air_ug_m3: { year: 2024, no2: 23, pm25: 9.4, pm10: 18.1, who_guideline: WHO_AIR },
      note:
        'No modelled noise of railways or wind turbines reaches the place, which is not a measurement of silence. ' +
        'Other years: the noise of industry of 2008.',
    });
    expect(sources.map(({ id, used_for, data_year, mode }) => [id, used_for[0], data_year, mode])).toEqual([
      ['rivm-noise-all-sources', 'environment.noise_lden_db.all_sources', 2022, 'sample'],
      ['rivm-noise-road', 'environment.noise_lden_db.road', 2022, 'sample'],
      ['rivm-noise-rail', 'environment.noise_lden_db.rail', 2020, 'sample'],
      ['rivm-noise-aircraft', 'environment.noise_lden_db.aircraft', 2022, 'sample'],
      ['rivm-noise-industry', 'environment.noise_lden_db.industry', 2008, 'sample'],
      ['rivm-noise-wind-turbines', 'environment.noise_lden_db.wind_turbines', 2021, 'sample'],
      ['rivm-air-no2', 'environment.air_ug_m3.no2', 2024, 'sample'],
      ['rivm-air-pm25', 'environment.air_ug_m3.pm25', 2024, 'sample'],
      ['rivm-air-pm10', 'environment.air_ug_m3.pm10', 2024, 'sample'],
    ]);
  });

  it('is null without a location, and says so; the guidelines stand', async () => {
    const { block, sources } = await ask('Amstel 1, Amsterdam', false);
    expect(Check(EnvironmentBlockSchema, block)).toBe(true);
    expect(block.noise_lden_db).toMatchObject({ year: null, all_sources: null, level: null });
    expect(block.air_ug_m3).toEqual({
      year: null,
      no2: null,
      pm25: null,
      pm10: null,
      who_guideline: WHO_AIR,
    });
    expect(block.note).toMatch(/no usable location/);
    expect(sources).toEqual([]);
  });
});

describe('the level of noise', () => {
  it.each([
    [14, 'very good'],
    [45, 'very good'],
    [46, 'good'],
    [50, 'good'],
    [51, 'fair'],
    [55, 'fair'],
    [56, 'moderate'],
    [60, 'moderate'],
    [61, 'poor'],
    [90, 'poor'],
  ])('of %i dB is %s', (lden, level) => {
    expect(noiseLevel(lden)).toBe(level);
  });
});

const PRODUCT = 'annual mean, background and road traffic';
const ALL: Figures = Object.fromEntries(
  RASTER_KEYS.map((key) => [
    key,
    { value: key.startsWith('air_') ? 9 : 50, state: 'value', dataYear: 2022, product: PRODUCT },
  ]),
);

/** All maps with figures that need no note, but for these. */
function figures(changes: Partial<Record<RasterKey, Partial<Figure> | undefined>>): Figures {
  const quiet = { ...ALL, noise_all_sources: { ...ALL.noise_all_sources, value: 57 } } as Figures;
  const changed = Object.entries(changes).map(([key, change]) => [
    key,
    change === undefined ? undefined : { ...quiet[key as RasterKey], ...change },
  ]);
  return { ...quiet, ...Object.fromEntries(changed) };
}

const none = { value: null, state: 'no_source' } as const;
const SILENT = {
  noise_road: none,
  noise_rail: none,
  noise_aircraft: none,
  noise_industry: none,
  noise_wind_turbines: none,
};

describe('the note on the environment', () => {
  it.each<[string, Parameters<typeof figures>[0], string | null]>([
    ['says nothing where all is well', {}, null],
    [
      'pitfall 9: says that 0 is not silence',
      { noise_rail: none, noise_aircraft: none, noise_road: none },
      'No modelled noise of road traffic, railways or air traffic reaches the place, which is not a measurement of silence. The noise of all sources together is not what the single sources add up to here: the maps are of different editions.',
    ],
    [
      'says where the publisher has no figure',
      {
        noise_rail: { value: null, state: 'no_data' },
        air_pm10: { value: null, state: 'outside' },
      },
      'The publisher has no figure here of the noise of railways or PM10.',
    ],
    [
      'says which maps are not to be had',
      { noise_industry: undefined, noise_wind_turbines: undefined, air_pm10: undefined },
      'No map of the noise of industry and wind turbines could be had. No map of PM10 could be had.',
    ],
    [
      'gives the years that are not that of the block',
      { noise_industry: { dataYear: 2008 }, noise_rail: { dataYear: 2020 }, air_no2: { dataYear: 2024 } },
      'Other years: the noise of railways of 2020 and the noise of industry of 2008. Other years: PM2.5 of 2022 and PM10 of 2022.',
    ],
    [
      'pitfall 11: says that all sources are louder than their sum, and leaves both as they are',
      { noise_all_sources: { value: 67 } },
      'The noise of all sources together is not what the single sources add up to here: the maps are of different editions.',
    ],
    [
      'says that a single source is louder than all together',
      { noise_all_sources: { value: 52 }, noise_road: { value: 55 } },
      'The noise of all sources together is not what the single sources add up to here: the maps are of different editions.',
    ],
    [
      'does not wonder about the sum where a map is missing that may explain it',
      { noise_all_sources: { value: 67 }, noise_industry: { value: null, state: 'no_data' } },
      'The publisher has no figure here of the noise of industry.',
    ],
    [
      'does not wonder about little noise that no single map has',
      { ...SILENT, noise_all_sources: { value: 44 } },
      'No modelled noise of road traffic, railways, air traffic, industry or wind turbines reaches the place, which is not a measurement of silence.',
    ],
    [
      'says that figures are the background alone',
      { air_no2: { product: 'annual mean, large-scale background without local traffic' } },
      'Only the large-scale background, without the traffic of the street itself: NO2.',
    ],
  ])('%s', (_case, changes, note) => {
    expect(environmentNote(figures(changes))).toBe(note);
  });
});

describe('the years of the environment', () => {
  it('are that of all sources together, and the newest of the air', () => {
    const mixed = figures({
      noise_all_sources: { dataYear: 2020 },
      air_no2: { dataYear: 2025 },
      air_pm10: { dataYear: 2023 },
    });
    expect([noiseYear(mixed), airYear(mixed)]).toEqual([2020, 2025]);
  });

  it('are the newest of what has a figure where all sources together have none', () => {
    const silent = figures({
      noise_all_sources: { ...none, dataYear: 2024 },
      noise_rail: { dataYear: 2021 },
      noise_aircraft: { ...none, dataYear: 2023 },
    });
    expect(noiseYear(silent)).toBe(2022);
    expect(noiseYear(figures({ ...SILENT, noise_all_sources: { ...none, dataYear: 2019 } }))).toBe(2022);
    expect([noiseYear({}), airYear({})]).toEqual([null, null]);
  });
});
