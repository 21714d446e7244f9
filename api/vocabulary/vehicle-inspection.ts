/** What an inspecting body reported, by the register's words. None of them is a verdict. */
export const INSPECTION_TYPES = [
  'periodic_inspection',
  'tachograph_installation',
  'tachograph_manipulation_report',
  'tachograph_removal',
  'tachograph_seal_broken',
  'other',
] as const;

export type InspectionType = (typeof INSPECTION_TYPES)[number];

const TYPES: ReadonlyMap<string, InspectionType> = new Map([
  ['periodieke controle', 'periodic_inspection'],
  ['inbouw', 'tachograph_installation'],
  ['manipulatie tacho', 'tachograph_manipulation_report'],
  ['uitbouw', 'tachograph_removal'],
  ['zegelverbreking tacho', 'tachograph_seal_broken'],
]);

/** Null for an attempt of which only the defects are known. */
export function inspectionType(dutch: string | null): InspectionType | null {
  return dutch === null ? null : (TYPES.get(dutch.toLowerCase()) ?? 'other');
}
