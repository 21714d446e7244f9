import { type Static, Type } from 'typebox';
import {
  AddressDistrictSchema,
  AddressIdsSchema,
  AddressLocationSchema,
  AddressNeighbourhoodSchema,
  RegisteredAddressSchema,
} from './address-lookup.ts';
import { Nullable } from './nullable.ts';
import { SourcesSchema } from './source.ts';

const closed = { additionalProperties: false } as const;

export const DEFAULT_RADIUS_M = 500;
export const DEFAULT_NEAREST = 10;

/** Parameters of `/v1/address/reverse`. */
export const AddressReverseQuerySchema = Type.Object(
  {
    lat: Type.Number({
      minimum: -90,
      maximum: 90,
      description: 'WGS84 latitude, degrees. In the Netherlands 50.7 to 53.6.',
      examples: [52.3676],
    }),
    lon: Type.Number({
      minimum: -180,
      maximum: 180,
      description: 'WGS84 longitude, degrees. In the Netherlands 3.3 to 7.3.',
      examples: [4.9002],
    }),
    radius_m: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 5000,
        description: `Addresses farther away than this are left out, metres; ${DEFAULT_RADIUS_M} when not given.`,
        examples: [100],
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 25,
        description: `Most addresses in the answer; ${DEFAULT_NEAREST} when not given.`,
        examples: [5],
      }),
    ),
  },
  { title: 'AddressReverseQuery', ...closed },
);

export type AddressReverseQuery = Static<typeof AddressReverseQuerySchema>;

const NearestAddressSchema = Type.Object(
  {
    distance_m: Type.Number({
      minimum: 0,
      description: 'From the point that was asked for, in a straight line, metres to one decimal.',
      examples: [12.3],
    }),
    address: RegisteredAddressSchema,
    location: AddressLocationSchema,
    bag: AddressIdsSchema,
    neighbourhood: AddressNeighbourhoodSchema,
    district: AddressDistrictSchema,
    query: Type.String({
      description: 'The query that selects exactly this address on any path that takes an address.',
      examples: ['postcode=1011PN&house_number=1'],
    }),
  },
  { title: 'NearestAddress', description: 'An address as `/v1/address/lookup` has it.', ...closed },
);

/** Answer of `/v1/address/reverse`. */
export const AddressReverseSchema = Type.Object(
  {
    nearest: Type.Array(NearestAddressSchema, {
      minItems: 1,
      description: 'The nearest addresses, the nearest first. Several units may lie at one point.',
    }),
    note: Nullable(Type.String({ description: 'What to keep in mind; null when there is nothing to say.' })),
    source: SourcesSchema,
  },
  { title: 'AddressReverse', description: 'The addresses nearest to a point.', ...closed },
);

export type AddressReverse = Static<typeof AddressReverseSchema>;
