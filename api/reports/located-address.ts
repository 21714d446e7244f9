import type { AddressRow } from '../../db/queries/addresses.ts';
import type { LocatedAddress } from '../schemas/address-lookup.ts';
import { districtOf, neighbourhoodOf } from './address-areas.ts';
import { addressLabel, registerId } from './address-text.ts';
import { useAddressSource, useMunicipalitySource } from './register-source.ts';
import type { SectionContext } from './sections/section.ts';

/** The official address, where it lies, its register ids, and the areas around it. */
export function locatedAddress(
  context: Pick<SectionContext, 'snapshot' | 'address' | 'neighbourhood' | 'sources'> &
    Partial<Pick<SectionContext, 'resolved'>>,
): LocatedAddress {
  const { address } = context;
  for (const block of ['address', 'location', 'bag']) useAddressSource(context, block);
  if (address.municipality !== null) useMunicipalitySource(context, 'address.municipality');
  return {
    address: registeredAddress(address),
    location: { lat: address.latitude, lon: address.longitude, crs: 'WGS84' },
    bag: { addressable_object_id: registerId(address.objectId), address_id: registerId(address.addressId) },
    neighbourhood: neighbourhoodOf(context, 'neighbourhood'),
    district: districtOf(context, 'district'),
  };
}

/** The address as the register spells it. */
export function registeredAddress(address: AddressRow): LocatedAddress['address'] {
  return {
    label: addressLabel(address),
    street: address.street,
    house_number: address.houseNumber,
    house_letter: address.houseLetter,
    house_number_addition: address.addition,
    postcode: address.postcode,
    city: address.town,
    municipality: address.municipality,
    municipality_code: address.municipalityCode,
    province: address.province,
  };
}
