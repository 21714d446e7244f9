import { sql } from 'drizzle-orm';
import { integer, primaryKey, real, sqliteTable, sqliteView, text } from 'drizzle-orm/sqlite-core';

/**
 * Liveability scores (Leefbaarometer 3.0) of neighbourhoods, districts and municipalities, all years of one
 * edition. The publisher recomputes all years on the edition's own division into areas, so years are comparable.
 */
export const AREA_KINDS = ['neighbourhood', 'district', 'municipality'] as const;

export type AreaKind = (typeof AREA_KINDS)[number];

/** The five dimensions: a higher contribution is better, also for nuisance and safety. */
export const DIMENSIONS = [
  'physicalEnvironment',
  'nuisanceAndSafety',
  'socialCohesion',
  'amenities',
  'housingStock',
] as const;

export type Dimension = (typeof DIMENSIONS)[number];

/** Names of the classes 1..9 of the score. "Weak" ranks above "insufficient", as with the publisher. */
export const SITUATION_CLASSES = {
  1: 'very poor',
  2: 'poor',
  3: 'insufficient',
  4: 'weak',
  5: 'sufficient',
  6: 'more than sufficient',
  7: 'good',
  8: 'very good',
  9: 'excellent',
} as const;

/**
 * Mean of the country, the same for all years of Leefbaarometer 3.0: score = mean + deviation. The map service
 * gives the deviation alone.
 */
export const NATIONAL_MEAN = 4.102264851143685;

export const liveabilityScore = sqliteTable(
  'liveability_score',
  {
    /** `BU0363AB10`, `WK0363AB`, `GM0363`. */
    areaCode: text('area_code').notNull(),
    year: integer('year').notNull(),
    kind: text('kind', { enum: AREA_KINDS }).notNull(),
    name: text('name'),
    /** A predicted report mark, about 3.3..4.7; not a scale of 1 to 10. */
    score: real('score').notNull(),
    /** Score minus the national mean: the sum of the five contributions, in score points. */
    deviation: real('deviation').notNull(),
    physicalEnvironment: real('physical_environment').notNull(),
    nuisanceAndSafety: real('nuisance_and_safety').notNull(),
    socialCohesion: real('social_cohesion').notNull(),
    amenities: real('amenities').notNull(),
    housingStock: real('housing_stock').notNull(),
    /** Class of the score, 1..9, see SITUATION_CLASSES. */
    situationClass: integer('situation_class').notNull(),
    /** Classes of the deviation and of each contribution, 1..9; 5 is about the national mean. */
    deviationClass: integer('deviation_class').notNull(),
    physicalEnvironmentClass: integer('physical_environment_class').notNull(),
    nuisanceAndSafetyClass: integer('nuisance_and_safety_class').notNull(),
    socialCohesionClass: integer('social_cohesion_class').notNull(),
    amenitiesClass: integer('amenities_class').notNull(),
    housingStockClass: integer('housing_stock_class').notNull(),
    /**
     * Percentiles 1..99 among all scored areas of the same kind and year, unweighted, mid-rank. Ours: the
     * publisher gives none.
     */
    percentile: integer('percentile').notNull(),
    physicalEnvironmentPercentile: integer('physical_environment_percentile').notNull(),
    nuisanceAndSafetyPercentile: integer('nuisance_and_safety_percentile').notNull(),
    socialCohesionPercentile: integer('social_cohesion_percentile').notNull(),
    amenitiesPercentile: integer('amenities_percentile').notNull(),
    housingStockPercentile: integer('housing_stock_percentile').notNull(),
  },
  (table) => [primaryKey({ columns: [table.areaCode, table.year] })],
);

/** Number of scored areas that the percentiles of a year were computed over. */
export const liveabilityYear = sqliteTable(
  'liveability_year',
  {
    year: integer('year').notNull(),
    kind: text('kind', { enum: AREA_KINDS }).notNull(),
    scoredAreas: integer('scored_areas').notNull(),
  },
  (table) => [primaryKey({ columns: [table.year, table.kind] })],
);

/** Scores with the class in words. */
export const liveabilityScoreText = sqliteView('liveability_score_text', {
  areaCode: text('area_code').notNull(),
  year: integer('year').notNull(),
  situation: text('situation').notNull(),
}).as(
  sql.raw(`
  SELECT liveability_score.*,
         CASE situation_class ${Object.entries(SITUATION_CLASSES)
           .map(([number, name]) => `WHEN ${number} THEN '${name}'`)
           .join(' ')} END AS situation
    FROM liveability_score`),
);
