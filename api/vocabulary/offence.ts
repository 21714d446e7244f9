/**
 * English for the kinds of offences of the Dutch police, by code. The comments give the Dutch title where the English
 * says more or less than it: titles are short, and what they stand for is in the publisher's list of incident codes.
 */
const OFFENCE_NAMES: Readonly<Record<string, string>> = {
  '0.0.0': 'all crimes',
  '1.1.1': 'burglary or theft from homes',
  '1.1.2': 'burglary or theft from sheds, garages and storage boxes',
  '1.2.1': 'theft from motor vehicles',
  '1.2.2': 'theft of motor vehicles',
  /** Diefstal van brom-, snor-, fietsen */
  '1.2.3': 'theft of mopeds and bicycles',
  '1.2.4': 'pickpocketing',
  /** Diefstal af/uit/van ov. voertuigen: "overige", not public transport */
  '1.2.5': 'theft of or from other vehicles',
  '1.3.1': 'road accidents with injury, or left by a driver',
  '1.4.1': 'sexual offences',
  '1.4.2': 'murder and manslaughter',
  '1.4.3': 'public violence against persons',
  '1.4.4': 'threats and stalking',
  '1.4.5': 'assault',
  '1.4.6': 'street robbery',
  '1.4.7': 'robbery of homes, shops and transports',
  /** Diefstallen (water) */
  '1.5.2': 'theft of or from vessels',
  /** Brand/ontploffing */
  '1.6.1': 'arson and explosions',
  '1.6.2': 'other property crimes',
  '1.6.3': 'human trafficking',
  /** Drugs/drankoverlast */
  '2.1.1': 'nuisance by drugs or drink',
  '2.2.1': 'vandalism and damage to property',
  /** Burengerucht (relatieproblemen) */
  '2.4.1': 'disputes of neighbours and partners',
  '2.4.2': 'trespass in homes',
  '2.5.1': 'burglary or theft from businesses and institutions',
  '2.5.2': 'shoplifting',
  /** Inrichting Wet Milieubeheer */
  '2.6.1': 'environmental offences by establishments',
  '2.6.2': 'soil pollution',
  '2.6.3': 'water pollution',
  '2.6.4': 'waste offences',
  '2.6.5': 'offences with building materials',
  '2.6.7': 'manure offences',
  '2.6.8': 'transport of dangerous goods',
  '2.6.9': 'fireworks offences',
  '2.6.10': 'pesticide offences',
  /** Natuur en landschap */
  '2.6.11': 'offences against nature and landscape',
  '2.6.12': 'planning offences',
  '2.6.13': 'offences with animals',
  '2.6.14': 'food safety offences',
  /** Bijzondere wetten */
  '2.7.2': 'offences under special laws',
  '2.7.3': 'other offences against liveability',
  /** Drugshandel: possession and production too */
  '3.1.1': 'possession, production and dealing of drugs',
  '3.1.2': 'people smuggling',
  /** Wapenhandel: possession too */
  '3.1.3': 'possession and trade of weapons',
  '3.2.1': 'child sexual abuse material',
  '3.2.2': 'sexual exploitation of children',
  '3.3.2': 'flying under the influence',
  '3.3.5': 'other aviation offences',
  '3.4.2': 'boating under the influence',
  '3.5.2': 'driving under the influence',
  '3.5.5': 'other road traffic crimes',
  '3.6.4': 'offences against public order and authority',
  '3.7.1': 'discrimination',
  /** Vreemdelingenzorg */
  '3.7.2': 'offences under aliens law',
  /** Maatschappelijke integriteit (overig) */
  '3.7.3': 'insult and other offences against integrity',
  '3.7.4': 'cybercrime',
  /** Horizontale fraude */
  '3.9.1': 'fraud against citizens and businesses',
  /** Verticale fraude */
  '3.9.2': 'fraud against the state',
  '3.9.3': 'other fraud and forgery',
};

/** Codes that have an English name. */
export const OFFENCE_CODES: readonly string[] = Object.keys(OFFENCE_NAMES);

/**
 * The English name of a kind of offence. One that is not known here, since the publisher may add one any day, is
 * given by its Dutch title.
 * @param code `1.1.1`
 */
export function offenceName(code: string, dutchTitle: string): string {
  return OFFENCE_NAMES[code] ?? dutchTitle;
}
