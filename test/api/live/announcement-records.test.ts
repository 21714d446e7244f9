import { describe, expect, it } from 'vitest';
import { readAnnouncements } from '../../../api/live/announcement-records.ts';
import { searchQuery } from '../../../api/live/announcements.ts';
import { UnexpectedAnswer } from '../../../api/live/upstream.ts';

interface TestRecord {
  readonly kern?: string;
  readonly mantel?: string;
  readonly tpmeta?: string;
  readonly enriched?: string;
}

const KERN =
  '<dcterms:identifier>gmb-2026-194515</dcterms:identifier><dcterms:title>Toestemming voor zonnepanelen &amp; meer aan Kloosterstraat 40</dcterms:title><dcterms:type scheme="OVERHEIDop.Rubriek">omgevingsvergunning</dcterms:type><dcterms:creator scheme="OVERHEID.Gemeente">Doesburg</dcterms:creator><dcterms:modified>2026-05-11</dcterms:modified>';
const MANTEL = '<dcterms:date>2026-05-09</dcterms:date><dcterms:available>2026-05-10</dcterms:available>';

/** A record as the service writes one. */
const record = ({ kern = KERN, mantel = MANTEL, tpmeta = '', enriched = '' }: TestRecord = {}) =>
  `<sru:record><sru:recordData><gzd:gzd><gzd:originalData><ow:meta><ow:owmskern>${kern}</ow:owmskern><ow:owmsmantel>${mantel}</ow:owmsmantel><ow:tpmeta>${tpmeta}</ow:tpmeta></ow:meta></gzd:originalData><gzd:enrichedData>${enriched}</gzd:enrichedData></gzd:gzd></sru:recordData></sru:record>`;

const answer = (records: readonly string[], { total = records.length, more = '' } = {}) =>
  `<?xml version="1.0"?><sru:searchRetrieveResponse xmlns:sru="http://docs.oasis-open.org/ns/search-ws/sruResponse" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:gzd="http://standaarden.overheid.nl/sru" xmlns:ow="http://standaarden.overheid.nl/wetgeving/"><sru:numberOfRecords>${total}</sru:numberOfRecords><sru:records>${records.join('')}</sru:records>${more}</sru:searchRetrieveResponse>`;

const read = (xml: string) => readAnnouncements(xml, '6981CD');
const placesOf = (marking: string) =>
  read(answer([record({ tpmeta: `<ow:gebiedsmarkering>${marking}</ow:gebiedsmarkering>` })])).announcements[0]
    ?.places;

describe('notices of the search service', () => {
  it('are read with their kind, day of publication, issuer and page', () => {
    const enriched =
      '<gzd:preferredUrl>https://zoek.officielebekendmakingen.nl/gmb-2026-194515.html</gzd:preferredUrl>';
    const tpmeta = '<ow:activiteit scheme="x">bouwen</ow:activiteit><ow:activiteit>kappen</ow:activiteit>';
    expect(read(answer([record({ tpmeta, enriched })]))).toEqual({
      total: 1,
      announcements: [
        {
          id: 'gmb-2026-194515',
          publishedOn: '2026-05-10',
          title: 'Toestemming voor zonnepanelen & meer aan Kloosterstraat 40',
          kind: 'omgevingsvergunning',
          activities: ['bouwen', 'kappen'],
          authority: 'Doesburg',
          url: 'https://zoek.officielebekendmakingen.nl/gmb-2026-194515.html',
          places: [],
        },
      ],
    });
  });

  it('are read also without prefixes', () => {
    const bare = answer([record()]).replace(/(<\/?)(sru|gzd|ow|dcterms):/g, '$1');
    expect(read(bare).announcements).toHaveLength(1);
  });

  it('may be none', () => {
    expect(read(answer([]))).toEqual({ total: 0, announcements: [] });
  });

  it.each([
    ['no page', ''],
    [
      'a page that is not the publisher’s',
      '<gzd:preferredUrl>https://evil.example/?overheid.nl/</gzd:preferredUrl>',
    ],
    ['a script', '<gzd:preferredUrl>javascript:alert(1)</gzd:preferredUrl>'],
  ])('with %s have the page of their identifier', (_what, enriched) => {
    expect(read(answer([record({ enriched })])).announcements[0]?.url).toBe(
      'https://zoek.officielebekendmakingen.nl/gmb-2026-194515.html',
    );
  });

  it.each([
    ['HTML', '<!doctype html><html></html>'],
    ['a cut answer', answer([record()]).slice(0, -40)],
    ['nothing', ''],
    ['XML of something else', '<feed><entry/></feed>'],
    [
      'a problem beside records',
      answer([record()], { more: '<sru:diagnostics><d>SEARCH-IGNOREDQTEXT</d></sru:diagnostics>' }),
    ],
    ['a number of records without any', answer([], { total: 3 })],
    ['no number of records', answer([]).replace(/<sru:numberOfRecords>0/, '<sru:numberOfRecords>')],
    [
      'a record without a title',
      answer([record({ kern: KERN.replace(/<dcterms:title>.*<\/dcterms:title>/, '') })]),
    ],
    [
      'a record without a day',
      answer([record({ kern: KERN.replace(/<dcterms:modified>.*$/, ''), mantel: '' })]),
    ],
    [
      'the answer to another question',
      answer([record()], {
        more: '<sru:echoedSearchRetrieveRequest><sru:query>dt.creator=x</sru:query></sru:echoedSearchRetrieveRequest>',
      }),
    ],
    ['entities of its own', `<!DOCTYPE x [<!ENTITY a "aaaa">]>${answer([record()])}`],
  ])('are not read from %s', (_what, xml) => {
    expect(() => read(xml)).toThrow(UnexpectedAnswer);
  });
});

