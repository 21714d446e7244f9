import { readPages } from '../../formats/odata.ts';
import { type LoadContext, UnexpectedFormatError } from '../source.ts';
import { parseFigure, parseRegionCode, parseText, type RegionCode } from './cells.ts';
import { type CrimeCountFiles, POLICE_CRIME } from './police-crime.ts';

/** Registered crimes of one area in one year, by the position of the offence. */
export interface CrimeRow {
  readonly region: RegionCode;
  /** Null is withheld by the publisher, undefined was not published. */
  readonly crimes: (number | null | undefined)[];
}

/** What is needed to read the counts of a year. */
export interface CrimeColumns {
  /** Key of the column with the counts. */
  readonly countKey: string;
  /** Codes of the offences; rows keep this order. */
  readonly offenceCodes: readonly string[];
}

/**
 * Reads all answers of one year. They come by offence and are wanted by area: some 18,000 areas with 60 numbers each
 * are kept in memory (10 MB), pages are not.
 * @throws UnexpectedFormatError when an answer has rows that were not asked for
 */
export async function readCrimeYear(
  context: LoadContext,
  { countKey, offenceCodes }: CrimeColumns,
  answers: readonly CrimeCountFiles[],
  onRows: (rows: number) => void,
): Promise<ReadonlyMap<string, CrimeRow>> {
  const rows = new Map<string, CrimeRow>();
  let read = 0;
  for (const { offenceCode, period, pages } of answers) {
    const position = offenceCodes.indexOf(offenceCode);
    for await (const page of readPages(pages)) {
      for (const cells of page) {
        if (parseText(cells.SoortMisdrijf) !== offenceCode || parseText(cells.Perioden) !== period) {
          throw notAsked(pages[0]?.url ?? offenceCode, `${cells.SoortMisdrijf}, ${cells.Perioden}`);
        }
        take(context, rows, { position, cell: cells.WijkenEnBuurten, count: cells[countKey] });
      }
      read += page.length;
      onRows(read);
    }
  }
  context.read(POLICE_CRIME.id, read);
  return rows;
}

function take(
  context: LoadContext,
  rows: Map<string, CrimeRow>,
  { position, cell, count }: { position: number; cell: unknown; count: unknown },
): void {
  const region = parseRegionCode(cell);
  const crimes = parseFigure(count);
  const row = region && (rows.get(region.code) ?? { region, crimes: [] });
  const value = `${String(cell).trim()}: ${String(count)}`;
  if (row === undefined) {
    context.reject(POLICE_CRIME.id, 'unknown region code', { value });
  } else if (crimes === undefined || (crimes !== null && (crimes < 0 || !Number.isInteger(crimes)))) {
    context.reject(POLICE_CRIME.id, 'not a number of crimes', { value });
  } else if (row.crimes[position] !== undefined) {
    // The service's pages overlap at times: the rows that they then lack show in the sums.
    context.reject(POLICE_CRIME.id, 'region twice in one answer', { value });
  } else {
    row.crimes[position] = crimes;
    rows.set(row.region.code, row);
  }
}

function notAsked(url: string, found: string): UnexpectedFormatError {
  return new UnexpectedFormatError({
    sourceId: POLICE_CRIME.id,
    file: url,
    expected: 'only rows of the offence and the year in the address',
    found: `some of ${found}`,
    remedy:
      'The service did not apply the filter: run again later, or look whether it takes another form now.',
  });
}
