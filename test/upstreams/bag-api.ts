import {
  ADDRESSES,
  BUILDINGS,
  doorNumber,
  type KnownObject,
  OBJECTS,
  objectOf,
  TOWNS,
} from './address-data.ts';
import type { StandIn, StandInAnswer, StandInRequest } from './stand-in.ts';

/** The key that the stand-in takes. */
export const BAG_API_STAND_IN_KEY = 'key-of-the-stand-in';

const BASE = 'https://api.bag.kadaster.nl/lvbag/individuelebevragingen/v2';

/** The API of Kadaster, "individuele bevragingen" v2: no hit is a 200 with `_links` alone. */
export const BAG_API_STAND_IN: StandIn = {
  id: 'bag-api',
  setting: 'BAG_API_URL',
  answer: (request) => answerApi(request, (id) => id),
  wrongObject: (request) => answerApi(request, (id) => OTHERS[id.slice(4, 6)] ?? id),
};

/** Another object or building, by the kind of id. */
const OTHERS: Readonly<Record<string, string>> = {
  '01': '0457010900000010',
  '02': '0457010900000010',
  '10': '0363100900000003',
};

function answerApi({ path, query, headers }: StandInRequest, meant: (id: string) => string): StandInAnswer {
  const key = headers['x-api-key'];
  if (key === undefined) return problem(401, 'Niet correct geauthenticeerd.');
  if (key !== BAG_API_STAND_IN_KEY) return problem(403, 'U bent niet geautoriseerd voor deze operatie.');
  if (path === '/adressenuitgebreid') {
    const id = query.get('adresseerbaarObjectIdentificatie');
    if (id === null || !/^\d{16}$/.test(id))
      return problem(400, 'Een of meerdere parameters zijn niet correct.');
    return embedded(path, query, 'adressen', extendedAddresses(meant(id)));
  }
  if (path === '/verblijfsobjecten') {
    const id = meant(query.get('pandIdentificatie') ?? '');
    return embedded(path, query, 'verblijfsobjecten', unitsOf(id));
  }
  const building = /^\/panden\/(\d{16})$/.exec(path)?.[1];
  const found = BUILDINGS.find(({ id }) => id === meant(building ?? ''));
  if (found === undefined) return problem(404, 'De gevraagde resource bestaat niet.');
  const [minX, minY, maxX, maxY] = found.square;
  return hal({
    pand: {
      identificatie: found.id,
      domein: 'NL.IMBAG.Pand',
      geometrie: {
        type: 'Polygon',
        coordinates: [
          [
            [minX, minY, 0],
            [maxX, minY, 0],
            [maxX, maxY, 0],
            [minX, maxY, 0],
            [minX, minY, 0],
          ],
        ],
      },
      oorspronkelijkBouwjaar: String(found.yearBuilt),
      status: found.status,
      geconstateerd: 'N',
    },
    _links: { self: { href: `${BASE}/panden/${found.id}` } },
  });
}

/** Every address of an object; what has a final status is left out unless it is asked for. */
function extendedAddresses(objectId: string): unknown[] {
  const object = objectOf(objectId);
  if (object === undefined || object.status.endsWith('ingetrokken')) return [];
  const buildings = BUILDINGS.filter(({ id }) => object.buildings?.includes(id) === true);
  return ADDRESSES.filter((address) => address.object === objectId).map((address) => ({
    openbareRuimteNaam: address.street,
    korteNaam: address.shortName ?? address.street,
    huisnummer: address.number,
    ...(address.letter === undefined ? {} : { huisletter: address.letter }),
    ...(address.addition === undefined ? {} : { huisnummertoevoeging: address.addition }),
    ...(address.postcode === undefined ? {} : { postcode: address.postcode }),
    woonplaatsNaam: address.town,
    nummeraanduidingIdentificatie: address.id,
    openbareRuimteIdentificatie: address.streetId,
    woonplaatsIdentificatie: TOWNS[address.town].code,
    adresseerbaarObjectIdentificatie: object.id,
    ...(buildings.length === 0 ? {} : { pandIdentificaties: buildings.map(({ id }) => id) }),
    adresregel5: `${address.street} ${doorNumber(address)}`,
    typeAdresseerbaarObject: object.kind,
    adresseerbaarObjectGeometrie: { punt: { type: 'Point', coordinates: [...object.at, 0] } },
    adresseerbaarObjectStatus: object.status,
    ...(object.uses === undefined ? {} : { gebruiksdoelen: object.uses }),
    ...(object.area === undefined ? {} : { oppervlakte: object.area }),
    ...(buildings.length === 0
      ? {}
      : {
          oorspronkelijkBouwjaar: buildings.map(({ yearBuilt }) => String(yearBuilt)),
          pandStatussen: buildings.map(({ status }) => status),
        }),
  }));
}

function unitsOf(buildingId: string): unknown[] {
  return OBJECTS.filter(
    ({ buildings, status }) => buildings?.includes(buildingId) === true && !status.endsWith('ingetrokken'),
  ).map((object) => ({ verblijfsobject: unitOf(object) }));
}

function unitOf(object: KnownObject) {
  return {
    type: 'Verblijfsobject',
    identificatie: object.id,
    domein: 'NL.IMBAG.Verblijfsobject',
    geometrie: { punt: { type: 'Point', coordinates: [...object.at, 0] } },
    gebruiksdoelen: object.uses,
    oppervlakte: object.area,
    status: object.status,
    maaktDeelUitVan: object.buildings,
  };
}

function embedded(
  path: string,
  query: URLSearchParams,
  name: string,
  all: readonly unknown[],
): StandInAnswer {
  const page = Number(query.get('page') ?? 1);
  const size = Number(query.get('pageSize') ?? 20);
  const items = all.slice((page - 1) * size, page * size);
  const href = (number: number) => `${BASE}${path}?${query}&page=${number}`;
  const links = {
    self: { href: href(page) },
    ...(page * size < all.length ? { next: { href: href(page + 1) } } : {}),
  };
  return hal(items.length === 0 ? { _links: links } : { _embedded: { [name]: items }, _links: links });
}

function hal(body: unknown): StandInAnswer {
  return {
    contentType: 'application/hal+json',
    headers: { 'api-version': '2.9.2', 'ratelimit-limit': '50', 'content-crs': 'epsg:28992' },
    body: JSON.stringify(body),
  };
}

function problem(status: number, title: string): StandInAnswer {
  return { status, contentType: 'application/problem+json', body: JSON.stringify({ status, title }) };
}
