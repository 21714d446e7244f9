/**
 * The columns of the vehicle register's data sets that we read, by the names the publisher gives them: the header of
 * a CSV download first, then the name in its API, then names of earlier years. Columns get inserted, renamed and
 * removed (1.4 of the register's change history: 92, 96, 98 columns), so none is known by its position.
 *
 * This stands in `db/` because both sides need it: the ingest reads downloads, the server reads single plates live,
 * and a value must come out of both the same.
 */
interface PublisherColumn {
  readonly names: readonly [string, ...string[]];
  /** A row without it means nothing. */
  readonly required?: boolean;
}

export type PublisherColumns = Readonly<Record<string, PublisherColumn>>;

/** Position of each column in a row of texts; -1 for a column that is absent. */
export type ColumnPositions<Columns extends PublisherColumns> = Readonly<Record<keyof Columns, number>>;

/** Registered vehicles, data set m9d7-ebf2. */
export const VEHICLE_COLUMNS = {
  plate: { names: ['Kenteken', 'kenteken'], required: true },
  kind: { names: ['Voertuigsoort', 'voertuigsoort'], required: true },
  make: { names: ['Merk', 'merk'], required: true },
  model: { names: ['Handelsbenaming', 'handelsbenaming'], required: true },
  inspectionExpiry: { names: ['Vervaldatum APK', 'vervaldatum_apk'], required: true },
  holderSince: { names: ['Datum tenaamstelling', 'datum_tenaamstelling'] },
  grossBpmEur: { names: ['Bruto BPM', 'bruto_bpm'] },
  body: { names: ['Inrichting', 'inrichting'] },
  seats: { names: ['Aantal zitplaatsen', 'aantal_zitplaatsen'] },
  primaryColour: { names: ['Eerste kleur', 'eerste_kleur'] },
  secondaryColour: { names: ['Tweede kleur', 'tweede_kleur'] },
  cylinders: { names: ['Aantal cilinders', 'aantal_cilinders'] },
  engineCm3: { names: ['Cilinderinhoud', 'cilinderinhoud'] },
  massEmptyKg: { names: ['Massa ledig voertuig', 'massa_ledig_voertuig'] },
  massMaxKg: { names: ['Toegestane maximum massa voertuig', 'toegestane_maximum_massa_voertuig'] },
  massRunningKg: { names: ['Massa rijklaar', 'massa_rijklaar'] },
  towUnbrakedKg: { names: ['Maximum massa trekken ongeremd', 'maximum_massa_trekken_ongeremd'] },
  towBrakedKg: { names: ['Maximum trekken massa geremd', 'maximum_trekken_massa_geremd'] },
  firstAdmission: { names: ['Datum eerste toelating', 'datum_eerste_toelating'], required: true },
  firstDutchRegistration: {
    names: [
      'Datum eerste tenaamstelling in Nederland',
      'datum_eerste_tenaamstelling_in_nederland',
      // until 2022-03
      'Datum eerste afgifte Nederland',
      'datum_eerste_afgifte_nederland',
    ],
  },
  cataloguePriceEur: { names: ['Catalogusprijs', 'catalogusprijs'] },
  insured: { names: ['WAM verzekerd', 'wam_verzekerd'], required: true },
  topSpeedKmh: { names: ['Maximale constructiesnelheid', 'maximale_constructiesnelheid'] },
  payloadKg: { names: ['Laadvermogen', 'laadvermogen'] },
  doors: { names: ['Aantal deuren', 'aantal_deuren'] },
  wheels: { names: ['Aantal wielen', 'aantal_wielen'] },
  lengthCm: { names: ['Lengte', 'lengte'] },
  widthCm: { names: ['Breedte', 'breedte'] },
  heightCm: { names: ['Hoogte voertuig', 'hoogte_voertuig'] },
  euCategory: { names: ['Europese voertuigcategorie', 'europese_voertuigcategorie'] },
  massTechnicalMaxKg: { names: ['Technische max. massa voertuig', 'technische_max_massa_voertuig'] },
  type: { names: ['Type', 'type'] },
  typeApproval: { names: ['Typegoedkeuringsnummer', 'typegoedkeuringsnummer'] },
  variant: { names: ['Variant', 'variant'] },
  version: { names: ['Uitvoering', 'uitvoering'] },
  wheelbaseCm: { names: ['Wielbasis', 'wielbasis'] },
  exported: { names: ['Export indicator', 'export_indicator'], required: true },
  openRecallIndicated: {
    names: ['Openstaande terugroepactie indicator', 'openstaande_terugroepactie_indicator'],
    required: true,
  },
  tachographExpiry: { names: ['Vervaldatum tachograaf', 'vervaldatum_tachograaf'] },
  taxi: { names: ['Taxi indicator', 'taxi_indicator'] },
  massCombinationMaxKg: { names: ['Maximum massa samenstelling', 'maximum_massa_samenstelling'] },
  odometerLastYear: {
    names: ['Jaar laatste registratie tellerstand', 'jaar_laatste_registratie_tellerstand'],
  },
  odometerVerdict: { names: ['Tellerstandoordeel', 'tellerstandoordeel'], required: true },
  odometerCode: { names: ['Code toelichting tellerstandoordeel', 'code_toelichting_tellerstandoordeel'] },
  transferPossible: { names: ['Tenaamstellen mogelijk', 'tenaamstellen_mogelijk'] },
  efficiencyClass: {
    // "label" until 2022-03
    names: ['Zuinigheidsclassificatie', 'zuinigheidsclassificatie', 'Zuinigheidslabel', 'zuinigheidslabel'],
  },
} as const satisfies PublisherColumns;

