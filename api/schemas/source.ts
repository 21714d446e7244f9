import { type Static, Type } from 'typebox';
import { Nullable, OneOf } from './nullable.ts';

/** Where the figures of an answer came from just now. */
export const SOURCE_MODES = ['local', 'live', 'cached', 'sample'] as const;

/** One element of `source[]`: a data set that was used in this answer. */
export const SourceSchema = Type.Object(
  {
    id: Type.String({
      description: 'Stable id of the data set in this service.',
      examples: ['registered-vehicles'],
    }),
    used_for: Type.Array(Type.String(), {
      description: 'The blocks or fields of this answer that come from it.',
      examples: [['building']],
    }),
    name: Type.String({ description: 'Title of the data set, in English.' }),
    publisher: Type.String({ description: 'Who publishes it.' }),
    licence: Type.String({ description: 'SPDX id of the licence, or its name.', examples: ['CC0-1.0'] }),
    licence_url: Type.String({ format: 'uri', description: 'Text of the licence.' }),
    attribution: Type.String({ description: 'The sentence to show with the data.' }),
    url: Type.String({ format: 'uri', description: 'Page of the data set at its publisher.' }),
    data_year: Nullable(
      Type.Integer({
        description: 'Year that the figures describe; null for registers, which have a day (`as_of`).',
      }),
    ),
    as_of: Nullable(
      Type.String({ format: 'date', description: 'Day whose state the data describe, `YYYY-MM-DD`.' }),
    ),
    retrieved_at: Type.String({
      format: 'date-time',
      description: 'When this service downloaded the data or asked for them, UTC.',
    }),
    mode: OneOf(SOURCE_MODES, {
      description:
        "`local`: from this service's own tables. `live`: asked upstream just now. `cached`: a live answer within its time to live. `sample`: from the small data set that comes with the software, for trying it out.",
    }),
  },
  {
    title: 'Source',
    description: 'A data set that was used in this answer, with its licence and date.',
    additionalProperties: false,
  },
);

export type Source = Static<typeof SourceSchema>;

export const SourcesSchema = Type.Array(SourceSchema, {
  description: 'Every data set that was used in this answer, and only those.',
});
