import { type Static, Type } from 'typebox';
import { Nullable } from './nullable.ts';
import { SourcesSchema } from './source.ts';
import { UnavailableSchema } from './unavailable.ts';
import { VehicleHeadSchema, VehicleNoteSchema } from './vehicle.ts';
import { VehicleHistorySchema, VehicleValueSchema } from './vehicle-background.ts';
import { VehicleFlagSchema } from './vehicle-flag.ts';
import { VehicleInspectionSchema } from './vehicle-inspection.ts';
import { VehicleRecallSchema } from './vehicle-recall.ts';
import { VehicleCo2Schema, VehiclePowerSchema, VehicleSpecificationsSchema } from './vehicle-technical.ts';

export const VehicleReportSchema = Type.Object(
  {
    ...VehicleHeadSchema.properties,
    flags: Type.Array(VehicleFlagSchema, {
      description: 'What a buyer should know, with what it rests on; empty when there is nothing.',
    }),
    inspections: Nullable(
      Type.Array(VehicleInspectionSchema, {
        description:
          'Inspections of about the last three years, newest first; empty when there are none. Null where they could not be looked at.',
      }),
    ),
    recalls: Nullable(
      Type.Array(VehicleRecallSchema, {
        description:
          'Recalls of this very vehicle, newest first; empty when there are none. Null where they could not be looked at.',
      }),
    ),
    specifications: VehicleSpecificationsSchema,
    power: VehiclePowerSchema,
    co2: VehicleCo2Schema,
    history: VehicleHistorySchema,
    value: VehicleValueSchema,
    history_since: Nullable(
      Type.String({
        format: 'date',
        description:
          'The oldest day of which inspections are held, of any vehicle, `YYYY-MM-DD`: nothing is known of earlier ones. Null where that is not known.',
        examples: ['2023-11-27'],
      }),
    ),
    risk_basis: Type.Array(Type.String(), {
      description:
        'The data sets that `flags` and `risk_level` rest on, by their id: a low risk says nothing of those that are not named here.',
      examples: [['registered-vehicles', 'recall-status']],
    }),
    unavailable: Type.Array(UnavailableSchema, {
      description: 'What could not be asked now and is null; empty unless `allow_partial=true` was given.',
    }),
    note: VehicleNoteSchema,
    source: SourcesSchema,
  },
  {
    title: 'VehicleReport',
    description: 'All that the register says of one vehicle, its inspections and its recalls.',
    additionalProperties: false,
  },
);

export type VehicleReport = Static<typeof VehicleReportSchema>;
