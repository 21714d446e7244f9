import type { Mapped } from '../../formats/csv-block-mapper.ts';

/**
 * Rows on their way from a reading thread to the one that inserts. Sending objects or arrays of texts between
 * threads costs more than parsing them; so a block is one array of numbers, the words that were not met before, and
 * the few texts that hardly ever repeat.
 */
type CellValue = string | number | boolean | null;

/** One column of a table, and how its value is sent. */
export interface RowColumn<Values, Key extends string = string> {
  /** Key of the Drizzle column. */
  readonly key: Key;
  readonly get: (values: Values) => CellValue;
  /**
   * - `number`: numbers and flags
   * - `text`: a text that seldom repeats
   * - a vocabulary's name: a text that repeats, sent once and a number from then on
   */
  readonly as: 'number' | 'text' | { readonly vocabulary: string };
}

export interface Rejected {
  readonly reason: string;
  /** Position of the record in its block. */
  readonly row: number;
  readonly value: string;
}

export interface PackedRows {
  /** Words are numbered by each packer for itself. */
  readonly packer: number;
  /** Row after row; NaN is null, a word is its number, a text its position in `texts`. */
  readonly cells: Float64Array<ArrayBuffer>;
  /** Vocabularies that begin anew with this block. */
  readonly forgotten: readonly string[];
  readonly newWords: Readonly<Record<string, readonly string[]>>;
  readonly texts: readonly string[];
  readonly rejected: readonly Rejected[];
  /** How many values were dropped from rows that were kept, by column. */
  readonly discarded: Readonly<Record<string, number>>;
}

/** Words that a packer remembers of a vocabulary; sending rare ones again costs less than keeping all. */
const REMEMBERED_WORDS = 20_000;

/** Packs the rows of one table, block by block. */
export class RowPacker<Values> {
  readonly #columns: readonly PackedColumn<Values>[];
  readonly #packer: number;
  readonly #rememberedWords: number;
  readonly #vocabularies: readonly Vocabulary[];
  #cells = new Float64Array(0);
  #filled = 0;
  #records = 0;
  #forgotten: string[] = [];
  #texts: string[] = [];
  #rejected: Rejected[] = [];
  #discarded: Record<string, number> = {};

  /** @param packer a number that no other packer of the same file has */
  constructor(columns: readonly RowColumn<Values>[], packer: number, rememberedWords = REMEMBERED_WORDS) {
    const vocabularies = new Map<string, Vocabulary>();
    this.#columns = columns.map(({ get, as }) => ({ get, as: packedAs(as, vocabularies) }));
    this.#vocabularies = [...vocabularies.values()];
    this.#packer = packer;
    this.#rememberedWords = rememberedWords;
  }

  /**
   * A mapper of records whose rows are packed.
   * @param parse the values of a record, or the reason why it cannot be used
   * @param example position of the field that names a rejected record
   */
  mapper(
    parse: (fields: readonly string[]) => Values | string,
    example: number,
  ): { add(records: readonly (readonly string[])[]): void; end(): Mapped<PackedRows> } {
    return {
      add: (records) => {
        for (const fields of records) {
          const values = parse(fields);
          if (typeof values === 'string') this.reject(values, fields[example] ?? '');
          else this.add(values);
        }
      },
      end: () => {
        const result = this.end();
        return { result, transfer: [result.cells.buffer] };
      },
    };
  }

