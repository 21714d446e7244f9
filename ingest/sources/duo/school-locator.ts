import Database from 'better-sqlite3';
import type { SchoolLocationQuality } from '../../../db/schema/schools.ts';
import type { OtherRelease } from '../source.ts';

export interface SchoolLocation {
  readonly xM: number;
  readonly yM: number;
  readonly quality: SchoolLocationQuality;
  /** The register's spelling; the publisher writes capitals. */
  readonly town: string;
}

export interface SchoolAddress {
  readonly postcode: string | null;
  readonly houseNumber: number | null;
  readonly suffix: string | null;
}

interface NumberRow {
  readonly letter: string | null;
  readonly addition: string | null;
  readonly x: number;
  readonly y: number;
  readonly town: string;
}

/**
 * Finds schools in a release of the address register, since their publisher gives no coordinates. Close it after use.
 */
export class SchoolLocator {
  readonly #database: Database.Database;
  readonly #numbers: Database.Statement<[string, number], NumberRow>;
  readonly #postcodes: Database.Statement<[string], { x: number; y: number; town: string }>;

  constructor(addresses: OtherRelease) {
    this.#database = new Database(addresses.path, { readonly: true, fileMustExist: true });
    this.#numbers = this.#database.prepare(
      `SELECT house_letter AS letter, addition, rd_x_m AS x, rd_y_m AS y, town.name AS town
         FROM address JOIN town ON town.id = town_id
        WHERE postcode = ? AND house_number = ? AND rd_x_m IS NOT NULL
        ORDER BY address.id`,
    );
    this.#postcodes = this.#database.prepare(
      `SELECT avg(rd_x_m) AS x, avg(rd_y_m) AS y, min(town.name) AS town
         FROM address JOIN town ON town.id = town_id
        WHERE postcode = ? AND rd_x_m IS NOT NULL
       HAVING count(*) > 0`,
    );
  }

  close(): void {
    this.#database.close();
  }

  /**
   * The address with the same suffix; else the plain number (the suffix of a range is its last number); else any of
   * that number, a few metres off; else the middle of the postcode. `undefined` for an unknown postcode.
   */
  locate({ postcode, houseNumber, suffix }: SchoolAddress): SchoolLocation | undefined {
    if (postcode === null) return undefined;
    const rows = houseNumber === null ? [] : this.#numbers.all(postcode, houseNumber);
    const withSuffix = (wanted: string) =>
      rows.find(({ letter, addition }) => bare(`${letter ?? ''}${addition ?? ''}`) === wanted);
    const row = withSuffix(bare(suffix ?? '')) ?? withSuffix('') ?? rows[0];
    if (row !== undefined) return { xM: row.x, yM: row.y, quality: 'address', town: row.town };
    const middle = this.#postcodes.get(postcode);
    if (middle === undefined) return undefined;
    return { xM: middle.x, yM: middle.y, quality: 'postcode', town: middle.town };
  }
}

/** Suffixes are compared without case and separators: `2-hg` is `2 HG`. */
function bare(suffix: string): string {
  return suffix.toUpperCase().replace(/[^A-Z0-9]/g, '');
}
