/** One column that a source wants from a publisher's table. Columns are always found by name, never by position. */
export interface ColumnSpec {
  /** The publisher's name of it, followed by the names it had or has elsewhere. */
  readonly names: readonly [string, ...string[]];
  /** A load without it makes no sense: its absence stops the load. */
  readonly required?: boolean;
}

export interface ResolvedColumns<Key extends string> {
  /** Position of each column; -1 for an optional column that is absent. */
  readonly index: Readonly<Record<Key, number>>;
  /** Columns of the publisher that no one asked for. */
  readonly unknown: readonly string[];
  /** Optional columns that are absent. */
  readonly absent: readonly Key[];
}

/** The publisher's header lacks required columns. */
export class MissingColumnsError extends Error {
  override readonly name = 'MissingColumnsError';
  readonly code = 'missing_columns';
  readonly missing: readonly string[];

  constructor(missing: readonly string[], header: readonly string[]) {
    super(
      `required columns are missing: ${missing.join(', ')}. The header has: ${header.slice(0, 120).join(', ')}. ` +
        'If the publisher renamed a column, add its new name to the names of that column in the source.',
    );
    this.missing = missing;
  }
}

/** Strips what publishers put around a name: byte order mark, blanks, quotes; compares without case. */
export function normaliseColumnName(name: string): string {
  return name
    .replace(/^\uFEFF/, '')
    .replace(/^"|"$/g, '')
    .replace(/^\uFEFF/, '')
    .trim()
    .toLowerCase();
}

/**
 * Finds the wanted columns in a header.
 * @throws MissingColumnsError when a required one is absent
 */
export function resolveColumns<Key extends string>(
  specs: Readonly<Record<Key, ColumnSpec>>,
  header: readonly string[],
): ResolvedColumns<Key> {
  const positions = new Map(header.map((name, position) => [normaliseColumnName(name), position]));
  const keys = Object.keys(specs) as Key[];
  const index = {} as Record<Key, number>;
  const missing: string[] = [];
  const absent: Key[] = [];
  for (const key of keys) {
    const spec = specs[key];
    const found = spec.names
      .map((name) => positions.get(normaliseColumnName(name)))
      .find((at) => at !== undefined);
    index[key] = found ?? -1;
    if (found !== undefined) continue;
    if (spec.required) missing.push(spec.names.join(' or '));
    else absent.push(key);
  }
  if (missing.length > 0) throw new MissingColumnsError(missing, header);
  const wanted = new Set(Object.values<number>(index));
  const unknown = header.filter((_, position) => !wanted.has(position));
  return { index, unknown, absent };
}
