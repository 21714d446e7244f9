import { areaOrNull, type PlaneGeometry, pointsOrNull } from '../../db/geojson.ts';
import type { Point, Ring } from '../../db/geometry.ts';

/** The text is no geometry of a kind that is read. */
export class WktError extends Error {
  override readonly name = 'WktError';
  readonly code = 'bad_wkt';
}

/** A literal of linked data may name its coordinate system first, a database's `SRID=...;`. */
const HEAD = /^\s*(?:<[^>]*>|SRID=\d+;)?\s*(MULTIPOINT|MULTIPOLYGON|POINT|POLYGON)\s*(?:ZM|Z|M)?\s*(?=[(E])/i;
const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/iy;

/** What stands between brackets: positions, or more brackets. */
type Nested = readonly (Point | Nested)[];

/**
 * Reads well-known text: points, polygons and their plurals, in any case, with or without a blank before the
 * bracket (`POINT(4.9 52.4)`, `Point (4.9 52.4)`). Heights and measures are left out.
 * @returns null for `EMPTY`
 * @throws WktError for anything else
 */
export function parseWkt(text: string): PlaneGeometry | null {
  const head = HEAD.exec(text);
  if (head?.[1] === undefined) throw new WktError(`expected a point or polygon, found ${quote(text)}.`);
  const reader = new Reader(text, head[0].length);
  if (reader.empty()) return null;
  const body = reader.brackets();
  reader.end();
  switch (head[1].toUpperCase()) {
    case 'POINT':
      return pointsOrNull(positions(body));
    case 'MULTIPOINT':
      // Both `(1 2, 3 4)` and `((1 2), (3 4))` are written.
      return pointsOrNull(body.flatMap((part) => ('x' in part ? [part] : positions(part))));
    case 'POLYGON':
      return areaOrNull([rings(body)]);
    default:
      return areaOrNull(body.map((part) => rings(brackets(part))));
  }
}

function rings(body: Nested): Ring[] {
  return body.map((part) =>
    Float64Array.from(positions(brackets(part)).flatMap((position) => [position.x, position.y])),
  );
}

function positions(body: Nested): Point[] {
  return body.map((part) => {
    if ('x' in part) return part;
    throw new WktError('there are brackets where a position should be.');
  });
}

function brackets(part: Point | Nested): Nested {
  if ('x' in part) throw new WktError('there is a position where brackets should be.');
  return part;
}

class Reader {
  readonly #text: string;
  #at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  empty(): boolean {
    return /^EMPTY\s*$/i.test(this.#text.slice(this.#at, this.#at + 20));
  }

  /** `(` positions or brackets, separated by commas `)` */
  brackets(): Nested {
    this.#take('(');
    const parts: (Point | Nested)[] = [];
    do parts.push(this.#peek() === '(' ? this.brackets() : this.#position());
    while (this.#skip(','));
    this.#take(')');
    return parts;
  }

  end(): void {
    if (this.#peek() !== '') throw this.#unexpected('the end');
  }

  #position(): Point {
    const x = this.#number();
    const y = this.#number();
    // Height and measure.
    while (this.#peek() !== ',' && this.#peek() !== ')') this.#number();
    return { x, y };
  }

  #number(): number {
    this.#peek();
    NUMBER.lastIndex = this.#at;
    const found = NUMBER.exec(this.#text)?.[0];
    if (found === undefined) throw this.#unexpected('a number');
    this.#at += found.length;
    return Number(found);
  }

  /** The next character that is no blank; empty at the end. */
  #peek(): string {
    while (/\s/.test(this.#text.charAt(this.#at))) this.#at += 1;
    return this.#text.charAt(this.#at);
  }

  #skip(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at += 1;
    return true;
  }

  #take(character: string): void {
    if (!this.#skip(character)) throw this.#unexpected(`"${character}"`);
  }

  #unexpected(expected: string): WktError {
    return new WktError(
      `expected ${expected} at character ${this.#at}, found ${quote(this.#text.slice(this.#at))}.`,
    );
  }
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 40));
}
