/** Classes from the least to the most economical. */
export const ENERGY_CLASSES = [
  'G',
  'F',
  'E',
  'D',
  'C',
  'B',
  'A',
  'A+',
  'A++',
  'A+++',
  'A++++',
  'A+++++',
] as const;

export type EnergyClass = (typeof ENERGY_CLASSES)[number];

/** What the building was when it was surveyed (Status). */
export const ENERGY_LABEL_STATUSES = {
  vergunningsaanvraag: 'permit application',
  oplevering: 'completion',
  bestaand: 'existing building',
} as const;

export type EnergyLabelStatus = (typeof ENERGY_LABEL_STATUSES)[keyof typeof ENERGY_LABEL_STATUSES];

export const ENERGY_LABEL_STATUS_LIST: readonly EnergyLabelStatus[] = Object.values(ENERGY_LABEL_STATUSES);

/** @returns null for a word that the publisher has added since */
export function energyLabelStatus(dutch: string): EnergyLabelStatus | null {
  return (
    new Map<string, EnergyLabelStatus>(Object.entries(ENERGY_LABEL_STATUSES)).get(dutch.toLowerCase()) ?? null
  );
}

/** Methods of calculation by how the publisher's long names begin. */
const METHODS: readonly (readonly [RegExp, string])[] = [
  [/^NTA[ -]?8800/i, 'NTA 8800'],
  [/^Nader voorschrift/i, 'Nader Voorschrift (2015 to 2020)'],
  [/^Rekenmethodiek definitief energielabel/i, 'simplified energy label (2015 to 2020)'],
  [/^NEN[ -]?7120/i, 'NEN 7120'],
  [/^NEN[ -]?5128/i, 'NEN 5128'],
  [/^NEN[ -]?2916/i, 'NEN 2916'],
  [/^ISSO[ -]?75/i, 'ISSO 75'],
  [/^ISSO[ -]?82/i, 'ISSO 82'],
  [/^EPA/i, 'EPA'],
];

/** `NTA 8800, basic survey`; a method that is not known here is given as the publisher writes it. */
export function energyLabelMethod(calculation: string | null, survey: string | null): string | null {
  const known = METHODS.find(([start]) => calculation !== null && start.test(calculation))?.[1];
  const surveyed = /^detail/i.test(survey ?? '') ? 'detailed survey' : 'basic survey';
  const parts = [known ?? calculation, survey !== null && /^(basis|detail)/i.test(survey) ? surveyed : null];
  const said = parts.filter((part) => part !== null);
  return said.length === 0 ? null : said.join(', ');
}
