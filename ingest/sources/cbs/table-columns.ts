import type { ODataRow } from '../../formats/odata.ts';
import { parseText } from './cells.ts';

/** One column of a table, from the table's own metadata. */
export interface TableColumn {
  /** Key of the column in the rows (v3), the measure's identifier (v4), or the column's heading (portal file). */
  readonly key: string;
  /** Its name, folded by {@link foldName}. */
  readonly name: string;
  /** Titles of the groups around it, folded, the nearest first; none in a portal file with keys as headings. */
  readonly groups: readonly string[];
  readonly unit: string | null;
}

export interface ResolvedFigure {
  readonly key: string;
  /** 1,000 where the publisher counts in thousands of euros. */
  readonly factor: number;
}

/** Where the figures of a table stand. */
export interface ResolvedFigures<Name extends string> {
  readonly columns: ReadonlyMap<Name, ResolvedFigure>;
  /** Figures that this edition does not have, and optional ones whose unit has changed. */
  readonly absent: readonly Name[];
}

/** A required figure is not in the table, or in more than one column. The message names it and what was tried. */
export class UnresolvedFigureError extends Error {
  override readonly name = 'UnresolvedFigureError';
  readonly code = 'unresolved_figure';
}

/** `k_65JaarOfOuder_12` and "65 jaar of ouder" fold to the same: v3 has keys, v4 and portal files have titles. */
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

/**
 * Columns of a portal file, from its headings. "CSV met statistische symbolen" spells the groups and the unit out,
 * `Onderwijs/Basisonderwijs/Afstand tot school (km)`; the file of the untyped data set has bare keys,
 * `AfstandTotSchool_60`.
 */
export function columnsOfHeadings(headings: readonly string[]): TableColumn[] {
  return headings.map((key) => {
    const [, path = key, unit = null] = /^(.*?)\s*\(([^()]*)\)$/.exec(key) ?? [];
    const [title = '', ...groups] = path.split('/').reverse();
    return { key, name: foldName(title), groups: groups.map(foldName), unit };
  });
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
