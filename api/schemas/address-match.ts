import { type Static, Type } from 'typebox';
import { Nullable } from './nullable.ts';

/** An address that came near, or that shares its name with the one that was answered. */
export const AddressMatchSchema = Type.Object(
  {
    label: Type.String({
      description: 'The address in one line.',
      examples: ['Keizersgracht 12A-2, 1015CR Amsterdam'],
    }),
    postcode: Nullable(Type.String({ description: 'Null for the addresses that have none by design.' })),
    house_number: Type.Integer({ description: 'House number, digits only.', examples: [12] }),
    house_letter: Nullable(Type.String({ description: 'Letter that follows the number.', examples: ['A'] })),
    house_number_addition: Nullable(
      Type.String({ description: 'Addition that follows the number and letter.', examples: ['2'] }),
    ),
    city: Type.String({ description: 'Town, as the register spells it.' }),
    bag: Type.Object(
      {
        addressable_object_id: Type.String({
          description: 'Register id of the unit, berth or pitch, 16 digits.',
        }),
        address_id: Type.String({ description: 'Register id of the number designation, 16 digits.' }),
      },
      { description: 'Its ids in the register.', additionalProperties: false },
    ),
    query: Type.String({
      description: 'The query that selects exactly this address on any path that takes an address.',
      examples: ['postcode=1015CR&house_number=12&house_letter=A&addition=2'],
    }),
  },
  { title: 'AddressMatch', additionalProperties: false },
);

export type AddressMatch = Static<typeof AddressMatchSchema>;
