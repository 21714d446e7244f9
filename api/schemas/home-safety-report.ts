import { type Static, type TUnsafe, Type } from 'typebox';
import { OFFENCE_CODES, offenceKey, offenceName } from '../vocabulary/offence.ts';
import { Nullable, OneOf } from './nullable.ts';

/** Rates by kind of offence: the total, and a key for each kind that the vocabulary knows. */
export type OffenceRates = { total: number | null } & Record<string, number | null>;

const perResidents = (description: string) => Nullable(Type.Number({ minimum: 0, description }));

/**
 * An object with a key for each kind of offence. The keys come out of the vocabulary, so the compiler knows them only
 * as texts; a kind that the publisher adds goes by its code until the vocabulary has it.
 */
function offenceRates(description: string): TUnsafe<OffenceRates> {
  const rates = OFFENCE_CODES.map((code) => [
    offenceKey(code),
    perResidents(`Crimes per 1,000 residents: ${offenceName(code, code)} (police code ${code}).`),
  ]);
  return Type.Unsafe<OffenceRates>({
    ...Type.Object(Object.fromEntries(rates), { description }),
    additionalProperties: perResidents('A kind of offence that is new at the publisher, by its code.'),
  });
}

export const SafetyReportBlockSchema = Type.Object(
  {
    year: Nullable(Type.Integer({ description: 'Year of the registered crime.', examples: [2025] })),
    level: Nullable(
      OneOf(['neighbourhood', 'district', 'municipality'], {
        description:
          'Area that `per_1000_residents` describes: a larger one where no number is published for the neighbourhood.',
        examples: ['neighbourhood'],
      }),
    ),
    per_1000_residents: offenceRates(
      'Crimes that the police registered in the area in the year, per 1,000 of its residents: `total` to one decimal, each kind to three digits. Null where the publisher has no number, and under 50 residents. Stations, shopping streets and nightlife have high rates, since few live there.',
    ),
    national_per_1000_residents: offenceRates('The same for the whole country.'),
    note: Nullable(
      Type.String({
        description: 'Why something in this block is null or needs care; null when there is nothing to say.',
      }),
    ),
  },
  {
    title: 'HomeReportSafety',
    description: 'Registered crime by kind of offence, beside the national rates.',
    additionalProperties: false,
  },
);

export type SafetyReportBlock = Static<typeof SafetyReportBlockSchema>;
