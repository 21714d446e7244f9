import { isAbsolute } from 'node:path';
import { readGeoJson } from '../../formats/geojson.ts';
import { type FetchedFile, type Fetcher, UnexpectedFormatError } from '../source.ts';

export interface MapLayer {
  readonly sourceId: string;
  /** Address of a map service (WFS 2.0), or of one GeoJSON file. */
  readonly url: string;
  /** With its prefix, e.g. `openbaar:rijksmonumentpunten`. */
  readonly layer: string;
  /** Attribute to sort by; none for a layer that fits into one page. */
  readonly sortBy?: string;
  readonly pageFeatures: number;
}

/** Pages of one layer; more than any layer has. */
const MOST_PAGES = 1_000;

/**
 * Gets all features of a layer in the Dutch grid, page by page. How far a page came is counted, not believed: servers
 * cap pages below what was asked.
 * @throws UnexpectedFormatError when the pages end before the server's own count, or do not end
 */
export async function fetchMapLayer(fetcher: Fetcher, layer: MapLayer): Promise<FetchedFile[]> {
  const { sourceId, url } = layer;
  if (isSingleFile(url)) return [await fetcher.file({ sourceId, url, expect: 'json' })];
  const files: FetchedFile[] = [];
  for (let start = 0; files.length < MOST_PAGES; ) {
    const file = await fetcher.file({ sourceId, url: pageUrl(layer, start), expect: 'json' });
    const { features, matched } = await readGeoJson(file.path, file.url);
    files.push(file);
    start += features.length;
    const complete = matched === undefined ? features.length < layer.pageFeatures : start >= matched;
    if (complete) return files;
    if (features.length === 0) {
      throw new UnexpectedFormatError({
        sourceId,
        file: file.url,
        expected: `the rest of ${matched ?? 'the'} features`,
        found: `no more after ${start}`,
        remedy: `Look whether the attribute "${layer.sortBy ?? ''}" still exists to sort by, and set the option.`,
      });
    }
  }
  throw new UnexpectedFormatError({
    sourceId,
    file: url,
    expected: `at most ${MOST_PAGES} pages of ${layer.layer}`,
    found: 'more',
    remedy: 'The service seems to ignore startIndex: set another address.',
  });
}

/** Whether an address is one file with the whole layer instead of a service. */
export function isSingleFile(url: string): boolean {
  return isAbsolute(url) || url.startsWith('file:') || /\.(geo)?json(\?|$)/i.test(url);
}

/** Address of the page that begins after so many features. */
export function pageUrl({ url, layer, sortBy, pageFeatures }: MapLayer, start: number): string {
  const sort = sortBy === undefined || sortBy === '' ? '' : `&sortBy=${sortBy}`;
  return (
    `${url}?service=WFS&version=2.0.0&request=GetFeature&typeNames=${layer}` +
    `&outputFormat=application/json&srsName=EPSG:28992${sort}&count=${pageFeatures}&startIndex=${start}`
  );
}
