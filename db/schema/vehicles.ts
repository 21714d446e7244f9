import { sql } from 'drizzle-orm';
import { integer, primaryKey, real, sqliteTable, sqliteView, text } from 'drizzle-orm/sqlite-core';

/**
 * The register of vehicles: 17 million rows, so every byte of a row weighs 17 MB.
 *
 * - A plate is the base-36 integer of its six characters (db/plate.ts) and the key of its row: no second index, and
 *   a load in the order of plates appends.
 * - What repeats is an id in a dictionary. Ids are given in the order of first sight, so common values have ids of
 *   one byte. Variant and version are too many (millions) for a dictionary that is held in memory during a load.
 * - Dates are integers `yyyymmdd`: four bytes, still readable and sortable. The views and the queries give ISO text.
 * - Flags are 1, 0 or null; SQLite stores those without a byte of content.
 *
 * Texts are the publisher's own words. Where the publisher writes something that means "nothing", the value is null
 * (db/vehicle-register/field-values.ts). The ids have no foreign keys: they come from the loader's own dictionary,
 * and checking nine of them would be 150 million look-ups for each release.
 */
export function dictionary<Name extends string>(name: Name) {
  return sqliteTable(name, { id: integer('id').primaryKey(), text: text('text').notNull() });
}

export type DictionaryTable = ReturnType<typeof dictionary<string>>;

/** `voertuigsoort`, e.g. `Personenauto`. */
export const vehicleKind = dictionary('vehicle_kind');
/** `merk`, some 11,000. */
export const vehicleMake = dictionary('vehicle_make');
/** `handelsbenaming` as the publisher has it, often with the make in front; some 270,000. */
export const vehicleModel = dictionary('vehicle_model');
/** `inrichting`, e.g. `hatchback`; some 95. */
export const vehicleBody = dictionary('vehicle_body');
/** `eerste_kleur` and `tweede_kleur`. */
export const vehicleColour = dictionary('vehicle_colour');
/** `type` of the type approval. */
export const vehicleType = dictionary('vehicle_type');
/** `typegoedkeuringsnummer`. */
export const vehicleTypeApproval = dictionary('vehicle_type_approval');
/** `tellerstandoordeel`, `Niet geregistreerd` among them: here it is an outcome of its own. */
export const odometerVerdict = dictionary('odometer_verdict');
/** `brandstof_omschrijving`. */
export const fuelKind = dictionary('fuel_kind');
/** `uitlaatemissieniveau`, e.g. `EURO 6 DG`. */
export const emissionLevel = dictionary('emission_level');
/** `klasse_hybride_elektrisch_voertuig`, e.g. `OVC-HEV`. */
export const hybridClass = dictionary('hybrid_class');

export const vehicle = sqliteTable('vehicle', {
  /** Base-36 integer of the plate. */
  plate: integer('plate').primaryKey(),
  kindId: integer('kind_id'),
  makeId: integer('make_id'),
  modelId: integer('model_id'),
  bodyId: integer('body_id'),
  primaryColourId: integer('primary_colour_id'),
  secondaryColourId: integer('secondary_colour_id'),
  /** First admission to the road anywhere. */
  firstAdmissionYyyymmdd: integer('first_admission_yyyymmdd'),
  firstDutchRegistrationYyyymmdd: integer('first_dutch_registration_yyyymmdd'),
  /** The last change of holder. */
  holderSinceYyyymmdd: integer('holder_since_yyyymmdd'),
  inspectionExpiryYyyymmdd: integer('inspection_expiry_yyyymmdd'),
  tachographExpiryYyyymmdd: integer('tachograph_expiry_yyyymmdd'),
  insured: integer('insured', { mode: 'boolean' }),
  /** The publisher says that insurance does not apply; `insured` is null then. */
  insuranceNotApplicable: integer('insurance_not_applicable', { mode: 'boolean' }),
  exported: integer('exported', { mode: 'boolean' }),
  /** The indicator in the register; compare with the rows of `recall_status`. */
  openRecallIndicated: integer('open_recall_indicated', { mode: 'boolean' }),
  taxi: integer('taxi', { mode: 'boolean' }),
  transferPossible: integer('transfer_possible', { mode: 'boolean' }),
  odometerVerdictId: integer('odometer_verdict_id'),
  /** Key of `odometer_explanation`. */
  odometerCode: text('odometer_code'),
  odometerLastYear: integer('odometer_last_year'),
  seats: integer('seats'),
  doors: integer('doors'),
  wheels: integer('wheels'),
  cylinders: integer('cylinders'),
  engineCm3: integer('engine_cm3'),
  massEmptyKg: integer('mass_empty_kg'),
  massRunningKg: integer('mass_running_kg'),
  massMaxKg: integer('mass_max_kg'),
  massTechnicalMaxKg: integer('mass_technical_max_kg'),
  massCombinationMaxKg: integer('mass_combination_max_kg'),
  payloadKg: integer('payload_kg'),
  towUnbrakedKg: integer('tow_unbraked_kg'),
  towBrakedKg: integer('tow_braked_kg'),
  lengthCm: integer('length_cm'),
  widthCm: integer('width_cm'),
  heightCm: integer('height_cm'),
  wheelbaseCm: integer('wheelbase_cm'),
  topSpeedKmh: integer('top_speed_kmh'),
  cataloguePriceEur: integer('catalogue_price_eur'),
  grossBpmEur: integer('gross_bpm_eur'),
  /** e.g. `M1` */
  euCategory: text('eu_category'),
  /** `A` to `G`. */
  efficiencyClass: text('efficiency_class'),
  typeId: integer('type_id'),
  typeApprovalId: integer('type_approval_id'),
  variant: text('variant'),
  version: text('version'),
});

