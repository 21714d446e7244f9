import { createWriteStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { sha256Of } from './download-cache.ts';

/**
 * A folder that stands in for the publishers: for operators without a way out, for tests, for the bundled sample.
 *
 * Layout, that of `wget --force-directories`:
 * - `https://host/a/b.zip` is `DIR/host/a/b.zip`; a port is part of the host's name (`localhost:8080`).
 * - A query is part of the file's name: `https://host/a/T?$top=5` is `DIR/host/a/T?$top=5`, as it stands in the
 *   address with `/` as `%2F`; the decoded query is also found. An address that ends in `/` is `index.html`.
 * - A file name over 200 bytes is cut to its first 150 characters, `~`, and the first 12 hexadecimal digits of the
 *   SHA-256 of the query (without `?`, as it stands in the address).
 * - A folder whose name ends in `.zip` (or `.zip?query`) is packed into a zip file when it is asked for, `.zip`
 *   folders inside it into zip files inside that one. So a sample can be kept as readable text.
 * - `<file>.headers.json` beside a file, `{"etag": ..., "lastModified": ...}`, says what the publisher said of it.
 * - What is not there is answered like a 404.
 *
 * Addresses never reach outside DIR; a link that the operator puts inside it is followed.
 */
export interface MirroredFile {
  readonly path: string;
  /** A folder that has to be packed. */
  readonly packed: boolean;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

const LONGEST_NAME_BYTES = 200;
const CUT_NAME_CHARACTERS = 150;

/** Finds what a mirror holds for an address; `undefined` when it holds nothing. */
export function findInMirror(folder: string, url: string): MirroredFile | undefined {
  for (const path of mirrorPaths(folder, url)) {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) continue;
    const packed = stat.isDirectory();
    if (packed && !/\.zip(\?[^/]*)?$/i.test(path)) continue;
    return { path, packed, ...readHeaders(`${path}.headers.json`) };
  }
  return undefined;
}

/** Where an address may lie in a mirror, the likeliest first. The first is where to put a new file. */
export function mirrorPaths(folder: string, url: string): string[] {
  const { host, pathname, search } = new URL(url);
  const root = resolve(folder);
  const rawQuery = search.slice(1);
  const paths: string[] = [];
  for (const segments of [pathname.split('/').map(decodeSegment), pathname.split('/')]) {
    const name = segments.at(-1) || 'index.html';
    const parents = segments.slice(0, -1);
    const names =
      rawQuery === '' ? [name] : [`${name}?${slashFree(rawQuery)}`, `${name}?${decodeSegment(rawQuery)}`];
    for (const fileName of names) {
      const path = join(root, host, ...parents, shortened(fileName, rawQuery));
      // Addresses are made of publishers' links: one that points outside is one that is not there.
      if (path.startsWith(root + sep) && !path.includes('\0') && !paths.includes(path)) paths.push(path);
    }
  }
  return paths;
}

function decodeSegment(text: string): string {
  try {
    return slashFree(decodeURIComponent(text));
  } catch {
    return slashFree(text);
  }
}

function slashFree(text: string): string {
  return text.replaceAll('/', '%2F');
}

function shortened(name: string, rawQuery: string): string {
  if (Buffer.byteLength(name) <= LONGEST_NAME_BYTES) return name;
  return `${name.slice(0, CUT_NAME_CHARACTERS)}~${sha256Of(rawQuery).slice(0, 12)}`;
}

function readHeaders(path: string): { etag: string | null; lastModified: string | null } {
  if (!existsSync(path)) return { etag: null, lastModified: null };
  const headers = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return { etag: text(headers.etag), lastModified: text(headers.lastModified) };
}

/** DOS times have no zone: this one is the same everywhere, so that equal folders give equal bytes. */
const FIXED_TIME = new Date(1980, 0, 1);
const ENTRY = { mtime: FIXED_TIME, mode: 0o100644, compress: false, forceDosTimestamp: true };

/** Packs a folder into a zip file: stored, sorted, without times, so that equal content gives an equal hash. */
export async function packFolder(folder: string, target: string): Promise<void> {
  const zip = new ZipFile();
  const failed = new AbortController();
  zip.on('error', (error) => failed.abort(error));
  addFolder(zip, folder, '');
  zip.end();
  try {
    await pipeline(zip.outputStream, createWriteStream(target), { signal: failed.signal });
  } catch (error) {
    throw failed.signal.aborted ? failed.signal.reason : error;
  }
}

function addFolder(zip: ZipFile, folder: string, prefix: string): void {
  for (const name of readdirSync(folder).sort()) {
    if (name.startsWith('.')) continue;
    const path = join(folder, name);
    if (!statSync(path).isDirectory()) zip.addFile(path, prefix + name, ENTRY);
    else if (name.toLowerCase().endsWith('.zip')) addNested(zip, path, prefix + name);
    else addFolder(zip, path, `${prefix}${name}/`);
  }
}

function addNested(zip: ZipFile, folder: string, entryName: string): void {
  zip.addReadStreamLazy(entryName, ENTRY, (give) => {
    const nested = new ZipFile();
    nested.on('error', (error) => zip.emit('error', error));
    try {
      addFolder(nested, folder, '');
      nested.end();
    } catch (error) {
      return zip.emit('error', error);
    }
    give(null, nested.outputStream);
  });
}
