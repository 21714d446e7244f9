import type { LiveAnswer, LiveSource } from './live-source.ts';

/**
 * The public geocoder, whichever it is: PDOK announces a successor of its Locatieserver, which will have a client of
 * its own. A geocoder always answers something, so whoever asks checks every part of what comes back.
 */
export interface Geocoder {
  /** As sentences name it, e.g. `the geocoder of PDOK`. */
  readonly name: string;
  readonly source: LiveSource;
  /**
   * Addresses in service that the geocoder offers for a question, the likeliest first, at most
   * {@link MOST_GEOCODED}. None of them need be the address that was meant.
   * @throws UpstreamUnavailable
   */
  find(question: GeocoderQuestion, signal: AbortSignal): Promise<LiveAnswer<readonly GeocodedAddress[]>>;
}

/** As many as the own register yields at most for one number. */
export const MOST_GEOCODED = 500;

export type GeocoderQuestion =
  /** All addresses on a number of a postcode, e.g. `1012LG`. */
  | { readonly by: 'postcode'; readonly postcode: string; readonly houseNumber: number }
  /** What a person typed: street, number and place. */
  | { readonly by: 'text'; readonly text: string }
  /** The addresses of an object or a number designation, by register id. */
  | { readonly by: 'id'; readonly id: number };

/** An address as a geocoder has it. Register ids are numbers, as in the store. */
export interface GeocodedAddress {
  readonly street: string;
  readonly streetShortName: string | null;
  readonly streetId: number | null;
  readonly houseNumber: number;
  readonly houseLetter: string | null;
  readonly addition: string | null;
  /** `1012LG` */
  readonly postcode: string | null;
  readonly town: string;
  /** Register id of the town. */
  readonly townId: number | null;
  /** `GM0363`; may be the code of a municipality that is no more. */
  readonly municipalityCode: string | null;
  readonly municipality: string | null;
  /** `PV27` */
  readonly provinceCode: string | null;
  readonly province: string | null;
  readonly addressId: number;
  readonly objectId: number;
  /** Null where the geocoder does not say. */
  readonly isMain: boolean | null;
  /** RD New metres. */
  readonly rdXM: number | null;
  readonly rdYM: number | null;
  readonly neighbourhood: GeocodedArea | null;
  readonly district: GeocodedArea | null;
}

/** `BU0363AF09` or `WK0363AF`, and its Dutch name. */
export interface GeocodedArea {
  readonly code: string;
  readonly name: string | null;
}
