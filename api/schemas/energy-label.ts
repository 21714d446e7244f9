import { type Static, Type } from 'typebox';
import { AddressIdsSchema, RegisteredAddressSchema } from './address-lookup.ts';
import { RelatedSchema } from './home.ts';
import { EnergyLabelBlockSchema } from './home-energy-label.ts';
import { SourcesSchema } from './source.ts';

/** Answer of `/v1/energy-label`. */
export const EnergyLabelAnswerSchema = Type.Object(
  {
    address: RegisteredAddressSchema,
    bag: AddressIdsSchema,
    energy_label: EnergyLabelBlockSchema,
    source: SourcesSchema,
    related: RelatedSchema,
  },
  {
    title: 'EnergyLabelAnswer',
    description: 'The registered energy label of an address.',
    additionalProperties: false,
  },
);

export type EnergyLabelAnswer = Static<typeof EnergyLabelAnswerSchema>;
