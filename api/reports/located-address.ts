import { surroundingRegions } from '../../db/queries/neighbourhoods.ts';
import type { LocatedAddress } from '../schemas/address-lookup.ts';
import { addressLabel, registerId } from './address-text.ts';
import { HOME_SOURCES } from './home-sources.ts';
import type { SectionContext } from './sections/section.ts';

/** The official address, where it lies, its register ids, and the areas around it. */
export function locatedAddress(
  context: Pick<SectionContext, 'snapshot' | 'address' | 'neighbourhood' | 'sources'>,
): LocatedAddress {
  const { snapshot, address, neighbourhood, sources } = context;
  const register = snapshot.require('addresses');
  for (const block of ['address', 'location', 'bag']) sources.use(register, HOME_SOURCES.register, block);
  if (address.municipality !== null) {
    sources.use(register, HOME_SOURCES.municipalities, 'address.municipality');
  }
  const { region } = neighbourhood;
  const district = region === undefined ? undefined : surroundingRegions(snapshot, region).district;
  if (region !== undefined) {
    const release = snapshot.require('neighbourhoods');
    const located = neighbourhood.by === 'key' ? HOME_SOURCES.postcodeKeys : HOME_SOURCES.areas;
    sources.use(release, located, 'neighbourhood');
    if (district !== undefined) sources.use(release, located, 'district');
  }
  return {
    address: {
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
    },
    location: { lat: address.latitude, lon: address.longitude, crs: 'WGS84' },
    bag: { addressable_object_id: registerId(address.objectId), address_id: registerId(address.addressId) },
    neighbourhood: { code: region?.code ?? null, name: region?.name ?? null },
    district: { code: district?.code ?? region?.districtCode ?? null, name: district?.name ?? null },
  };
}
