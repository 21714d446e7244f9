import type { SchoolKind } from '../../db/schema/schools.ts';

export const SCHOOL_KIND_TEXTS = {
  primary: 'primary school',
  secondary: 'secondary school',
  special: 'special school',
} as const satisfies Record<SchoolKind, string>;

/** Denominations (denominatie) of schools, as the publisher would write them in full. */
const DENOMINATIONS: Readonly<Record<string, string>> = {
  Openbaar: 'public',
  'Rooms-Katholiek': 'Roman Catholic',
  'Protestants-Christelijk': 'Protestant',
  'Protestants-Christelijk/Evangelisch': 'Protestant and Evangelical',
  'Protestants Christelijk/Reformatorisch': 'Protestant and orthodox Reformed',
  // Funded like public ones, and run by an association or foundation: "private" would say that parents pay for them.
  'Algemeen bijzonder': 'independent, non-denominational',
  Bijzonder: 'independent',
  Gereformeerd: 'Reformed',
  'Gereformeerd vrijgemaakt': 'Reformed (liberated)',
  Reformatorisch: 'orthodox Reformed',
  Evangelisch: 'Evangelical',
  'Evangelische broedergemeenschap': 'Moravian',
  Islamitisch: 'Islamic',
  Hindoeïstisch: 'Hindu',
  Joods: 'Jewish',
  'Joods Orthodox': 'Orthodox Jewish',
  Antroposofisch: 'Waldorf (anthroposophical)',
  Interconfessioneel: 'interdenominational Christian',
  'Samenwerking PC, RK': 'Protestant and Roman Catholic',
  'Samenwerking Opb., PC': 'public and Protestant',
  'Samenwerking Opb., RK': 'public and Roman Catholic',
  'Samenwerking PC, RK, Alg. Bijz.': 'Protestant, Roman Catholic and non-denominational independent',
  'Samenwerking PC, Alg. Bijz.': 'Protestant and non-denominational independent',
  'Samenwerking RK, Alg. Bijz.': 'Roman Catholic and non-denominational independent',
  'Samenwerking Opb., PC, Alg. Bijz.': 'public, Protestant and non-denominational independent',
  'Samenwerking Opb., PC, RK, Alg. Bijz.':
    'public, Protestant, Roman Catholic and non-denominational independent',
  'Samenwerking Opb., Alg. Bijz.': 'public and non-denominational independent',
  Overige: 'other',
};

/** How the publisher's files of some years lost the ï. */
const MISSPELT: Readonly<Record<string, string>> = { Hindoestisch: 'Hindu' };

const ENGLISH: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...DENOMINATIONS, ...MISSPELT }).map(([dutch, english]) => [keyOf(dutch), english]),
);

/**
 * The English of a denomination. One that is not known here, since the publisher may add one any day, is given as
 * it is, in lower case.
 * @returns null where it is not registered, which is also written `Onbekend`
 */
export function schoolDenomination(dutch: string | null): string | null {
  if (dutch === null || dutch.toLowerCase() === 'onbekend') return null;
  return ENGLISH.get(keyOf(dutch)) ?? dutch.toLowerCase();
}

/** The denominations that have an English text, in Dutch. */
export const SCHOOL_DENOMINATIONS: readonly string[] = Object.keys(DENOMINATIONS);

/** Some files cut a denomination off after 30 characters, and drop a full stop or the two dots of the ï. */
function keyOf(dutch: string): string {
  return dutch
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .slice(0, 30)
    .replace(/[\s.]+$/, '');
}
