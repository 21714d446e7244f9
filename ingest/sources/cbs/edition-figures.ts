import { type ODataRow, readPages } from '../../formats/odata.ts';
import { type LoadContext, type Progress, UnexpectedFormatError } from '../source.ts';
import type { DivisionChange, Sighting } from './areas.ts';
import { parseFigure, parseRegionCode, parseText, type RegionCode } from './cells.ts';
import { openPortalFile } from './portal-file.ts';
import { readRegionNames } from './region-names.ts';
import {
  columnsOfDataProperties,
  columnsOfMeasures,
  type ResolvedFigures,
  type TableColumn,
} from './table-columns.ts';
import { checkTableInfo, readAllRows, type TableFiles } from './table-files.ts';

/** A kind of table with a row for each district and neighbourhood, one table a year. */
export interface RegionTable<Name extends string> {
  /** What is read of it; values keep this order. */
  readonly names: readonly Name[];
  /**
   * Finds the columns.
   * @param edition which table it is, for messages
   * @throws UnresolvedFigureError
   */
  resolve(edition: TableFiles, columns: readonly TableColumn[]): ResolvedFigures<Name>;
  /** Figures that can be below zero; of all others the publisher's negative values are mistakes. */
  readonly signed: ReadonlySet<Name>;
}

/** One region's row of one edition, in our units. */
export interface RegionFiguresRow extends Sighting {
  /** In the order of the table's names. */
  readonly values: (number | null)[];
}

export interface EditionFigures<Name extends string> {
  readonly year: number;
  readonly rows: readonly RegionFiguresRow[];
  /** Figures that this edition does not publish. */
  readonly absent: readonly Name[];
}

/**
 * Reads one edition, however it came. An edition has some 18,000 regions; their figures are kept in memory (some
 * 7 MB), pages are not.
 */
export async function readEdition<Name extends string>(
  context: LoadContext,
  table: RegionTable<Name>,
  files: TableFiles,
  progress: Progress,
): Promise<EditionFigures<Name>> {
  const names = await readRegionNames(files.regions);
  const reader = new EditionReader(context, table, files, names);
  if (files.protocol === 'csv') return reader.readPortalFile(progress);
  return files.protocol === 'v3' ? reader.readWide(progress) : reader.readLong(progress);
}

/** Columns of a wide table that are not figures. */
interface RegionColumns {
  readonly codeKey: string;
  readonly nameKey?: string | undefined;
  readonly periodKey?: string | undefined;
}

class EditionReader<Name extends string> {
  readonly #context: LoadContext;
  readonly #table: RegionTable<Name>;
  readonly #files: TableFiles;
  readonly #names: ReadonlyMap<string, string>;
  readonly #rows = new Map<string, RegionFiguresRow>();

  constructor(
    context: LoadContext,
    table: RegionTable<Name>,
    files: TableFiles,
    names: ReadonlyMap<string, string>,
  ) {
    this.#context = context;
    this.#table = table;
    this.#files = files;
    this.#names = names;
  }

