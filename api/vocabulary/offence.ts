/**
 * English for the kinds of offences of the Dutch police, by code: the key in answers, and the name. The comments give
 * the Dutch title where the English says more or less than it: titles are short, and what they stand for is in the
 * publisher's list of incident codes.
 */
const OFFENCES: Readonly<Record<string, readonly [key: string, name: string]>> = {
  '0.0.0': ['total', 'all crimes'],
  '1.1.1': ['home_burglary', 'burglary or theft from homes'],
  '1.1.2': ['shed_or_garage_burglary', 'burglary or theft from sheds, garages and storage boxes'],
  '1.2.1': ['theft_from_motor_vehicles', 'theft from motor vehicles'],
  '1.2.2': ['theft_of_motor_vehicles', 'theft of motor vehicles'],
  /** Diefstal van brom-, snor-, fietsen */
  '1.2.3': ['theft_of_mopeds_and_bicycles', 'theft of mopeds and bicycles'],
  '1.2.4': ['pickpocketing', 'pickpocketing'],
  /** Diefstal af/uit/van ov. voertuigen: "overige", not public transport */
  '1.2.5': ['theft_of_or_from_other_vehicles', 'theft of or from other vehicles'],
  '1.3.1': ['road_accidents', 'road accidents with injury, or left by a driver'],
  '1.4.1': ['sexual_offences', 'sexual offences'],
  '1.4.2': ['murder_and_manslaughter', 'murder and manslaughter'],
  '1.4.3': ['public_violence', 'public violence against persons'],
  '1.4.4': ['threats_and_stalking', 'threats and stalking'],
  '1.4.5': ['assault', 'assault'],
  '1.4.6': ['street_robbery', 'street robbery'],
  '1.4.7': ['robbery', 'robbery of homes, shops and transports'],
  /** Diefstallen (water) */
  '1.5.2': ['theft_of_or_from_vessels', 'theft of or from vessels'],
  /** Brand/ontploffing */
  '1.6.1': ['arson_and_explosions', 'arson and explosions'],
  '1.6.2': ['other_property_crimes', 'other property crimes'],
  '1.6.3': ['human_trafficking', 'human trafficking'],
  /** Drugs/drankoverlast */
  '2.1.1': ['drug_or_drink_nuisance', 'nuisance by drugs or drink'],
  '2.2.1': ['vandalism', 'vandalism and damage to property'],
  /** Burengerucht (relatieproblemen) */
  '2.4.1': ['neighbour_and_partner_disputes', 'disputes of neighbours and partners'],
  '2.4.2': ['trespass_in_homes', 'trespass in homes'],
  '2.5.1': ['business_burglary', 'burglary or theft from businesses and institutions'],
  '2.5.2': ['shoplifting', 'shoplifting'],
  /** Inrichting Wet Milieubeheer */
  '2.6.1': ['environmental_offences_by_establishments', 'environmental offences by establishments'],
  '2.6.2': ['soil_pollution', 'soil pollution'],
  '2.6.3': ['water_pollution', 'water pollution'],
  '2.6.4': ['waste_offences', 'waste offences'],
  '2.6.5': ['building_material_offences', 'offences with building materials'],
  '2.6.7': ['manure_offences', 'manure offences'],
  '2.6.8': ['dangerous_goods_transport', 'transport of dangerous goods'],
  '2.6.9': ['fireworks_offences', 'fireworks offences'],
  '2.6.10': ['pesticide_offences', 'pesticide offences'],
  /** Natuur en landschap */
  '2.6.11': ['nature_and_landscape_offences', 'offences against nature and landscape'],
  '2.6.12': ['planning_offences', 'planning offences'],
  '2.6.13': ['animal_offences', 'offences with animals'],
  '2.6.14': ['food_safety_offences', 'food safety offences'],
  /** Bijzondere wetten */
  '2.7.2': ['special_laws_offences', 'offences under special laws'],
  '2.7.3': ['other_liveability_offences', 'other offences against liveability'],
  /** Drugshandel: possession and production too */
  '3.1.1': ['drug_offences', 'possession, production and dealing of drugs'],
  '3.1.2': ['people_smuggling', 'people smuggling'],
  /** Wapenhandel: possession too */
  '3.1.3': ['weapons_offences', 'possession and trade of weapons'],
  '3.2.1': ['child_sexual_abuse_material', 'child sexual abuse material'],
  '3.2.2': ['child_sexual_exploitation', 'sexual exploitation of children'],
  '3.3.2': ['flying_under_the_influence', 'flying under the influence'],
  '3.3.5': ['other_aviation_offences', 'other aviation offences'],
  '3.4.2': ['boating_under_the_influence', 'boating under the influence'],
  '3.5.2': ['driving_under_the_influence', 'driving under the influence'],
  '3.5.5': ['other_road_traffic_crimes', 'other road traffic crimes'],
  '3.6.4': ['public_order_offences', 'offences against public order and authority'],
  '3.7.1': ['discrimination', 'discrimination'],
  /** Vreemdelingenzorg */
  '3.7.2': ['aliens_law_offences', 'offences under aliens law'],
  /** Maatschappelijke integriteit (overig) */
  '3.7.3': ['insult_and_integrity_offences', 'insult and other offences against integrity'],
  '3.7.4': ['cybercrime', 'cybercrime'],
  /** Horizontale fraude */
  '3.9.1': ['fraud_against_citizens_and_businesses', 'fraud against citizens and businesses'],
  /** Verticale fraude */
  '3.9.2': ['fraud_against_the_state', 'fraud against the state'],
  '3.9.3': ['other_fraud', 'other fraud and forgery'],
};

/** Codes that have an English name. */
export const OFFENCE_CODES: readonly string[] = Object.keys(OFFENCES);

/**
 * The English name of a kind of offence. One that is not known here, since the publisher may add one any day, is
 * given by its Dutch title.
 * @param code `1.1.1`
 */
export function offenceName(code: string, dutchTitle: string): string {
  return OFFENCES[code]?.[1] ?? dutchTitle;
}

/**
 * The key of a kind of offence in answers: `home_burglary`. One that is not known here goes by its code,
 * `offence_9_9_9`.
 * @param code `1.1.1`
 */
export function offenceKey(code: string): string {
  return OFFENCES[code]?.[0] ?? `offence_${code.replaceAll('.', '_')}`;
}
