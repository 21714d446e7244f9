import {
  ALL_OFFENCES,
  crimeYear,
  offence,
  registeredCrime,
} from '../../../db/schema/neighbourhoods-crime.ts';
import { type LoadContext, UnexpectedFormatError } from '../source.ts';
import type { AreaRegister } from './areas.ts';
import { parseRegionCode, parseText } from './cells.ts';
import { plainName, readMunicipalCrime } from './crime-portal-file.ts';
import { type CrimeRow, readCrimeYear } from './crime-rows.ts';
import { type CrimeFiles, type CrimeTableFiles, POLICE_CRIME } from './police-crime.ts';
import { readRegionNames } from './region-names.ts';
import { columnsOfDataProperties } from './table-columns.ts';
import { readAllRows } from './table-files.ts';

/** A year with a total for most of its areas can be answered from; one that has only begun cannot. */
const FILLED_SHARE = 0.5;
/** Neighbourhoods should have nearly all crimes of their municipality: fewer, and the two divisions differ. */
const NEIGHBOURHOODS_SHARE = 0.9;
/** A division fits clearly better than another when it has so many more of the table's neighbourhoods. */
const CLEARLY_BETTER_SHARE = 0.005;

/**
 * Loads what was fetched of registered crime; none is no error here.
 * @param areas every region of the key figures, whose areas these are
 * @param editionYears years of the key figures that were loaded
 * @throws UnexpectedFormatError when the counts are of another division than the declared one
 */
export async function loadCrime(
  context: LoadContext,
  files: CrimeFiles,
  areas: AreaRegister,
  editionYears: readonly number[],
): Promise<void> {
  if (files.table !== undefined) await loadTable(context, files.table, areas, editionYears);
  else if (files.portal.length > 0) await loadPortalFiles(context, files.portal, areas);
  else context.note(POLICE_CRIME.id, 'no table is offered');
}

async function loadTable(
  context: LoadContext,
  table: CrimeTableFiles,
  areas: AreaRegister,
  editionYears: readonly number[],
): Promise<void> {
  const countKey = await findCountKey(table);
  const offenceCodes = await insertOffences(context, table);
  const names = await readRegionNames(table.regions);
  const provisional = await provisionalPeriods(table);
  const periods = [...new Set(table.counts.map(({ period }) => period))].sort();
  let newest: number | undefined;
  for (const period of periods) {
    const year = Number(period.slice(0, 4));
    const progress = context.progress(`registered crime ${year}`);
    const answers = table.counts.filter((answer) => answer.period === period);
    const rows = await readCrimeYear(context, { countKey, offenceCodes }, answers, (read) =>
      progress.at(0, read),
    );
    checkDivision(table, rows, areas, editionYears);
    const total = offenceCodes.indexOf(ALL_OFFENCES);
    noteSmallSums(context, rows, total);
    const filled = insertYear(context, rows, {
      year,
      divisionYear: table.divisionYear,
      provisional: provisional.has(period),
      total,
      regionId: ({ region }) => areas.meantBy(region, names.get(region.code) ?? null, table.divisionYear).id,
    });
    if (filled) newest = year;
    else context.note(POLICE_CRIME.id, `${year} is not filled yet`);
    progress.done();
  }
  describe(context, table.id, newest);
}

async function findCountKey({ properties }: CrimeTableFiles): Promise<string> {
  const columns = columnsOfDataProperties(await readAllRows([properties]));
  const found = columns.find(({ name }) => name === 'geregistreerdemisdrijven');
  if (found !== undefined) return found.key;
  throw new UnexpectedFormatError({
    sourceId: POLICE_CRIME.id,
    file: properties.url,
    expected: 'a column "GeregistreerdeMisdrijven"',
    found: columns.map(({ key }) => key).join(', '),
    remedy: 'Is the option "table" that of registered crimes (47018NED)?',
  });
}

/** @returns the codes, in the order of the ids from 1 */
async function insertOffences(context: LoadContext, { offences }: CrimeTableFiles): Promise<string[]> {
  const insert = context.insert(offence, ['id', 'code', 'title']);
  const codes: string[] = [];
  for (const row of await readAllRows(offences)) {
    const code = parseText(row.Key);
    const title = parseText(row.Title);
    if (code === null || title === null) {
      context.reject(POLICE_CRIME.id, 'offence without a code or title', { value: String(row.Key) });
      continue;
    }
    codes.push(code);
    insert([codes.length, code, title.startsWith(`${code} `) ? title.slice(code.length + 1) : title]);
  }
  return codes;
}

/** Years are final, revised provisional or provisional; a table without that column says nothing. */
async function provisionalPeriods({ periods }: CrimeTableFiles): Promise<ReadonlySet<string>> {
  const rows = await readAllRows(periods);
  const open = rows.filter((row) => /voorlopig/i.test(parseText(row.Status) ?? ''));
  return new Set(open.map((row) => parseText(row.Key) ?? ''));
}