/** Sequence numbers per plate that {@link vehicleFuel} has room for. */
export const FUEL_ROWS_PER_PLATE = 16;

/**
 * One row per vehicle and fuel. The key is `plate * 16 + sequence`: the rows of a plate lie side by side in the
 * table itself. A key of two columns would be a second copy of the key in an index, since drizzle-kit has no words
 * for WITHOUT ROWID.
 */
export const vehicleFuel = sqliteTable('vehicle_fuel', {
  id: integer('id').primaryKey(),
  /** Base-36 integer of the plate, read from the key. To find a plate's rows, ask for a range of `id`. */
  plate: integer('plate').generatedAlwaysAs(sql`("id" >> 4)`, { mode: 'virtual' }),
  sequence: integer('sequence').generatedAlwaysAs(sql`("id" & 15)`, { mode: 'virtual' }),
  fuelKindId: integer('fuel_kind_id'),
  emissionLevelId: integer('emission_level_id'),
  hybridClassId: integer('hybrid_class_id'),
  /** 0 to 6, or Z. */
  emissionCode: text('emission_code'),
  consumptionNedcLPer100Km: real('consumption_nedc_l_per_100km'),
  consumptionWltpLPer100Km: real('consumption_wltp_l_per_100km'),
  co2NedcGPerKm: real('co2_nedc_g_per_km'),
  co2NedcWeightedGPerKm: real('co2_nedc_weighted_g_per_km'),
  co2WltpGPerKm: real('co2_wltp_g_per_km'),
  co2WltpWeightedGPerKm: real('co2_wltp_weighted_g_per_km'),
  netPowerKw: real('net_power_kw'),
  continuousPowerKw: real('continuous_power_kw'),
  electricPowerKw: real('electric_power_kw'),
  /** Purely electric range of a vehicle that has no other fuel. */
  rangeElectricWltpKm: real('range_electric_wltp_km'),
  /** Electric range of a vehicle that is charged from outside and has another fuel too. */
  rangeChargedWltpKm: real('range_charged_wltp_km'),
  /** Range by another test than WLTP. */
  rangeOtherKm: real('range_other_km'),
});

/** One row per vehicle and recall. The status is in the key: should both be published, the open one must not be lost. */
export const recallStatus = sqliteTable(
  'recall_status',
  {
    /** Base-36 integer of the plate. */
    plate: integer('plate').notNull(),
    /** e.g. `MGP220252` */
    reference: text('reference').notNull(),
    /** `O` open, `P` the producer has reported the repair. */
    statusCode: text('status_code').notNull(),
  },
  (table) => [primaryKey({ columns: [table.plate, table.reference, table.statusCode] })],
);

export const recallNotice = sqliteTable('recall_notice', {
  reference: text('reference').primaryKey(),
  publishedYyyymmdd: integer('published_yyyymmdd'),
  announcedYyyymmdd: integer('announced_yyyymmdd'),
  reportedYyyymmdd: integer('reported_yyyymmdd'),
  ownersInformedYyyymmdd: integer('owners_informed_yyyymmdd'),
  producer: text('producer'),
  producerReference: text('producer_reference'),
  category: text('category'),
  description: text('description'),
  consequences: text('consequences'),
  remedy: text('remedy'),
  remarks: text('remarks'),
  /** `ERN` serious. */
  riskCode: text('risk_code'),
  url: text('url'),
  phone: text('phone'),
  vehiclesTotal: integer('vehicles_total'),
  vehiclesNetherlands: integer('vehicles_netherlands'),
});

export const recallHazard = sqliteTable(
  'recall_hazard',
  {
    reference: text('reference').notNull(),
    /** `ONG` accident with injury, `TEL` raised chance of injury, `BRA` fire, `MIL` environment. */
    code: text('code').notNull(),
    text: text('text'),
  },
  (table) => [primaryKey({ columns: [table.reference, table.code] })],
);

