import { existsSync, readFileSync } from 'node:fs';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { writeToMirror } from './mirror-folder.ts';

const FOLDER = '../shared/data/cbs';
const ROWS = `${FOLDER}/kwb2020_84799NED_TypedDataSet_full.parquet`;
const REGIONS = `${FOLDER}/kwb2020_84799NED_WijkenEnBuurten_full.parquet`;
const TABLE = '84799NED';
const ASKED = `https://opendata.cbs.nl/ODataFeed/odata/${TABLE}`;
/** The service spells its own address otherwise than it is asked for. */
const ANSWERED = `https://opendata.cbs.nl/ODataFeed/OData/${TABLE}`;
const PAGE_ROWS = 10_000;

/** Whether the complete key figures of 2020 are at hand. */
export const HAS_KEY_FIGURES_2020 = existsSync(ROWS);

/**
 * Lays the complete, real key figures of 2020 (17,341 regions, 117 columns) out as the publisher's OData v3
 * service pages them: two pages of rows and of names, keys padded, links with a slash before the query.
 */
export async function writeKeyFigures2020Mirror(mirror: string): Promise<void> {
  for (const name of ['DataProperties', 'TableInfos']) writePage(mirror, name, readMetadata(name));
  await writePages(mirror, 'TypedDataSet', ROWS);
  await writePages(mirror, 'WijkenEnBuurten', REGIONS);
}

async function writePages(mirror: string, name: string, parquet: string): Promise<void> {
  const rows = await parquetReadObjects({ file: await asyncBufferFromFile(parquet) });
  let url = `${ASKED}/${name}?$format=json`;
  for (let start = 0; start < rows.length; start += PAGE_ROWS) {
    const next = start + PAGE_ROWS;
    const nextUrl = next < rows.length ? `${ANSWERED}/${name}/?$format=json&$skip=${next}` : undefined;
    const page = {
      'odata.metadata': `${ANSWERED}/$metadata#Cbs.OData.WebAPI.${name}`,
      value: rows.slice(start, next),
      ...(nextUrl === undefined ? {} : { 'odata.nextLink': nextUrl }),
    };
    writeToMirror(mirror, url, JSON.stringify(page));
    url = nextUrl ?? url;
  }
}

function writePage(mirror: string, name: string, page: unknown): void {
  writeToMirror(mirror, `${ASKED}/${name}?$format=json`, JSON.stringify(page));
}

/** `TableInfos` was kept without its wrapper. */
function readMetadata(name: string): unknown {
  const content: unknown = JSON.parse(readFileSync(`${FOLDER}/kwb2020_${TABLE}_${name}.json`, 'utf8'));
  const wrapped = typeof content === 'object' && content !== null && 'value' in content;
  return wrapped ? content : { 'odata.metadata': `${ANSWERED}/$metadata`, value: [content] };
}
