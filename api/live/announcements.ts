import { type AnnouncementPage, readAnnouncements } from './announcement-records.ts';
import type { LiveAnswer, LiveSource } from './live-source.ts';
import { Upstream, type UpstreamDeps } from './upstream.ts';

export const ANNOUNCEMENTS: LiveSource = {
  id: 'announcements',
  name: 'Official announcements of municipalities, water authorities, provinces and the state',
  publisher: 'Publications Office of the Netherlands (KOOP)',
  licence: 'CC0-1.0',
  licenceUrl: 'https://creativecommons.org/publicdomain/zero/1.0/',
  attribution: 'Source: Officiële bekendmakingen (KOOP), CC0',
  url: 'https://www.officielebekendmakingen.nl/',
};

/** What notices are searched by. */
export interface AnnouncementSearch {
  /** `1012LG`; null for the addresses that have none. */
  readonly postcode: string | null;
  /** `Kloosterstraat 40` */
  readonly streetAndNumber: string;
  /** The town as the register spells it, and its other names. */
  readonly towns: readonly string[];
  /** Only notices of this day and later, `YYYY-MM-DD`. */
  readonly since: string;
}

/** Newest notices that are read. A postcode has a few in two years. */
const MOST_ANNOUNCEMENTS = 100;
const TTL_MS = 6 * 60 * 60 * 1000;
/** A notice is described in some 5 kB; one about many plots in much more. */
const MAX_BYTES = 4 * 1024 * 1024;
/** The service often takes more than a second. */
const TIMEOUT_MS = 3500;

/** The search service of official announcements (SRU 2.0). */
export class AnnouncementService {
  readonly #upstream: Upstream;

  constructor(baseUrl: string, deps: UpstreamDeps) {
    this.#upstream = new Upstream(
      {
        id: ANNOUNCEMENTS.id,
        name: 'the search service of official announcements',
        baseUrl,
        maxBytes: MAX_BYTES,
        timeoutMs: TIMEOUT_MS,
      },
      deps,
    );
  }

  /**
   * The newest notices that mention an address or its postcode, anywhere in their text: many lie elsewhere.
   * @throws UpstreamUnavailable
   */
  search(search: AnnouncementSearch, signal: AbortSignal): Promise<LiveAnswer<AnnouncementPage>> {
    return this.#upstream.ask({
      query: {
        operation: 'searchRetrieve',
        version: '2.0',
        query: searchQuery(search),
        startRecord: 1,
        maximumRecords: MOST_ANNOUNCEMENTS,
        recordSchema: 'gzd',
        httpAccept: 'application/xml',
      },
      accept: ['application/xml', 'text/xml', 'application/sru+xml'],
      read: (answer) => readAnnouncements(answer.text(), search.postcode ?? quotable(search.streetAndNumber)),
      isHit: ({ total }) => total > 0,
      ttlMs: TTL_MS,
      signal,
    });
  }
}

/**
 * The question in CQL. The index of places is not relied on: a notice is found by the words in its text and in its
 * description, where authors write the postcode with a blank or without.
 */
export function searchQuery({ postcode, streetAndNumber, towns, since }: AnnouncementSearch): string {
  const postcodes = postcode === null ? [] : [postcode, `${postcode.slice(0, 4)} ${postcode.slice(4)}`];
  const inTown = `(${mentions(streetAndNumber)} AND (${towns.map(mentions).join(' OR ')}))`;
  const place = [...postcodes.map(mentions), inTown].join(' OR ');
  return `c.product-area==officielepublicaties AND dt.date>=${since} AND (${place}) sortBy dt.date/sort.descending`;
}

function mentions(words: string): string {
  return `cql.textAndIndexes="${quotable(words)}"`;
}

/** Words for between quotation marks of CQL; those inside would end them. */
function quotable(words: string): string {
  return words
    .replace(/["\\*?^]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
