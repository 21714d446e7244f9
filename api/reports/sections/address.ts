import { addressesByRegisterId } from '../../../db/queries/addresses.ts';
import type { AddressBlock } from '../../schemas/home.ts';
import type { AddressReportBlock } from '../../schemas/home-address-report.ts';
import { districtOf, neighbourhoodOf } from '../address-areas.ts';
import { addressLabel } from '../address-text.ts';
import { objectStatusText } from '../building-words.ts';
import { useAddressSource, useMunicipalitySource } from '../register-source.ts';
import { NO_NEIGHBOURHOOD_TEXTS, noteOf, type SectionContext } from './section.ts';

/** The address as the register spells it, where it lies, and its neighbourhood. */
export function addressSection(context: SectionContext): AddressBlock {
  const { address } = context;
  useAddressSource(context, 'address');
  return {
    label: addressLabel(address),
    postcode: address.postcode,
    city: address.town,
    lat: address.latitude,
    lon: address.longitude,
    neighbourhood: neighbourhoodOf(context, 'address.neighbourhood'),
    note: addressNote(context),
  };
}

/** As {@link addressSection}, with the larger areas around the address. */
export function addressReportSection(context: SectionContext): AddressReportBlock {
  const { note, ...block } = addressSection(context);
  const { municipality, municipalityCode, province } = context.address;
  if (municipality !== null) useMunicipalitySource(context, 'address.municipality');
  return {
    ...block,
    district: districtOf(context, 'address.district'),
    municipality,
    municipality_code: municipalityCode,
    province,
    note,
  };
}

/** What to keep in mind of an address, its location and its neighbourhood; null when there is nothing. */
export function addressNote(context: SectionContext): string | null {
  const { address, neighbourhood, resolved } = context;
  const register = resolved.live?.register;
  return noteOf(
    duplicatesSentence(context),
    secondarySentence(context),
    address.latitude === null && 'The register has no usable location of this object.',
    neighbourhood.missing !== null && NO_NEIGHBOURHOOD_TEXTS[neighbourhood.missing],
    byLocationSentence(context),
    register?.failure === undefined &&
      register?.object === null &&
      'The geocoder of the register has this address, the register itself does not have its object (yet).',
  );
}

function duplicatesSentence({ address, resolved }: SectionContext): string | null {
  const more = resolved.duplicates.length;
  if (more === 0) return null;
  const objects = more === 1 ? 'one more object' : `${more} more objects`;
  const status = objectStatusText(address.objectStatus);
  return `The register has ${objects} under this very address; this is the one that is ${status}.`;
}

function byLocationSentence({ address, neighbourhood }: SectionContext): string | null {
  if (neighbourhood.region === undefined || neighbourhood.by !== 'location') return null;
  const why =
    address.postcode === null
      ? 'this address has no postcode'
      : "the publisher's key of postcodes and house numbers does not have this address yet";
  return `The neighbourhood was found by location, in the division of ${neighbourhood.editionYear}, since ${why}; its borders are drawn to some 10 to 50 m, so near a border it may be the one next door.`;
}

function secondarySentence({ snapshot, address, resolved }: SectionContext): string | null {
  if (address.isMain) return null;
  const secondary = 'This is a secondary address of its object';
  if (resolved.live !== undefined) return `${secondary}.`;
  const main = addressesByRegisterId(snapshot, address.objectId).find((row) => row.isMain);
  return main === undefined ? `${secondary}.` : `${secondary}, whose main address is ${addressLabel(main)}.`;
}