/** Fuel, emissions and power, data set 8ys7-d773. Five columns were removed and five added in spring 2026. */
export const FUEL_COLUMNS = {
  plate: { names: ['Kenteken', 'kenteken'], required: true },
  sequence: { names: ['Brandstof volgnummer', 'brandstof_volgnummer'], required: true },
  fuel: { names: ['Brandstof omschrijving', 'brandstof_omschrijving'], required: true },
  consumptionNedcLPer100Km: { names: ['Brandstofverbruik gecombineerd', 'brandstofverbruik_gecombineerd'] },
  co2NedcGPerKm: { names: ['CO2 uitstoot gecombineerd', 'co2_uitstoot_gecombineerd'] },
  co2NedcWeightedGPerKm: { names: ['CO2 uitstoot gewogen', 'co2_uitstoot_gewogen'] },
  emissionCode: { names: ['Emissieklasse', 'emissiecode_omschrijving'] },
  netPowerKw: { names: ['Nettomaximumvermogen', 'nettomaximumvermogen'] },
  continuousPowerKw: { names: ['Nominaal continu maximumvermogen', 'nominaal_continu_maximumvermogen'] },
  co2WltpGPerKm: { names: ['Emissie co2 gecombineerd wltp', 'emissie_co2_gecombineerd_wltp'] },
  co2WltpWeightedGPerKm: {
    names: ['Emissie co2 gewogen gecombineerd wltp', 'emis_co2_gewogen_gecombineerd_wltp'],
  },
  consumptionWltpLPer100Km: {
    names: ['Brandstof verbruik gecombineerd wltp', 'brandstof_verbruik_gecombineerd_wltp'],
  },
  rangeElectricWltpKm: {
    names: ['Actie radius enkel elektrisch wltp', 'actie_radius_enkel_elektrisch_wltp'],
  },
  rangeChargedWltpKm: { names: ['Actie radius extern opladen wltp', 'actie_radius_extern_opladen_wltp'] },
  rangeOtherKm: { names: ['Actieradius', 'actieradius'] },
  electricPowerKw: { names: ['Netto max vermogen elektrisch', 'netto_max_vermogen_elektrisch'] },
  hybridClass: { names: ['Klasse hybride elektrisch voertuig', 'klasse_hybride_elektrisch_voertuig'] },
  emissionLevel: { names: ['Uitlaatemissieniveau', 'uitlaatemissieniveau'], required: true },
} as const satisfies PublisherColumns;

const REFERENCE = {
  // The second spelling is a misprint that has been copied around with the data.
  names: ['Referentiecode RDW', 'referentiecode_rdw', 'referenciecode_rdw'],
  required: true,
} as const;

