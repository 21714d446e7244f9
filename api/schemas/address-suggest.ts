import { type Static, Type } from 'typebox';
import { Nullable, OneOf } from './nullable.ts';
import { SourcesSchema } from './source.ts';

const closed = { additionalProperties: false } as const;

export const DEFAULT_SUGGESTIONS = 10;

export const SUGGESTION_TYPES = ['place', 'street', 'postcode', 'address'] as const;

/** Parameters of `/v1/address/suggest`. */
export const AddressSuggestQuerySchema = Type.Object(
  {
    q: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          'What has been typed so far: the beginning of a street, place or postcode, or of an address. Small typing errors do not matter.',
        examples: ['kerkstr'],
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 20,
        description: `Most suggestions in the answer; ${DEFAULT_SUGGESTIONS} when not given.`,
        examples: [5],
      }),
    ),
  },
  { title: 'AddressSuggestQuery', ...closed },
);

export type AddressSuggestQuery = Static<typeof AddressSuggestQuerySchema>;

const SuggestionSchema = Type.Object(
  {
    type: OneOf(SUGGESTION_TYPES, {
      description: 'What it is. Only an `address` is complete; the others lead on to one.',
      examples: ['address'],
    }),
    label: Type.String({ description: 'One line to show.', examples: ['Amstel 1, 1011PN Amsterdam'] }),
    q: Type.String({
      description: 'What to put into the field, and to ask here again as more is typed behind it.',
      examples: ['Amstel 1, 1011PN Amsterdam'],
    }),
    query: Nullable(
      Type.String({
        description:
          'For an address: the query that selects exactly this one on any path that takes an address. Null for the others.',
        examples: ['postcode=1011PN&house_number=1'],
      }),
    ),
  },
  { title: 'AddressSuggestion', description: 'One line of a list to choose from.', ...closed },
);

export type AddressSuggestion = Static<typeof SuggestionSchema>;

/** Answer of `/v1/address/suggest`. */
export const AddressSuggestSchema = Type.Object(
  {
    suggestions: Type.Array(SuggestionSchema, {
      description:
        'The best first: exact names before longer ones, short before long, numbers in their natural order. Empty when nothing fits.',
    }),
    source: SourcesSchema,
  },
  { title: 'AddressSuggest', description: 'What may be meant by what has been typed so far.', ...closed },
);

export type AddressSuggest = Static<typeof AddressSuggestSchema>;
