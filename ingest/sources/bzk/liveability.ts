import {
  DIMENSIONS,
  liveabilityScore,
  liveabilityYear,
  NATIONAL_MEAN,
} from '../../../db/schema/liveability.ts';
import type { FetchedFile, GroupDeclaration, LoadContext } from '../source.ts';
import { deviationClass, situationClass } from './classes.ts';
import { fetchScores, LEEFBAAROMETER, readScores } from './liveability-files.ts';
import { percentiles } from './percentiles.ts';
import type { ScoreRow } from './score-rows.ts';

/** Half a step of the last digit that the map service gives, times the five terms. */
const TOLERANCE = 1e-5;

/** Liveability scores, with percentiles and classes that the publisher's files do not have. */
export const LIVEABILITY: GroupDeclaration<readonly FetchedFile[]> = {
  id: 'liveability',
  sources: [LEEFBAAROMETER],
  fetch: fetchScores,
  files: (fetched) => fetched,

  async load(context, fetched) {
    const cohorts = await readCohorts(context, fetched);
    const progress = context.progress('percentiles');
    let done = 0;
    for (const cohort of cohorts.values()) {
      insertCohort(context, cohort);
      done += cohort.length;
      progress.at(0, done);
    }
    progress.done();
    const newest = Math.max(...[...cohorts.values()].flatMap((cohort) => cohort.slice(0, 1)).map(yearOf));
    if (Number.isFinite(newest)) {
      context.describe(LEEFBAAROMETER.id, { edition: `measurement ${newest}`, dataYear: newest });
    }
  },

  tables: [liveabilityScore, liveabilityYear],
  minimumRows: { liveability_score: 25_000, liveability_year: 2 },
  maximumRejectedShare: 0.001,
  canaries: [
    {
      name: 'the newest year has 11,000 neighbourhoods or more',
      sql: `SELECT 1 FROM liveability_year WHERE kind = 'neighbourhood' AND scored_areas >= 11000
                AND year = (SELECT max(year) FROM liveability_year)`,
    },
    {
      name: 'Amsterdam is there, with its letter codes',
      sql: `SELECT count(*) FROM liveability_score WHERE area_code LIKE 'BU0363A%'
                AND year = (SELECT max(year) FROM liveability_year) HAVING count(*) >= 50`,
    },
  ],
  invariants: [
    {
      name: 'the deviation is the sum of the five dimensions',
      sql: `SELECT count(*) FROM liveability_score
             WHERE abs(deviation - (physical_environment + nuisance_and_safety + social_cohesion + amenities
                                    + housing_stock)) > ${TOLERANCE}`,
    },
    {
      name: 'the score is the national mean plus the deviation',
      sql: `SELECT count(*) FROM liveability_score WHERE abs(score - (${NATIONAL_MEAN} + deviation)) > ${TOLERANCE}`,
    },
    {
      name: 'scores are between 2 and 6',
      sql: `SELECT count(*) FROM liveability_score WHERE score NOT BETWEEN 2 AND 6`,
    },
  ],
};

function yearOf(row: ScoreRow): number {
  return row.year;
}

/** All scored areas of one kind and year: what a percentile is relative to. */
async function readCohorts(
  context: LoadContext,
  files: readonly FetchedFile[],
): Promise<Map<string, ScoreRow[]>> {
  const cohorts = new Map<string, ScoreRow[]>();
  const seen = new Set<string>();
  const progress = context.progress('liveability scores');
  let read = 0;
  for (const file of files) {
    for await (const { header, parser, rows } of readScores(file)) {
      context.columns(LEEFBAAROMETER.id, header);
      for (const row of rows) {
        read += 1;
        const parsed = parser.parse(row);
        if (parsed === 'no score') {
          context.note(LEEFBAAROMETER.id, 'area without a score');
          continue;
        }
        if (typeof parsed === 'string') {
          context.reject(LEEFBAAROMETER.id, parsed, { value: row.slice(0, 4).join(',') });
          continue;
        }
        const key = `${parsed.code} ${parsed.year}`;
        if (seen.has(key)) {
          context.reject(LEEFBAAROMETER.id, 'area and year stand twice', { value: key });
          continue;
        }
        seen.add(key);
        addTo(cohorts, `${parsed.kind} ${parsed.year}`, parsed);
      }
      progress.at(0, read);
    }
  }
  progress.done();
  context.read(LEEFBAAROMETER.id, read);
  return cohorts;
}

function addTo(cohorts: Map<string, ScoreRow[]>, key: string, row: ScoreRow): void {
  const cohort = cohorts.get(key);
  if (cohort === undefined) cohorts.set(key, [row]);
  else cohort.push(row);
}

function insertCohort(context: LoadContext, cohort: readonly ScoreRow[]): void {
  const [first] = cohort;
  if (first === undefined) return;
  context.insert(liveabilityYear, ['year', 'kind', 'scoredAreas'])([first.year, first.kind, cohort.length]);
  const insert = context.insert(liveabilityScore, [
    'areaCode',
    'year',
    'kind',
    'name',
    'score',
    'deviation',
    ...DIMENSIONS,
    'situationClass',
    'deviationClass',
    ...DIMENSIONS.map((dimension) => `${dimension}Class` as const),
    'percentile',
    ...DIMENSIONS.map((dimension) => `${dimension}Percentile` as const),
  ]);
  const overall = percentiles(cohort.map((row) => row.deviation));
  const byDimension = DIMENSIONS.map((dimension) => percentiles(cohort.map((row) => row[dimension])));
  for (const [position, row] of cohort.entries()) {
    const situation = situationClass(row.score);
    if (row.publishedClass !== null && row.publishedClass !== situation) {
      context.note(LEEFBAAROMETER.id, 'class differs from that of the publisher: its limits may have moved');
    }
    insert([
      row.code,
      row.year,
      row.kind,
      row.name,
      row.score,
      row.deviation,
      ...DIMENSIONS.map((dimension) => row[dimension]),
      situation,
      deviationClass(row.deviation),
      ...DIMENSIONS.map((dimension) => deviationClass(row[dimension])),
      overall[position] ?? null,
      ...byDimension.map((ranks) => ranks[position] ?? null),
    ]);
  }
}
