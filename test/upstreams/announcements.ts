import { CqlError, fitsCql } from './cql.ts';
import type { StandIn, StandInAnswer } from './stand-in.ts';

/** A notice of ours, in the terms of the publisher. */
interface Notice {
  readonly id: string;
  readonly date: string;
  readonly creator: string;
  readonly scheme?: string;
  readonly type: string;
  readonly activity?: string;
  readonly title: string;
  readonly body: string;
  /** Inner XML of its markings. */
  readonly markings: readonly string[];
}

const addressMarking = (street: string, number: number, postcode: string, town: string, point: string) =>
  `<ow:Adres><ow:straatnaam>${street}</ow:straatnaam><ow:huisnummer>${number}</ow:huisnummer><ow:postcode>${postcode}</ow:postcode><ow:woonplaats>${town}</ow:woonplaats><ow:geometrie>${point}</ow:geometrie><ow:geometrielabel>${street} ${number}, ${postcode} ${town}</ow:geometrielabel></ow:Adres>`;

/** Every notice of Amsterdam ends with the town hall's address, as real ones do. */
const TOWN_HALL = 'Stadhuis, Amstel 1, 1011 PN Amsterdam.';

const NOTICES: readonly Notice[] = [
  {
    id: 'gmb-2026-310001',
    date: '2026-07-14',
    creator: 'Amsterdam',
    type: 'omgevingsvergunning',
    activity: 'bouwen',
    title: 'Besluit omgevingsvergunning verleend Amstel 1, het vernieuwen van de balie',
    body: TOWN_HALL,
    markings: [addressMarking('Amstel', 1, '1011PN', 'Amsterdam', 'POINT(121828.87  486751.73)')],
  },
  {
    id: 'gmb-2026-270002',
    date: '2026-06-02',
    creator: 'Amsterdam',
    type: 'omgevingsvergunning',
    activity: 'bouwen',
    title: 'Aanvraag omgevingsvergunning Amstel 1, het vernieuwen van de balie',
    body: TOWN_HALL,
    markings: [addressMarking('Amstel', 1, '1011PN', 'Amsterdam', 'POINT(121828.87  486751.73)')],
  },
  {
    id: 'gmb-2026-120003',
    date: '2026-03-19',
    creator: 'Amsterdam',
    type: 'evenementenvergunning',
    title: 'Evenementenvergunning aangevraagd, Waterlooplein',
    body: TOWN_HALL,
    markings: ['<ow:Punt><ow:locatiepunt>52.3677 4.9010</ow:locatiepunt></ow:Punt>'],
  },
  {
    id: 'gmb-2026-100004',
    date: '2026-02-27',
    creator: 'Amsterdam',
    type: 'omgevingsvergunning',
    activity: 'kappen',
    title: 'Besluit omgevingsvergunning geweigerd Kerkstraat 1, het kappen van een boom',
    body: TOWN_HALL,
    markings: [addressMarking('Kerkstraat', 1, '1017GA', 'Amsterdam', 'POINT(120902.78 486441.41)')],
  },
  {
    id: 'gmb-2026-90005',
    date: '2026-02-20',
    creator: 'Amsterdam',
    type: 'algemeen verbindend voorschrift (verordening)',
    title: 'Verordening op de markten 2026',
    body: TOWN_HALL,
    markings: ['<ow:Gemeente><ow:gemeentenaam>Amsterdam</ow:gemeentenaam></ow:Gemeente>'],
  },
  {
    id: 'wsb-2025-8006',
    date: '2025-11-05',
    creator: 'Waterschap Rijn en IJssel',
    scheme: 'OVERHEID.Waterschap',
    type: 'watervergunning',
    title: 'Watervergunning verleend voor een steiger aan Kosterstraat 4 te Doesburg',
    body: '',
    markings: [
      '<ow:Vlak><ow:geometrie>POLYGON ((206330 447520, 206340 447520, 206340 447535, 206330 447520))</ow:geometrie><ow:locatiegebied>POLYGON((6.13 52.01,6.14 52.01,6.14 52.02,6.13 52.01))</ow:locatiegebied></ow:Vlak>',
    ],
  },
  {
    id: 'gmb-2023-50007',
    date: '2023-02-01',
    creator: 'Amsterdam',
    type: 'omgevingsvergunning',
    title: 'Aanvraag omgevingsvergunning Amstel 1, lang geleden',
    body: TOWN_HALL,
    markings: [addressMarking('Amstel', 1, '1011PN', 'Amsterdam', 'POINT(121828.87  486751.73)')],
  },
];

