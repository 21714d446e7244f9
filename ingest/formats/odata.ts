import { readFile } from 'node:fs/promises';

/** An OData answer is not the JSON that was asked for, or its pages do not come to an end. */
export class ODataError extends Error {
  override readonly name = 'ODataError';
  readonly code = 'bad_odata';
}

export type ODataRow = Readonly<Record<string, unknown>>;

export interface ODataPage {
  readonly rows: readonly ODataRow[];
  /** Address of the next page, absolute; `undefined` on the last one. */
  readonly nextUrl: string | undefined;
}

/**
 * Gets all pages of a result, one file a page. The publisher's link to the next page is requested exactly as it
 * stands: with the parameters of the first request added to it, the service repeats or refuses pages. Only the link
 * is read here: the rows of a wide page take a hundred megabytes, and are read once, when they are loaded.
 *
 * @param firstUrl address of the first page, with its query
 * @param fetchPage downloads one page; retries are its business
 * @throws ODataError when a page is no OData answer, or a link leads back to a page that was seen
 */
export async function fetchPages<File extends { readonly path: string }>(
  firstUrl: string,
  fetchPage: (url: string) => Promise<File>,
): Promise<File[]> {
  const files: File[] = [];
  const seen = new Set<string>();
  let url: string | undefined = firstUrl;
  while (url !== undefined) {
    if (seen.has(url)) throw new ODataError(`${firstUrl}: the link to the next page leads back to ${url}.`);
    seen.add(url);
    const file = await fetchPage(url);
    files.push(file);
    url = nextUrlOf(utf8Text(await readFile(file.path), url), url);
  }
  return files;
}

/**
 * Reads the rows of saved pages, one page in memory at a time (10,000 wide rows in v3, 100,000 long ones in v4).
 * @throws ODataError when a page is not an OData answer in JSON
 */
export async function* readPages(
  files: readonly { readonly path: string; readonly url: string }[],
): AsyncGenerator<readonly ODataRow[]> {
  for (const file of files) yield (await readPage(file.path, file.url)).rows;
}

/**
 * Reads one saved page: `{"value": [...]}` with, but on the last page, `odata.nextLink` (v3) or `@odata.nextLink`
 * (v4).
 * @param url where the page came from: links may be relative to it
 */
export async function readPage(path: string, url: string): Promise<ODataPage> {
  const text = utf8Text(await readFile(path), url);
  let page: unknown;
  try {
    page = JSON.parse(text);
  } catch (cause) {
    throw notJson(text, url, { cause });
  }
  if (!isRecord(page) || !Array.isArray(page.value) || !page.value.every(isRecord)) throw noRows(url);
  return { rows: page.value, nextUrl: nextUrlOf(text, url) };
}

/** The link of a page, whether it stands before its rows or after them. Within a text its quotes would be escaped. */
const LINK = /"@?odata\.nextLink"\s*:\s*(?:null|(?<link>"(?:[^"\\]|\\.)*")|(?<other>[^\s]))/;

function nextUrlOf(text: string, url: string): string | undefined {
  if (!/^\s*\{/.test(text)) throw notJson(text, url);
  if (!text.includes('"value"')) throw noRows(url);
  const { link, other } = LINK.exec(text)?.groups ?? {};
  if (other !== undefined) throw new ODataError(`${url}: the link to the next page is not text.`);
  if (link === undefined) return undefined;
  const written = JSON.parse(link) as string;
  return written === '' ? undefined : absoluteUrl(written, url);
}

function noRows(url: string): ODataError {
  return new ODataError(`${url}: expected an OData answer with an array "value".`);
}

function notJson(text: string, url: string, options?: ErrorOptions): ODataError {
  const found = text.trimStart().startsWith('<') ? 'XML or HTML' : 'something else';
  return new ODataError(
    `${url}: expected JSON, found ${found}. Does the address ask for $format=json? If it does, run again later.`,
    options,
  );
}

/** Other bytes than UTF-8 would turn up as replacement characters in the names of places. */
function utf8Text(bytes: Uint8Array, url: string): string {
  try {
    // A byte order mark is no part of the text.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ODataError(`${url}: expected text in UTF-8, found other bytes. Run again later.`, { cause });
  }
}

/** An absolute link stays as it is, to the letter: `new URL` would re-encode `$` and blanks. */
function absoluteUrl(link: string, base: string): string {
  return /^https?:\/\//i.test(link) ? link : new URL(link, base).href;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
