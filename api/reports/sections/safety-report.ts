import { type AreaCrime, crimeByOffence, type NoRateReason } from '../../../db/queries/crime.ts';
import { type Region, surroundingRegions } from '../../../db/queries/neighbourhoods.ts';
import { remembered } from '../../../db/remembered.ts';
import { ALL_OFFENCES } from '../../../db/schema/neighbourhoods-crime.ts';
import type { Snapshot } from '../../../db/store.ts';
import type { OffenceRates, SafetyReportBlock } from '../../schemas/home-safety-report.ts';
import { OFFENCE_CODES, offenceKey } from '../../vocabulary/offence.ts';
import { HOME_SOURCES } from '../home-sources.ts';
import { totalRate } from './safety.ts';
import { crimeSentences, noRateSentence } from './safety-notes.ts';
import { areaSentence, NO_NEIGHBOURHOOD_TEXTS, noteOf, type SectionContext } from './section.ts';

/**
 * Reasons for which a larger area may stand in. Few residents are none: the contract asks for null there, and water
 * has no crime of its town.
 */
const WIDENED: readonly NoRateReason[] = ['area_absent', 'not_published', 'withheld', 'residents_unknown'];

/**
 * Registered crime by kind of offence, beside the national rates; of the district or the municipality, as `level`
 * says, where no number is published for the neighbourhood.
 * @throws DatasetUnavailableError when no release of neighbourhoods is loaded
 */
export function safetyReportSection({ snapshot, neighbourhood, sources }: SectionContext): SafetyReportBlock {
  const release = snapshot.require('neighbourhoods');
  const { region, missing } = neighbourhood;
  if (region === undefined) return block(undefined, NO_NEIGHBOURHOOD_TEXTS[missing]);
  // A release that was made by an earlier version of this service does not have the figures.
  const made = release.sources.has(HOME_SOURCES.crime) ? blockOf(snapshot, region) : undefined;
  if (made === undefined) {
    return block(undefined, 'The figures on registered crime are not loaded on this service.');
  }
  sources.use(release, HOME_SOURCES.crime, 'safety');
  sources.use(release, HOME_SOURCES.keyFigures, 'safety');
  return made;
}

/** The same for each of the thousand addresses of a neighbourhood. */
const blockOf = remembered(
  (region: Region) => String(region.id),
  (snapshot, region): SafetyReportBlock | undefined => {
    const found = widenedCrime(snapshot, region);
    if (found === undefined) return undefined;
    const { crime, area, withoutRate } = found;
    return block(
      found,
      noteOf(
        withoutRate !== null && noRateSentence(withoutRate, crime.divisionYear),
        area !== region && areaSentence('the rates', area),
        ...crimeSentences(crime, crime.total, area.kind),
      ),
    );
  },
);

interface Found {
  readonly crime: AreaCrime;
  /** The neighbourhood, or the area that stands in for it. */
  readonly area: Region;
  /** Why the neighbourhood has no rate of its own. */
  readonly withoutRate: NoRateReason | null;
}

function widenedCrime(snapshot: Snapshot, region: Region): Found | undefined {
  const own = crimeByOffence(snapshot, region);
  if (own === undefined) return undefined;
  const withoutRate = own.total.area.missing;
  if (withoutRate !== null && WIDENED.includes(withoutRate)) {
    const { district, municipality } = surroundingRegions(snapshot, region);
    for (const area of [district, municipality]) {
      const crime = area === undefined ? undefined : crimeByOffence(snapshot, area);
      if (area !== undefined && crime?.total.area.missing === null) return { crime, area, withoutRate };
    }
  }
  return { crime: own, area: region, withoutRate };
}

function block(found: Found | undefined, note: string | null): SafetyReportBlock {
  const kind = found?.area.kind;
  return {
    year: found?.crime.year ?? null,
    level: kind === undefined || kind === 'country' ? null : kind,
    per_1000_residents: ratesOf(found?.crime, 'area'),
    national_per_1000_residents: ratesOf(found?.crime, 'national'),
    note,
  };
}

/** A key for each kind of offence, also for those that the loaded year does not have. */
function ratesOf(crime: AreaCrime | undefined, side: 'area' | 'national'): OffenceRates {
  const rates: OffenceRates = { total: totalRate(crime?.total[side]) };
  for (const code of OFFENCE_CODES) rates[offenceKey(code)] ??= null;
  for (const offence of crime?.offences ?? []) {
    if (offence.code === ALL_OFFENCES) continue;
    const { per1000Residents: rate } = offence[side];
    // Rare offences have rates of some thousandths: decimals would make them 0, which says that there are none.
    rates[offenceKey(offence.code)] = rate === null ? null : Number(rate.toPrecision(3));
  }
  return rates;
}
