import { type Static, Type } from 'typebox';
import { ODOMETER_VERDICTS } from '../vocabulary/vehicle-odometer.ts';
import { RISK_LEVELS } from '../vocabulary/vehicle-risk.ts';
import { Nullable, OneOf } from './nullable.ts';
import { SourcesSchema } from './source.ts';

/** Input of every vehicle path. */
export const VehicleQuerySchema = Type.Object(
  {
    licence_plate: Type.String({
      description:
        'Dutch licence plate: 6 letters and digits. With or without dashes and blanks, in upper or lower case.',
      examples: ['T-905-GL'],
    }),
  },
  { additionalProperties: false },
);

export type VehicleQuery = Static<typeof VehicleQuerySchema>;

/** Input of the report. */
export const VehicleReportQuerySchema = Type.Object(
  {
    ...VehicleQuerySchema.properties,
    allow_partial: Type.Optional(
      Type.Boolean({
        description:
          'Whether to answer without inspections, named in `unavailable[]`, where they have to be asked of the register and it does not answer. Otherwise that is 503, and nothing is charged',
        examples: [true],
      }),
    ),
  },
  { additionalProperties: false },
);

const day = (description: string) => Nullable(Type.String({ format: 'date', description }));

/** What the free answer and the report have in common, in this order. */
export const VehicleHeadSchema = Type.Object(
  {
    plate: Type.String({
      pattern: '^[A-Z0-9]{6}$',
      description: 'Licence plate, upper case, without dashes.',
      examples: ['T905GL'],
    }),
    plate_formatted: Type.String({
      description: 'Licence plate with its dashes, as it is on the vehicle.',
      examples: ['T-905-GL'],
    }),
    make: Nullable(Type.String({ description: 'Make.', examples: ['Mitsubishi'] })),
    model: Nullable(
      Type.String({
        description: 'Trade name as registered, without the make in front.',
        examples: ['OUTLANDER'],
      }),
    ),
    vehicle_type: Nullable(
      Type.String({
        description:
          'Kind of vehicle in English. Commercial vehicles are a `Van` up to 3,500 kg permitted mass and a `Truck` above.',
        examples: ['Passenger car'],
      }),
    ),
    colour: Nullable(
      Type.String({
        description: 'Colour, or two: `green and black`. Silver is registered as grey.',
        examples: ['grey'],
      }),
    ),
    first_registered: day('Day of first admission to the road anywhere, `YYYY-MM-DD`.'),
    age_years: Nullable(
      Type.Integer({
        minimum: 0,
        description: 'Whole years since `first_registered`, today in the Netherlands.',
      }),
    ),
    fuel: Type.Array(Type.String(), {
      description:
        'Fuels in the order of the register: `petrol`, `diesel`, `electricity`, `lpg`, `cng`, `lng`, `hydrogen`, `ethanol`. A hybrid has two; a trailer has none.',
      examples: [['petrol', 'electricity']],
    }),
    euro_class: Nullable(
      Type.String({
        description: 'Emission class as registered, or `Zero emission`.',
        examples: ['EURO 6 DG'],
      }),
    ),
    apk_expiry: day(
      'Last day on which the periodic inspection (APK) is valid, `YYYY-MM-DD`; from a newer inspection where the register lags behind. Null where none applies or none is registered.',
    ),
    apk_valid: Nullable(
      Type.Boolean({
        description:
          'Whether the periodic inspection is valid today in the Netherlands, the last day included. Null where none applies or none is registered.',
      }),
    ),
    insured: Nullable(
      Type.Boolean({
        description:
          'Whether third-party insurance is registered. Null where it does not apply or is not stated.',
      }),
    ),
    open_recall: Nullable(
      Type.Boolean({
        description:
          'Whether a recall by the producer is still to be carried out on this vehicle. Null where the register does not say.',
      }),
    ),
    odometer_verdict: Nullable(
      OneOf(ODOMETER_VERDICTS, {
        description:
          'What the register concludes from the odometer readings it was given. Readings themselves are not published.',
      }),
    ),
    risk_level: OneOf(RISK_LEVELS, {
      description:
        'Summary of what a buyer should look into: `high` with one serious sign (illogical odometer, exported, dangerous open recall, transfer blocked, tampering with the tachograph) or three lesser ones, `medium` with one or two lesser ones, else `low`. It rests on the data sets in `source` and says nothing of what they do not hold: damage, theft, inspections of more than about three years ago.',
    }),
  },
  { additionalProperties: false },
);

export type VehicleHead = Static<typeof VehicleHeadSchema>;

export const VehicleNoteSchema = Nullable(
  Type.String({ description: 'Why something is null or needs care; null where nothing needs saying.' }),
);

export const VehicleSummarySchema = Type.Object(
  {
    ...VehicleHeadSchema.properties,
    note: VehicleNoteSchema,
    source: SourcesSchema,
  },
  {
    title: 'VehicleSummary',
    description: 'What the register says of one vehicle, in brief.',
    additionalProperties: false,
  },
);

export type VehicleSummary = Static<typeof VehicleSummarySchema>;
