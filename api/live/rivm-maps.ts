import { AIR_CONCENTRATION, NOISE_LDEN, type Quantity } from '../../db/cell-values.ts';
import type { RasterKey } from '../../db/schema/environment.ts';
import type { LiveSource } from './live-source.ts';

/** A map of the environment that can be asked for the figure of one place. */
export interface LiveMap {
  readonly key: RasterKey;
  readonly quantity: Quantity;
  readonly source: LiveSource;
  /** What its figures cover, in English. */
  readonly product: string;
  /** Without it there is no answer; others may be missing at the publisher. */
  readonly required: boolean;
  /** Newest first. Dated names only: the year of a moving alias ("actueel") is not known. */
  readonly layers: readonly { readonly name: string; readonly year: number }[];
}

type Layers = LiveMap['layers'];

const RIVM = {
  publisher: 'National Institute for Public Health and the Environment (RIVM)',
  licence: 'CC0-1.0',
  licenceUrl: 'https://creativecommons.org/publicdomain/zero/1.0/',
  url: 'https://www.atlasleefomgeving.nl/kaarten',
} as const;

function noise(key: RasterKey, id: string, title: string, product: string, layers: Layers): LiveMap {
  const source = {
    ...RIVM,
    id,
    name: `Noise map Lden, ${title}`,
    attribution: 'Source: RIVM / Atlas Leefomgeving, noise map Lden. Modelled and indicative.',
  };
  const required = key === 'noise_all_sources' || key === 'noise_road';
  return { key, quantity: NOISE_LDEN, source, product, required, layers };
}

function air(key: RasterKey, substance: string, title: string): LiveMap {
  const source = {
    ...RIVM,
    id: `rivm-air-${substance.toLowerCase()}`,
    name: `Annual mean of ${title}: background and road traffic`,
    attribution: 'Source: RIVM / Atlas Leefomgeving, annual mean concentrations (NSL).',
  };
  return {
    key,
    quantity: AIR_CONCENTRATION,
    source,
    product: 'annual mean, background and road traffic',
    required: key !== 'air_pm10',
    layers: [
      { year: 2024, name: `rivm_nsl_20260401_gm_${substance}2024` },
      { year: 2022, name: `rivm_nsl_20240401_gm_${substance}2022` },
    ],
  };
}

/** The maps that the ingest loads too, in the same editions; one for each raster. */
export const LIVE_MAPS: readonly LiveMap[] = [
  noise(
    'noise_all_sources',
    'rivm-noise-all-sources',
    'all sources together',
    'noise of all sources together',
    [
      { year: 2022, name: 'rivm_20250801_Geluid_lden_allebronnen_2022' },
      { year: 2020, name: 'rivm_20220601_Geluid_lden_allebronnen_2020' },
    ],
  ),
  noise('noise_road', 'rivm-noise-road', 'road traffic', 'noise of road traffic', [
    { year: 2022, name: 'rivm_20250101_Geluid_lden_wegverkeer_2022' },
    { year: 2020, name: 'rivm_20220601_Geluid_lden_wegverkeer_2020' },
  ]),
  noise('noise_rail', 'rivm-noise-rail', 'railways', 'noise of railways', [
    { year: 2022, name: 'rivm_20250101_Geluid_lden_treinverkeer_2022' },
    { year: 2020, name: 'rivm_20220601_Geluid_lden_treinverkeer_2020' },
  ]),
  noise('noise_aircraft', 'rivm-noise-aircraft', 'air traffic', 'noise of air traffic', [
    { year: 2022, name: 'rivm_20241201_Geluid_lden_vliegverkeer_2022' },
    { year: 2020, name: 'rivm_20220601_Geluid_lden_vliegverkeer_2020' },
  ]),
  noise('noise_industry', 'rivm-noise-industry', 'industry', 'noise of industry', [
    { year: 2008, name: 'rivm_20220601_Geluid_lden_industrie_2008' },
  ]),
  noise('noise_wind_turbines', 'rivm-noise-wind-turbines', 'wind turbines', 'noise of wind turbines', [
    { year: 2021, name: 'rivm_20220601_Geluid_lden_windturbines_2021' },
  ]),
  air('air_no2', 'NO2', 'nitrogen dioxide (NO2)'),
  air('air_pm25', 'PM25', 'fine particles (PM2.5)'),
  air('air_pm10', 'PM10', 'particles (PM10)'),
];
