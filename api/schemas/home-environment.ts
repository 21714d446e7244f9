import { type Static, Type } from 'typebox';
import { NOISE_LEVELS } from '../vocabulary/noise.ts';
import { Nullable, OneOf } from './nullable.ts';

const closed = { additionalProperties: false } as const;

const year = (description: string, example: number) =>
  Nullable(Type.Integer({ description, examples: [example] }));

const decibels = (what: string, example: number) =>
  Nullable(
    Type.Number({
      minimum: 1,
      maximum: 120,
      description: `Noise of ${what}, dB Lden. Null where no modelled noise of it reaches the place, which is not 0 dB, or where there is no figure; \`note\` says which.`,
      examples: [example],
    }),
  );

const concentration = (what: string, example: number) =>
  Nullable(
    Type.Number({
      minimum: 0,
      description: `Annual mean of ${what}, micrograms per cubic metre.`,
      examples: [example],
    }),
  );

const guideline = (what: string, value: number) =>
  Type.Number({ description: `Guideline value for ${what}.`, examples: [value] });

/**
 * What the World Health Organization advises not to exceed: noise in dB Lden (2018), and annual means of air
 * pollutants in ug/m3 (2021). There is no advice on noise of all sources together, nor of industry.
 */
export const WHO_GUIDELINES = {
  noise: { road: 53, rail: 54, aircraft: 45, wind_turbines: 45 },
  air: { no2: 10, pm25: 5, pm10: 15 },
} as const;

export const EnvironmentBlockSchema = Type.Object(
  {
    noise_lden_db: Type.Object(
      {
        year: year(
          'Year of the map of all sources; `note` says which of the others are of another year.',
          2022,
        ),
        all_sources: decibels("all sources together, on the publisher's own map", 58),
        road: decibels('road traffic', 57),
        rail: decibels('railways', 42),
        aircraft: decibels('air traffic', 47),
        industry: decibels('industry', 45),
        wind_turbines: decibels('wind turbines', 38),
        level: Nullable(
          OneOf(NOISE_LEVELS, {
            description:
              'What `all_sources` amounts to: very good up to 45 dB, good up to 50, fair up to 55, moderate up to 60, poor above. Null where that is null.',
            examples: ['moderate'],
          }),
        ),
        who_guideline: Type.Object(
          {
            road: guideline('road traffic, dB Lden', WHO_GUIDELINES.noise.road),
            rail: guideline('railways, dB Lden', WHO_GUIDELINES.noise.rail),
            aircraft: guideline('air traffic, dB Lden', WHO_GUIDELINES.noise.aircraft),
            wind_turbines: guideline('wind turbines, dB Lden', WHO_GUIDELINES.noise.wind_turbines),
          },
          {
            description:
              'Levels that the World Health Organization advises not to exceed (2018), by kind of noise.',
            ...closed,
          },
        ),
      },
      {
        description:
          'Modelled noise outdoors, averaged over day, evening and night (Lden), in cells of some 10 m. Indicative: not for the legal noise on a facade. The map of all sources may be of other editions than those of single sources, and then differs from their sum.',
        ...closed,
      },
    ),
    air_ug_m3: Type.Object(
      {
        year: year('Newest year among these figures; `note` says which are older.', 2024),
        no2: concentration('nitrogen dioxide (NO2)', 16.25),
        pm25: concentration('fine particles (PM2.5)', 8.4),
        pm10: concentration('particles (PM10)', 15.9),
        who_guideline: Type.Object(
          {
            no2: guideline('NO2, annual mean, ug/m3', WHO_GUIDELINES.air.no2),
            pm25: guideline('PM2.5, annual mean, ug/m3', WHO_GUIDELINES.air.pm25),
            pm10: guideline('PM10, annual mean, ug/m3', WHO_GUIDELINES.air.pm10),
          },
          {
            description: 'Annual means that the World Health Organization advises not to exceed (2021).',
            ...closed,
          },
        ),
      },
      {
        description:
          'Modelled annual means of air pollutants: background and local road traffic, or the background alone where `note` says so.',
        ...closed,
      },
    ),
    note: Nullable(
      Type.String({
        description: 'Why something in this block is null or needs care; null when there is nothing to say.',
      }),
    ),
  },
  { title: 'HomeEnvironment', description: 'Noise and air quality at the address.', ...closed },
);

export type EnvironmentBlock = Static<typeof EnvironmentBlockSchema>;