  add(values: Values): void {
    const width = this.#columns.length;
    if (this.#filled + width > this.#cells.length) this.#grow(width);
    for (const column of this.#columns) {
      this.#cells[this.#filled] = this.#cell(column, column.get(values));
      this.#filled += 1;
    }
    this.#records += 1;
  }

  reject(reason: string, value: string): void {
    this.#rejected.push({ reason, row: this.#records, value });
    this.#records += 1;
  }

  readonly onDiscard = (column: string): void => {
    this.#discarded[column] = (this.#discarded[column] ?? 0) + 1;
  };

  /** What was packed since the last end. */
  end(): PackedRows {
    const packed: PackedRows = {
      packer: this.#packer,
      cells: this.#cells.slice(0, this.#filled),
      forgotten: this.#forgotten,
      newWords: this.#takeNewWords(),
      texts: this.#texts,
      rejected: this.#rejected,
      discarded: this.#discarded,
    };
    this.#filled = 0;
    this.#records = 0;
    this.#texts = [];
    this.#rejected = [];
    this.#discarded = {};
    this.#forgotten = [];
    for (const vocabulary of this.#vocabularies) {
      if (vocabulary.size <= this.#rememberedWords) continue;
      vocabulary.forget();
      this.#forgotten.push(vocabulary.name);
    }
    return packed;
  }

  #takeNewWords(): Record<string, string[]> {
    const newWords: Record<string, string[]> = {};
    for (const vocabulary of this.#vocabularies) {
      const words = vocabulary.takeNewWords();
      if (words.length > 0) newWords[vocabulary.name] = words;
    }
    return newWords;
  }

  #grow(width: number): void {
    const larger = new Float64Array(Math.max(this.#cells.length * 2, width * 64));
    larger.set(this.#cells);
    this.#cells = larger;
  }

  #cell(column: PackedColumn<Values>, value: CellValue): number {
    if (value === null) return Number.NaN;
    if (column.as === 'number') return Number(value);
    if (column.as === 'text') return this.#texts.push(String(value)) - 1;
    return column.as.idOf(String(value));
  }
}

interface PackedColumn<Values> {
  readonly get: (values: Values) => CellValue;
  readonly as: 'number' | 'text' | Vocabulary;
}

function packedAs(
  as: RowColumn<unknown>['as'],
  vocabularies: Map<string, Vocabulary>,
): PackedColumn<unknown>['as'] {
  if (typeof as === 'string') return as;
  let vocabulary = vocabularies.get(as.vocabulary);
  if (vocabulary === undefined) {
    vocabulary = new Vocabulary(as.vocabulary);
    vocabularies.set(as.vocabulary, vocabulary);
  }
  return vocabulary;
}

/** Numbers words in the order in which they are met. */
class Vocabulary {
  readonly name: string;
  readonly #ids = new Map<string, number>();
  #newWords: string[] = [];
  // The same word often comes twice in a row, and comparing is cheaper than looking up.
  #lastWord: string | undefined;
  #lastId = -1;

  constructor(name: string) {
    this.name = name;
  }

  get size(): number {
    return this.#ids.size;
  }

  idOf(word: string): number {
    if (word === this.#lastWord) return this.#lastId;
    let id = this.#ids.get(word);
    if (id === undefined) {
      id = this.#ids.size;
      this.#ids.set(word, id);
      this.#newWords.push(word);
    }
    this.#lastWord = word;
    this.#lastId = id;
    return id;
  }

  takeNewWords(): string[] {
    const words = this.#newWords;
    this.#newWords = [];
    return words;
  }

  forget(): void {
    this.#ids.clear();
    this.#lastWord = undefined;
  }
}

/** Gives words the value they have in the store: an id in a dictionary, or themselves. */
export type StoreWord = (vocabulary: string, word: string) => number | string;

/** A value as it is inserted. */
export type StoredValue = number | string | null;

/** Turns packed rows into the values of an insert. */
export class RowUnpacker<Values> {
  readonly #columns: readonly RowColumn<Values>[];
  readonly #storeWord: StoreWord;
  /** By packer, then by vocabulary: the store's value of each of the packer's words. */
  readonly #packers = new Map<number, Map<string, (number | string)[]>>();

  constructor(columns: readonly RowColumn<Values>[], storeWord: StoreWord) {
    this.#columns = columns;
    this.#storeWord = storeWord;
  }

  /**
   * Calls `insert` for each row, with the same array every time. Blocks of one packer must come in their order,
   * since words are sent once.
   */
  unpack(packed: PackedRows, insert: (values: readonly StoredValue[]) => void): void {
    const vocabularies = this.#learn(packed);
    const tables = this.#columns.map(({ as }): readonly StoredValue[] | undefined => {
      if (as === 'number') return undefined;
      return as === 'text' ? packed.texts : (vocabularies.get(as.vocabulary) ?? []);
    });
    const { cells } = packed;
    const width = tables.length;
    const values = new Array<StoredValue>(width).fill(null);
    for (let start = 0; start < cells.length; start += width) {
      for (let at = 0; at < width; at += 1) {
        const cell = cells[start + at] ?? Number.NaN;
        const table = tables[at];
        if (Number.isNaN(cell)) values[at] = null;
        else values[at] = table === undefined ? cell : (table[cell] ?? null);
      }
      insert(values);
    }
  }

  #learn(packed: PackedRows): Map<string, (number | string)[]> {
    let vocabularies = this.#packers.get(packed.packer);
    if (vocabularies === undefined) {
      vocabularies = new Map();
      this.#packers.set(packed.packer, vocabularies);
    }
    for (const vocabulary of packed.forgotten) vocabularies.delete(vocabulary);
    for (const [vocabulary, words] of Object.entries(packed.newWords)) {
      let values = vocabularies.get(vocabulary);
      if (values === undefined) {
        values = [];
        vocabularies.set(vocabulary, values);
      }
      for (const word of words) values.push(this.#storeWord(vocabulary, word));
    }
    return vocabularies;
  }
}
