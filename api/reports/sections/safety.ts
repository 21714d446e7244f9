import { type CrimeRate, type NoRateReason, totalCrime } from '../../../db/queries/crime.ts';
import { FEWEST_RESIDENTS } from '../../../db/schema/neighbourhoods-crime.ts';
import type { SafetyBlock } from '../../schemas/home.ts';
import { HOME_SOURCES } from '../home-sources.ts';
import { NO_NEIGHBOURHOOD_TEXTS, noteOf, type SectionContext } from './section.ts';

/** From this multiple of the national rate, a reader should know what such a rate may mean. */
const HIGH_RATE = 2;

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
      total.area.missing !== null && NO_RATE_SENTENCES[total.area.missing](divisionYear),
      total.national.missing !== null &&
        `There is no national rate: the residents of the country in ${year} are not loaded on this service.`,
      isHigh(total.area, total.national) &&
        'Areas with a station, shops or nightlife have high rates: crimes against visitors are divided by the few who live there.',
      crime.provisional && `The figures of ${year} are provisional.`,
      crime.bordersMoved &&
        `The borders of the neighbourhood moved after ${divisionYear}: the rate is of the area within its older borders.`,
    ),
  );
}

const NO_RATE_SENTENCES: Readonly<Record<NoRateReason, (divisionYear: number) => string>> = {
  area_absent: (year) =>
    `The police figures are laid out in the neighbourhoods of ${year}, which do not have this one.`,
  not_published: () => 'The police have not published a number of crimes for this neighbourhood.',
  withheld: () => 'The publisher withholds the number of crimes in this neighbourhood.',
  fictitious_area: () => 'This is an area of water without residents.',
  residents_not_loaded: (year) =>
    `There is no rate: it needs the residents of ${year}, of the same division into neighbourhoods as the crimes, and those are not loaded on this service.`,
  residents_unknown: (year) =>
    `There is no rate: no residents are published for this neighbourhood in ${year}.`,
  few_residents: () =>
    `There is no rate: with fewer than ${FEWEST_RESIDENTS} residents it would say nothing of the neighbourhood.`,
};

function isHigh(area: CrimeRate, national: CrimeRate): boolean {
  if (area.per1000Residents === null || national.per1000Residents === null) return false;
  return area.per1000Residents >= HIGH_RATE * national.per1000Residents;
}

function block(
  rates: { year: number; area: CrimeRate; national: CrimeRate } | undefined,
  note: string | null,
): SafetyBlock {
  return {
    year: rates?.year ?? null,
    per_1000_residents: { total: toOneDecimal(rates?.area) },
    national_per_1000_residents: { total: toOneDecimal(rates?.national) },
    note,
  };
}

function toOneDecimal(rate: CrimeRate | undefined): number | null {
  const value = rate?.per1000Residents ?? null;
  return value === null ? null : Math.round(value * 10) / 10;
}
