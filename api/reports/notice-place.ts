import type { AddressRow } from '../../db/queries/addresses.ts';
import type { AnnouncedPlace, Announcement } from '../live/announcement-records.ts';
import type { PermitPlace } from '../schemas/home-permits.ts';

type NamedAddress = Pick<
  AddressRow,
  'street' | 'houseNumber' | 'houseLetter' | 'addition' | 'postcode' | 'rdXM' | 'rdYM'
>;

const NEAR_M = 100;

/**
 * Where a notice is about, seen from an address. The search finds notices that mention the address or its postcode
 * anywhere in their text, such as the town hall's at the end of every notice: so each one's own place decides.
 * @param towns names of the town of the address
 * @returns null when it is about somewhere else, or does not say where
 */
export function placeOfNotice(
  notice: Pick<Announcement, 'title' | 'places'>,
  address: NamedAddress,
  towns: readonly string[],
): PermitPlace | null {
  const marked = notice.places.map((place) => placeOfMarking(place, address));
  const texts = [notice.title, ...notice.places.flatMap(({ label }) => label ?? [])];
  const written = texts.map((text) => placeOfText(text, address, towns));
  const said = [...marked, ...written];
  for (const place of ['this address', 'its postcode'] as const) if (said.includes(place)) return place;
  // What names another place is not here, however near its point lies.
  if (said.includes('elsewhere')) return null;
  return isNear(notice.places, address) ? 'within 100 m' : null;
}

/** `unsaid`: it names no postcode, so that only its point can tell. */
type Said = Exclude<PermitPlace, 'within 100 m'> | 'elsewhere' | 'unsaid';

function placeOfMarking(place: AnnouncedPlace, address: NamedAddress): Said {
  if (place.postcode === null) return 'unsaid';
  if (place.postcode !== address.postcode) return 'elsewhere';
  const isHere =
    place.houseNumber === address.houseNumber &&
    mayBe(place.suffix, `${address.houseLetter ?? ''}${address.addition ?? ''}`, address.houseNumber);
  return isHere ? 'this address' : 'its postcode';
}

function placeOfText(text: string, address: NamedAddress, towns: readonly string[]): Said {
  const postcodes = [...text.matchAll(/\b([1-9]\d{3}) ?([A-Z]{2})\b/g)].map(
    ([, digits, letters]) => `${digits}${letters}`,
  );
  const inPostcode = address.postcode !== null && postcodes.includes(address.postcode);
  if (postcodes.length > 0 && !inPostcode) return 'elsewhere';
  // A street name alone exists in many towns.
  const inTown = inPostcode || towns.some((town) => words(town).test(text));
  if (inTown && namesAddress(text, address)) return 'this address';
  return inPostcode ? 'its postcode' : 'unsaid';
}

/** Whether a text has the street and, right after it, the number, with a letter or addition that fits. */
function namesAddress(text: string, { street, houseNumber, houseLetter, addition }: NamedAddress): boolean {
  const suffix = `${houseLetter ?? ''}${addition ?? ''}`;
  const numbers = new RegExp(
    `(?<![\\p{L}\\p{N}])${escaped(street)} ${houseNumber}(?!\\d)(?:[-/ ]?([A-Z]\\d{0,3}|\\d{1,4}|[a-z])(?![\\p{L}\\p{N}])|[-/]([0-9A-Za-z]{1,4})(?![\\p{L}\\p{N}]))?`,
    'giu',
  );
  return [...text.matchAll(numbers)].some(([, loose, joined]) =>
    mayBe(joined ?? loose ?? null, suffix, houseNumber),
  );
}

/**
 * Whether a letter and addition in a notice may be those of the address. A notice about the number alone is about all
 * on it. A higher number in their place is the end of a range, `10-12`, unless the address itself has an addition.
 */
function mayBe(given: string | null, suffix: string, houseNumber: number): boolean {
  if (given === null || given === '') return true;
  if (suffix === '' && Number(given) > houseNumber) return true;
  return given.replace(/[^0-9A-Za-z]/g, '').toLowerCase() === suffix.toLowerCase();
}

function isNear(places: readonly AnnouncedPlace[], { rdXM, rdYM }: NamedAddress): boolean {
  if (rdXM === null || rdYM === null) return false;
  return places.some(({ points }) =>
    points.some((point) => Math.hypot(point.xM - rdXM, point.yM - rdYM) <= NEAR_M),
  );
}

function words(text: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped(text)}(?![\\p{L}\\p{N}])`, 'iu');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
