import { type Static, Type } from 'typebox';
import { AddressMatchSchema } from './address-match.ts';
import { RelatedSchema } from './home.ts';
import { Nullable } from './nullable.ts';
import { SourcesSchema } from './source.ts';

const closed = { additionalProperties: false } as const;

/** The address as the register spells it. */
export const RegisteredAddressSchema = Type.Object(
  {
    label: Type.String({
      description: 'The address in one line: street, number with letter and addition, postcode, town.',
      examples: ['Keizersgracht 12A-2, 1015CR Amsterdam'],
    }),
    street: Type.String({ description: 'Street, or other public space.', examples: ['Keizersgracht'] }),
    house_number: Type.Integer({ minimum: 1, description: 'House number, digits only.', examples: [12] }),
    house_letter: Nullable(
      Type.String({ description: 'Letter that follows the number, in the case of the register.' }),
    ),
    house_number_addition: Nullable(
      Type.String({ description: 'Addition that follows the number and letter.', examples: ['2'] }),
    ),
    postcode: Nullable(
      Type.String({
        pattern: '^[1-9][0-9]{3}[A-Z]{2}$',
        description: 'Null for the addresses that have none by design.',
        examples: ['1015CR'],
      }),
    ),
    city: Type.String({ description: 'Town, as the register spells it.', examples: ["'s-Gravenhage"] }),
    municipality: Nullable(Type.String({ description: 'Municipality.', examples: ['Amsterdam'] })),
    municipality_code: Nullable(
      Type.String({
        pattern: '^GM[0-9]{4}$',
        description: 'Code of the municipality at Statistics Netherlands.',
        examples: ['GM0363'],
      }),
    ),
    province: Nullable(Type.String({ description: 'Province.', examples: ['Noord-Holland'] })),
  },
  { title: 'RegisteredAddress', description: 'The official address.', ...closed },
);

export const AddressLocationSchema = Type.Object(
  {
    lat: Nullable(Type.Number({ description: 'Latitude of the object, degrees.', examples: [52.3676456] })),
    lon: Nullable(Type.Number({ description: 'Longitude of the object, degrees.', examples: [4.90016547] })),
    crs: Type.Literal('WGS84', {
      description: 'Coordinate reference system. Converted from the Dutch national grid to within 0.25 m.',
      examples: ['WGS84'],
    }),
  },
  {
    title: 'AddressLocation',
    description: 'Where the unit, berth or pitch lies; for a unit a point inside it.',
    ...closed,
  },
);

export const AddressIdsSchema = Type.Object(
  {
    addressable_object_id: Type.String({
      pattern: '^[0-9]{16}$',
      description: 'Register id of the unit, berth or pitch.',
      examples: ['0363010012143319'],
    }),
    address_id: Type.String({
      pattern: '^[0-9]{16}$',
      description: 'Register id of the number designation.',
      examples: ['0363200012145295'],
    }),
  },
  { title: 'AddressIds', description: 'Ids in the national register (BAG).', ...closed },
);

export const AddressNeighbourhoodSchema = Type.Object(
  {
    code: Nullable(
      Type.String({
        pattern: '^BU[0-9]{4}[0-9A-Z]{4}$',
        description: 'Code of the neighbourhood at Statistics Netherlands; Amsterdam has letters in it.',
        examples: ['BU0363AF09'],
      }),
    ),
    name: Nullable(Type.String({ description: 'Its Dutch name.', examples: ['Waterloopleinbuurt'] })),
  },
  { title: 'AddressNeighbourhood', description: 'The neighbourhood (CBS buurt).', ...closed },
);

export const AddressDistrictSchema = Type.Object(
  {
    code: Nullable(
      Type.String({
        pattern: '^WK[0-9]{4}[0-9A-Z]{2}$',
        description: 'Code of the district at Statistics Netherlands.',
        examples: ['WK0363AF'],
      }),
    ),
    name: Nullable(Type.String({ description: 'Its Dutch name.', examples: ['Nieuwmarkt/Lastage'] })),
  },
  { title: 'AddressDistrict', description: 'The district (CBS wijk) around the neighbourhood.', ...closed },
);

const note = Nullable(
  Type.String({
    description: 'Why something here is null or needs care; null when there is nothing to say.',
  }),
);

/** Answer of `/v1/address/lookup`. */
export const AddressLookupSchema = Type.Object(
  {
    address: RegisteredAddressSchema,
    location: AddressLocationSchema,
    bag: AddressIdsSchema,
    neighbourhood: AddressNeighbourhoodSchema,
    district: AddressDistrictSchema,
    other_matches: Type.Array(AddressMatchSchema, {
      description:
        'Other addresses on the same number, at most 20: first further objects that the register has under this very address, then other letters and additions. Empty when there are none.',
    }),
    note,
    source: SourcesSchema,
    related: RelatedSchema,
  },
  { title: 'AddressLookup', description: 'An address, verified and located.', ...closed },
);

export type AddressLookup = Static<typeof AddressLookupSchema>;
export type LocatedAddress = Pick<
  AddressLookup,
  'address' | 'location' | 'bag' | 'neighbourhood' | 'district'
>;
