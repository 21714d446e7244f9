import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { openZip } from '../../formats/zip.ts';
import { asFormatError } from '../format-error.ts';
import {
  CC0,
  type FetchedFile,
  type Fetcher,
  type SourceDeclaration,
  UnexpectedFormatError,
} from '../source.ts';
import { readFeatureAttributes, readScoreCsv, readScoreFeatures, type ScoreBatch } from './score-rows.ts';

/** Liveability scores. The file of the newest edition holds all years, recomputed on its own division into areas. */
export const LEEFBAAROMETER: SourceDeclaration = {
  id: 'bzk-leefbaarometer',
  name: 'Leefbaarometer 3.0, liveability scores of neighbourhoods',
  publisher: 'Ministry of the Interior and Kingdom Relations (BZK)',
  licence: CC0,
  attribution:
    'Source: Leefbaarometer 3.0, Ministry of the Interior and Kingdom Relations, CC0. Percentiles are computed ' +
    'by this service: mid-rank among all scored neighbourhoods of the year, unweighted, rounded, 1 to 99.',
  homepage: 'https://www.leefbaarometer.nl/page/Opendata',
  cadence: 'every two years, 12 to 20 months after the measurement',
  cron: '40 5 7 * *',
  urls: {
    // A zip of CSV files; a single CSV or GeoJSON file of either layout serves as well.
    scores: 'https://www.leefbaarometer.nl/resources/open-data-leefbaarometer-meting-2024.zip',
    wfs: 'https://geo.leefbaarometer.nl/lbm3/ows',
  },
  options: {
    /** `download` (the zip), or `wfs`: the map service, for when the zip has another address. */
    service: 'download',
    /** With `wfs`: the years to get, newest first. */
    wfsYears: '2024,2022',
  },
};

/** Files in the zip; districts and municipalities may be left out of it. */
export const SCORE_ENTRIES: readonly { readonly pattern: RegExp; readonly needed: boolean }[] = [
  { pattern: scoresOf('buurt(en)?'), needed: true },
  { pattern: scoresOf('wijk(en)?'), needed: false },
  { pattern: scoresOf('gemeenten?'), needed: false },
];

/** Folder levels, blanks and hyphens in the names move between editions; `scores` and the level's name do not. */
function scoresOf(level: string): RegExp {
  return new RegExp(`scores[ _-]+${level}(?![a-z])[^/]*\\.csv$`, 'i');
}

const WFS_LAYERS = ['buurt', 'wijk', 'gemeente'] as const;
const WFS_ATTRIBUTES = 'id,name,kscore,afw,fys,onv,soc,vrz,won,year';
const WFS_PAGE = 5000;

/** Downloads the scores, from wherever the option `service` says. */
export async function fetchScores(fetcher: Fetcher): Promise<FetchedFile[]> {
  const declaration = fetcher.declaration(LEEFBAAROMETER.id);
  const service = declaration.options?.service;
  if (service === 'wfs') return fetchFromMapService(fetcher, declaration);
  if (service !== 'download') {
    throw new RangeError(
      `${declaration.id}: the option service is ${JSON.stringify(service)}; write "download" or "wfs".`,
    );
  }
  const url = declaration.urls.scores ?? '';
  const expect = /\.csv(\?|$)/i.test(url) ? 'csv' : /\.(geo)?json(\?|$)/i.test(url) ? 'json' : 'zip';
  const file = await fetcher.optionalFile({ sourceId: declaration.id, url, expect, minimumBytes: 500_000 });
  if (file !== undefined) return [file];
  throw new UnexpectedFormatError({
    sourceId: declaration.id,
    file: url,
    expected: 'the scores',
    found: 'nothing at this address',
    remedy: `See ${declaration.homepage} for the new address, or set the option service to "wfs".`,
  });
}

/** All attributes without geometry: with it a layer is some 80 MB. */
async function fetchFromMapService(fetcher: Fetcher, declaration: SourceDeclaration): Promise<FetchedFile[]> {
  const years = String(declaration.options?.wfsYears ?? '').split(',');
  const files: FetchedFile[] = [];
  for (const year of years.map((text) => text.trim())) {
    for (const layer of WFS_LAYERS) {
      for (let start = 0; ; start += WFS_PAGE) {
        const url = scoreLayerUrl(declaration, year, layer, { count: WFS_PAGE, start });
        const file = await fetcher.file({ sourceId: declaration.id, url, expect: 'json' });
        files.push(file);
        if ((await readFeatureAttributes(file.path)).length < WFS_PAGE) break;
      }
    }
  }
  return files;
}

/** The address of a page of scores; layers are named by the last two digits of their year. */
export function scoreLayerUrl(
  { urls }: SourceDeclaration,
  year: string,
  layer: (typeof WFS_LAYERS)[number],
  page: { readonly count: number; readonly start: number },
): string {
  return (
    `${urls.wfs ?? ''}?service=WFS&version=2.0.0&request=GetFeature` +
    `&typeName=lbm3:${layer}score${year.slice(-2)}&propertyName=${WFS_ATTRIBUTES}&sortBy=id` +
    `&count=${page.count}&startIndex=${page.start}&outputFormat=application/json`
  );
}

/**
 * Rows of a downloaded file, whichever it is: looked at, not believed by its name.
 * @throws UnexpectedFormatError
 */
export async function* readScores(file: FetchedFile): AsyncGenerator<ScoreBatch> {
  try {
    const kind = await sniff(file.path);
    if (kind === 'json') yield* readScoreFeatures(file.path);
    else if (kind === 'csv') yield* readScoreCsv(createReadStream(file.path));
    else yield* readScoreZip(file);
  } catch (error) {
    throw asFormatError(error, file, 'scores as CSV, as a zip of CSV files, or as features');
  }
}

async function* readScoreZip(file: FetchedFile): AsyncGenerator<ScoreBatch> {
  const zip = await openZip(file.path);
  try {
    for (const { pattern, needed } of SCORE_ENTRIES) {
      const present = zip.entries.find((entry) => pattern.test(entry.name));
      if (present === undefined && !needed) continue;
      try {
        yield* readScoreCsv(await zip.stream(present ?? zip.find(pattern)));
      } catch (error) {
        throw asFormatError(error, file, 'a CSV file with scores', present?.name);
      }
    }
  } finally {
    zip.close();
  }
}

async function sniff(path: string): Promise<'zip' | 'json' | 'csv'> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0);
    const start = buffer.toString('latin1', 0, bytesRead);
    if (start.startsWith('PK')) return 'zip';
    return /^(\u00EF\u00BB\u00BF)?\s*\{/.test(start) ? 'json' : 'csv';
  } finally {
    await handle.close();
  }
}
