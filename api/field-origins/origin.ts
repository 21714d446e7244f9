/** Where a field of an answer comes from, for people. What the field means stands in its schema, not here. */
export interface FieldOrigin {
  /** Ids as in `source[].id`; none for what the service says itself. */
  readonly sources: readonly string[];
  /** The publisher's own name of what is read; null where nothing of a publisher's is. */
  readonly publisherField: string | null;
  /** How the value is made of it, and when it is null. */
  readonly rule: string;
}

/**
 * Origins by path, e.g. `building.unit.use` or `inspections[].defects[].code`. A path stands for all fields below
 * it that have no longer one.
 */
export type FieldOrigins = Readonly<Record<string, FieldOrigin>>;

export function origin(sources: readonly string[], publisherField: string, rule: string): FieldOrigin {
  return { sources, publisherField, rule };
}

/** What is made by the service itself. */
export function ours(rule: string): FieldOrigin {
  return { sources: [], publisherField: null, rule };
}

/** The same origins below another path, e.g. those of an address below `nearest[]`. */
export function below(path: string, origins: FieldOrigins): FieldOrigins {
  return Object.fromEntries(Object.entries(origins).map(([field, from]) => [`${path}.${field}`, from]));
}

/** The path of an origin that a field has: the longest that it stands below. */
export function originPathOf(field: string, origins: FieldOrigins): string | undefined {
  return Object.keys(origins)
    .filter((path) => field === path || (field.startsWith(path) && /^[.[]/.test(field.slice(path.length))))
    .sort((left, right) => right.length - left.length)[0];
}