/** What the odometer codes mean, in the publisher's words. */
export const odometerExplanation = sqliteTable('odometer_explanation', {
  code: text('code').primaryKey(),
  text: text('text').notNull(),
});

const character = (position: number) => {
  const place = 36 ** (5 - position);
  return `substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (%plate% / ${place}) % 36 + 1, 1)`;
};
export const plateText = (column: string) =>
  sql.raw([0, 1, 2, 3, 4, 5].map(character).join(' || ').replaceAll('%plate%', column));
const isoText = (column: string) =>
  sql.raw(`printf('%d-%02d-%02d', ${column} / 10000, ${column} / 100 % 100, ${column} % 100)`);
export const iso = (column: string) =>
  sql`CASE WHEN ${sql.raw(column)} IS NOT NULL THEN ${isoText(column)} END`;

/** For analysts: a vehicle a row, with texts instead of ids and ISO dates. */
export const vehicleText = sqliteView('vehicle_text', {
  plate: text('plate'),
  plateNumber: integer('plate_number'),
  kind: text('kind'),
  make: text('make'),
  model: text('model'),
  body: text('body'),
  primaryColour: text('primary_colour'),
  secondaryColour: text('secondary_colour'),
  firstAdmission: text('first_admission'),
  firstDutchRegistration: text('first_dutch_registration'),
  holderSince: text('holder_since'),
  inspectionExpiry: text('inspection_expiry'),
  odometerVerdict: text('odometer_verdict'),
  insured: integer('insured'),
  exported: integer('exported'),
  openRecallIndicated: integer('open_recall_indicated'),
  taxi: integer('taxi'),
  massEmptyKg: integer('mass_empty_kg'),
  cataloguePriceEur: integer('catalogue_price_eur'),
  euCategory: text('eu_category'),
  typeApproval: text('type_approval'),
}).as(sql`SELECT ${plateText('vehicle.plate')} AS plate, vehicle.plate AS plate_number,
    vehicle_kind.text AS kind, vehicle_make.text AS make, vehicle_model.text AS model, vehicle_body.text AS body,
    colour_1.text AS primary_colour, colour_2.text AS secondary_colour,
    ${iso('first_admission_yyyymmdd')} AS first_admission,
    ${iso('first_dutch_registration_yyyymmdd')} AS first_dutch_registration,
    ${iso('holder_since_yyyymmdd')} AS holder_since,
    ${iso('inspection_expiry_yyyymmdd')} AS inspection_expiry,
    odometer_verdict.text AS odometer_verdict,
    insured, exported, open_recall_indicated, taxi, mass_empty_kg, catalogue_price_eur, eu_category,
    vehicle_type_approval.text AS type_approval
  FROM vehicle
  LEFT JOIN vehicle_kind ON vehicle_kind.id = kind_id
  LEFT JOIN vehicle_make ON vehicle_make.id = make_id
  LEFT JOIN vehicle_model ON vehicle_model.id = model_id
  LEFT JOIN vehicle_body ON vehicle_body.id = body_id
  LEFT JOIN vehicle_colour AS colour_1 ON colour_1.id = primary_colour_id
  LEFT JOIN vehicle_colour AS colour_2 ON colour_2.id = secondary_colour_id
  LEFT JOIN odometer_verdict ON odometer_verdict.id = odometer_verdict_id
  LEFT JOIN vehicle_type_approval ON vehicle_type_approval.id = type_approval_id`);

/** For analysts: a vehicle and fuel a row, with texts instead of ids. */
export const vehicleFuelText = sqliteView('vehicle_fuel_text', {
  plate: text('plate'),
  plateNumber: integer('plate_number'),
  sequence: integer('sequence'),
  fuel: text('fuel'),
  emissionLevel: text('emission_level'),
  hybridClass: text('hybrid_class'),
  co2NedcGPerKm: real('co2_nedc_g_per_km'),
  co2WltpGPerKm: real('co2_wltp_g_per_km'),
  netPowerKw: real('net_power_kw'),
  electricPowerKw: real('electric_power_kw'),
}).as(sql`SELECT ${plateText('plate')} AS plate, plate AS plate_number, sequence, fuel_kind.text AS fuel,
    emission_level.text AS emission_level, hybrid_class.text AS hybrid_class,
    co2_nedc_g_per_km, co2_wltp_g_per_km, net_power_kw, electric_power_kw
  FROM vehicle_fuel
  LEFT JOIN fuel_kind ON fuel_kind.id = fuel_kind_id
  LEFT JOIN emission_level ON emission_level.id = emission_level_id
  LEFT JOIN hybrid_class ON hybrid_class.id = hybrid_class_id`);
