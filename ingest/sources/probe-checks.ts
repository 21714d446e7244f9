import { type ColumnSpec, resolveColumns } from '../formats/columns.ts';
import type { ODataRow } from '../formats/odata.ts';
import type { HeaderCheck } from './probe.ts';

/** A document is not what its address should give; the message says what it is. */
export class UnexpectedDocumentError extends Error {
  override readonly name = 'UnexpectedDocumentError';
  readonly code = 'unexpected_document';
}

/** Holds a header against the columns that are read; those that are optional and absent are remarks. */
export function checkColumns<Key extends string>(specs: Readonly<Record<Key, ColumnSpec>>): HeaderCheck {
  return (header) => {
    const { absent } = resolveColumns(specs, header);
    const names = absent.map((key) => specs[key].names[0]);
    return names.length === 0 ? [] : [`without the columns ${names.join(', ')}, which a load can do without`];
  };
}

/** The rows of an OData answer, whose array is called `value` in each of its versions. */
export function odataRows(text: string): readonly ODataRow[] {
  return records(parseJson(text), 'value');
}

/** The names of the attributes that any feature of a GeoJSON collection has. */
export function attributeNames(text: string): readonly string[] {
  const features = records(parseJson(text), 'features');
  if (features.length === 0) throw new UnexpectedDocumentError('a collection without a feature');
  const names = features.flatMap(({ properties }) =>
    typeof properties === 'object' && properties !== null ? Object.keys(properties) : [],
  );
  return [...new Set(names)];
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new UnexpectedDocumentError(`no JSON: ${JSON.stringify(text.slice(0, 80))}`);
  }
}

function records(document: unknown, key: string): readonly ODataRow[] {
  const rows = (document as Record<string, unknown> | null)?.[key];
  if (Array.isArray(rows)) return rows as readonly ODataRow[];
  const found = JSON.stringify(document).slice(0, 80);
  throw new UnexpectedDocumentError(`no array "${key}": ${found}`);
}