describe('the places of a notice', () => {
  it('of an address have its parts, and its point on the Dutch grid', () => {
    const marking =
      '<ow:Adres><ow:postcode>6981 CD</ow:postcode><ow:huisnummer>40</ow:huisnummer><ow:huisletter>A</ow:huisletter><ow:huisnummertoevoeging>2</ow:huisnummertoevoeging><ow:geometrie>POINT(206354.1  447392.2)</ow:geometrie><ow:geometrielabel>Kloosterstraat 40A-2, 6981CD Doesburg</ow:geometrielabel></ow:Adres>';
    expect(placesOf(marking)).toEqual([
      {
        postcode: '6981CD',
        houseNumber: 40,
        suffix: 'A2',
        label: 'Kloosterstraat 40A-2, 6981CD Doesburg',
        points: [{ xM: 206354.1, yM: 447392.2 }],
      },
    ]);
  });

  it.each([
    ['a point', '<ow:Punt><ow:locatiepunt>52.3676456 4.90016547</ow:locatiepunt></ow:Punt>'],
    ['a point with a comma', '<ow:Punt><ow:locatiepunt>52.3676456,4.90016547</ow:locatiepunt></ow:Punt>'],
    [
      'an area, longitude first',
      '<ow:Vlak><ow:locatiegebied>POLYGON((4.90016547 52.3676456))</ow:locatiegebied></ow:Vlak>',
    ],
    [
      'an area that is on neither grid',
      '<ow:Vlak><ow:geometrie>POLYGON((4.9 52.3))</ow:geometrie><ow:locatiegebied>POLYGON((4.90016547 52.3676456))</ow:locatiegebied></ow:Vlak>',
    ],
    ['an old marking without a kind', '<ow:geometrie>POINT (121828.874 486751.728)</ow:geometrie>'],
  ])('of %s have its corners on the Dutch grid', (_what, marking) => {
    const point = placesOf(marking)?.[0]?.points[0];
    expect(point?.xM).toBeCloseTo(121_828.874, 0);
    expect(point?.yM).toBeCloseTo(486_751.728, 0);
  });

  it('of a postcode and number in one have both', () => {
    const marking =
      '<ow:PostcodeHuisnummer><ow:postcodeHuisnummer>6981CD 40</ow:postcodeHuisnummer></ow:PostcodeHuisnummer>';
    expect(placesOf(marking)).toMatchObject([{ postcode: '6981CD', houseNumber: 40 }]);
  });

  it('that are as large as a municipality are none', () => {
    expect(placesOf('<ow:Gemeente><ow:geometrie>POINT(206354 447392)</ow:geometrie></ow:Gemeente>')).toEqual(
      [],
    );
  });
});

describe('the question', () => {
  it('asks for the postcode in both spellings, and for the street in the town by all its names', () => {
    const search = {
      postcode: '2511BT',
      streetAndNumber: 'Spui 70',
      towns: ["'s-Gravenhage", 'Den Haag'],
      since: '2024-11-27',
    };
    expect(searchQuery(search)).toBe(
      'c.product-area==officielepublicaties AND dt.date>=2024-11-27 AND (cql.textAndIndexes="2511BT" OR cql.textAndIndexes="2511 BT" OR (cql.textAndIndexes="Spui 70" AND (cql.textAndIndexes="\'s-Gravenhage" OR cql.textAndIndexes="Den Haag"))) sortBy dt.date/sort.descending',
    );
  });

  it('cannot be ended by a name', () => {
    const query = searchQuery({
      postcode: null,
      streetAndNumber: 'A" OR x="\\ 1',
      towns: ['B'],
      since: '2024-11-27',
    });
    expect(query).toContain('(cql.textAndIndexes="A OR x= 1" AND (cql.textAndIndexes="B"))');
  });
});