/** Recalls of vehicles, data set t49b-isb7. */
export const RECALL_STATUS_COLUMNS = {
  plate: { names: ['Kenteken', 'kenteken'], required: true },
  reference: REFERENCE,
  statusCode: { names: ['Code Status', 'code_status'], required: true },
} as const satisfies PublisherColumns;

/** Recall notices, data set j9yg-7rg9. The API writes `_` for every letter that is not ASCII. */
export const RECALL_NOTICE_COLUMNS = {
  reference: REFERENCE,
  published: { names: ['Publicatiedatum RDW', 'publicatiedatum_rdw'] },
  announced: { names: ['Datum aankondiging producent', 'datum_aankondiging_producent'] },
  reported: { names: ['Datum melding bij RDW', 'datum_melding_bij_rdw'] },
  ownersInformed: {
    names: ['Datum eigenaren geïnformeerd', 'datum_eigenaren_ge_nformeerd', 'Datum eigenaren geinformeerd'],
  },
  producer: { names: ['Meldende producent/distributeur', 'meldende_producent_distributeur'] },
  producerReference: { names: ['Referentiecode producent', 'referentiecode_producent'] },
  category: { names: ['Categorie defect', 'categorie_defect'] },
  description: { names: ['Omschrijving defect', 'omschrijving_defect'], required: true },
  consequences: { names: ['Materiële gevolgen', 'materi_le_gevolgen', 'Materiele gevolgen'] },
  remedy: { names: ['Beschrijving van het herstel', 'beschrijving_van_het_herstel'] },
  remarks: { names: ['Opmerkingen RDW', 'opmerkingen_rdw'] },
  riskCode: { names: ['Risicobeoordeling RDW', 'risicobeoordeling_rdw'] },
  url: { names: ['Meer informatie op internet', 'meer_informatie_op_internet'] },
  phone: { names: ['Meer informatie via telefoonnummer', 'meer_informatie_via_telefoonnummer'] },
  vehiclesTotal: {
    names: ['Totaal aantal voertuigen terugroepactie', 'totaal_aantal_voertuigen_terugroepactie'],
  },
  vehiclesNetherlands: {
    names: [
      'Nationaal opgegeven aantal voertuigen terugroepactie',
      'nationaal_opgegeven_aantal_voertuigen_terugroepactie',
    ],
  },
} as const satisfies PublisherColumns;

/** Hazards of a recall, data set 9ihi-jgpf. */
export const RECALL_HAZARD_COLUMNS = {
  reference: REFERENCE,
  code: { names: ['Code mogelijk gevaar', 'code_mogelijk_gevaar'], required: true },
  text: { names: ['Mogelijk gevaar', 'mogelijk_gevaar'] },
} as const satisfies PublisherColumns;

/** Explanations of odometer codes, data set jqs4-4kvw; its first name begins with a byte order mark. */
export const ODOMETER_EXPLANATION_COLUMNS = {
  code: {
    names: ['Code toelichting tellerstandoordeel', 'code_toelichting_tellerstandoordeel'],
    required: true,
  },
  text: { names: ['Toelichting tellerstandoordeel', 'toelichting_tellerstandoordeel'], required: true },
} as const satisfies PublisherColumns;

/** A row as text by position, with where each column stands in it. */
export interface PublisherRow<Columns extends PublisherColumns> {
  readonly fields: readonly string[];
  readonly at: ColumnPositions<Columns>;
}

/**
 * Turns an element of the API's JSON into the row that a CSV download would have: its values are text already, and
 * what is null is left out. Both API names and header texts are accepted as keys.
 */
export function rowOfJson<Columns extends PublisherColumns>(
  columns: Columns,
  json: Readonly<Record<string, unknown>>,
): PublisherRow<Columns> {
  const keys = Object.keys(columns) as (keyof Columns)[];
  const byName = new Map(Object.entries(json).map(([name, value]) => [name.replace(/^\uFEFF/, ''), value]));
  const fields = keys.map((key) => {
    const name = columns[key]?.names.find((candidate) => byName.has(candidate));
    const value = name === undefined ? undefined : byName.get(name);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  });
  const at = Object.fromEntries(keys.map((key, position) => [key, position]));
  return { fields, at: at as ColumnPositions<Columns> };
}
