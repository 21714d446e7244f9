import { type Static, Type } from 'typebox';
import { AddressMatchSchema } from './address-match.ts';
import { OneOf } from './nullable.ts';
import { UnavailableSchema } from './unavailable.ts';

/** One parameter that cannot be used: which, what came, what would do. */
export const ParameterProblemSchema = Type.Object(
  {
    parameter: Type.String({ description: 'Name of the query parameter.', examples: ['house_number'] }),
    given: Type.String({ description: 'What was given, cut to 100 characters.', examples: ['twelve'] }),
    accepted: Type.String({
      description: 'What is accepted.',
      examples: ['a whole number, 1 or higher, for example 12'],
    }),
    did_you_mean: Type.Optional(
      Type.String({ description: 'The parameter that was probably meant.', examples: ['house_number'] }),
    ),
  },
  { title: 'ParameterProblem', additionalProperties: false },
);

export type ParameterProblem = Static<typeof ParameterProblemSchema>;

/** RFC 9457 problem details, with the members that this service adds. */
export const ProblemSchema = Type.Object(
  {
    type: Type.String({
      format: 'uri',
      description: 'Identifies the kind of problem; leads to its example in this document.',
    }),
    title: Type.String({ description: 'The kind of problem in a few words; the same for every occurrence.' }),
    status: Type.Integer({ description: 'HTTP status, repeated.' }),
    detail: Type.String({ description: 'What is wrong with this request.' }),
    code: Type.String({ description: 'Stable machine-readable code.', examples: ['licence_plate_unknown'] }),
    hint: Type.String({ description: 'What to do, with an example that works.' }),
    charged: Type.Unsafe<false | null>({
      type: ['boolean', 'null'],
      enum: [false, null],
      description:
        'A call that fails is never charged. Null in `payment_outcome_unknown`: the same payment, sent again, tells.',
    }),
    errors: Type.Optional(
      Type.Array(ParameterProblemSchema, { description: 'Each parameter that cannot be used.' }),
    ),
    register_state_date: Type.Optional(
      Type.String({ format: 'date', description: 'Day whose state of the register was searched.' }),
    ),
    similar: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Values that do exist and look like the one that was given.',
        examples: [['0001TJ']],
      }),
    ),
    other_matches: Type.Optional(
      Type.Array(AddressMatchSchema, {
        description: 'Addresses that come near, each with the query that selects it; at most 20.',
      }),
    ),
    withdrawn_on: Type.Optional(
      Type.String({ format: 'date', description: 'Day from which the address was no longer in service.' }),
    ),
    unavailable: Type.Optional(
      Type.Array(UnavailableSchema, { description: 'Each block whose source is not available.' }),
    ),
    price: Type.Optional(
      Type.Object(
        {
          amount: Type.String({ description: 'What one call costs.', examples: ['0.04'] }),
          currency: Type.Literal('USD', { description: 'US dollars; paid in USDC.' }),
        },
        { description: 'What the path costs.', additionalProperties: false },
      ),
    ),
    pay_with: Type.Optional(Type.Array(OneOf(['x402', 'api_key']), { description: 'What lets a call in.' })),
    transaction: Type.Optional(
      Type.String({
        description: 'The transaction that used the payment.',
        examples: [`0x${'4f'.repeat(32)}`],
      }),
    ),
    datasets: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Groups of data that are not available.',
        examples: [['vehicles']],
      }),
    ),
  },
  {
    title: 'Problem',
    description: 'What went wrong and what to do about it (RFC 9457, `application/problem+json`).',
    additionalProperties: true,
  },
);

export type Problem = Static<typeof ProblemSchema>;

/** The members of a problem beside those that every problem has. */
export type ProblemMembers = Partial<Omit<Problem, 'type' | 'title' | 'status' | 'detail' | 'code' | 'hint'>>;
