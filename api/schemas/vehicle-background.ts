import { type Static, Type } from 'typebox';
import { Nullable } from './nullable.ts';

const day = (description: string) => Nullable(Type.String({ format: 'date', description }));
const flag = (description: string) => Nullable(Type.Boolean({ description }));
const euros = (description: string) => Nullable(Type.Integer({ minimum: 0, description }));

export const VehicleHistorySchema = Type.Object(
  {
    imported: flag(
      'Whether it was on the road elsewhere before: first registered in the Netherlands more than 60 days after its first admission. Null where one of the two days is not registered.',
    ),
    first_nl_registration: day('Day of first registration in the Netherlands, `YYYY-MM-DD`.'),
    last_owner_change: day(
      'Day since which the present holder has it, `YYYY-MM-DD`. How many holders there were is not published.',
    ),
    exported: flag('Whether it is registered as exported; the other facts are as they were then.'),
    taxi: flag('Whether it is in use as a taxi now.'),
    transfer_possible: flag('Whether it can be put in the name of another holder at the moment.'),
    odometer_reason: Nullable(
      Type.String({
        description: 'What the odometer verdict rests on, in our words.',
        examples: ['each reading is higher than the one before'],
      }),
    ),
    odometer_last_reading_year: Nullable(
      Type.Integer({
        description: 'Year of the last odometer reading that was registered.',
        examples: [2026],
      }),
    ),
  },
  {
    title: 'VehicleHistory',
    description: 'Import, use, holder and odometer, as registered.',
    additionalProperties: false,
  },
);

export type VehicleHistory = Static<typeof VehicleHistorySchema>;

export const VehicleValueSchema = Type.Object(
  {
    catalogue_price_eur: euros('Price when new, taxes included, as registered; whole euros.'),
    gross_bpm_eur: euros('Tax on new cars (BPM) before any reduction; whole euros.'),
    suspect: flag(
      'Whether the price cannot be right: below 500 or above 2,000,000 euros. Null where there is none.',
    ),
  },
  {
    title: 'VehicleValue',
    description: 'What it cost when new; not what it is worth now.',
    additionalProperties: false,
  },
);

export type VehicleValue = Static<typeof VehicleValueSchema>;
