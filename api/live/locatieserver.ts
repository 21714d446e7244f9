import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { postcode as postcodeOf, wholeNumber } from '../../db/bag-values.ts';
import { isWithinRdNew, wgs84ToRd } from '../../db/rd-new.ts';
import {
  type GeocodedAddress,
  type GeocodedArea,
  type Geocoder,
  type GeocoderQuestion,
  MOST_GEOCODED,
} from './geocoder.ts';
import type { LiveAnswer, LiveSource } from './live-source.ts';
import { UnexpectedAnswer, Upstream, type UpstreamAnswer, type UpstreamDeps } from './upstream.ts';
import type { UpstreamQuery } from './upstream-url.ts';

/** Locatieserver, the geocoder of PDOK: Solr over the register's addresses, renewed daily. */
export const LOCATIESERVER: LiveSource = {
  id: 'pdok-locatieserver',
  name: 'Geocoder of the register of addresses (PDOK Locatieserver)',
  publisher: 'PDOK (Kadaster)',
  licence: 'CC0-1.0',
  licenceUrl: 'https://creativecommons.org/publicdomain/zero/1.0/',
  attribution:
    'Source: Kadaster (BAG) and Statistics Netherlands (CBS, neighbourhoods), through PDOK Locatieserver.',
  url: 'https://www.pdok.nl/pdok-locatieserver',
};

/** The publisher's own limit. */
const ROWS = 50;

const TTL_MS = 10 * 60_000;

/** What is read of a document; keys that have no value are absent. */
const FIELDS = [
  'type',
  'straatnaam',
  'straatnaam_verkort',
  'openbareruimte_id',
  'huisnummer',
  'huisletter',
  'huisnummertoevoeging',
  'postcode',
  'woonplaatsnaam',
  'woonplaatscode',
  'gemeentecode',
  'gemeentenaam',
  'provinciecode',
  'provincienaam',
  'nummeraanduiding_id',
  'adresseerbaarobject_id',
  'adrestype',
  'centroide_rd',
  'centroide_ll',
  'buurtcode',
  'buurtnaam',
  'wijkcode',
  'wijknaam',
].join(',');

const text = Type.Optional(Type.String());

const Answer = Compile(
  Type.Object({
    response: Type.Object({
      numFound: Type.Integer({ minimum: 0 }),
      docs: Type.Array(Type.Object({ type: Type.String() })),
    }),
  }),
);

const Document = Compile(
  Type.Object({
    straatnaam: Type.String(),
    straatnaam_verkort: text,
    openbareruimte_id: text,
    // A number, and in some indexes a text of one.
    huisnummer: Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[0-9]{1,5}$' })]),
    huisletter: text,
    huisnummertoevoeging: text,
    postcode: text,
    woonplaatsnaam: Type.String(),
    woonplaatscode: text,
    gemeentecode: text,
    gemeentenaam: text,
    provinciecode: text,
    provincienaam: text,
    nummeraanduiding_id: Type.String({ pattern: '^[0-9]{16}$' }),
    adresseerbaarobject_id: Type.String({ pattern: '^[0-9]{16}$' }),
    adrestype: text,
    centroide_rd: text,
    centroide_ll: text,
    buurtcode: text,
    buurtnaam: text,
    wijkcode: text,
    wijknaam: text,
  }),
);

/** What comes on one page, and how much there is in all. */
export interface LocatieserverPage {
  readonly numFound: number;
  readonly addresses: readonly GeocodedAddress[];
}

/**
 * Reads a page of `free`. What is no address (streets, towns, postcodes) is left out.
 * @throws UnexpectedAnswer also when an address is not what the filters of the question allow
 */
export function readLocatieserver(answer: UpstreamAnswer, question: GeocoderQuestion): LocatieserverPage {
  const body = answer.json();
  if (!Answer.Check(body)) throw new UnexpectedAnswer('no list of documents');
  const { numFound, docs } = body.response;
  const addresses = docs.filter(({ type }) => type === 'adres').map(readDocument);
  if (!addresses.every((address) => passes(address, question))) {
    throw new UnexpectedAnswer('an address that the filters of the question do not allow');
  }
  return { numFound, addresses };
}

function readDocument(document: unknown): GeocodedAddress {
  if (!Document.Check(document)) throw new UnexpectedAnswer('an address without its parts');
  return {
    street: document.straatnaam,
    streetShortName: given(document.straatnaam_verkort),
    streetId: wholeNumber(document.openbareruimte_id ?? null),
    houseNumber: Number(document.huisnummer),
    houseLetter: given(document.huisletter),
    addition: given(document.huisnummertoevoeging),
    postcode: postcodeOf(given(document.postcode)) ?? null,
    town: document.woonplaatsnaam,
    townId: wholeNumber(document.woonplaatscode ?? null),
    municipalityCode: municipalityCode(document.gemeentecode),
    municipality: given(document.gemeentenaam),
    provinceCode: given(document.provinciecode),
    province: given(document.provincienaam),
    addressId: Number(document.nummeraanduiding_id),
    objectId: Number(document.adresseerbaarobject_id),
    isMain: document.adrestype === undefined ? null : document.adrestype !== 'nevenadres',
    ...pointOf(document.centroide_rd, document.centroide_ll),
    neighbourhood: area(/^BU\d{4}[0-9A-Z]{4}$/, document.buurtcode, document.buurtnaam),
    district: area(/^WK\d{4}[0-9A-Z]{2}$/, document.wijkcode, document.wijknaam),
  };
}

