import { addressesByRegisterId } from '../../../db/queries/addresses.ts';
import type { AddressBlock } from '../../schemas/home.ts';
import { addressLabel } from '../address-text.ts';
import { objectStatusText } from '../building-words.ts';
import { HOME_SOURCES } from '../home-sources.ts';
import { NO_NEIGHBOURHOOD_TEXTS, noteOf, type SectionContext } from './section.ts';

/** The address as the register spells it, where it lies, and its neighbourhood. */
export function addressSection(context: SectionContext): AddressBlock {
  const { snapshot, address, neighbourhood, sources } = context;
  sources.use(snapshot.require('addresses'), HOME_SOURCES.register, 'address');
  const { region } = neighbourhood;
  if (region !== undefined) {
    const source = neighbourhood.by === 'key' ? HOME_SOURCES.postcodeKeys : HOME_SOURCES.areas;
    sources.use(snapshot.require('neighbourhoods'), source, 'address.neighbourhood');
  }
  return {
    label: addressLabel(address),
    postcode: address.postcode,
    city: address.town,
    lat: address.latitude,
    lon: address.longitude,
    neighbourhood: { code: region?.code ?? null, name: region?.name ?? null },
    note: addressNote(context),
  };
}

/** What to keep in mind of an address, its location and its neighbourhood; null when there is nothing. */
export function addressNote(context: SectionContext): string | null {
  const { address, neighbourhood } = context;
  return noteOf(
    duplicatesSentence(context),
    secondarySentence(context),
    address.latitude === null && 'The register has no usable location of this object.',
    neighbourhood.missing !== null && NO_NEIGHBOURHOOD_TEXTS[neighbourhood.missing],
    byLocationSentence(context),
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
  if (neighbourhood.region === undefined || neighbourhood.by === 'key') return null;
  const why =
    address.postcode === null
      ? 'this address has no postcode'
      : "the publisher's key of postcodes and house numbers does not have this address yet";
  return `The neighbourhood was found by location, in the division of ${neighbourhood.editionYear}, since ${why}; its borders are drawn to some 10 to 50 m, so near a border it may be the one next door.`;
}

function secondarySentence({ snapshot, address }: SectionContext): string | null {
  if (address.isMain) return null;
  const main = addressesByRegisterId(snapshot, address.objectId).find((row) => row.isMain);
  const secondary = 'This is a secondary address of its object';
  return main === undefined ? `${secondary}.` : `${secondary}, whose main address is ${addressLabel(main)}.`;
}
