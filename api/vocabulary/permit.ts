import { translate, vocabulary } from './translate.ts';

/** Kinds of notice (rubriek) about permissions for a place. Rules, policies, plans and traffic are not among them. */
const KINDS = vocabulary({
  omgevingsvergunning: 'environment and planning permit',
  omgevingsmelding: 'environment and planning notification',
  'andere vergunning': 'other permit',
  'andere melding': 'other notification',
  'andere beschikking': 'other decision',
  alcoholvergunning: 'alcohol licence',
  bouwvergunning: 'building permit',
  'drank- en horecavergunning': 'alcohol and catering licence',
  evenementenvergunning: 'event permit',
  evenementmelding: 'event notification',
  exploitatievergunning: 'operating licence',
  gebruiksmelding: 'use notification',
  gebruiksvergunning: 'use permit',
  inritvergunning: 'driveway permit',
  kampeervergunning: 'camping permit',
  kapvergunning: 'tree-felling permit',
  ligplaatsvergunning: 'mooring permit',
  milieumelding: 'environmental notification',
  milieuvergunning: 'environmental permit',
  monumentenvergunning: 'listed-building permit',
  onttrekkingsvergunning: 'permit to withdraw housing from the stock',
  ontgrondingsvergunning: 'excavation permit',
  ontheffing: 'exemption',
  parkeervergunning: 'parking permit',
  reclamevergunning: 'advertising permit',
  sloopmelding: 'demolition notification',
  sloopvergunning: 'demolition permit',
  splitsingsvergunning: 'permit to divide a building',
  standplaatsvergunning: 'pitch permit',
  terrasvergunning: 'terrace permit',
  watermelding: 'water notification',
  watervergunning: 'water permit',
});

/** What an environment and planning permit is for (activiteit). */
const ACTIVITIES = vocabulary({
  bouwen: 'building',
  slopen: 'demolition',
  'uitweg en inrit': 'driveway',
  kappen: 'tree felling',
  milieu: 'environment',
  natuur: 'nature',
  reclame: 'advertising',
  'brandveilig gebruik': 'fire-safe use',
  'ruimtelijke ordening': 'spatial planning',
  monument: 'listed building',
});

const ABOUT_PERMISSION = /vergunning|melding$|ontheffing/i;

/** Whether a kind of notice is about a permission; the publisher adds kinds, so their endings count too. */
export function isPermitKind(dutch: string): boolean {
  return KINDS.has(dutch.toLowerCase()) || ABOUT_PERMISSION.test(dutch);
}

/** `environment and planning permit (building)` */
export function permitTypeText(kind: string, activities: readonly string[]): string {
  const type = translate(KINDS, kind);
  const of = [...new Set(activities.map((activity) => translate(ACTIVITIES, activity)))];
  return of.length === 0 ? type : `${type} (${of.join(', ')})`;
}

export const PERMIT_STAGES = [
  'application',
  'decision period extended',
  'draft decision',
  'granted',
  'granted by operation of law',
  'refused',
  'not processed',
  'withdrawn',
  'notification',
  'correction',
] as const;

export type PermitStage = (typeof PERMIT_STAGES)[number];

/** The first that fits decides: a title such as "verlenging beslistermijn aanvraag" names two. */
const STAGE_WORDS: readonly (readonly [RegExp, PermitStage])[] = [
  [/\brectificatie\b/i, 'correction'],
  [/\bvan rechtswege\b/i, 'granted by operation of law'],
  [/\bbuiten behandeling\b|\bniet in behandeling\b/i, 'not processed'],
  [/\b(verleng\w*|verdag\w*)\b/i, 'decision period extended'],
  [/\b(ingetrokken|intrek\w*)\b/i, 'withdrawn'],
  [/\b(geweigerde?|weiger\w*|afgewezen)\b/i, 'refused'],
  [/\b(ontwerp|ontwerpbesluit|ontwerpbeschikking|ontwerpvergunning)\b/i, 'draft decision'],
  [/\b(verleen\w*|verlenen|verlening|toestemming|toegekend|toegestaan)\b/i, 'granted'],
  [/\b(aanvra\w*|aangevraagde?|ingediende?|ontvangen)\b/i, 'application'],
  [/\b\w*melding\b/i, 'notification'],
];

/** What has happened, as far as the Dutch title of a notice says so. */
export function permitStage(title: string): PermitStage | null {
  return STAGE_WORDS.find(([words]) => words.test(title))?.[1] ?? null;
}
