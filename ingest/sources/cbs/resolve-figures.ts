import { type FigureName, TOPIC_NAMES, TOPICS, type Topic } from '../../../db/schema/neighbourhoods.ts';
import { FIGURE_COLUMNS, INDISPENSABLE_TOPIC } from './figure-columns.ts';
import {
  foldName,
  type ResolvedFigure,
  type ResolvedFigures,
  type TableColumn,
  UnresolvedFigureError,
} from './table-columns.ts';

/**
 * Finds the column of each figure by name and group.
 *
 * A topic of which the table has no figure at all is not published in this edition; one of which it has some must
 * have all required ones, or the load would be wrong without a word.
 * @throws UnresolvedFigureError
 */
export function resolveFigures(table: string, columns: readonly TableColumn[]): ResolvedFigures<FigureName> {
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
