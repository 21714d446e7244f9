import { readFile } from 'node:fs/promises';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { type ColumnSpec, MissingColumnsError, normaliseColumnName } from '../../formats/columns.ts';
import { type FetchedFile, UnexpectedFormatError } from '../source.ts';

/** The part of the portal's description of a data set that we use. */
export const PortalMetadata = Type.Object({
  /** Seconds since 1970. */
  rowsUpdatedAt: Type.Optional(Type.Number()),
  columns: Type.Array(Type.Object({ fieldName: Type.String() })),
});

export type PortalMetadata = Static<typeof PortalMetadata>;

const PortalCount = Type.Array(Type.Record(Type.String(), Type.Unknown()), { minItems: 1, maxItems: 1 });

/** Reads `/api/views/{id}.json`. */
export async function readPortalMetadata(sourceId: string, file: FetchedFile): Promise<PortalMetadata> {
  const json = await readJson(sourceId, file);
  if (Value.Check(PortalMetadata, json)) return json;
  throw new UnexpectedFormatError({
    sourceId,
    file: file.url,
    expected: 'a description of a data set with its columns',
    found: JSON.stringify(json).slice(0, 100),
    remedy: 'Try again later.',
  });
}

/** Reads the answer to `$select=count(*)`: `[{"count":"16813330"}]`, a number in text. */
export async function readPortalCount(sourceId: string, file: FetchedFile): Promise<number> {
  const json = await readJson(sourceId, file);
  const count = Value.Check(PortalCount, json) ? Number(Object.values(json[0] ?? {})[0]) : Number.NaN;
  if (Number.isInteger(count) && count >= 0) return count;
  throw new UnexpectedFormatError({
    sourceId,
    file: file.url,
    expected: 'a list with one count',
    found: JSON.stringify(json).slice(0, 100),
    remedy: 'Try again later.',
  });
}

async function readJson(sourceId: string, file: FetchedFile): Promise<unknown> {
  const text = await readFile(file.path, 'utf8');
  try {
    return JSON.parse(text);
  } catch {
    throw new UnexpectedFormatError({
      sourceId,
      file: file.url,
      expected: 'JSON',
      found: JSON.stringify(text.slice(0, 100)),
      remedy: 'Try again later.',
    });
  }
}

/**
 * The API names of those wanted columns that the data set has. One name too many in `$select` and the portal answers
 * 400, so what it has is looked up first.
 * @throws MissingColumnsError when a required column is not there
 */
export function selectableColumns(
  columns: Readonly<Record<string, ColumnSpec>>,
  metadata: PortalMetadata,
): string[] {
  const published = new Map(
    metadata.columns.map(({ fieldName }) => [
      normaliseColumnName(fieldName),
      fieldName.replace(/^\uFEFF/, ''),
    ]),
  );
  const selected: string[] = [];
  const missing: string[] = [];
  for (const { names, required } of Object.values(columns)) {
    const name = names
      .map((candidate) => published.get(normaliseColumnName(candidate)))
      .find((found) => found);
    if (name !== undefined) selected.push(name);
    else if (required) missing.push(names.join(' or '));
  }
  if (missing.length > 0) throw new MissingColumnsError(missing, [...published.values()]);
  return selected;
}

/** The day on which the rows were last renewed, `YYYY-MM-DD`. */
export function stateDateOf(metadata: PortalMetadata): string | undefined {
  const { rowsUpdatedAt } = metadata;
  return rowsUpdatedAt === undefined ? undefined : new Date(rowsUpdatedAt * 1000).toISOString().slice(0, 10);
}
