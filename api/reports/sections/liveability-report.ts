import { type Liveability, liveabilityOf } from '../../../db/queries/liveability.ts';
import type { LiveScore } from '../../live/leefbaarometer.ts';
import { LEEFBAAROMETER_MAP } from '../../live/leefbaarometer.ts';
import type { LiveabilityReportBlock } from '../../schemas/home-liveability-report.ts';
import { liveabilityClass } from '../../vocabulary/liveability.ts';
import { liveabilitySection } from './liveability.ts';
import { noteOf, type ReportContext } from './section.ts';

const NO_DEVELOPMENT = { since_year: null, score_change: null, previous_class: null } as const;

/**
 * Percentiles, score, class and development of the neighbourhood, or of its district. Without a release, the score
 * and the class are asked of the publisher.
 * @throws UpstreamUnavailable
 */
export async function liveabilityReportSection(context: ReportContext): Promise<LiveabilityReportBlock> {
  const { snapshot, neighbourhood, live } = context;
  if (snapshot.releases.liveability === undefined && live !== undefined) return liveBlock(context);
  const summary = liveabilitySection(context);
  const { region } = neighbourhood;
  const found =
    summary.year === null || region === undefined
      ? undefined
      : liveabilityOf(
          snapshot,
          [region.code, region.districtCode].filter((code) => code !== null),
        );
  const { note, ...figures } = summary;
  return {
    ...figures,
    score: found === undefined ? null : toThreeDecimals(found.newest.score),
    class: found === undefined ? null : liveabilityClass(found.newest.situationClass),
    development: developmentOf(found),
    note: noteOf(
      note,
      found !== undefined && found.previous === null && 'There is no measurement before this one.',
    ),
  };
}

function developmentOf(found: Liveability | undefined): LiveabilityReportBlock['development'] {
  if (found === undefined || found.previous === null) return NO_DEVELOPMENT;
  const { newest, previous } = found;
  return {
    since_year: previous.year,
    score_change: toThreeDecimals(newest.score - previous.score),
    previous_class: liveabilityClass(previous.situationClass),
  };
}

async function liveBlock(context: ReportContext): Promise<LiveabilityReportBlock> {
  const { address, live, signal, sources } = context;
  const { rdXM, rdYM } = address;
  if (live === undefined || rdXM === null || rdYM === null) {
    return scoreBlock(null, 'The address has no usable location, so its liveability is not known here.');
  }
  const answer = await live.liveability.scoreAt(rdXM, rdYM, signal);
  const score = answer.value;
  if (score === null) {
    return scoreBlock(
      null,
      'The publisher gives no score for this neighbourhood nor its district: too few residents, or none.',
    );
  }
  sources.useLive(LEEFBAAROMETER_MAP, answer, 'liveability', { dataYear: score.year });
  return scoreBlock(
    score,
    noteOf(
      score.kind === 'district' &&
        `The neighbourhood has no score of its own; these are of its district, ${score.name ?? score.code}.`,
      'The publisher was asked for the score and the class only: percentiles and development need all areas, which are not loaded on this service.',
    ),
  );
}

function scoreBlock(score: LiveScore | null, note: string | null): LiveabilityReportBlock {
  return {
    year: score?.year ?? null,
    level: score?.kind ?? null,
    percentile: null,
    dimension_percentiles: {
      physical_environment: null,
      nuisance_and_safety: null,
      social_cohesion: null,
      amenities: null,
      housing_stock: null,
    },
    score: score === null ? null : toThreeDecimals(score.score),
    class: score === null ? null : liveabilityClass(score.situationClass),
    development: NO_DEVELOPMENT,
    note,
  };
}

/** Finer than any class; a change of nothing is 0, not -0. */
function toThreeDecimals(value: number): number {
  return Math.round(value * 1000) / 1000 + 0;
}