function given(value: string | undefined): string | null {
  return value === undefined || value === '' ? null : value;
}

/** Without the prefix: `0363`. */
function municipalityCode(code: string | undefined): string | null {
  return code !== undefined && /^\d{4}$/.test(code) ? `GM${code}` : null;
}

function area(pattern: RegExp, code: string | undefined, name: string | undefined): GeocodedArea | null {
  return code !== undefined && pattern.test(code) ? { code, name: given(name) } : null;
}

/** `POINT(121828.874 486751.728)`; the other one is longitude before latitude. */
const POINT = /^POINT ?\(\s*(-?[\d.]+)\s+(-?[\d.]+)\s*\)$/i;

function pointOf(rd: string | undefined, wgs84: string | undefined) {
  const [, x, y] = POINT.exec(rd ?? '') ?? [];
  if (x !== undefined && isWithinRdNew(Number(x), Number(y))) return { rdXM: Number(x), rdYM: Number(y) };
  const [, longitude, latitude] = POINT.exec(wgs84 ?? '') ?? [];
  if (longitude === undefined) return { rdXM: null, rdYM: null };
  const { xM, yM } = wgs84ToRd(Number(latitude), Number(longitude));
  return isWithinRdNew(xM, yM) ? { rdXM: xM, rdYM: yM } : { rdXM: null, rdYM: null };
}

function passes(address: GeocodedAddress, question: GeocoderQuestion): boolean {
  switch (question.by) {
    case 'postcode':
      return address.postcode === question.postcode && address.houseNumber === question.houseNumber;
    case 'id':
      return address.addressId === question.id || address.objectId === question.id;
    case 'text':
      return true;
  }
}

/** The question as the publisher takes it: `fq` are strict filters, `q` only decides the order. */
export function locatieserverQuery(question: GeocoderQuestion): UpstreamQuery {
  switch (question.by) {
    case 'postcode': {
      const { postcode, houseNumber } = question;
      return {
        q: `${postcode} ${houseNumber}`,
        fq: ['type:adres', `postcode:${postcode}`, `huisnummer:${houseNumber}`],
      };
    }
    case 'id':
      return {
        q: '*',
        fq: ['type:adres', `${idField(question.id)}:${String(question.id).padStart(16, '0')}`],
      };
    case 'text':
      return { q: withoutOperators(question.text), fq: ['type:adres'] };
  }
}

/** Positions 5 and 6 of a register id give the kind of what it names: 20 is a number designation. */
function idField(id: number): string {
  return String(id).padStart(16, '0').slice(4, 6) === '20' ? 'nummeraanduiding_id' : 'adresseerbaarobject_id';
}

/** The text goes to a Lucene parser, to which these are operators; an unbalanced quote would be an error. */
function withoutOperators(text: string): string {
  return text
    .replace(/[-+&|!(){}[\]^"~*?:\\/]+/g, ' ')
    .replace(/\b(?:AND|OR|NOT)\b/g, (word) => word.toLowerCase())
    .replace(/\s+/g, ' ')
    .trim();
}

/** @param baseUrl e.g. `https://api.pdok.nl/bzk/locatieserver/search/v3_1` */
export function createLocatieserver(baseUrl: string, deps: UpstreamDeps): Geocoder {
  const upstream = new Upstream(
    { id: LOCATIESERVER.id, name: 'the geocoder of PDOK', baseUrl, maxConcurrent: 16 },
    deps,
  );
  const ask = (question: GeocoderQuestion, start: number, signal: AbortSignal) =>
    upstream.ask({
      path: '/free',
      query: { ...locatieserverQuery(question), fl: FIELDS, rows: ROWS, start },
      accept: ['application/json'],
      read: (answer) => readLocatieserver(answer, question),
      isHit: ({ addresses }) => addresses.length > 0,
      ttlMs: TTL_MS,
      signal,
    });
  return {
    name: upstream.name,
    source: LOCATIESERVER,
    async find(question, signal): Promise<LiveAnswer<readonly GeocodedAddress[]>> {
      const first = await ask(question, 0, signal);
      const addresses = [...first.value.addresses];
      // A text finds thousands that are merely like it: only the likeliest count. A filter finds what there is.
      const wanted = question.by === 'text' ? 0 : Math.min(first.value.numFound, MOST_GEOCODED);
      for (let start = ROWS; start < wanted; start += ROWS) {
        const next = await ask(question, start, signal);
        addresses.push(...next.value.addresses);
      }
      return { ...first, value: withoutRepeats(addresses) };
    },
  };
}

/** The order of documents that score the same may change between pages. */
function withoutRepeats(addresses: readonly GeocodedAddress[]): GeocodedAddress[] {
  return [...new Map(addresses.map((address) => [address.addressId, address])).values()];
}
