/**
 * The English word for a publisher's Dutch one. A word that is not in the table, since the publisher may add one
 * any day, is given as it is, in lower case.
 */
export function translate(table: ReadonlyMap<string, string>, dutch: string): string {
  return table.get(dutch.toLowerCase()) ?? dutch.toLowerCase();
}

/** A table for {@link translate} from Dutch-English pairs. */
export function vocabulary(pairs: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(pairs).map(([dutch, english]) => [dutch.toLowerCase(), english]));
}