  /** Version 3: a row a region, a column a figure. */
  async readWide(progress: Progress): Promise<EditionFigures<Name>> {
    const { columns, data, edition } = this.#files;
    const described = columnsOfDataProperties(await readAllRows(columns));
    const codes = { codeKey: 'WijkenEnBuurten' };
    const { read, resolved } = await this.#readRows(readPages(data), described, codes, progress);
    await checkTableInfo(this.#context, this.#files, read, edition.year);
    return this.#finish(read, resolved);
  }

  /** A portal file: as version 3, but described by its headings only. */
  async readPortalFile(progress: Progress): Promise<EditionFigures<Name>> {
    const [file] = this.#files.data;
    if (file === undefined) throw new RangeError(`${this.#files.sourceId}: no portal file was fetched.`);
    const { pages, columns, ...regions } = await openPortalFile(file);
    const { read, resolved } = await this.#readRows(pages, columns, regions, progress);
    return this.#finish(read, resolved);
  }

  /** Version 4: a row a figure. The division's changes are not in it. */
  async readLong(progress: Progress): Promise<EditionFigures<Name>> {
    const { columns, groups, data } = this.#files;
    const measures = columnsOfMeasures(await readAllRows(columns), await readAllRows(groups));
    this.#tellColumns(measures);
    const resolved = this.#table.resolve(this.#files, measures);
    const byMeasure = new Map(
      [...resolved.columns].map(([name, figure]) => [
        figure.key,
        { name, factor: figure.factor, position: this.#table.names.indexOf(name) },
      ]),
    );
    let read = 0;
    for await (const rows of readPages(data)) {
      for (const row of rows) {
        read += 1;
        const figure = byMeasure.get(String(row.Measure));
        if (figure === undefined) continue;
        const target = this.#region(row.WijkenEnBuurten, null, null);
        // Any attribute but "None" says why there is no value: secret, not yet, impossible.
        const present = row.ValueAttribute === undefined || row.ValueAttribute === 'None';
        if (target === undefined || !present) continue;
        target.values[figure.position] = this.#value(figure.name, row.Value, figure.factor);
      }
      progress.at(0, read);
    }
    return this.#finish(read, resolved);
  }

  async #readRows(
    pages: AsyncIterable<readonly ODataRow[]>,
    columns: readonly TableColumn[],
    { codeKey, nameKey, periodKey }: RegionColumns,
    progress: Progress,
  ): Promise<{ read: number; resolved: ResolvedFigures<Name> }> {
    this.#tellColumns(columns);
    const resolved = this.#table.resolve(this.#files, columns);
    // IndelingswijzigingWijkenEnBuurten_4 in some editions, IndelingswijzigingGemeenteWijkBuurt_4 in others.
    const changeKey = columns.find((column) => column.name.startsWith('indelingswijziging'))?.key;
    let read = 0;
    for await (const rows of pages) {
      for (const row of rows) {
        read += 1;
        if (periodKey !== undefined) this.#checkYear(row[periodKey]);
        const change = parseChange(changeKey && row[changeKey]);
        const target = this.#region(row[codeKey], change, nameKey === undefined ? null : row[nameKey]);
        if (target === undefined) continue;
        for (const [position, name] of this.#table.names.entries()) {
          const figure = resolved.columns.get(name);
          if (figure === undefined) continue;
          target.values[position] = this.#value(name, row[figure.key], figure.factor);
        }
      }
      progress.at(0, read);
    }
    return { read, resolved };
  }

  /** Without the numbers at their ends, which move with every edition. */
  #tellColumns(columns: readonly TableColumn[]): void {
    this.#context.columns(
      this.#files.sourceId,
      columns.map(({ name }) => name),
    );
  }

  #region(cell: unknown, change: DivisionChange, name: unknown): RegionFiguresRow | undefined {
    const region = parseRegionCode(cell);
    if (region === undefined) {
      this.#context.reject(this.#files.sourceId, 'unknown region code', { value: String(cell) });
      return undefined;
    }
    let row = this.#rows.get(region.code);
    if (row === undefined) {
      const values = this.#table.names.map(() => null);
      row = { region, name: parseText(name) ?? this.#nameOf(region), change, values };
      this.#rows.set(region.code, row);
    }
    return row;
  }

  #nameOf(region: RegionCode): string | null {
    return this.#names.get(region.code) ?? null;
  }

  #value(name: Name, cell: unknown, factor: number): number | null {
    const value = parseFigure(cell);
    if (value === undefined) {
      this.#context.reject(this.#files.sourceId, `unreadable ${name}`, { value: String(cell).slice(0, 40) });
      return null;
    }
    if (value === null) return null;
    // Distances of -1 stood in the tables of 2017 until they were corrected.
    if (value < 0 && !this.#table.signed.has(name)) {
      this.#context.note(this.#files.sourceId, `negative ${name}, taken as missing`);
      return null;
    }
    return factor === 1 ? value : Math.round(value * factor);
  }

  /** A portal file names its year in each row, `2021` or `2021JJ00`. */
  #checkYear(cell: unknown): void {
    const { sourceId, edition, data } = this.#files;
    const text = parseText(cell);
    if (text === null || text.startsWith(String(edition.year))) return;
    throw new UnexpectedFormatError({
      sourceId,
      file: data[0]?.url ?? edition.id,
      expected: `figures of ${edition.year} only`,
      found: `some of ${text}`,
      remedy: 'Correct the year in the editions of the source, or download one year to a file.',
    });
  }

  #finish(read: number, resolved: ResolvedFigures<Name>): EditionFigures<Name> {
    this.#context.read(this.#files.sourceId, read);
    // Found here, and not where the regions are missed: other tables are held against those of this edition.
    if (this.#rows.size === 0) {
      const { sourceId, data, edition } = this.#files;
      throw new UnexpectedFormatError({
        sourceId,
        file: data[0]?.url ?? edition.id,
        expected: 'rows with the codes of districts and neighbourhoods',
        found: `none in ${read} rows`,
        remedy:
          'Look whether the publisher renamed the column of the codes, or emptied the table: run again later.',
      });
    }
    return {
      year: this.#files.edition.year,
      rows: [...this.#rows.values()],
      absent: resolved.absent,
    };
  }
}

function parseChange(cell: unknown): DivisionChange {
  const text = typeof cell === 'number' ? String(cell) : parseText(cell);
  return text === '1' || text === '2' || text === '3' ? text : null;
}
