import { NOISE_LDEN } from '../../../db/cell-values.ts';
import type { RasterKey } from '../../../db/schema/environment.ts';
import { CC0, type SourceDeclaration, type SourceEdition } from '../source.ts';
import type { RasterLayerSpec } from './raster-layers.ts';

/** Each layer is a zip of this folder, named like the layer. */
const FOLDER = 'https://data.rivm.nl/data/alo/';

/**
 * A map of one kind of noise. Each has years of its own, so each is a source of its own: the years of an answer are
 * those of its figures.
 */
function noiseMap(id: string, what: string, editions: readonly SourceEdition[]): SourceDeclaration {
  return {
    id,
    name: `Noise map Lden, ${what}`,
    publisher: 'National Institute for Public Health and the Environment (RIVM)',
    licence: CC0,
    attribution: 'Source: RIVM / Atlas Leefomgeving, noise map Lden. Modelled and indicative.',
    homepage: 'https://www.atlasleefomgeving.nl/kaarten',
    cadence: 'every two to three years, irregular',
    cron: '20 6 9 * *',
    urls: { folder: FOLDER },
    editions,
  };
}

/**
 * Dated names only, newest first: they are pinned, with the capital G that they have. A newer one of an irregular
 * series may have a name that could not be foreseen; one that the publisher does not offer is passed over.
 */
const NOISE_MAPS = {
  allSources: noiseMap('rivm-noise-all-sources', 'all sources together', [
    { year: 2022, id: 'rivm_20250801_Geluid_lden_allebronnen_2022' },
    { year: 2020, id: 'rivm_20220601_Geluid_lden_allebronnen_2020' },
  ]),
  road: noiseMap('rivm-noise-road', 'road traffic', [
    { year: 2022, id: 'rivm_20250101_Geluid_lden_wegverkeer_2022' },
    { year: 2020, id: 'rivm_20220601_Geluid_lden_wegverkeer_2020' },
  ]),
  rail: noiseMap('rivm-noise-rail', 'railways', [
    { year: 2022, id: 'rivm_20250101_Geluid_lden_treinverkeer_2022' },
    { year: 2020, id: 'rivm_20220601_Geluid_lden_treinverkeer_2020' },
  ]),
  aircraft: noiseMap('rivm-noise-aircraft', 'air traffic', [
    { year: 2022, id: 'rivm_20241201_Geluid_lden_vliegverkeer_2022' },
    { year: 2020, id: 'rivm_20220601_Geluid_lden_vliegverkeer_2020' },
  ]),
  industry: noiseMap('rivm-noise-industry', 'industry', [
    { year: 2008, id: 'rivm_20220601_Geluid_lden_industrie_2008' },
  ]),
  windTurbines: noiseMap('rivm-noise-wind-turbines', 'wind turbines', [
    { year: 2021, id: 'rivm_20220601_Geluid_lden_windturbines_2021' },
  ]),
};

interface NoiseLayer {
  readonly key: RasterKey;
  readonly source: SourceDeclaration;
  readonly product: string;
  readonly minimumKm2: number;
  readonly required?: boolean;
}

function layer({ key, source, product, minimumKm2, required = false }: NoiseLayer): RasterLayerSpec {
  const products = [{ source, product, minimumBytes: 10_000 }];
  return { key, quantity: NOISE_LDEN, required, minimumKm2, products };
}

/** The map of all sources is the publisher's own, never a sum of ours: it may be louder than all the others. */
export const NOISE_LAYERS: readonly RasterLayerSpec[] = [
  layer({
    key: 'noise_all_sources',
    source: NOISE_MAPS.allSources,
    product: 'noise of all sources together',
    minimumKm2: 10_000,
    required: true,
  }),
  layer({
    key: 'noise_road',
    source: NOISE_MAPS.road,
    product: 'noise of road traffic',
    minimumKm2: 5_000,
    required: true,
  }),
  layer({ key: 'noise_rail', source: NOISE_MAPS.rail, product: 'noise of railways', minimumKm2: 200 }),
  layer({
    key: 'noise_aircraft',
    source: NOISE_MAPS.aircraft,
    product: 'noise of air traffic',
    minimumKm2: 200,
  }),
  layer({ key: 'noise_industry', source: NOISE_MAPS.industry, product: 'noise of industry', minimumKm2: 50 }),
  layer({
    key: 'noise_wind_turbines',
    source: NOISE_MAPS.windTurbines,
    product: 'noise of wind turbines',
    minimumKm2: 10,
  }),
];
