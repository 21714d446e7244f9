import type { CrimeBasis, CrimeRate, NoRateReason, OffenceRates } from '../../../db/queries/crime.ts';
import type { RegionKind } from '../../../db/schema/neighbourhoods.ts';
import { FEWEST_RESIDENTS } from '../../../db/schema/neighbourhoods-crime.ts';

/** From this multiple of the national rate, a reader should know what such a rate may mean. */
const HIGH_RATE = 2;

/** Why an area has no rate. */
export function noRateSentence(reason: NoRateReason, divisionYear: number): string {
  return NO_RATE_SENTENCES[reason](divisionYear);
}

/**
 * What a reader should know of the rates of crime of an area.
 * @param level the area that they are of
 */
export function crimeSentences(
  { year, divisionYear, provisional, bordersMoved }: CrimeBasis,
  { area, national }: OffenceRates,
  level: RegionKind = 'neighbourhood',
): (string | false)[] {
  return [
    national.missing !== null &&
      `There is no national rate: the residents of the country in ${year} are not loaded on this service.`,
    isHigh(area, national) &&
      'Areas with a station, shops or nightlife have high rates: crimes against visitors are divided by the few who live there.',
    provisional && `The figures of ${year} are provisional.`,
    bordersMoved &&
      `The borders of the ${level} moved after ${divisionYear}: the rate is of the area within its older borders.`,
  ];
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
