import type { FigureName } from '../../../db/schema/neighbourhoods.ts';
import { readPages } from '../../formats/odata.ts';
import { type LoadContext, type Progress, UnexpectedFormatError } from '../source.ts';
import type { DivisionChange, Sighting } from './areas.ts';
import { parseFigure, parseRegionCode, parseText, type RegionCode } from './cells.ts';
import { FIGURE_NAMES } from './figure-columns.ts';
import { type EditionFiles, KEY_FIGURES, readAllRows } from './key-figures.ts';
import { readRegionNames } from './region-names.ts';
import {
  columnsOfDataProperties,
  columnsOfMeasures,
  foldName,
  type ResolvedFigures,
  resolveFigures,
} from './resolve-figures.ts';

/** One region's row of one edition, in our units. */
export interface RegionFiguresRow extends Sighting {
  /** In the order of FIGURE_NAMES. */
  readonly values: (number | null)[];
}

export interface EditionFigures {
  readonly year: number;
  readonly rows: readonly RegionFiguresRow[];
  /** Figures that this edition does not publish. */
  readonly absent: readonly FigureName[];
}

/**
 * Reads one edition, whichever of the two protocols it came over. An edition has some 18,000 regions; their
 * figures are kept in memory (some 7 MB), pages are not.
 */
export async function readEdition(
  context: LoadContext,
  files: EditionFiles,
  progress: Progress,
): Promise<EditionFigures> {
  const names = await readRegionNames(files.regions);
  const reader = new EditionReader(context, files, names);
  return files.protocol === 'v3' ? reader.readWide(progress) : reader.readLong(progress);
}

class EditionReader {
  readonly #context: LoadContext;
  readonly #files: EditionFiles;
  readonly #names: ReadonlyMap<string, string>;
  readonly #rows = new Map<string, RegionFiguresRow>();

  constructor(context: LoadContext, files: EditionFiles, names: ReadonlyMap<string, string>) {
    this.#context = context;
    this.#files = files;
    this.#names = names;
  }

  /** Version 3: a row a region, a column a figure. */
  async readWide(progress: Progress): Promise<EditionFigures> {
    const { edition, columns, data, info } = this.#files;
    const properties = await readAllRows(columns);
    const resolved = resolveFigures(edition.id, columnsOfDataProperties(properties));
    // IndelingswijzigingWijkenEnBuurten_4 in some editions, IndelingswijzigingGemeenteWijkBuurt_4 in others.
    const changeKey = properties
      .map((property) => String(property.Key))
      .find((key) => foldName(key).startsWith('indelingswijziging'));
    let read = 0;
    for await (const rows of readPages(data)) {
      for (const row of rows) {
        read += 1;
        const target = this.#region(row.WijkenEnBuurten, parseChange(changeKey && row[changeKey]));
        if (target === undefined) continue;
        for (const [position, name] of FIGURE_NAMES.entries()) {
          const figure = resolved.columns.get(name);
          if (figure === undefined) continue;
          target.values[position] = this.#value(name, row[figure.key], figure.factor);
        }
      }
      progress.at(0, read);
    }
    if (info !== undefined) await this.#checkInfo(read);
    return this.#finish(read, resolved);
  }

  /** Version 4: a row a figure. The division's changes are not in it. */
  async readLong(progress: Progress): Promise<EditionFigures> {
    const { edition, columns, groups, data } = this.#files;
    const measures = columnsOfMeasures(await readAllRows(columns), await readAllRows(groups));
    const resolved = resolveFigures(edition.id, measures);
    const byMeasure = new Map(
      [...resolved.columns].map(([name, figure]) => [
        figure.key,
        { name, factor: figure.factor, position: FIGURE_NAMES.indexOf(name) },
      ]),
    );
    let read = 0;
    for await (const rows of readPages(data)) {
      for (const row of rows) {
        read += 1;
        const figure = byMeasure.get(String(row.Measure));
        if (figure === undefined) continue;
        const target = this.#region(row.WijkenEnBuurten, null);
        // Any attribute but "None" says why there is no value: secret, not yet, impossible.
        const present = row.ValueAttribute === undefined || row.ValueAttribute === 'None';
        if (target === undefined || !present) continue;
        target.values[figure.position] = this.#value(figure.name, row.Value, figure.factor);
      }
      progress.at(0, read);
    }
    return this.#finish(read, resolved);
  }

  #region(cell: unknown, change: DivisionChange): RegionFiguresRow | undefined {
    const region = parseRegionCode(cell);
    if (region === undefined) {
      this.#context.reject(KEY_FIGURES.id, 'unknown region code', { value: String(cell) });
      return undefined;
    }
    let row = this.#rows.get(region.code);
    if (row === undefined) {
      row = { region, name: this.#nameOf(region), change, values: FIGURE_NAMES.map(() => null) };
      this.#rows.set(region.code, row);
    }
    return row;
  }

  #nameOf(region: RegionCode): string | null {
    return this.#names.get(region.code) ?? null;
  }

  #value(name: FigureName, cell: unknown, factor: number): number | null {
    const value = parseFigure(cell);
    if (value === undefined) {
      this.#context.reject(KEY_FIGURES.id, `unreadable ${name}`, { value: String(cell).slice(0, 40) });
      return null;
    }
    if (value === null) return null;
    // Wealth can be a debt; nothing else here can be below zero (distances of -1 stood in the tables of 2017).
    if (value < 0 && name !== 'medianHouseholdWealthEur') {
      this.#context.note(KEY_FIGURES.id, `negative ${name}, taken as missing`);
      return null;
    }
    return factor === 1 ? value : Math.round(value * factor);
  }

  /** The table says how many rows it has and of which year it is: lost pages and a wrong table id show. */
  async #checkInfo(read: number): Promise<void> {
    const { edition, info } = this.#files;
    if (info === undefined) return;
    const [row] = await readAllRows([info]);
    const wrong = (expected: string, found: string, remedy: string) =>
      new UnexpectedFormatError({ sourceId: KEY_FIGURES.id, file: info.url, expected, found, remedy });
    const period = parseText(row?.Period);
    if (period !== null && /^\d{4}$/.test(period) && Number(period) !== edition.year) {
      throw wrong(`the table of ${edition.year}`, `that of ${period}`, 'Correct the editions of the source.');
    }
    const count = row?.RecordCount;
    if (this.#context.label === 'national' && typeof count === 'number' && count !== read) {
      throw wrong(`${count} rows`, `${read}`, 'The table may be in renewal: run again later.');
    }
  }

  #finish(read: number, resolved: ResolvedFigures): EditionFigures {
    this.#context.read(KEY_FIGURES.id, read);
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