/** The search service of official announcements: SRU 2.0, schema gzd. */
export const ANNOUNCEMENTS_STAND_IN: StandIn = {
  id: 'announcements',
  setting: 'ANNOUNCEMENTS_URL',
  answer: ({ query }) => searched(query, query.get('query') ?? ''),
  // The answer to somebody else's question.
  wrongObject: ({ query }) =>
    searched(query, 'c.product-area==officielepublicaties AND cql.textAndIndexes="Doesburg"'),
};

function searched(parameters: URLSearchParams, cql: string): StandInAnswer {
  if (parameters.get('operation') !== 'searchRetrieve' || parameters.get('recordSchema') !== 'gzd') {
    return response('', diagnostics('info:srw/diagnostic/1/8', 'Unsupported parameter'));
  }
  let found: readonly Notice[];
  try {
    found = NOTICES.filter((notice) =>
      fitsCql(cql, {
        'c.product-area': 'officielepublicaties',
        'dt.date': notice.date,
        'dt.creator': notice.creator,
        'dt.type': notice.type,
        'cql.textAndIndexes': `${notice.title} ${notice.body} ${notice.markings.join(' ').replace(/<[^>]*>/g, ' ')}`,
      }),
    );
  } catch (error) {
    if (!(error instanceof CqlError)) throw error;
    return response(cql, diagnostics('info:srw/diagnostic/1/16', error.message));
  }
  const start = Number(parameters.get('startRecord') ?? 1);
  const page = found.slice(start - 1, start - 1 + Number(parameters.get('maximumRecords') ?? 10));
  const records = page.map((notice) => record(notice)).join('');
  return response(
    cql,
    `<sru:numberOfRecords>${found.length}</sru:numberOfRecords><sru:records>${records}</sru:records>`,
  );
}

function response(cql: string, inner: string): StandInAnswer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<sru:searchRetrieveResponse xmlns:sru="http://docs.oasis-open.org/ns/search-ws/sruResponse" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:gzd="http://standaarden.overheid.nl/sru" xmlns:ow="http://standaarden.overheid.nl/wetgeving/"><sru:version>2.0</sru:version>${inner}<sru:echoedSearchRetrieveRequest><sru:query>${escaped(cql)}</sru:query></sru:echoedSearchRetrieveRequest></sru:searchRetrieveResponse>`;
  return { contentType: 'application/xml;charset=UTF-8', body };
}

/** A question that the service cannot read is answered with status 200, and no number of records. */
function diagnostics(uri: string, message: string): string {
  return `<sru:diagnostics><diag:diagnostic xmlns:diag="http://docs.oasis-open.org/ns/search-ws/diagnostic"><diag:uri>${uri}</diag:uri><diag:message>${escaped(message)}</diag:message></diag:diagnostic></sru:diagnostics>`;
}

function record({ id, date, creator, scheme, type, activity, title, markings }: Notice): string {
  const activities =
    activity === undefined
      ? ''
      : `<ow:activiteit scheme="OVERHEIDop.ActiviteitOmgevingsvergunning">${activity}</ow:activiteit>`;
  const places = markings.map((marking) => `<ow:gebiedsmarkering>${marking}</ow:gebiedsmarkering>`).join('');
  return `<sru:record><sru:recordData><gzd:gzd><gzd:originalData><ow:meta><ow:owmskern><dcterms:identifier>${id}</dcterms:identifier><dcterms:title>${escaped(title)}</dcterms:title><dcterms:type scheme="OVERHEIDop.Rubriek">${type}</dcterms:type><dcterms:creator scheme="${scheme ?? 'OVERHEID.Gemeente'}">${escaped(creator)}</dcterms:creator><dcterms:modified>${date}</dcterms:modified></ow:owmskern><ow:owmsmantel><dcterms:date>${date}</dcterms:date><dcterms:available>${date}</dcterms:available></ow:owmsmantel><ow:tpmeta>${activities}${places}</ow:tpmeta></ow:meta></gzd:originalData><gzd:enrichedData><gzd:preferredUrl>https://zoek.officielebekendmakingen.nl/${id}.html</gzd:preferredUrl></gzd:enrichedData></gzd:gzd></sru:recordData></sru:record>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
