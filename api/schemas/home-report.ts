import { type Static, Type } from 'typebox';
import { AddressQuerySchema } from './address-input.ts';
import {
  AddressBlockSchema,
  BuildingBlockSchema,
  HeritageBlockSchema,
  LiveabilityBlockSchema,
  RelatedSchema,
} from './home.ts';
import { NeighbourhoodReportBlockSchema } from './home-neighbourhood-report.ts';
import { SafetyReportBlockSchema } from './home-safety-report.ts';
import { SchoolsBlockSchema } from './home-schools.ts';
import { Nullable } from './nullable.ts';
import { SourcesSchema } from './source.ts';
import { UnavailableSchema } from './unavailable.ts';

/** How the full report is asked for: as every address, and what to do when a source is not available. */
export const HomeReportQuerySchema = Type.Object(
  {
    ...AddressQuerySchema.properties,
    allow_partial: Type.Optional(
      Type.Boolean({
        description:
          'What to do when a source is not available: `true` for the report without its block, which is null then, and named in `unavailable`; otherwise the answer is a 503 and nothing is charged.',
        examples: [true],
      }),
    ),
  },
  { title: 'HomeReportQuery', additionalProperties: false },
);

export type HomeReportQuery = Static<typeof HomeReportQuerySchema>;

/** Answer of `/v1/home/report`. A block is null only where `unavailable` names it, or its description says when. */
export const HomeReportSchema = Type.Object(
  {
    address: AddressBlockSchema,
    building: BuildingBlockSchema,
    neighbourhood: Nullable(NeighbourhoodReportBlockSchema),
    safety: Nullable(SafetyReportBlockSchema),
    heritage: HeritageBlockSchema,
    liveability: LiveabilityBlockSchema,
    schools: Nullable(SchoolsBlockSchema),
    unavailable: Type.Array(UnavailableSchema, {
      description:
        'Blocks that are null since their source was not available, where `allow_partial=true` asked for the rest; empty when nothing is missing.',
    }),
    source: SourcesSchema,
    related: RelatedSchema,
  },
  { title: 'HomeReport', description: 'The full answer about an address.', additionalProperties: false },
);

export type HomeReport = Static<typeof HomeReportSchema>;
