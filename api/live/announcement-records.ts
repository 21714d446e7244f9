import { XMLParser } from 'fast-xml-parser';
import { isWithinRdNew, type RdPoint, wgs84ToRd } from '../../db/rd-new.ts';
import { UnexpectedAnswer } from './upstream-answer.ts';

/** An official notice, as the search service describes it. */
export interface Announcement {
  /** e.g. `gmb-2024-194515`; `wsb-` of a water authority. */
  readonly id: string;
  /** Day of publication, `YYYY-MM-DD`. */
  readonly publishedOn: string;
  /** In Dutch. */
  readonly title: string;
  /** The publisher's kind of notice (rubriek), e.g. `omgevingsvergunning`. */
  readonly kind: string;
  /** What an environment and planning permit is for, e.g. `bouwen`. */
  readonly activities: readonly string[];
  readonly authority: string;
  readonly url: string;
  readonly places: readonly AnnouncedPlace[];
}

/** A place that a notice is about. */
export interface AnnouncedPlace {
  readonly postcode: string | null;
  readonly houseNumber: number | null;
  /** House letter and addition in one piece. */
  readonly suffix: string | null;
  /** In words, e.g. `Kloosterstraat 40, 6981CD Doesburg`. */
  readonly label: string | null;
  /** A point, or the corners of a line or an area, on the Dutch grid. */
  readonly points: readonly RdPoint[];
}

export interface AnnouncementPage {
  /** Notices that fit the question, also those that are not on this page. */
  readonly total: number;
  readonly announcements: readonly Announcement[];
}

/** Areas as large as a neighbourhood or more say nothing about an address in them. */
const LARGE_AREAS: ReadonlySet<string> = new Set([
  'Buurt',
  'Wijk',
  'Woonplaats',
  'Gemeente',
  'Provincie',
  'Waterschap',
]);
const MOST_POINTS = 500;

const LISTS: ReadonlySet<string> = new Set(['record', 'gebiedsmarkering', 'activiteit', 'type', 'creator']);

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: true,
  parseTagValue: false,
  isArray: (name) => LISTS.has(name),
});

/**
 * Reads an answer of the search service (SRU 2.0, schema gzd).
 * @param mustMention a word of the question: where the answer repeats its question, that must have it
 * @throws UnexpectedAnswer when it has another shape, answers another question, or reports a problem with this one:
 *   a clause that the service cannot use comes with status 200, and without effect
 */
export function readAnnouncements(xml: string, mustMention: string): AnnouncementPage {
  if (xml.includes('<!DOCTYPE')) throw new UnexpectedAnswer('it declares a document type');
  let document: unknown;
  try {
    document = parser.parse(xml, true);
  } catch {
    // The parser's message repeats a piece of the document.
    throw new UnexpectedAnswer('it is not well-formed XML');
  }
  const response = at(document, 'searchRetrieveResponse');
  if (response === undefined) throw new UnexpectedAnswer('it is no answer to a search');
  if (at(response, 'diagnostics') !== undefined)
    throw new UnexpectedAnswer('it reports a problem with the question');
  const echo = textAt(response, 'echoedSearchRetrieveRequest', 'query') ?? textAt(response, 'query');
  if (echo !== null && !echo.includes(mustMention)) throw new UnexpectedAnswer('it answers another question');
  const total = Number(textAt(response, 'numberOfRecords') ?? Number.NaN);
  if (!Number.isInteger(total) || total < 0)
    throw new UnexpectedAnswer('it does not say how many records there are');
  const records = listAt(response, 'records', 'record');
  if (total > 0 && records.length === 0) throw new UnexpectedAnswer('it holds none of its records');
  return { total, announcements: records.map(readRecord) };
}

function readRecord(record: unknown): Announcement {
  const meta = at(record, 'recordData', 'gzd', 'originalData', 'meta');
  const id = textAt(meta, 'owmskern', 'identifier');
  // In some notices the title is missing and the summary says what it is about.
  const title = textAt(meta, 'owmskern', 'title') ?? textAt(meta, 'owmsmantel', 'abstract');
  const publishedOn = [
    textAt(meta, 'owmsmantel', 'available'),
    textAt(meta, 'owmsmantel', 'issued'),
    textAt(meta, 'owmsmantel', 'date'),
    textAt(meta, 'owmskern', 'modified'),
  ].flatMap((text) => /^\d{4}-\d{2}-\d{2}/.exec(text ?? '') ?? [])[0];
  if (
    id === null ||
    !/^[a-z]{2,8}-[0-9A-Za-z-]{1,60}$/.test(id) ||
    title === null ||
    publishedOn === undefined
  ) {
    throw new UnexpectedAnswer('a record has no identifier, title or day');
  }
  return {
    id,
    publishedOn,
    title: title.replace(/\s+/g, ' ').slice(0, 500),
    kind: textsOf(listAt(meta, 'owmskern', 'type'))[0] ?? '',
    activities: textsOf(listAt(meta, 'tpmeta', 'activiteit')),
    authority: textsOf(listAt(meta, 'owmskern', 'creator'))[0] ?? '',
    url: pageOf(textAt(record, 'recordData', 'gzd', 'enrichedData', 'preferredUrl'), id),
    places: listAt(meta, 'tpmeta', 'gebiedsmarkering').flatMap(readPlaces),
  };
}

