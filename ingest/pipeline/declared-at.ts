import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('../sources/', import.meta.url));

/**
 * Where in the code something of a source is declared, for a person who must change it, e.g.
 * `ingest/sources/cbs/key-figures.ts:27 (editions)`. Without a line where the text is put together by code.
 * @param file below `ingest/sources/`
 * @param key of the declaration, e.g. `urls.extract`
 * @param value what stands on the line, e.g. the id of the edition
 */
export function declaredAt(sourceId: string, file: string, key: string, value?: string): string {
  const lines = readFileSync(`${SOURCES}${file}`, 'utf8').split('\n');
  // Several sources may be declared in one file.
  const first = Math.max(
    0,
    lines.findIndex((line) => line.includes(`'${sourceId}'`)),
  );
  const name = key.split('.').at(-1) ?? key;
  const line = [value === undefined ? undefined : `'${value}'`, `${name}:`]
    .map((text) =>
      text === undefined ? -1 : lines.findIndex((line, at) => at >= first && line.includes(text)),
    )
    .find((found) => found >= 0);
  return `ingest/sources/${file}${line === undefined ? '' : `:${line + 1}`} (${key})`;
}
