import { type Static, Type } from 'typebox';
import { Nullable } from './nullable.ts';

export const ElevationBlockSchema = Type.Object(
  {
    ground_level_m_nap: Nullable(
      Type.Number({
        description:
          'Level of the bare ground at the address, metres relative to NAP, the national vertical reference; precise to about 0.05 m. The floor of a home may be higher or lower.',
        examples: [-0.42],
      }),
    ),
    below_sea_level: Nullable(
      Type.Boolean({
        description:
          'Whether that level is below 0 m NAP, which is about mean sea level. Not a statement about the risk of flooding: dikes and pumps decide that.',
        examples: [true],
      }),
    ),
    resolution_m: Nullable(
      Type.Number({ description: 'Side of the cells of the height model, metres.', examples: [0.5] }),
    ),
    method: Nullable(
      Type.String({
        description: 'How the level follows from the cells of the model.',
        examples: ['Median of the 100 cells of bare ground nearest to the address.'],
      }),
    ),
    note: Nullable(
      Type.String({
        description: 'Why this is null or needs care; null when there is nothing to say.',
      }),
    ),
  },
  {
    title: 'HomeElevation',
    description: 'Height of the ground, from the height model of the Netherlands (AHN).',
    additionalProperties: false,
  },
);

export type ElevationBlock = Static<typeof ElevationBlockSchema>;
