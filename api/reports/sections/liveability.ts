import { type Liveability, liveabilityOf } from '../../../db/queries/liveability.ts';
import type { LiveabilityBlock } from '../../schemas/home.ts';
import { HOME_SOURCES } from '../home-sources.ts';
import { NO_NEIGHBOURHOOD_TEXTS, noteOf, type SectionContext } from './section.ts';

/** Percentiles of the neighbourhood, or of its district where it is too small for a score. */
export function liveabilitySection({ snapshot, neighbourhood, sources }: SectionContext): LiveabilityBlock {
  const release = snapshot.releases.liveability;
  if (release === undefined)
    return block(undefined, 'The liveability scores are not loaded on this service.');
  const { region, missing } = neighbourhood;
  if (region === undefined) return block(undefined, NO_NEIGHBOURHOOD_TEXTS[missing]);
  const codes = [region.code, region.districtCode].filter((code) => code !== null);
  const found = liveabilityOf(snapshot, codes);
  if (found === undefined) {
    return block(
      undefined,
      'The publisher gives no score for this neighbourhood nor its district: too few residents, or borders that changed since the measurement.',
    );
  }
  sources.use(release, HOME_SOURCES.liveability, 'liveability');
  const { kind, name, areaCode } = found.newest;
  return block(
    found,
    noteOf(
      kind === 'district' &&
        `The neighbourhood has no score of its own; these percentiles rank its district, ${name ?? areaCode}, among all districts.`,
    ),
  );
}

function block(found: Liveability | undefined, note: string | null): LiveabilityBlock {
  const score = found?.newest;
  return {
    year: score?.year ?? null,
    level: score === undefined || score.kind === 'municipality' ? null : score.kind,
    percentile: score?.percentile ?? null,
    dimension_percentiles: {
      physical_environment: score?.physicalEnvironmentPercentile ?? null,
      nuisance_and_safety: score?.nuisanceAndSafetyPercentile ?? null,
      social_cohesion: score?.socialCohesionPercentile ?? null,
      amenities: score?.amenitiesPercentile ?? null,
      housing_stock: score?.housingStockPercentile ?? null,
    },
    note,
  };
}
