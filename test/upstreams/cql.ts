/** The question cannot be read, or names an index that there is not. */
export class CqlError extends Error {
  override readonly name = 'CqlError';
}

type CqlRecord = Readonly<{ [index: string]: string }>;

/**
 * Whether a record fits a question in CQL, as far as clients of ours ask it: clauses with `=`, `==`, `>=` and `<=`,
 * joined by AND and OR with brackets, and an order that is not looked at. `=` finds a phrase of whole words in any case.
 * @throws CqlError
 */
export function fitsCql(cql: string, record: CqlRecord): boolean {
  const [question = ''] = cql.split(/ sortBy /);
  const tokens = question.match(/"[^"]*"|[()]|[=<>]+|[^\s()=<>"]+/g) ?? [];
  const reader = new Reader(tokens, record);
  const fits = reader.either();
  reader.end();
  return fits;
}

class Reader {
  readonly #tokens: readonly string[];
  readonly #record: CqlRecord;
  #at = 0;

  constructor(tokens: readonly string[], record: CqlRecord) {
    this.#tokens = tokens;
    this.#record = record;
  }

  either(): boolean {
    let fits = this.#both();
    while (this.#take(/^or$/i)) fits = this.#both() || fits;
    return fits;
  }

  end(): void {
    if (this.#at < this.#tokens.length) throw new CqlError(`unexpected ${this.#tokens[this.#at]}`);
  }

  #both(): boolean {
    let fits = this.#clause();
    while (this.#take(/^and$/i)) fits = this.#clause() && fits;
    return fits;
  }

  #clause(): boolean {
    if (this.#take(/^\($/)) {
      const fits = this.either();
      if (!this.#take(/^\)$/)) throw new CqlError('a bracket is not closed');
      return fits;
    }
    const [index = '', relation = '', term = ''] = this.#tokens.slice(this.#at, this.#at + 3);
    this.#at += 3;
    const value = this.#record[index];
    if (value === undefined) throw new CqlError(`unsupported index ${index}`);
    const wanted = term.replace(/^"|"$/g, '');
    switch (relation) {
      case '=':
        return ` ${folded(value)} `.includes(` ${folded(wanted)} `);
      case '==':
        return value === wanted;
      case '>=':
        return value >= wanted;
      case '<=':
        return value <= wanted;
      default:
        throw new CqlError(`unsupported relation ${relation}`);
    }
  }

  #take(wanted: RegExp): boolean {
    const isThere = wanted.test(this.#tokens[this.#at] ?? '');
    if (isThere) this.#at += 1;
    return isThere;
  }
}

function folded(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
