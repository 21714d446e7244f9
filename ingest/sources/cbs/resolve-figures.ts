import { type FigureName, TOPIC_NAMES, TOPICS, type Topic } from '../../../db/schema/neighbourhoods.ts';
import type { ODataRow } from '../../formats/odata.ts';
import { parseText } from './cells.ts';
import { FIGURE_COLUMNS, INDISPENSABLE_TOPIC } from './figure-columns.ts';

/** One column of a table, from the table's own metadata. */
export interface TableColumn {
  /** Key of the column in the rows (v3), or the measure's identifier (v4). */
  readonly key: string;
  /** Its name, folded by {@link foldName}. */
  readonly name: string;
  /** Titles of the groups around it, folded. */
  readonly groups: readonly string[];
  readonly unit: string | null;
}

export interface ResolvedFigure {
  readonly key: string;
  /** 1,000 where the publisher counts in thousands of euros. */
  readonly factor: number;
}

export interface ResolvedFigures {
  readonly columns: ReadonlyMap<FigureName, ResolvedFigure>;
  /** Figures that this edition does not have, and optional ones whose unit has changed. */
  readonly absent: readonly FigureName[];
}

/** A required figure is not in the table, or in more than one column. The message names it and what was tried. */
export class UnresolvedFigureError extends Error {
  override readonly name = 'UnresolvedFigureError';
  readonly code = 'unresolved_figure';
}

/** `k_65JaarOfOuder_12` and "65 jaar of ouder" fold to the same: v3 has keys, v4 has titles. */
export function foldName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/_\d+$/, '')
    .replace(/^k_/, '')
    .replace(/[^a-zA-Z0-9]/g, '')
    .toLowerCase();
}

/** Columns of a v3 table, from its `DataProperties`: a tree of groups and topics. */
export function columnsOfDataProperties(properties: readonly ODataRow[]): TableColumn[] {
  const byId = new Map(properties.map((property) => [property.ID, property]));
  return properties
    .filter((property) => property.Type === 'Topic')
    .map((property) => ({
      key: String(property.Key),
      name: foldName(String(property.Key)),
      groups: groupTitles(property.ParentID, byId, 'ParentID'),
      unit: parseText(property.Unit),
    }));
}

/** Measures of a v4 table, from its `MeasureCodes` and `MeasureGroups`. */
export function columnsOfMeasures(codes: readonly ODataRow[], groups: readonly ODataRow[]): TableColumn[] {
  const byId = new Map(groups.map((group) => [group.Id, group]));
  return codes.map((code) => ({
    key: String(code.Identifier),
    name: foldName(String(code.Title)),
    groups: groupTitles(code.MeasureGroupId, byId, 'ParentId'),
    unit: parseText(code.Unit),
  }));
}

function groupTitles(
  first: unknown,
  byId: ReadonlyMap<unknown, ODataRow>,
  parent: 'ParentID' | 'ParentId',
): string[] {
  const titles: string[] = [];
  // A tree; the bound only guards against a publisher's loop.
  for (let group = byId.get(first); group !== undefined && titles.length < 10; ) {
    titles.push(foldName(String(group.Title)));
    group = byId.get(group[parent]);
  }
  return titles;
}

/**
 * Finds the column of each figure by name and group.
 *
 * A topic of which the table has no figure at all is not published in this edition; one of which it has some must
 * have all required ones, or the load would be wrong without a word.
 * @throws UnresolvedFigureError
 */
export function resolveFigures(table: string, columns: readonly TableColumn[]): ResolvedFigures {
  const found = new Map<FigureName, ResolvedFigure>();
  const problems: string[] = [];
  const unusable = new Set<FigureName>();
  const reject = (name: FigureName, problem: string) => {
    unusable.add(name);
    problems.push(`${name} ${problem}`);
  };
  for (const name of Object.keys(FIGURE_COLUMNS) as FigureName[]) {
    const candidates = candidatesFor(name, columns);
    const [column] = candidates;
    if (column === undefined) continue;
    if (candidates.length > 1) {
      reject(name, `fits ${candidates.map((candidate) => candidate.key).join(' and ')}`);
      continue;
    }
    const { unit, need } = FIGURE_COLUMNS[name];
    if (column.unit !== null && !unit.pattern.test(column.unit.toLowerCase())) {
      if (need === 'optional') continue;
      reject(name, `(${column.key}) has the unit "${column.unit}" instead of ${unit.name}`);
      continue;
    }
    found.set(name, { key: column.key, factor: factorOf(name, column.unit) });
  }
  for (const topicName of TOPIC_NAMES) {
    const topic: Topic = TOPICS[topicName];
    const published = topic.figures.some((name) => found.has(name));
    if (!published && topicName !== INDISPENSABLE_TOPIC) continue;
    const missed = topic.figures.filter((name) => !unusable.has(name) && isMissed(name, found));
    problems.push(...missed.map(describeMissed));
  }
  if (problems.length > 0) {
    throw new UnresolvedFigureError(
      `table ${table}: ${problems.join('; ')}. If the publisher renamed a column, add its name to ` +
        'ingest/sources/cbs/figure-columns.ts.',
    );
  }
  const absent = (Object.keys(FIGURE_COLUMNS) as FigureName[]).filter((name) => !found.has(name));
  return { columns: found, absent };
}

/** Names are tried in order, so that a newer name wins over an older one that lives on with another meaning. */
function candidatesFor(name: FigureName, columns: readonly TableColumn[]): readonly TableColumn[] {
  const { stems, group } = FIGURE_COLUMNS[name];
  for (const stem of stems) {
    const candidates = columns.filter(
      (column) =>
        column.name === foldName(stem) && (group === undefined || column.groups.includes(foldName(group))),
    );
    if (candidates.length > 0) return candidates;
  }
  return [];
}

function isMissed(name: FigureName, found: ReadonlyMap<FigureName, ResolvedFigure>): boolean {
  const { need } = FIGURE_COLUMNS[name];
  if (found.has(name) || need === 'optional') return false;
  return need === 'required' || !found.has(need.orElse);
}

function describeMissed(name: FigureName): string {
  return `${name} is not there (looked for ${FIGURE_COLUMNS[name].stems.join(', ')})`;
}

/** Amounts are in thousands unless the table says otherwise: `335` is a home value of 335,000 euros. */
function factorOf(name: FigureName, unit: string | null): number {
  if (!name.endsWith('Eur')) return 1;
  if (unit === null) return 1000;
  return /1[\s.,]?000/.test(unit) ? 1000 : 1;
}
