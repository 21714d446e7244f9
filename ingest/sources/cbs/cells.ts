import type { RegionKind } from '../../../db/schema/neighbourhoods.ts';

/**
 * What the publisher writes where it has no value: a dot (padded), and in tables that went through a spreadsheet
 * also `x`, `-` or a lone comma.
 */
const MISSING = new Set(['', '.', ',', '-', 'x', 'X']);
/** -99997 secret, -99995 published later, -99991 no longer published, -99999999 in older files. */
const SENTINEL = -99_990;

/**
 * Reads a figure as OData v3 (numbers or padded text), v4 and portal files give it.
 * @returns the number; null where the publisher gives none; `undefined` where the cell cannot be read
 */
export function parseFigure(cell: unknown): number | null | undefined {
  if (cell === null || cell === undefined) return null;
  if (typeof cell === 'number') return Number.isFinite(cell) ? unlessSentinel(cell) : undefined;
  if (typeof cell !== 'string') return undefined;
  const text = cell.trim();
  if (MISSING.has(text)) return null;
  if (!/^-?\d+([.,]\d+)?$/.test(text)) return undefined;
  return unlessSentinel(Number(text.replace(',', '.')));
}

function unlessSentinel(value: number): number | null {
  return value <= SENTINEL ? null : value;
}

/** A text cell without its padding; null where the publisher gives none. */
export function parseText(cell: unknown): string | null {
  if (typeof cell !== 'string') return null;
  const text = cell.trim();
  return text === '' || text === '.' ? null : text;
}

export interface RegionCode {
  /** Without padding. */
  readonly code: string;
  readonly kind: RegionKind;
  readonly districtCode: string | null;
  readonly municipalityCode: string | null;
}

/** Amsterdam's districts and neighbourhoods have letters since the division of 2023: `BU0363AF09`. */
const CODE = /^(?:NL(?:00|01)|GM(\d{4})|WK(\d{4})([0-9A-Z]{2})|BU(\d{4})([0-9A-Z]{2})[0-9A-Z]{2})$/;

/** Reads a region's code and the codes of the areas around it, which its digits spell. */
export function parseRegionCode(cell: unknown): RegionCode | undefined {
  const code = parseText(cell);
  const match = code === null ? null : CODE.exec(code);
  if (code === null || match === null) return undefined;
  const [, municipality, districtMunicipality, , neighbourhoodMunicipality, district] = match;
  if (municipality !== undefined) {
    return { code, kind: 'municipality', districtCode: null, municipalityCode: null };
  }
  if (districtMunicipality !== undefined) {
    return { code, kind: 'district', districtCode: null, municipalityCode: `GM${districtMunicipality}` };
  }
  if (neighbourhoodMunicipality !== undefined) {
    return {
      code,
      kind: 'neighbourhood',
      districtCode: `WK${neighbourhoodMunicipality}${district}`,
      municipalityCode: `GM${neighbourhoodMunicipality}`,
    };
  }
  // Some tables of the publisher call the country NL01.
  return { code: 'NL00', kind: 'country', districtCode: null, municipalityCode: null };
}
