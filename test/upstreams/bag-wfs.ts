import { ADDRESSES, BUILDINGS, type KnownBuilding, type KnownObject, OBJECTS } from './address-data.ts';
import type { StandIn, StandInAnswer, StandInRequest } from './stand-in.ts';

interface Feature {
  readonly type: 'Feature';
  readonly id: string;
  readonly geometry: unknown;
  readonly properties: Readonly<Record<string, string | number | null>> & { readonly identificatie: string };
}

const LAYERS: Readonly<Record<string, readonly Feature[]>> = {
  'bag:verblijfsobject': OBJECTS.filter(({ kind }) => kind === 'Verblijfsobject').map(unitFeature),
  'bag:ligplaats': OBJECTS.filter(({ kind }) => kind === 'Ligplaats').map(placeFeature),
  'bag:standplaats': OBJECTS.filter(({ kind }) => kind === 'Standplaats').map(placeFeature),
  'bag:pand': BUILDINGS.map(buildingFeature),
};

function mainAddress({ id }: KnownObject) {
  return ADDRESSES.find(({ object, secondary }) => object === id && secondary !== true);
}

function addressProperties(object: KnownObject) {
  const address = mainAddress(object);
  return {
    openbare_ruimte: address?.street ?? null,
    huisnummer: address?.number ?? null,
    huisletter: address?.letter ?? '',
    toevoeging: address?.addition ?? '',
    postcode: address?.postcode ?? '',
    woonplaats: address?.town ?? null,
  };
}

function unitFeature(object: KnownObject): Feature {
  const buildings = BUILDINGS.filter(({ id }) => object.buildings?.includes(id) === true);
  return {
    type: 'Feature',
    id: `verblijfsobject.${object.id}`,
    geometry: { type: 'Point', coordinates: object.at },
    properties: {
      identificatie: object.id,
      oppervlakte: object.area ?? null,
      status: object.status,
      gebruiksdoel: object.uses?.join(',') ?? '',
      ...addressProperties(object),
      // A text here, a number on the building.
      bouwjaar: String(buildings[0]?.yearBuilt ?? ''),
      pandidentificatie: object.buildings?.join(',') ?? '',
      pandstatus: buildings[0]?.status ?? '',
      rdf_seealso: `http://bag.basisregistraties.overheid.nl/bag/id/verblijfsobject/${object.id}`,
    },
  };
}

function placeFeature(object: KnownObject): Feature {
  const [x, y] = object.at;
  return {
    type: 'Feature',
    id: `${object.kind.toLowerCase()}.${object.id}`,
    geometry: polygon([x - 5, y - 2, x + 5, y + 2]),
    properties: { identificatie: object.id, status: object.status, ...addressProperties(object) },
  };
}

function buildingFeature(building: KnownBuilding, index: number): Feature {
  const units = OBJECTS.filter(
    ({ buildings, status }) => buildings?.includes(building.id) === true && !status.endsWith('ingetrokken'),
  );
  return {
    type: 'Feature',
    id: `pand.${building.id}`,
    geometry: polygon(building.square),
    properties: {
      gid: 5_540_000 + index,
      identificatie: building.id,
      bouwjaar: building.yearBuilt,
      status: building.status,
      gebruiksdoel: [...new Set(units.flatMap(({ uses = [] }) => uses))].sort().join(','),
      oppervlakte_min: Math.min(...units.map(({ area = 0 }) => area)),
      oppervlakte_max: Math.max(...units.map(({ area = 0 }) => area)),
      aantal_verblijfsobjecten: units.length,
      rdf_seealso: `http://bag.basisregistraties.overheid.nl/bag/id/pand/${building.id}`,
    },
  };
}

function polygon([minX, minY, maxX, maxY]: KnownBuilding['square']) {
  const ring = [
    [minX, minY],
    [maxX, minY],
    [maxX, maxY],
    [minX, maxY],
    [minX, minY],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}

/** The register as a WFS: an XML filter is obeyed, `CQL_FILTER` is ignored without a word. */
export const BAG_WFS_STAND_IN: StandIn = {
  id: 'bag-wfs',
  setting: 'BAG_WFS_URL',
  answer: (request) => answerFeatures(request, idsOf),
  wrongObject: (request) => answerFeatures(request, () => undefined),
};

function answerFeatures(
  request: StandInRequest,
  wanted: (filter: string) => readonly string[] | undefined,
): StandInAnswer {
  const query = new Map([...request.query].map(([name, value]) => [name.toLowerCase(), value]));
  if (query.get('service') !== 'WFS' || query.get('request') !== 'GetFeature') {
    return exception('OperationNotSupported', 'request');
  }
  const layer = LAYERS[query.get('typenames') ?? query.get('typename') ?? ''];
  if (layer === undefined) return exception('InvalidParameterValue', 'typenames');
  if (query.get('outputformat') !== 'application/json') {
    return { contentType: 'text/xml; charset=UTF-8', body: '<wfs:FeatureCollection/>' };
  }
  const ids = wanted(query.get('filter') ?? '');
  const found = layer.filter(({ properties }) => ids === undefined || ids.includes(properties.identificatie));
  // Without a filter: whatever comes first, which is not what was meant.
  const features = (ids === undefined ? [...found].reverse() : found).slice(
    0,
    Number(query.get('count') ?? 1000),
  );
  return {
    contentType: 'application/json; charset=UTF-8',
    body: JSON.stringify({
      type: 'FeatureCollection',
      name: query.get('typenames'),
      crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::28992' } },
      features,
    }),
  };
}

/** The ids of an XML filter; undefined where there is none. */
function idsOf(filter: string): string[] | undefined {
  if (!filter.startsWith('<Filter')) return undefined;
  return [...filter.matchAll(/<PropertyName>identificatie<\/PropertyName><Literal>(\d+)<\/Literal>/g)].map(
    ([, id = '']) => id,
  );
}

/** With status 200. */
function exception(code: string, locator: string): StandInAnswer {
  return {
    contentType: 'text/xml; charset=UTF-8',
    body: `<?xml version="1.0" encoding="UTF-8"?><ows:ExceptionReport xmlns:ows="http://www.opengis.net/ows/1.1" version="2.0.0"><ows:Exception exceptionCode="${code}" locator="${locator}"/></ows:ExceptionReport>`,
  };
}
