import { type Static, Type } from 'typebox';
import { LIVEABILITY_CLASSES } from '../vocabulary/liveability.ts';
import { LiveabilityBlockSchema } from './home.ts';
import { Nullable, OneOf } from './nullable.ts';

const closed = { additionalProperties: false } as const;

const classOf = (description: string, example: string) =>
  Nullable(OneOf(LIVEABILITY_CLASSES, { description, examples: [example] }));

const { note, ...figures } = LiveabilityBlockSchema.properties;

export const LiveabilityReportBlockSchema = Type.Object(
  {
    ...figures,
    score: Nullable(
      Type.Number({
        description:
          'Score of the area as published: a predicted report mark of some 3.3 to 4.7, not a scale of 1 to 10. The national mean is 4.102 in all years.',
        examples: [4.473],
      }),
    ),
    class: classOf(
      'Class of the score, one of nine of the publisher, here from the worst to the best.',
      'excellent',
    ),
    development: Type.Object(
      {
        since_year: Nullable(
          Type.Integer({ description: 'Year of the measurement before.', examples: [2022] }),
        ),
        score_change: Nullable(
          Type.Number({
            description:
              'Score of `year` minus that of `since_year`. The publisher recomputes former years by the same method and borders.',
            examples: [0.012],
          }),
        ),
        previous_class: classOf('Class of the score in `since_year`.', 'very good'),
      },
      { description: 'How the score has changed since the measurement before.', ...closed },
    ),
    note,
  },
  {
    title: 'HomeLiveabilityReport',
    description: 'Liveability (Leefbaarometer): percentiles, score, class and development.',
    ...closed,
  },
);

export type LiveabilityReportBlock = Static<typeof LiveabilityReportBlockSchema>;
