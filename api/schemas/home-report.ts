import { type Static, Type } from 'typebox';
import { AddressQuerySchema } from './address-input.ts';
import { RelatedSchema } from './home.ts';
import { AddressReportBlockSchema, BuildingReportBlockSchema } from './home-address-report.ts';
import { ElevationBlockSchema } from './home-elevation.ts';
import { EnergyLabelBlockSchema } from './home-energy-label.ts';
import { EnvironmentBlockSchema } from './home-environment.ts';
import { HeritageReportBlockSchema } from './home-heritage-report.ts';
import { LiveabilityReportBlockSchema } from './home-liveability-report.ts';
import { NeighbourhoodReportBlockSchema } from './home-neighbourhood-report.ts';
import { PermitsNoteSchema, PermitsSchema } from './home-permits.ts';
import { SafetyReportBlockSchema } from './home-safety-report.ts';
import { SchoolsNoteSchema, SchoolsSchema } from './home-schools.ts';
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
    address: AddressReportBlockSchema,
    building: Nullable(BuildingReportBlockSchema),
    neighbourhood: Nullable(NeighbourhoodReportBlockSchema),
    safety: Nullable(SafetyReportBlockSchema),
    heritage: Nullable(HeritageReportBlockSchema),
    liveability: Nullable(LiveabilityReportBlockSchema),
    elevation: Nullable(ElevationBlockSchema),
    environment: Nullable(EnvironmentBlockSchema),
    // Another answer has it too, where it is never null: hence a title of its own.
    energy_label: Nullable({ ...EnergyLabelBlockSchema, title: 'ReportEnergyLabel' }),
    permits: PermitsSchema,
    permits_note: PermitsNoteSchema,
    schools: SchoolsSchema,
    schools_note: SchoolsNoteSchema,
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
