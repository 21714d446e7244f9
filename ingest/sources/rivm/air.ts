import { AIR_CONCENTRATION } from '../../../db/cell-values.ts';
import type { RasterKey } from '../../../db/schema/environment.ts';
import { CC0, type SourceDeclaration, type SourceEdition } from '../source.ts';
import type { RasterLayerSpec } from './raster-layers.ts';

const PUBLISHER = 'National Institute for Public Health and the Environment (RIVM)';

/** The annual mean at an address: background and local road traffic together. Data of the year before last. */
function atlasMap(substance: string, title: string): SourceDeclaration {
  const editions: readonly SourceEdition[] = [
    { year: 2024, id: `rivm_nsl_20260401_gm_${substance}2024` },
    { year: 2022, id: `rivm_nsl_20240401_gm_${substance}2022` },
  ];
  return {
    id: `rivm-air-${substance.toLowerCase()}`,
    name: `Annual mean of ${title}: background and road traffic`,
    publisher: PUBLISHER,
    licence: CC0,
    attribution: 'Source: RIVM / Atlas Leefomgeving, annual mean concentrations (NSL).',
    homepage: 'https://www.atlasleefomgeving.nl/kaarten',
    cadence: 'yearly, about 1 April, for the year before last',
    cron: '20 6 9 * *',
    // Annual means only: the layers of "geo/lucht" named "actueel" are values of one hour.
    urls: { folder: 'https://data.rivm.nl/data/alo/' },
    editions,
  };
}

/**
 * The large-scale background (GCN), cells of 1 km, without the street's own traffic: where the Atlas map is not to
 * be had. The publisher names its forecasts alike (2030, 2035, 2040), so that only the years listed here are used.
 */
function backgroundMap(substance: string, title: string): SourceDeclaration {
  return {
    id: `rivm-air-${substance.toLowerCase()}-background`,
    name: `Annual mean of ${title}: large-scale background (GCN)`,
    publisher: PUBLISHER,
    licence: CC0,
    attribution: 'Source: RIVM, large-scale concentration maps of the Netherlands (GCN).',
    homepage: 'https://www.rivm.nl/gcn-gdn-kaarten',
    cadence: 'yearly, March or April, for the year before',
    cron: '20 6 9 * *',
    urls: { folder: 'https://data.rivm.nl/data/gcn/' },
    editions: [2025, 2024, 2023].map((year) => ({ year, id: `conc_${substance}_${year}` })),
  };
}

function layer(key: RasterKey, substance: string, title: string, required = false): RasterLayerSpec {
  return {
    key,
    quantity: AIR_CONCENTRATION,
    required,
    // Some of the maps leave the water out.
    minimumKm2: 30_000,
    products: [
      {
        source: atlasMap(substance, title),
        product: 'annual mean, background and road traffic',
        minimumBytes: 50_000,
      },
      {
        source: backgroundMap(substance, title),
        product: 'annual mean, large-scale background without local traffic',
        minimumBytes: 50_000,
      },
    ],
  };
}

export const AIR_LAYERS: readonly RasterLayerSpec[] = [
  layer('air_no2', 'NO2', 'nitrogen dioxide (NO2)', true),
  layer('air_pm25', 'PM25', 'fine particles (PM2.5)', true),
  layer('air_pm10', 'PM10', 'particles (PM10)'),
];
