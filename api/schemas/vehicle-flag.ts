import { Type } from 'typebox';
import { FLAG_CODES, FLAG_SEVERITIES } from '../vocabulary/vehicle-risk.ts';
import { Nullable, OneOf } from './nullable.ts';

/** Something that a buyer should know. */
export const VehicleFlagSchema = Type.Object(
  {
    code: OneOf(FLAG_CODES, { description: 'What is flagged.', examples: ['apk_expiring_soon'] }),
    severity: OneOf(FLAG_SEVERITIES, {
      description: 'How much it weighs: one `high` or three `medium` make the risk level `high`.',
      examples: ['info'],
    }),
    message: Type.String({
      description: 'One English sentence.',
      examples: ['The periodic inspection expires in 48 days.'],
    }),
    evidence: Type.Object(
      {
        dataset: Type.String({
          description: 'Data set that says so, as in `source[].id`.',
          examples: ['registered-vehicles'],
        }),
        field: Type.String({
          description: 'Its field, by the name in its API.',
          examples: ['vervaldatum_apk'],
        }),
        value: Nullable(
          Type.String({
            description: 'The value as registered; null where the evidence is that there is none.',
            examples: ['2027-01-14'],
          }),
        ),
      },
      {
        title: 'VehicleFlagEvidence',
        description: 'What the flag rests on.',
        additionalProperties: false,
      },
    ),
  },
  { title: 'VehicleFlag', additionalProperties: false },
);
