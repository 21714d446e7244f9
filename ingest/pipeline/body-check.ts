import type { FetchRequest } from '../sources/source.ts';
import { FetchError } from './fetch-error.ts';

/** How many bytes of a body are looked at. */
export const HEAD_BYTES = 1024;

const SQLITE_HEADER = 'SQLite format 3\0';

interface Kind {
  readonly title: string;
  fits(head: Buffer, text: string): boolean;
}

/** Judged by the bytes, never by the content type: publishers serve data as octet-stream and errors as 200. */
const KINDS: Readonly<Record<FetchRequest['expect'], Kind>> = {
  zip: {
    title: 'a zip file',
    // The second form is an archive without entries.
    fits: (head) => startsWith(head, 'PK\x03\x04') || startsWith(head, 'PK\x05\x06'),
  },
  sqlite: { title: 'a SQLite or GeoPackage file', fits: (head) => startsWith(head, SQLITE_HEADER) },
  json: { title: 'JSON', fits: (_, text) => /^[[{]/.test(text) },
  xml: { title: 'XML', fits: (_, text) => text.startsWith('<') },
  csv: {
    title: 'CSV text',
    fits: (head, text) => !head.includes(0) && !startsWith(head, 'PK') && !/^[<{[]/.test(text),
  },
  any: { title: 'data', fits: () => true },
};

/**
 * Looks at the first bytes of a file.
 * @param head up to {@link HEAD_BYTES} of it
 * @throws FetchError `unexpected_content` when they are not those of the expected kind, or are those of a web page
 */
export function checkHead(request: FetchRequest, head: Buffer): void {
  const kind = KINDS[request.expect];
  const text = head
    .toString('latin1')
    .replace(/^\xEF\xBB\xBF/, '')
    .trimStart();
  if (head.length === 0) throw unexpected(request, kind.title, 'an empty file');
  if (isHtml(text)) throw unexpected(request, kind.title, `a web page: ${quote(text)}`);
  if (!kind.fits(head, text)) throw unexpected(request, kind.title, `${describe(head, text)}`);
}

function unexpected(request: FetchRequest, expected: string, found: string): FetchError {
  return new FetchError({
    code: 'unexpected_content',
    url: request.url,
    expected,
    found,
    remedy:
      `Open the address in a browser: if the publisher has moved the file, set the new address of "${request.sourceId}" ` +
      'in the file that SOURCES_FILE names; if it shows an error, try again later.',
  });
}

function isHtml(text: string): boolean {
  return /^(<!--[\s\S]*?-->\s*)*<(!doctype html|html|head|body)\b/i.test(text);
}

function startsWith(head: Buffer, magic: string): boolean {
  return head.subarray(0, magic.length).equals(Buffer.from(magic, 'latin1'));
}

function describe(head: Buffer, text: string): string {
  if (startsWith(head, 'PK')) return 'a zip file';
  if (startsWith(head, '\x1f\x8b')) return 'a gzip file';
  if (startsWith(head, SQLITE_HEADER)) return 'a SQLite file';
  if (head.includes(0)) return 'binary data';
  return `text that begins ${quote(text)}`;
}

/** The beginning of a text on one line, for a message. */
export function quote(text: string): string {
  return JSON.stringify(text.replace(/\s+/g, ' ').slice(0, 80));
}
