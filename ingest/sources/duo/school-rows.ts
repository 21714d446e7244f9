import type { SchoolKind } from '../../../db/schema/schools.ts';
import { type ColumnSpec, type ResolvedColumns, resolveColumns } from '../../formats/columns.ts';
import { type HouseNumber, parseHouseNumber } from './house-number.ts';

/**
 * The columns that are read, by their names since 2023 and before. Telephone numbers and correspondence addresses are
 * of no use here and may be personal: they are not read.
 */
const COLUMNS = {
  institution: { names: ['INSTELLINGSCODE', 'INSTELLINGCODE', 'BRIN NUMMER', 'BRIN_NUMMER'] },
  location: { names: ['VESTIGINGSCODE', 'VESTIGINGSNUMMER'], required: true },
  name: { names: ['VESTIGINGSNAAM'], required: true },
  street: { names: ['STRAATNAAM'], required: true },
  houseNumber: { names: ['HUISNUMMER-TOEVOEGING', 'HUISNUMMER_TOEVOEGING'], required: true },
  postcode: { names: ['POSTCODE'], required: true },
  town: { names: ['PLAATSNAAM'], required: true },
  municipality: { names: ['GEMEENTENUMMER', 'GEMEENTECODE'] },
  denomination: { names: ['DENOMINATIE'] },
  website: { names: ['INTERNETADRES'] },
  /** Of secondary schools; of special ones the sort. */
  structure: { names: ['ONDERWIJSSTRUCTUUR', 'SOORT PRIMAIR ONDERWIJS', 'SOORT_PRIMAIR_ONDERWIJS'] },
} as const satisfies Record<string, ColumnSpec>;

type Column = keyof typeof COLUMNS;

export interface SchoolRow extends HouseNumber {
  readonly kind: SchoolKind;
  readonly locationCode: string;
  readonly name: string;
  readonly denomination: string | null;
  readonly structure: string | null;
  readonly street: string | null;
  readonly postcode: string | null;
  readonly town: string | null;
  readonly municipalityCode: string | null;
  readonly website: string | null;
}

/** Why a row cannot be used: a fixed phrase. */
export type RowProblem = 'not a code of a location' | 'no name';

export class SchoolParser {
  readonly kind: SchoolKind;
  readonly #columns: ResolvedColumns<Column>;

  /** @throws MissingColumnsError */
  constructor(kind: SchoolKind, header: readonly string[]) {
    this.kind = kind;
    this.#columns = resolveColumns(COLUMNS, header);
  }

  /** Columns that the file does not have; only secondary and special schools have a structure. */
  get absent(): readonly string[] {
    return this.#columns.absent.filter(
      (column) => column !== 'institution' && (column !== 'structure' || this.kind === 'secondary'),
    );
  }

  parse(row: readonly string[]): SchoolRow | RowProblem {
    const cell = (column: Column) => textOf(row[this.#columns.index[column]]);
    const locationCode = locationCodeOf(cell('institution'), cell('location'));
    if (locationCode === undefined) return 'not a code of a location';
    const name = cell('name');
    if (name === null) return 'no name';
    return {
      kind: this.kind,
      locationCode,
      name,
      denomination: cell('denomination'),
      structure: cell('structure'),
      street: cell('street'),
      ...parseHouseNumber(cell('houseNumber') ?? ''),
      postcode: postcodeOf(cell('postcode')),
      town: cell('town'),
      municipalityCode: municipalityCodeOf(cell('municipality')),
      website: websiteOf(cell('website')),
    };
  }
}

/** Cells are padded with blanks in older files, and a blank stands for nothing. */
function textOf(cell: string | undefined): string | null {
  const text = (cell ?? '').trim().replace(/\s+/g, ' ');
  return text === '' ? null : text;
}

/** The full code, `32JK00`; a file that gives only the number of the location has the institution beside it. */
function locationCodeOf(institution: string | null, location: string | null): string | undefined {
  const code = /^\d{1,2}$/.test(location ?? '') ? `${institution}${location?.padStart(2, '0')}` : location;
  const upper = (code ?? '').toUpperCase();
  return /^\d{2}[A-Z0-9]{2}\d{2}$/.test(upper) ? upper : undefined;
}

/** `8917 DD` -> `8917DD` */
export function postcodeOf(text: string | null): string | null {
  const [, digits, letters] = /^([1-9]\d{3}) ?([A-Z]{2})$/i.exec(text ?? '') ?? [];
  return digits === undefined || letters === undefined ? null : `${digits}${letters.toUpperCase()}`;
}

/** Four digits, or fewer where a spreadsheet took the leading zeros. */
function municipalityCodeOf(text: string | null): string | null {
  return /^\d{1,4}$/.test(text ?? '') ? `GM${text?.padStart(4, '0')}` : null;
}

/** Some schools filled in a mail address, which may be a person's, or words. */
export function websiteOf(text: string | null): string | null {
  return text !== null && /^(https?:\/\/)?[^\s@/:]+\.[^\s@]{2,}$/i.test(text) ? text : null;
}
