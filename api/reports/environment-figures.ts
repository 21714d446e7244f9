import type { ReadingState } from '../../db/queries/environment.ts';
import { RASTER_KEYS, type RasterKey } from '../../db/schema/environment.ts';

/** What one map says of the address, from a release or from the publisher. */
export interface Figure {
  /** Null unless `state` is `value`. */
  readonly value: number | null;
  readonly state: ReadingState;
  readonly dataYear: number;
  /** What the map covers, in English. */
  readonly product: string;
}

/** By map; undefined for one that is not to be had. */
export type Figures = Readonly<Partial<Record<RasterKey, Figure>>>;

/** Keys of the block that each map fills. */
export const ENVIRONMENT_FIELDS = {
  noise_all_sources: 'noise_lden_db.all_sources',
  noise_road: 'noise_lden_db.road',
  noise_rail: 'noise_lden_db.rail',
  noise_aircraft: 'noise_lden_db.aircraft',
  noise_industry: 'noise_lden_db.industry',
  noise_wind_turbines: 'noise_lden_db.wind_turbines',
  air_no2: 'air_ug_m3.no2',
  air_pm25: 'air_ug_m3.pm25',
  air_pm10: 'air_ug_m3.pm10',
} as const satisfies Record<RasterKey, string>;

/** That of the map of all sources where it has a figure: the level is about that. Else the newest that has one. */
export function noiseYear(figures: Figures): number | null {
  const all = figures.noise_all_sources;
  return all?.state === 'value' ? all.dataYear : newestYear(figures, 'noise_');
}

export function airYear(figures: Figures): number | null {
  return newestYear(figures, 'air_');
}

/** Newest year of the figures of one kind; of the maps that were looked at in vain where none has a figure. */
function newestYear(figures: Figures, kind: 'noise_' | 'air_'): number | null {
  const looked = RASTER_KEYS.flatMap((key) => (key.startsWith(kind) ? (figures[key] ?? []) : []));
  const filled = looked.filter(({ state }) => state === 'value');
  const silent = looked.filter(({ state }) => state === 'no_source');
  const years = (filled.length > 0 ? filled : silent).map(({ dataYear }) => dataYear);
  return years.length === 0 ? null : Math.max(...years);
}
