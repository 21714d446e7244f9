import { CC_BY_4, type SourceDeclaration } from '../source.ts';

const PUBLISHER = 'Cultural Heritage Agency of the Netherlands (RCE)';
/** The publisher's pages say CC0 in one place and CC BY in another: naming it satisfies both. */
const ATTRIBUTION = 'Source: Rijksdienst voor het Cultureel Erfgoed, CC BY 4.0';

/** Where the monuments lie and what they are; also the outlines of the archaeological ones. */
export const MONUMENTS: SourceDeclaration = {
  id: 'rce-monuments',
  name: 'National listed monuments (rijksmonumenten)',
  publisher: PUBLISHER,
  licence: CC_BY_4,
  attribution: ATTRIBUTION,
  homepage: 'https://monumentenregister.cultureelerfgoed.nl/',
  cadence: 'continuous',
  cron: '15 5 * * 1',
  urls: {
    // A map service (WFS), or a single GeoJSON file of the layer. The same layers are also at
    // https://services.rce.geovoorziening.nl/rce/wfs, as rce:NationalListedMonumentPoints and ...Polygons.
    points: 'https://data.geo.cultureelerfgoed.nl/openbaar/wfs',
    outlines: 'https://data.geo.cultureelerfgoed.nl/openbaar/wfs',
  },
  options: {
    /** `map` (the map service), or `linked-data`: without categories and quality, for when the layers have moved. */
    service: 'map',
    /** Some servers give the prefix as `geolinq:`. */
    pointsLayer: 'openbaar:rijksmonumentpunten',
    outlinesLayer: 'openbaar:rijksmonumentcontouren',
    /** Pages are only complete in a fixed order. */
    sortBy: 'rijksmonument_nummer',
    pageFeatures: 10_000,
    /** Page of a monument in the register, where the layer does not give it. */
    registerPage: 'https://monumentenregister.cultureelerfgoed.nl/monumenten/{number}',
  },
};

/** When they were listed, and which addresses and buildings they are: in no map layer. */
export const LINKED_DATA: SourceDeclaration = {
  id: 'rce-linked-data',
  name: 'Knowledge graph of cultural heritage objects: listing dates and addresses of monuments',
  publisher: PUBLISHER,
  licence: CC_BY_4,
  attribution: ATTRIBUTION,
  homepage: 'https://linkeddata.cultureelerfgoed.nl/',
  cadence: 'daily, about 04:00',
  cron: '35 5 * * 1',
  urls: {
    // Answers GET in the standard's form; the address without `services/cho/` gives a bare array.
    sparql: 'https://api.linkeddata.cultureelerfgoed.nl/datasets/rce/cho/services/cho/sparql',
  },
  options: {
    /** The same facts stand in several graphs: without this restriction they come double. */
    graph: 'https://linkeddata.cultureelerfgoed.nl/graph/instanties-rce',
    ontology: 'https://linkeddata.cultureelerfgoed.nl/def/ceo#',
    /** Beginnings of the addresses of concepts, apart by a blank: they got the `2/` in November 2025. */
    concepts: 'https://data.cultureelerfgoed.nl/term/id/rn/2/ https://data.cultureelerfgoed.nl/term/id/rn/',
    /** The endpoint gives at most this many rows at a time. */
    pageRows: 10_000,
  },
};

/** Protected town and village views, and world heritage. */
export const PROTECTED_AREAS: SourceDeclaration = {
  id: 'rce-protected-areas',
  name: 'Protected town and village conservation areas, and World Heritage Sites',
  publisher: PUBLISHER,
  licence: CC_BY_4,
  attribution: ATTRIBUTION,
  homepage: 'https://www.cultureelerfgoed.nl/onderwerpen/bronnen-en-kaarten',
  cadence: 'continuous, a few changes a year',
  cron: '25 5 * * 1',
  urls: {
    // A map service (WFS), or a single GeoJSON file of the layer.
    townscapes: 'https://services.rce.geovoorziening.nl/rce/wfs',
    worldHeritage: 'https://services.rce.geovoorziening.nl/rce/wfs',
  },
  options: {
    /** `map` (the map service), or `linked-data`. */
    service: 'map',
    townscapesLayer: 'rce:Townscapes',
    worldHeritageLayer: 'rce:WorldHeritage',
    /** All of a layer is one page: some 480 areas. */
    pageFeatures: 10_000,
    townscapePage: 'https://archisarchief.cultureelerfgoed.nl/Beschermde_Gezichten/BG{number}',
    worldHeritagePage: 'https://whc.unesco.org/en/list/{number}',
  },
};

/** A text option of a source; the empty text where it is not set. */
export function textOption(declaration: SourceDeclaration, name: string): string {
  return String(declaration.options?.[name] ?? '');
}

/**
 * A count that an operator may change.
 * @throws RangeError when it is no whole number above 0
 */
export function countOption(declaration: SourceDeclaration, name: string): number {
  const value = Number(declaration.options?.[name]);
  if (Number.isInteger(value) && value > 0) return value;
  const given = JSON.stringify(declaration.options?.[name]);
  throw new RangeError(`${declaration.id}: the option ${name} is ${given}; write a whole number above 0.`);
}

/**
 * Where an operator wants a data set from.
 * @throws RangeError when the option `service` is neither
 */
export function serviceOption(declaration: SourceDeclaration): 'map' | 'linked-data' {
  const service = declaration.options?.service;
  if (service === 'map' || service === 'linked-data') return service;
  const given = JSON.stringify(service);
  throw new RangeError(`${declaration.id}: the option service is ${given}; write "map" or "linked-data".`);
}

/** Page about a numbered thing, from a pattern with `{number}`; null where the pattern was emptied. */
export function pageOf(pattern: string, number: number): string | null {
  return pattern === '' ? null : pattern.replace('{number}', String(number));
}
