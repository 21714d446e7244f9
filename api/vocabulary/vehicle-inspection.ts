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

/** Which kind of body reported. */
export const INSPECTION_CATEGORIES = ['light', 'heavy', 'tachograph', 'gas', 'other'] as const;

export type InspectionCategory = (typeof INSPECTION_CATEGORIES)[number];

/**
 * The kind of an inspecting body, by its code or its name: `AL` and `APK Lichte voertuigen`, `AZ` and `APK Zware
 * voertuigen`, `Controleapparaten` (tachographs), and those that mount gas installations.
 * @returns null where neither is stated
 */
export function inspectionCategory(code: string | null, name: string | null): InspectionCategory | null {
  if (code === null && name === null) return null;
  if (code === 'AL') return 'light';
  if (code === 'AZ') return 'heavy';
  const words = name?.toLowerCase() ?? '';
  if (words.includes('lichte voertuigen')) return 'light';
  if (words.includes('zware voertuigen')) return 'heavy';
  if (words.includes('controleappara') || words.includes('tachogra')) return 'tachograph';
  if (/\b(lpg|cng|lng|gas\w*)\b/.test(words)) return 'gas';
  return 'other';
}
