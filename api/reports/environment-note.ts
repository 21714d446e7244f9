import type { ReadingState } from '../../db/queries/environment.ts';
import { RASTER_KEYS, type RasterKey } from '../../db/schema/environment.ts';
import { airYear, type Figure, type Figures, noiseYear } from './environment-figures.ts';
import { noteOf } from './sections/section.ts';

const NAMES: Readonly<Record<RasterKey, string>> = {
  noise_all_sources: 'all sources together',
  noise_road: 'road traffic',
  noise_rail: 'railways',
  noise_aircraft: 'air traffic',
  noise_industry: 'industry',
  noise_wind_turbines: 'wind turbines',
  air_no2: 'NO2',
  air_pm25: 'PM2.5',
  air_pm10: 'PM10',
};

const NOISE = RASTER_KEYS.filter((key) => key.startsWith('noise_'));
const SINGLE_SOURCES = NOISE.filter((key) => key !== 'noise_all_sources');
const AIR = RASTER_KEYS.filter((key) => key.startsWith('air_'));

/** From here on, all sources together are not what the single ones add up to; rounding makes 1 dB. */
const DIFFERENCE_DB = 2;
/** Under this, what single sources leave unsaid is little. */
const LOUD_DB = 45;

/** What a reader must know of these figures: why some are null, and that they differ in year and in what they cover. */
export function environmentNote(figures: Figures): string | null {
  return noteOf(
    missingSentence(NOISE, figures, 'the noise of '),
    missingSentence(AIR, figures, ''),
    silentSentence(figures),
    noFigureSentence(figures),
    yearSentence(NOISE, figures, noiseYear(figures), 'the noise of '),
    yearSentence(AIR, figures, airYear(figures), ''),
    differsFromSum(figures) &&
      'The noise of all sources together is not what the single sources add up to here: the maps are of different editions.',
    backgroundSentence(figures),
  );
}

function missingSentence(keys: readonly RasterKey[], figures: Figures, of: string): string | false {
  const missing = keys.filter((key) => figures[key] === undefined);
  return missing.length > 0 && `No map of ${of}${listOf(missing)} could be had.`;
}

function silentSentence(figures: Figures): string | false {
  const silent = keysIn(figures, ['no_source']);
  return (
    silent.length > 0 &&
    `No modelled noise of ${listOf(silent, 'disjunction')} reaches the place, which is not a measurement of silence.`
  );
}

function noFigureSentence(figures: Figures): string | false {
  const without = keysIn(figures, ['no_data', 'outside']);
  if (without.length === 0) return false;
  const things = without.map((key) => `${key.startsWith('noise_') ? 'the noise of ' : ''}${NAMES[key]}`);
  return `The publisher has no figure here of ${sequence(things, 'disjunction')}.`;
}

function yearSentence(
  keys: readonly RasterKey[],
  figures: Figures,
  year: number | null,
  of: string,
): string | false {
  const others = keys.flatMap((key) => {
    const figure = figures[key];
    if (figure?.state !== 'value' || figure.dataYear === year) return [];
    return `${of}${NAMES[key]} of ${figure.dataYear}`;
  });
  return others.length > 0 && `Other years: ${sequence(others, 'conjunction')}.`;
}

/**
 * The map of all sources has been made from older maps than those of single sources: an old map of industry in it
 * may stand out. Decibels add up as energy. Where a map is missing, only too low a figure is telling.
 */
function differsFromSum(figures: Figures): boolean {
  const all = figures.noise_all_sources?.value ?? null;
  if (all === null) return false;
  const singles = SINGLE_SOURCES.map((key) => figures[key]);
  const known = singles.filter((figure): figure is Figure => figure?.state === 'value');
  const complete = singles.every((figure) => figure?.state === 'value' || figure?.state === 'no_source');
  if (known.length === 0) return complete && all > LOUD_DB;
  const sum = 10 * Math.log10(known.reduce((total, { value }) => total + 10 ** ((value ?? 0) / 10), 0));
  return sum - all > DIFFERENCE_DB || (complete && all - sum > DIFFERENCE_DB);
}

function backgroundSentence(figures: Figures): string | false {
  const background = AIR.filter((key) => {
    const figure = figures[key];
    return figure?.state === 'value' && figure.product.includes('without local traffic');
  });
  return (
    background.length > 0 &&
    `Only the large-scale background, without the traffic of the street itself: ${listOf(background)}.`
  );
}

function keysIn(figures: Figures, states: readonly ReadingState[]): RasterKey[] {
  return RASTER_KEYS.filter((key) => {
    const figure = figures[key];
    return figure !== undefined && states.includes(figure.state);
  });
}

function listOf(keys: readonly RasterKey[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  return sequence(
    keys.map((key) => NAMES[key]),
    type,
  );
}

/** `a, b and c`, or `a, b or c`. */
function sequence(texts: readonly string[], type: 'conjunction' | 'disjunction'): string {
  return new Intl.ListFormat('en-GB', { type }).format(texts);
}
