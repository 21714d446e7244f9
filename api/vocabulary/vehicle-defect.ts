/**
 * What kind of finding a defect code stands for. The register's catalogue does not tell; the classes follow its texts.
 *
 * - `defect`: does not meet the rules for vehicles
 * - `advisory`: wear that is still within the rules (AC1 to AC5, formerly 701 to 705)
 * - `repair_advice`: a warning lamp or a leak that does not fail the vehicle (RA1 to RA8, formerly 708 to 710)
 * - `remark`: a part that was covered, or a fuel that was not tested
 * - `odometer`: the odometer was not stated, or not as it is in the vehicle
 * - `administrative`: work on tachographs, and supervision of the inspector himself: 885 to 889 say that AC1 to AC5
 *   was not the case. Nothing about the state of the vehicle.
 */
export const DEFECT_CLASSES = [
  'defect',
  'advisory',
  'repair_advice',
  'remark',
  'odometer',
  'administrative',
] as const;

export type DefectClass = (typeof DEFECT_CLASSES)[number];

/** How a finding is shown to a buyer. */
export type DefectSeverity = 'advisory' | 'repair_advice' | 'remark' | 'defect';

/**
 * Codes, and ranges of codes that differ in their digits only. Ordinary defects stand between administrative ranges
 * (01A to 14A lights, 48A, 50A particulate filter, 905 to 917 hydrogen and brakes, 975 to 997), so that no class can
 * be told by how a code begins. What is in none of these is a defect, gas installations (022, 093 to 099, 711 to 833,
 * D02) among them.
 */
const CLASSES: readonly (readonly [DefectClass, readonly string[]])[] = [
  ['advisory', ['AC1-AC5', '701-705']],
  ['repair_advice', ['RA1-RA8', '708-710']],
  ['remark', ['OP1-OP2']],
  ['odometer', ['012-016', '36A-37A']],
  [
    'administrative',
    [
      '01L-02L',
      // The publisher has a code 31 beside 031, a missing number plate.
      '31',
      '30A-34A',
      '38A-47A',
      '49A',
      '51A-99A',
      'AS1-AS5',
      '837-904',
      '919-968',
      '999',
    ],
  ],
];

/** That somebody has tampered with the tachograph, or that a device for it was found. */
const TAMPERING = ['853-854', '949-953'];

/** The class of a code. Codes are text: `31` and `031` are two. */
export function defectClass(code: string): DefectClass {
  const found = CLASSES.find(([, ranges]) => ranges.some((range) => isWithin(code, range)));
  return found?.[0] ?? 'defect';
}

/** Null for what is no finding about the vehicle. */
export function defectSeverity(code: string): DefectSeverity | null {
  const found = defectClass(code);
  if (found === 'administrative') return null;
  return found === 'odometer' ? 'remark' : found;
}

/** Whether a code says that the tachograph was tampered with. */
export function isTampering(code: string): boolean {
  return TAMPERING.some((range) => isWithin(code, range));
}

function isWithin(code: string, range: string): boolean {
  const [first = '', last = first] = range.split('-');
  return shapeOf(code) === shapeOf(first) && first <= code && code <= last;
}

/** Digits are alike, letters are not: codes of one shape sort as their digits do. */
function shapeOf(code: string): string {
  return code.replace(/\d/g, '9');
}
