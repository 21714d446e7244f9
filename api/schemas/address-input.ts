import { type Static, Type } from 'typebox';

/** Four digits, the first not 0, an optional blank, two letters. */
export const POSTCODE_PATTERN = '^[1-9][0-9]{3} ?[A-Za-z]{2}$';
/** Up to four letters and digits; separators between them do not count, as in `2-hg`. */
const ADDITION_PATTERN = '^[-/. ]?(?:[0-9A-Za-z][-/. ]?){1,4}$';

/** How an address is named: shared by every path that takes one. */
export const AddressQuerySchema = Type.Object(
  {
    postcode: Type.Optional(
      Type.String({
        pattern: POSTCODE_PATTERN,
        maxLength: 7,
        description:
          'Dutch postcode: four digits and two letters. Upper or lower case, with or without the blank. Needs `house_number`.',
        examples: ['1012LG'],
      }),
    ),
    house_number: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 99_999,
        description:
          'House number, digits only. Letters and additions go into `house_letter` and `addition`. Needs `postcode`.',
        examples: [12],
      }),
    ),
    house_letter: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z]$',
        maxLength: 1,
        description:
          'One letter that follows the house number. Case matters only where the register has both.',
        examples: ['A'],
      }),
    ),
    addition: Type.Optional(
      Type.String({
        pattern: ADDITION_PATTERN,
        maxLength: 9,
        description:
          'House-number addition of at most four letters and digits. Case and separators do not matter: `2-hg`, `2HG`. A letter and an addition may be given together here.',
        examples: ['2'],
      }),
    ),
    q: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          'Address as free text: street, number and place, or postcode and number. A register id of 16 digits is understood too. Ignored where `postcode` or `house_number` is given.',
        examples: ['Dam 1, Amsterdam'],
      }),
    ),
  },
  { title: 'AddressQuery', additionalProperties: false },
);

export type AddressQuery = Static<typeof AddressQuerySchema>;
