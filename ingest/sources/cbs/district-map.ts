import { readGeoJson } from '../../formats/geojson.ts';
import {
  type Canary,
  CC_BY_4,
  type FetchedFile,
  type Fetcher,
  type Invariant,
  type SourceDeclaration,
  type SourceEdition,
  UnexpectedFormatError,
} from '../source.ts';

/**
 * Outlines of districts and neighbourhoods. Figures are added to a year's map over two years, each time as a new
 * version under a new name, and the older versions are withdrawn.
 */
export const DISTRICT_MAP: SourceDeclaration = {
  id: 'cbs-areas',
  name: 'Map of districts and neighbourhoods (Wijk- en Buurtkaart)',
  publisher: 'Statistics Netherlands (CBS) and Kadaster',
  licence: CC_BY_4,
  attribution: 'Source: Kadaster / Centraal Bureau voor de Statistiek, Wijk- en Buurtkaart, CC BY 4.0',
  homepage: 'https://www.cbs.nl/nl-nl/dossier/nederland-regionaal/geografische-data/wijk-en-buurtkaart',
  cadence: 'yearly, in autumn; new versions in the two years after',
  cron: '10 6 6 * *',
  urls: {
    geopackage:
      'https://service.pdok.nl/cbs/wijkenbuurten/{year}/atom/downloads/wijkenbuurten_{year}_v{version}.gpkg',
    // The same map in pages of features: asked where there is no file.
    features:
      'https://api.pdok.nl/cbs/wijken-en-buurten-{year}/ogc/v1/collections/{layer}/items?f=json&limit=1000',
  },
  /**
   * One of them is loaded: that of the year of the postcode keys, or else the first that is there. An edition's `url`
   * may name a GeoPackage or a GeoJSON file, also by its path; none at all goes without the map.
   */
  editions: [
    { year: 2026, id: 'wijkenbuurten_2026' },
    { year: 2025, id: 'wijkenbuurten_2025' },
    { year: 2024, id: 'wijkenbuurten_2024' },
    { year: 2023, id: 'wijkenbuurten_2023' },
  ],
  options: {
    /** Versions to look for, the newest first. */
    versions: '3,2,1',
  },
};

/** Layers of the map that are read, by their names in addresses and files. */
export const MAP_LAYERS = ['buurten', 'wijken'] as const;
export type MapLayer = (typeof MAP_LAYERS)[number];

export type MapFiles = { readonly edition: SourceEdition } & (
  | { readonly form: 'geopackage'; readonly file: FetchedFile }
  | { readonly form: 'geojson'; readonly pages: Readonly<Record<MapLayer, readonly FetchedFile[]>> }
);

/** The whole country has some 150 MB without figures. */
export const SMALLEST_GEOPACKAGE_BYTES = 50_000_000;

/**
 * Gets one map.
 * @param preferredYear year of the key that leads from postcodes to neighbourhoods: codes then are of one division
 * @returns undefined where the operator wants none, or a part of the country is loaded that has none
 * @throws UnexpectedFormatError when a national load finds none of the declared maps
 */
export async function fetchMap(fetcher: Fetcher, preferredYear: number): Promise<MapFiles | undefined> {
  const declaration = fetcher.declaration(DISTRICT_MAP.id);
  const editions = declaration.editions ?? [];
  const preferred = editions.filter(({ year }) => year === preferredYear);
  for (const edition of [...preferred, ...editions.filter(({ year }) => year !== preferredYear)]) {
    const files = await fetchEdition(fetcher, declaration, edition);
    if (files !== undefined) return files;
  }
  if (editions.length === 0 || fetcher.label !== 'national') return undefined;
  throw new UnexpectedFormatError({
    sourceId: DISTRICT_MAP.id,
    file: editions.map(({ id, url }) => url ?? id).join(', '),
    expected: 'a map of districts and neighbourhoods at one of these addresses',
    found: 'none',
    remedy:
      `See ${DISTRICT_MAP.homepage} for the new address and set it in the editions of the source, ` +
      'or leave the editions empty to go without.',
  });
}

/** Every file, for the release's record. */
export function filesOfMap(files: MapFiles | undefined): readonly FetchedFile[] {
  if (files === undefined) return [];
  return files.form === 'geopackage' ? [files.file] : MAP_LAYERS.flatMap((layer) => files.pages[layer]);
}

