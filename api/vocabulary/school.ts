import type { SchoolKind } from '../../db/schema/schools.ts';
import { vocabulary } from './translate.ts';

export const SCHOOL_KIND_TEXTS = {
  primary: 'primary school',
  secondary: 'secondary school',
  special: 'special school',
} as const satisfies Record<SchoolKind, string>;

/** Denominations (denominatie) of schools. */
export const SCHOOL_DENOMINATIONS = vocabulary({
  Openbaar: 'public',
  'Rooms-Katholiek': 'Roman Catholic',
  'Protestants-Christelijk': 'Protestant',
  // Funded like public ones, and run by an association or foundation: "private" would say that parents pay for them.
  'Algemeen bijzonder': 'independent, non-denominational',
  Bijzonder: 'independent',
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
  'Samenwerking PC, Alg. Bijz.': 'Protestant and non-denominational independent',
  'Samenwerking RK, Alg. Bijz.': 'Roman Catholic and non-denominational independent',
  'Samenwerking Opb., Alg. Bijz.': 'public and non-denominational independent',
  Overige: 'other',
});