/** The page of a notice; built from its identifier where the record names no page of the publisher. */
function pageOf(preferred: string | null, id: string): string {
  const isPublishers =
    preferred !== null &&
    /^https:\/\/([a-z-]+\.)*(officielebekendmakingen|overheid)\.nl\/[!-~]*$/.test(preferred);
  return isPublishers ? preferred : `https://zoek.officielebekendmakingen.nl/${id}.html`;
}

/** A marking holds one element that says what it is, e.g. `Adres`, `Punt`, `Vlak`; older ones hold the fields at once. */
function readPlaces(marking: unknown): AnnouncedPlace[] {
  const shapes = Object.entries(fieldsOf(marking)).filter(([, value]) => typeof value === 'object');
  if (shapes.length === 0) return [readPlace(marking)];
  return shapes.flatMap(([kind, shape]) => (LARGE_AREAS.has(kind) ? [] : listOf(shape).map(readPlace)));
}

function readPlace(shape: unknown): AnnouncedPlace {
  const joined = /^([1-9]\d{3} ?[A-Z]{2}) ?(\d{1,5})?/i.exec(textAt(shape, 'postcodeHuisnummer') ?? '');
  const postcode = (textAt(shape, 'postcode') ?? joined?.[1] ?? '').replaceAll(' ', '').toUpperCase();
  const houseNumber = Number.parseInt(textAt(shape, 'huisnummer') ?? joined?.[2] ?? '', 10);
  const suffix = `${textAt(shape, 'huisletter') ?? ''}${textAt(shape, 'huisnummertoevoeging') ?? ''}`;
  return {
    postcode: /^[1-9]\d{3}[A-Z]{2}$/.test(postcode) ? postcode : null,
    houseNumber: houseNumber > 0 ? houseNumber : null,
    suffix: suffix === '' ? null : suffix,
    label: textAt(shape, 'geometrielabel')?.slice(0, 300) ?? null,
    points: pointsOf(shape),
  };
}

/**
 * `geometrie` is well-known text on the Dutch grid, `locatiepunt` is "lat lon" or "lat,lon", `locatiegebied` is
 * well-known text of "lon lat" or, in older notices, "lat,lon" pairs. What lies outside the Netherlands is left out.
 */
function pointsOf(shape: unknown): RdPoint[] {
  const onGrid = pairsOf(textAt(shape, 'geometrie')).flatMap(([x, y]) =>
    isWithinRdNew(x, y) ? [{ xM: x, yM: y }] : [],
  );
  if (onGrid.length > 0) return onGrid;
  return [textAt(shape, 'locatiepunt'), textAt(shape, 'locatiegebied')].flatMap((text) =>
    pairsOf(text).flatMap(([first, second]) => {
      // Longitudes here are 3 to 8 and latitudes 50 to 54: the order is plain.
      const [latitude, longitude] = first > second ? [first, second] : [second, first];
      if (!(latitude > 50 && latitude < 54 && longitude > 3 && longitude < 8)) return [];
      const point = wgs84ToRd(latitude, longitude);
      return isWithinRdNew(point.xM, point.yM) ? [point] : [];
    }),
  );
}

function pairsOf(text: string | null): [number, number][] {
  const numbers = (text?.match(/-?\d+(?:\.\d+)?/g) ?? []).slice(0, MOST_POINTS * 2).map(Number);
  const pairs: [number, number][] = [];
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    pairs.push([numbers[index] ?? Number.NaN, numbers[index + 1] ?? Number.NaN]);
  }
  return pairs;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** What stands at a path of elements; undefined where one of them is missing. Of repeated ones the first is taken. */
function at(value: unknown, ...path: readonly string[]): unknown {
  let current = value;
  for (const name of path) {
    const one = Array.isArray(current) ? current[0] : current;
    current = Object.hasOwn(fieldsOf(one), name) ? fieldsOf(one)[name] : undefined;
  }
  return current;
}

function textAt(value: unknown, ...path: readonly string[]): string | null {
  return textsOf(listOf(at(value, ...path)))[0] ?? null;
}

function listAt(value: unknown, ...path: readonly string[]): unknown[] {
  return listOf(at(value, ...path));
}

function listOf(value: unknown): unknown[] {
  if (value === undefined || value === '') return [];
  return Array.isArray(value) ? value : [value];
}

function textsOf(values: readonly unknown[]): string[] {
  return values.flatMap((value) => (typeof value === 'string' && value.trim() !== '' ? [value.trim()] : []));
}
