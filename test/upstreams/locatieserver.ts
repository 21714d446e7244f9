import { rdToWgs84 } from '../../db/rd-new.ts';
import { ADDRESSES, doorNumber, type KnownAddress, OBJECTS, TOWNS } from './address-data.ts';
import type { StandIn, StandInAnswer, StandInRequest } from './stand-in.ts';

const PARAMETERS = ['q', 'fq', 'fl', 'rows', 'start', 'sort', 'qf', 'bq', 'lat', 'lon', 'df', 'wt'];
const MOST_ROWS = 50;

type Document = Readonly<Record<string, string | number | string[]>>;

const DOCUMENTS: readonly Document[] = [
  {
    type: 'weg',
    id: 'weg-90000000000000000000000000000001',
    weergavenaam: 'Nieuwe Proefweg, Amsterdam',
    straatnaam: 'Nieuwe Proefweg',
    woonplaatsnaam: 'Amsterdam',
    centroide_rd: 'POINT(121830 486715)',
  },
  ...ADDRESSES.map(documentOf),
];

/** A document as the index holds it: what an address does not have is absent. */
function documentOf(address: KnownAddress): Document {
  const town = TOWNS[address.town];
  const [xM, yM] = OBJECTS.find(({ id }) => id === address.object)?.at ?? [121816, 486716];
  const { latitude, longitude } = rdToWgs84(xM, yM);
  const [neighbourhoodCode, neighbourhoodName] = town.neighbourhood;
  const [districtCode, districtName] = town.district;
  const place = [address.postcode, address.town].filter((part) => part !== undefined).join(' ');
  return {
    bron: 'BAG',
    type: 'adres',
    id: `adr-${address.id.padStart(32, '0')}`,
    weergavenaam: `${address.street} ${doorNumber(address)}, ${place}`,
    straatnaam: address.street,
    straatnaam_verkort: address.shortName ?? address.street,
    openbareruimtetype: 'Weg',
    openbareruimte_id: address.streetId,
    huis_nlt: doorNumber(address),
    huisnummer: address.number,
    ...(address.letter === undefined ? {} : { huisletter: address.letter }),
    ...(address.addition === undefined ? {} : { huisnummertoevoeging: address.addition }),
    ...(address.postcode === undefined ? {} : { postcode: address.postcode }),
    woonplaatsnaam: address.town,
    woonplaatscode: town.code,
    gemeentenaam: town.municipality,
    gemeentecode: town.municipalityCode,
    provincienaam: town.province,
    provinciecode: town.provinceCode,
    buurtcode: neighbourhoodCode,
    buurtnaam: neighbourhoodName,
    wijkcode: districtCode,
    wijknaam: districtName,
    identificatie: `${address.object}-${address.id}`,
    nummeraanduiding_id: address.id,
    adresseerbaarobject_id: address.object,
    adrestype: address.secondary === true ? 'nevenadres' : 'hoofdadres',
    centroide_ll: `POINT(${longitude} ${latitude})`,
    centroide_rd: `POINT(${xM} ${yM})`,
    gekoppeld_perceel: ['ASD12-P-9999'],
  };
}

/** PDOK Locatieserver v3_1: `fq` filters strictly, `q` only decides the order, so that it always answers something. */
export const LOCATIESERVER_STAND_IN: StandIn = {
  id: 'pdok-locatieserver',
  setting: 'LOCATIESERVER_URL',
  answer: (request) => answerFree(request, (documents) => documents),
  wrongObject: (request) =>
    answerFree(request, () => DOCUMENTS.filter(({ postcode }) => postcode === '1381ZZ')),
};

function answerFree(
  { path, query }: StandInRequest,
  instead: (documents: readonly Document[]) => readonly Document[],
): StandInAnswer {
  if (path !== '/free')
    return { status: 404, contentType: 'application/json', body: '{"error":"not found"}' };
  for (const name of query.keys()) {
    if (!PARAMETERS.includes(name)) {
      return refusal(`query parameter '${name}' not defined in the specifications`);
    }
  }
  const q = query.get('q') ?? '*';
  if ((q.split('"').length - 1) % 2 === 1 || /[()[\]{}^~!]/.test(q))
    return refusal('SyntaxError: Cannot parse');
  const filters = query.getAll('fq').map((filter) => /^(\w+):"?([^"]*)"?$/.exec(filter));
  if (filters.some((filter) => filter === null)) return refusal('SyntaxError: Cannot parse');
  const passing = DOCUMENTS.filter((document) =>
    filters.every((filter) => filter !== null && String(document[filter[1] ?? '']) === filter[2]),
  );
  const rows = Math.min(Number(query.get('rows') ?? 10), MOST_ROWS);
  const start = Number(query.get('start') ?? 0);
  const ranked = instead(rankedBy(q, passing));
  const fields = query.get('fl')?.split(',') ?? ['*'];
  return {
    contentType: 'application/json;charset=utf-8',
    body: JSON.stringify({
      response: {
        numFound: ranked.length,
        start,
        maxScore: 7.25,
        numFoundExact: true,
        docs: ranked.slice(start, start + rows).map((document) => withFields(document, fields)),
      },
    }),
  };
}

function rankedBy(q: string, documents: readonly Document[]): Document[] {
  const words = q.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const score = (document: Document) => {
    const text = String(document.weergavenaam).toLowerCase();
    return words.filter((word) => new RegExp(`(?<![\\p{L}\\p{N}])${word}`, 'u').test(text)).length;
  };
  return [...documents].sort(
    (left, right) =>
      score(right) - score(left) || String(left.weergavenaam).localeCompare(String(right.weergavenaam)),
  );
}

function withFields(document: Document, fields: readonly string[]): Document {
  if (fields.includes('*')) return document;
  return Object.fromEntries(Object.entries(document).filter(([name]) => fields.includes(name)));
}

function refusal(msg: string): StandInAnswer {
  const error = { metadata: ['error-class', 'org.apache.solr.common.SolrException'], msg, code: 400 };
  return { status: 400, contentType: 'application/json', body: JSON.stringify({ error }) };
}
