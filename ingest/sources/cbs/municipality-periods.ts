import { municipalityPeriod } from '../../../db/schema/neighbourhoods-municipalities.ts';
import {
  CBS_MUNICIPALITIES,
  fetchMunicipalityTable,
  type Municipality,
  type MunicipalityFiles,
  readMunicipalities,
} from '../kadaster/municipalities.ts';
import type { FetchedFile, Fetcher, LoadContext, SourceDeclaration } from '../source.ts';

/**
 * The same lists that the address register is read with, here one of each year, so that codes that are no more can
 * still be named. They do not say which municipality came after an abolished one.
 */
export const MUNICIPALITY_PERIODS: SourceDeclaration = {
  ...CBS_MUNICIPALITIES,
  id: 'cbs-municipality-periods',
  name: 'Municipalities and provinces by year (Gebieden in Nederland)',
  cron: '10 5 6 * *',
};

export interface MunicipalityPeriodFiles {
  /** The yearly lists, oldest first, or the one of the operator that has dates. */
  readonly lists: readonly MunicipalityFiles[];
}

/** Gets the list of each declared year or, where `urls.history` names a file, that one instead. */
export async function fetchMunicipalityPeriods(fetcher: Fetcher): Promise<MunicipalityPeriodFiles> {
  const declaration = fetcher.declaration(MUNICIPALITY_PERIODS.id);
  const history = declaration.urls.history ?? '';
  if (history !== '') {
    const rows = await fetcher.file({ sourceId: declaration.id, url: history, expect: 'any' });
    return { lists: [{ form: 'history', rows, edition: 'history', year: null }] };
  }
  const lists: MunicipalityFiles[] = [];
  const years = [...(declaration.editions ?? [])].sort((left, right) => left.year - right.year);
  for (const edition of years) {
    const list = await fetchMunicipalityTable(fetcher, declaration, edition);
    if (list !== undefined) lists.push(list);
  }
  return { lists };
}

/** Every file of the lists, for the release's record. */
export function filesOfMunicipalityPeriods({ lists }: MunicipalityPeriodFiles): FetchedFile[] {
  return lists.flatMap(({ rows, properties }) => (properties === undefined ? [rows] : [rows, properties]));
}

/** Loads the periods; no list is no error here: regions have names of their own. */
export async function loadMunicipalityPeriods(
  context: LoadContext,
  { lists }: MunicipalityPeriodFiles,
): Promise<void> {
  const periods: Period[] = [];
  for (const list of lists) {
    const municipalities = await readMunicipalities(list);
    context.read(MUNICIPALITY_PERIODS.id, municipalities.length);
    if (list.year === null) periods.push(...municipalities.flatMap((one) => periodOfDates(context, one)));
    else addYear(periods, municipalities, list.year);
  }
  const newest = lists.at(-1);
  if (newest === undefined) return context.note(MUNICIPALITY_PERIODS.id, 'no list is offered');
  for (const period of periods) if (period.lastYear === newest.year) period.lastYear = null;
  insertPeriods(context, periods);
  context.describe(MUNICIPALITY_PERIODS.id, {
    edition: newest.edition,
    ...(newest.year === null ? {} : { dataYear: newest.year, stateDate: `${newest.year}-01-01` }),
  });
}

interface Period extends Municipality {
  readonly firstYear: number;
  lastYear: number | null;
}

/** A code that was in the list before with the same name and province goes on; all else begins a period. */
function addYear(periods: Period[], municipalities: readonly Municipality[], year: number): void {
  const before = Math.max(...periods.map((period) => period.lastYear ?? 0));
  const running = new Map(
    periods.filter((period) => period.lastYear === before).map((period) => [period.code, period]),
  );
  for (const one of municipalities) {
    const last = running.get(one.code);
    if (last?.name === one.name && last.provinceCode === one.provinceCode) last.lastYear = year;
    else periods.push({ ...one, firstYear: year, lastYear: year });
  }
}

/** The years whose 1 January lies in a period given by dates; none for one that came and went within a year. */
function periodOfDates(context: LoadContext, one: Municipality): Period[] {
  const firstYear = one.beginsOn === null ? 0 : firstNewYear(one.beginsOn);
  const lastYear = one.endsOn === null ? null : firstNewYear(one.endsOn) - 1;
  if (lastYear === null || lastYear >= firstYear) return [{ ...one, firstYear, lastYear }];
  context.note(MUNICIPALITY_PERIODS.id, 'period without a 1 January: not kept');
  return [];
}

function firstNewYear(date: string): number {
  const year = Number(date.slice(0, 4));
  return date.endsWith('-01-01') ? year : year + 1;
}

function insertPeriods(context: LoadContext, periods: readonly Period[]): void {
  const insert = context.insert(municipalityPeriod, [
    'code',
    'name',
    'provinceCode',
    'provinceName',
    'firstYear',
    'lastYear',
    'beginsOn',
    'endsOn',
  ]);
  for (const period of periods) {
    const { code, name, provinceCode, provinceName, firstYear, lastYear, beginsOn, endsOn } = period;
    insert([`GM${code}`, name, `PV${provinceCode}`, provinceName, firstYear, lastYear, beginsOn, endsOn]);
  }
}