/** The declared division must be the one, of those that are loaded, that has most of the table's neighbourhoods. */
function checkDivision(
  { id, divisionYear }: CrimeTableFiles,
  rows: ReadonlyMap<string, CrimeRow>,
  areas: AreaRegister,
  editionYears: readonly number[],
): void {
  if (!editionYears.includes(divisionYear)) return;
  const codes = new Set([...rows.keys()].filter((code) => code.startsWith('BU')));
  const found = new Map(editionYears.map((year) => [year, 0]));
  for (const area of areas) {
    if (!codes.has(area.code)) continue;
    for (const year of editionYears) {
      if (area.firstYear <= year && year <= area.lastYear) found.set(year, (found.get(year) ?? 0) + 1);
    }
  }
  const declared = found.get(divisionYear) ?? 0;
  const [bestYear, best] = [...found].reduce((left, right) => (right[1] > left[1] ? right : left));
  if (best - declared <= codes.size * CLEARLY_BETTER_SHARE) return;
  throw new UnexpectedFormatError({
    sourceId: POLICE_CRIME.id,
    file: `table ${id}`,
    expected: `neighbourhoods of the division of ${divisionYear}`,
    found: `${declared} of ${codes.size} that are in it, and ${best} that are in that of ${bestYear}`,
    remedy: `Set "divisionYear" in the options of the source to ${bestYear}.`,
  });
}

/** Crimes without an exact place count in the municipality only; where they are many, rates come out too low. */
function noteSmallSums(context: LoadContext, rows: ReadonlyMap<string, CrimeRow>, total: number): void {
  const sums = new Map<string, number>();
  for (const { region, crimes } of rows.values()) {
    if (region.kind !== 'neighbourhood' || region.municipalityCode === null) continue;
    const sum = sums.get(region.municipalityCode) ?? 0;
    sums.set(region.municipalityCode, sum + (crimes[total] ?? 0));
  }
  for (const [code, sum] of sums) {
    const all = rows.get(code)?.crimes[total];
    if (all !== undefined && all !== null && sum < all * NEIGHBOURHOODS_SHARE) {
      context.note(POLICE_CRIME.id, 'municipality whose neighbourhoods have less than 90 % of its crimes');
    }
  }
}

interface CrimeYear {
  readonly year: number;
  readonly divisionYear: number;
  readonly provisional: boolean;
  /** Position of the total. */
  readonly total: number;
  readonly regionId: (row: CrimeRow) => number;
}

/** @returns whether the year can be answered from */
function insertYear(
  context: LoadContext,
  rows: ReadonlyMap<string, CrimeRow>,
  { year, divisionYear, provisional, total, regionId }: CrimeYear,
): boolean {
  // An area's numbers lie side by side, as they are asked for.
  const insert = context.insert(registeredCrime, ['regionId', 'year', 'offenceId', 'crimes']);
  let withTotal = 0;
  for (const row of rows.values()) {
    const id = regionId(row);
    for (const [position, crimes] of row.crimes.entries()) {
      if (crimes !== undefined) insert([id, year, position + 1, crimes]);
    }
    if (typeof row.crimes[total] === 'number') withTotal += 1;
  }
  const share = rows.size === 0 ? 0 : withTotal / rows.size;
  const filled = share >= FILLED_SHARE && typeof rows.get('NL00')?.crimes[total] === 'number';
  const insertCrimeYear = context.insert(crimeYear, [
    'year',
    'divisionYear',
    'provisional',
    'filledShare',
    'filled',
  ]);
  insertCrimeYear([year, divisionYear, provisional ? 1 : 0, share, filled ? 1 : 0]);
  return filled;
}

async function loadPortalFiles(
  context: LoadContext,
  portal: CrimeFiles['portal'],
  areas: AreaRegister,
): Promise<void> {
  context.insert(offence, ['id', 'code', 'title'])([1, ALL_OFFENCES, 'Totaal misdrijven']);
  const codeByName = newestCodes(areas);
  for (const { edition, file } of portal) {
    const { year } = edition;
    const { country, municipalities, divisionYear } = await readMunicipalCrime(file, year);
    const rows = new Map<string, CrimeRow>();
    const add = (code: string, crimes: number | null) => {
      const region = parseRegionCode(code);
      if (region !== undefined) rows.set(code, { region, crimes: [crimes] });
    };
    add('NL00', country);
    for (const [name, crimes] of municipalities) {
      const code = codeByName.get(name);
      if (code === undefined) context.reject(POLICE_CRIME.id, 'unknown municipality', { value: name });
      else add(code, crimes);
    }
    context.read(POLICE_CRIME.id, municipalities.size);
    insertYear(context, rows, {
      year,
      divisionYear: divisionYear ?? year,
      provisional: false,
      total: 0,
      regionId: ({ region }) => areas.meantBy(region, null, divisionYear ?? year).id,
    });
  }
  const newest = portal.map(({ edition }) => edition).sort((left, right) => right.year - left.year)[0];
  if (newest !== undefined) describe(context, newest.id, newest.year);
}

/** The newest municipality of each name. */
function newestCodes(areas: AreaRegister): ReadonlyMap<string, string> {
  const named = [...areas].filter(({ kind, name }) => kind === 'municipality' && name !== null);
  named.sort((left, right) => left.lastYear - right.lastYear);
  return new Map(named.map(({ name, code }) => [plainName(name ?? ''), code]));
}

function describe(context: LoadContext, edition: string, year: number | undefined): void {
  context.describe(POLICE_CRIME.id, {
    edition,
    ...(year === undefined ? {} : { dataYear: year, stateDate: `${year}-12-31` }),
  });
}
