import { type CrimeRate, totalCrime } from '../../../db/queries/crime.ts';
import type { SafetyBlock } from '../../schemas/home.ts';
import { HOME_SOURCES } from '../home-sources.ts';
import { crimeSentences, noRateSentence } from './safety-notes.ts';
import { NO_NEIGHBOURHOOD_TEXTS, noteOf, type SectionContext } from './section.ts';

/** Registered crime of the neighbourhood, beside the national rate of the same year. */
export function safetySection({ snapshot, neighbourhood, sources }: SectionContext): SafetyBlock {
  const { region, missing } = neighbourhood;
  if (region === undefined) return block(undefined, NO_NEIGHBOURHOOD_TEXTS[missing]);
  const release = snapshot.require('neighbourhoods');
  // A release that was made by an earlier version of this service does not have the figures.
  const crime = release.sources.has(HOME_SOURCES.crime) ? totalCrime(snapshot, region) : undefined;
  if (crime === undefined) {
    return block(undefined, 'The figures on registered crime are not loaded on this service.');
  }
  sources.use(release, HOME_SOURCES.crime, 'safety');
  sources.use(release, HOME_SOURCES.keyFigures, 'safety');
  const { year, divisionYear, total } = crime;
  return block(
    { year, area: total.area, national: total.national },
    noteOf(
      total.area.missing !== null && noRateSentence(total.area.missing, divisionYear),
      ...crimeSentences(crime, total),
    ),
  );
}

function block(
  rates: { year: number; area: CrimeRate; national: CrimeRate } | undefined,
  note: string | null,
): SafetyBlock {
  return {
    year: rates?.year ?? null,
    per_1000_residents: { total: totalRate(rates?.area) },
    national_per_1000_residents: { total: totalRate(rates?.national) },
    note,
  };
}

/** To one decimal. */
export function totalRate(rate: CrimeRate | undefined): number | null {
  const value = rate?.per1000Residents ?? null;
  return value === null ? null : Math.round(value * 10) / 10;
}