async function fetchEdition(
  fetcher: Fetcher,
  declaration: SourceDeclaration,
  edition: SourceEdition,
): Promise<MapFiles | undefined> {
  for (const url of mapPackageUrls(declaration, edition)) {
    const file = await fetcher.optionalFile({
      sourceId: DISTRICT_MAP.id,
      url,
      expect: 'sqlite',
      minimumBytes: SMALLEST_GEOPACKAGE_BYTES,
    });
    if (file !== undefined) return { edition, form: 'geopackage', file };
  }
  if (edition.url !== undefined && isGeoPackage(edition.url)) return undefined;
  return fetchFeatures(fetcher, edition, (layer) => mapFeaturesUrl(declaration, edition, layer));
}

/** Where the file of an edition may be, the newest version first; none where its `url` names features. */
export function mapPackageUrls(
  { urls, options }: SourceDeclaration,
  { year, url }: SourceEdition,
): readonly string[] {
  if (url !== undefined) return isGeoPackage(url) ? [url] : [];
  const versions = String(options?.versions ?? '').split(',');
  return versions.map((version) =>
    fill(urls.geopackage ?? '', { year: String(year), version: version.trim() }),
  );
}

/** The address of the first page of a layer. */
export function mapFeaturesUrl(
  { urls }: SourceDeclaration,
  { year, url }: SourceEdition,
  layer: MapLayer,
): string {
  return fill(url ?? urls.features ?? '', { year: String(year), layer });
}

function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}

function isGeoPackage(url: string): boolean {
  return /\.gpkg(\?|$)/i.test(url);
}

/** Neighbourhoods are needed; districts are taken where there are some, and an address without a layer has none. */
async function fetchFeatures(
  fetcher: Fetcher,
  edition: SourceEdition,
  addressOf: (layer: MapLayer) => string,
): Promise<MapFiles | undefined> {
  const buurten = await fetchPages(fetcher, addressOf('buurten'));
  if (buurten.length === 0) return undefined;
  const districts = addressOf('wijken');
  const wijken = districts === addressOf('buurten') ? [] : await fetchPages(fetcher, districts);
  return { edition, form: 'geojson', pages: { buurten, wijken } };
}

/** Pages are linked; the next link is asked as it stands. */
async function fetchPages(fetcher: Fetcher, firstUrl: string): Promise<readonly FetchedFile[]> {
  const request = (url: string) => ({ sourceId: DISTRICT_MAP.id, url, expect: 'json' as const });
  const first = await fetcher.optionalFile(request(firstUrl));
  if (first === undefined) return [];
  const files = [first];
  const seen = new Set([firstUrl]);
  for (let { nextUrl } = await readGeoJson(first.path, firstUrl); nextUrl !== undefined; ) {
    if (seen.has(nextUrl)) {
      throw new UnexpectedFormatError({
        sourceId: DISTRICT_MAP.id,
        file: firstUrl,
        expected: 'links that lead from page to page to an end',
        found: `one that leads back to ${nextUrl}`,
      });
    }
    seen.add(nextUrl);
    const file = await fetcher.file(request(nextUrl));
    files.push(file);
    ({ nextUrl } = await readGeoJson(file.path, nextUrl));
  }
  return files;
}

export const MAP_INVARIANTS: readonly Invariant[] = [
  {
    name: 'every outline is of a known region and has its box',
    sql: `SELECT count(*) FROM region_area
           WHERE region_id NOT IN (SELECT id FROM region) OR id NOT IN (SELECT id FROM region_area_box)`,
  },
  {
    name: 'every outline lies in the country',
    sql: `SELECT count(*) FROM region_area_box
           WHERE min_x_m < 0 OR max_x_m > 285000 OR min_y_m < 300000 OR max_y_m > 640000`,
  },
  {
    name: 'no outline is of water',
    sql: `SELECT count(*) FROM region_area JOIN region ON region.id = region_id
           WHERE region.code GLOB 'BU*999[78]' OR region.municipality_code = 'GM0998'`,
  },
];

export const MAP_CANARIES: readonly Canary[] = [
  {
    name: 'the map has 13,500 neighbourhoods or more, if there is one',
    sql: `SELECT count(*) AS n FROM region_area JOIN region ON region.id = region_id AND kind = 'neighbourhood'
          HAVING n = 0 OR n >= 13500`,
  },
  {
    name: 'the Dam is in a neighbourhood of Amsterdam, if there is a map',
    sql: `SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM region_area) OR EXISTS (
            SELECT 1 FROM region_area_box AS box JOIN region_area USING (id) JOIN region ON region.id = region_id
             WHERE min_x_m <= 121390 AND max_x_m >= 121390 AND min_y_m <= 487340 AND max_y_m >= 487340
               AND kind = 'neighbourhood' AND municipality_code = 'GM0363')`,
  },
];
