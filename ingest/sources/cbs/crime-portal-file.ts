import { readFile } from 'node:fs/promises';
import { CsvError, parse } from 'csv-parse/sync';
import { type FetchedFile, UnexpectedFormatError } from '../source.ts';
import { parseFigure } from './cells.ts';

/** Total crimes by municipality from a portal file. */
export interface MunicipalCrime {
  /** Year of the municipalities' division, from the title; null where it names none. */
  readonly divisionYear: number | null;
  readonly country: number | null;
  /** Crimes that belong to no municipality. */
  readonly unassigned: number | null;
  /** By name: the file has no codes. */
  readonly municipalities: ReadonlyMap<string, number | null>;
}

const TOTAL_OFFENCES = 'Totaal misdrijven';
const TOPIC = 'Geregistreerde misdrijven';

/**
 * Reads a portal file of the municipal table: UTF-8, `;`, all quoted; titles, then a line for each heading (topic,
 * years, regions), the regions, and a last line with the source.
 * @throws UnexpectedFormatError for another table, another offence, a year that is not in it, or a file that is cut:
 * the municipalities, and what belongs to none, must add up to the country
 */
export async function readMunicipalCrime(file: FetchedFile, year: number): Promise<MunicipalCrime> {
  const wrong = (expected: string, found: string) =>
    new UnexpectedFormatError({
      sourceId: file.sourceId,
      file: file.url,
      expected,
      found,
      remedy:
        'On data.politie.nl choose registered crimes by municipality, all offences and the year, and download the CSV again.',
    });
  const lines = parseLines(await readFile(file.path, 'utf8'), wrong);
  const heading = (name: string) => lines.find(([first]) => first === name);
  const [title = '', offence = ''] = lines.map(([first]) => first ?? '');
  if (!offence.endsWith(`: ${TOTAL_OFFENCES}`)) throw wrong(`"Soort misdrijf: ${TOTAL_OFFENCES}"`, offence);
  const topics = heading('Onderwerp') ?? [];
  const years = heading('Perioden') ?? [];
  const column = years.findIndex((cell, at) => cell === String(year) && topics[at] === TOPIC);
  if (column < 1) throw wrong(`a column "${TOPIC}" of ${year}`, `${topics.join(', ')}; ${years.join(', ')}`);
  const start = lines.findIndex(([first]) => first === "Regio's");
  const end = lines.findIndex(([first]) => first?.startsWith('Bron:'));
  if (start < 0 || end < start) throw wrong('a heading "Regio\'s" and a last line "Bron: Politie"', 'none');

  const counts = lines.slice(start + 1, end).map(([name = '', ...cells]) => {
    const count = parseFigure(cells[column - 1]);
    if (count === undefined) throw wrong(`a number of crimes for ${name}`, String(cells[column - 1]));
    return [name, count] as const;
  });
  return checkedSum(tellApart(title, counts), wrong);
}

type Wrong = (expected: string, found: string) => UnexpectedFormatError;

function parseLines(text: string, wrong: Wrong): string[][] {
  try {
    return parse(text, { delimiter: ';', bom: true, relax_column_count: true });
  } catch (cause) {
    if (cause instanceof CsvError) throw wrong('CSV separated by semicolons', cause.message);
    throw cause;
  }
}

function tellApart(title: string, counts: readonly (readonly [string, number | null])[]): MunicipalCrime {
  const municipalities = new Map<string, number | null>();
  let country: number | null = null;
  let unassigned: number | null = null;
  for (const [name, count] of counts) {
    if (name === 'Nederland') country = count;
    else if (/^gemeenten; niet in te delen$/i.test(name)) unassigned = count;
    // The police regions follow the municipalities and have the same crimes once more.
    else if (!/\(RE\)$/.test(name) && name !== 'Buitenland') municipalities.set(plainName(name), count);
  }
  const divisionYear = /gemeente (\d{4})/.exec(title)?.[1];
  return {
    divisionYear: divisionYear === undefined ? null : Number(divisionYear),
    country,
    unassigned,
    municipalities,
  };
}

function checkedSum(crime: MunicipalCrime, wrong: Wrong): MunicipalCrime {
  const sum = [...crime.municipalities.values()].reduce<number>((total, count) => total + (count ?? 0), 0);
  const all = sum + (crime.unassigned ?? 0);
  if (crime.country === all) return crime;
  throw wrong(`municipalities that add up to the country's ${crime.country}`, String(all));
}

/** "Utrecht (gemeente)", told from the province of that name, is Utrecht; "Bergen (NH.)" stays. */
export function plainName(name: string): string {
  return name.replace(/ \(gemeente\)$/, '').trim();
}
