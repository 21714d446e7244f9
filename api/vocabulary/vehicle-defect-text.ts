import { ADVISORIES } from './defects/advisories.ts';
import { BODYWORK } from './defects/bodywork.ts';
import { BRAKES } from './defects/brakes.ts';
import { COUPLINGS } from './defects/couplings.ts';
import type { DefectRow, DefectTranslation } from './defects/defect-row.ts';
import { ENGINE } from './defects/engine.ts';
import { GAS } from './defects/gas.ts';
import { IDENTIFICATION } from './defects/identification.ts';
import { LIGHTS } from './defects/lights.ts';
import { PASSENGERS } from './defects/passengers.ts';
import { STEERING } from './defects/steering.ts';
import { SUPERVISION } from './defects/supervision.ts';
import { TACHOGRAPHS } from './defects/tachographs.ts';
import { WHEELS } from './defects/wheels.ts';

/** The English of a finding, and how it came about. */
export interface DefectText {
  readonly description: string;
  readonly translated: DefectTranslation;
}

/** Every code of the register's catalogue once. */
export const DEFECT_ROWS: readonly DefectRow[] = [
  ...IDENTIFICATION,
  ...BODYWORK,
  ...ENGINE,
  ...GAS,
  ...WHEELS,
  ...STEERING,
  ...BRAKES,
  ...LIGHTS,
  ...COUPLINGS,
  ...PASSENGERS,
  ...ADVISORIES,
  ...TACHOGRAPHS,
  ...SUPERVISION,
];

const TEXTS: ReadonlyMap<string, DefectText> = new Map(
  DEFECT_ROWS.map(([code, translated, description]) => [code, { description, translated }]),
);

/**
 * The English of a code; the Dutch text comes with the loaded catalogue.
 * @returns null for a code that the register has added since
 */
export function defectText(code: string): DefectText | null {
  return TEXTS.get(code) ?? null;
}
