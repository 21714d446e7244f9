import {
  FUEL_COLUMNS,
  RECALL_HAZARD_COLUMNS,
  RECALL_NOTICE_COLUMNS,
  RECALL_STATUS_COLUMNS,
  VEHICLE_COLUMNS,
} from '../../db/vehicle-register/columns.ts';
import {
  DEFECT_CATALOGUE_COLUMNS,
  INSPECTION_COLUMNS,
  INSPECTION_DEFECT_COLUMNS,
} from '../../db/vehicle-register/inspection-columns.ts';
import { INSPECTION_SOURCES, VEHICLE_SOURCES } from '../reports/vehicle-sources.ts';
import { SOURCE_ORIGINS, UNAVAILABLE_ORIGINS } from './common.ts';
import { type FieldOrigin, type FieldOrigins, origin, ours } from './origin.ts';

const { vehicles, fuels, recallStatus, recallNotices, recallHazards } = VEHICLE_SOURCES;
const { reports, defects, catalogue } = INSPECTION_SOURCES;

const AS_REGISTERED = 'As registered; null where it is not recorded.';
const SIZE = 'As registered; 0 in the register is "not recorded", and null here.';

function columnsOf(
  columns: Readonly<Record<string, { names: readonly string[] }>>,
  keys: readonly string[],
): string {
  return keys.map((key) => columns[key]?.names[0] ?? key).join(', ');
}

type VehicleColumn = keyof typeof VEHICLE_COLUMNS;
type FuelColumn = keyof typeof FUEL_COLUMNS;

const vehicle = (keys: readonly VehicleColumn[], rule = AS_REGISTERED): FieldOrigin =>
  origin([vehicles], columnsOf(VEHICLE_COLUMNS, keys), rule);
const size = (key: VehicleColumn) => vehicle([key], SIZE);
const fuel = (keys: readonly FuelColumn[], rule: string): FieldOrigin =>
  origin([fuels], columnsOf(FUEL_COLUMNS, keys), rule);
const notice = (key: keyof typeof RECALL_NOTICE_COLUMNS, rule = 'As published; null where there is none.') =>
  origin([recallNotices], columnsOf(RECALL_NOTICE_COLUMNS, [key]), rule);
const report = (keys: readonly (keyof typeof INSPECTION_COLUMNS)[], rule: string) =>
  origin([reports], columnsOf(INSPECTION_COLUMNS, keys), rule);
const defect = (keys: readonly (keyof typeof INSPECTION_DEFECT_COLUMNS)[], rule: string) =>
  origin([defects], columnsOf(INSPECTION_DEFECT_COLUMNS, keys), rule);

const WEIGHED = [vehicles, recallStatus, recallNotices, reports, defects, catalogue];

const HEAD_ORIGINS: FieldOrigins = {
  plate: vehicle(['plate'], 'As registered: upper case, no dashes.'),
  plate_formatted: ours('The plate with the dashes of its series.'),
  make: vehicle(['make'], 'As registered, in the usual spelling of the make.'),
  model: vehicle(['model'], 'As registered, without the make in front.'),
  vehicle_type: vehicle(
    ['kind', 'massMaxKg'],
    'In English; a Bedrijfsauto is a van up to 3,500 kg, else a truck.',
  ),
  colour: vehicle(['primaryColour', 'secondaryColour'], 'In English; two where there are two.'),
  first_registered: vehicle(['firstAdmission'], 'The day, of yyyymmdd; null where that is no day.'),
  age_years: vehicle(['firstAdmission'], 'Whole years from that day until today in the Netherlands.'),
  fuel: fuel(
    ['fuel', 'sequence'],
    'In English, in the order of the sequence numbers; empty where there is none.',
  ),
  euro_class: fuel(
    ['emissionLevel', 'emissionCode'],
    'As registered, or `Zero emission`; null where neither is.',
  ),
  apk_expiry: origin(
    [vehicles, reports],
    `${columnsOf(VEHICLE_COLUMNS, ['inspectionExpiry', 'firstAdmission'])}; ${columnsOf(INSPECTION_COLUMNS, ['validUntil'])}`,
    'The day, or the later one of a newer inspection; null where none is registered, or where it has passed for a vehicle of 50 years or more, which needs none.',
  ),
  apk_valid: origin(
    [vehicles, reports],
    columnsOf(VEHICLE_COLUMNS, ['inspectionExpiry']),
    'Whether `apk_expiry` is today, in the Netherlands, or later; null where that is null.',
  ),
  insured: vehicle(['insured'], 'Ja or Nee; null for N.v.t. (not applicable) and where it is empty.'),
  open_recall: origin(
    [vehicles, recallStatus],
    `${columnsOf(VEHICLE_COLUMNS, ['openRecallIndicated'])}; ${columnsOf(RECALL_STATUS_COLUMNS, ['statusCode'])}`,
    'True where the indicator or any recall of this plate says so; null where neither says anything.',
  ),
  odometer_verdict: vehicle(['odometerVerdict'], 'In English; null where there is no verdict.'),
  risk_level: origin(
    WEIGHED,
    'the fields in `flags[].evidence`',
    'Made of the flags: high with one that is high or three that are medium, medium with one or two of those, else low.',
  ),
  note: ours('Says what is null and why.'),
};

/** `/v1/vehicle/basic` */
export const VEHICLE_SUMMARY_ORIGINS: FieldOrigins = { ...HEAD_ORIGINS, ...SOURCE_ORIGINS };

const INSPECTION_ORIGINS: FieldOrigins = {
  'inspections[].date': report(['date'], 'The day; of an attempt without a report, that of its defects.'),
  'inspections[].type': report(['kind'], 'In English.'),
  'inspections[].category': report(['authorityText'], 'In English; null where it is not stated.'),
  'inspections[].reported': origin(
    [reports, defects],
    columnsOf(INSPECTION_COLUMNS, ['plate', 'date', 'time']),
    'Whether there is a report of that day and time, or defects alone.',
  ),
  'inspections[].round': report(
    ['date', 'kind'],
    'Inspections within 60 days of the first have one number; 1 is the newest.',
  ),
  'inspections[].valid_until': report(['validUntil'], 'The day; null where none is stated.'),
  'inspections[].defects[].code': defect(['code'], 'As published; text, so that zeros in front stay.'),
  'inspections[].defects[].description': origin(
    [defects, catalogue],
    columnsOf(DEFECT_CATALOGUE_COLUMNS, ['code', 'text']),
    'Our English of the code; null for one that is too new.',
  ),
  'inspections[].defects[].translated': ours('How the English of the code came about.'),
  'inspections[].defects[].description_nl': origin(
    [catalogue],
    columnsOf(DEFECT_CATALOGUE_COLUMNS, ['text']),
    'As published for the code.',
  ),
  'inspections[].defects[].severity': defect(['code'], 'By the class that the code belongs to.'),
  'inspections[].defects[].count': defect(['count'], 'As published; null where it is not stated.'),
};

const RECALL_ORIGINS: FieldOrigins = {
  'recalls[].reference': origin(
    [recallStatus],
    columnsOf(RECALL_STATUS_COLUMNS, ['reference']),
    'As registered.',
  ),
  'recalls[].status': origin(
    [recallStatus],
    columnsOf(RECALL_STATUS_COLUMNS, ['statusCode']),
    '`open` of O, `repaired` of P; null for another code.',
  ),
  'recalls[].published': notice('published'),
  'recalls[].announced': notice('announced'),
  'recalls[].producer': notice('producer'),
  'recalls[].category': notice('category'),
  'recalls[].description': notice('description'),
  'recalls[].consequences': notice('consequences'),
  'recalls[].remedy': notice('remedy'),
  'recalls[].remarks': notice('remarks'),
  'recalls[].hazards': origin(
    [recallHazards],
    columnsOf(RECALL_HAZARD_COLUMNS, ['code']),
    'In English, for each known code; empty where there is none.',
  ),
  'recalls[].serious': notice(
    'riskCode',
    'Whether the code is that of a serious risk; null where there is none.',
  ),
  'recalls[].phone': notice('phone'),
  'recalls[].url': notice('url'),
  'recalls[].language': ours('Always `nl`: the texts are as published.'),
};

const SPECIFICATION_ORIGINS: FieldOrigins = {
  'specifications.body': vehicle(['body'], 'In English; in Dutch where the word is new.'),
  'specifications.seats': size('seats'),
  'specifications.doors': vehicle(['doors'], 'As registered; 0 is null for cars, vans, trucks and buses.'),
  'specifications.wheels': size('wheels'),
  'specifications.cylinders': size('cylinders'),
  'specifications.engine_cc': size('engineCm3'),
  'specifications.mass_empty_kg': size('massEmptyKg'),
  'specifications.mass_running_kg': size('massRunningKg'),
  'specifications.mass_max_kg': size('massMaxKg'),
  'specifications.mass_technical_max_kg': size('massTechnicalMaxKg'),
  'specifications.mass_combination_max_kg': size('massCombinationMaxKg'),
  'specifications.payload_kg': size('payloadKg'),
  'specifications.tow_braked_kg': size('towBrakedKg'),
  'specifications.tow_unbraked_kg': size('towUnbrakedKg'),
  'specifications.length_cm': size('lengthCm'),
  'specifications.width_cm': size('widthCm'),
  'specifications.height_cm': size('heightCm'),
  'specifications.wheelbase_cm': size('wheelbaseCm'),
  'specifications.top_speed_kmh': size('topSpeedKmh'),
  'specifications.eu_category': vehicle(['euCategory']),
  'specifications.eu_category_description': vehicle(['euCategory'], 'The category in English words.'),
  'specifications.efficiency_class': vehicle(['efficiencyClass']),
  'specifications.type_approval': vehicle(['typeApproval']),
  'specifications.type': vehicle(['type']),
  'specifications.variant': vehicle(['variant']),
  'specifications.version': vehicle(['version']),
  'specifications.tachograph_expiry': vehicle(['tachographExpiry'], 'The day; null where there is none.'),
};

const POWER_COLUMNS = ['netPowerKw', 'electricPowerKw', 'continuousPowerKw'] as const;
const WLTP = ['co2WltpWeightedGPerKm', 'co2WltpGPerKm'] as const;
const NEDC = ['co2NedcWeightedGPerKm', 'co2NedcGPerKm'] as const;
const WEIGHTED = 'Of a plug-in hybrid the weighted figure where it is registered, else the plain one.';

const POWER_ORIGINS: FieldOrigins = {
  'power.power_kw': fuel(POWER_COLUMNS, 'Largest of the powers for each fuel.'),
  'power.power_hp': fuel(POWER_COLUMNS, 'The same times 1.35962, rounded.'),
  'power.power_kw_per_fuel[].fuel': fuel(['fuel'], 'In English.'),
  'power.power_kw_per_fuel[].power_kw': fuel(
    POWER_COLUMNS,
    'The first; for electricity the second, else the third.',
  ),
  'power.drivetrain': fuel(
    ['fuel', 'hybridClass'],
    'By the fuels and the class of hybrid; null without a fuel.',
  ),
  'power.electric_range_km': fuel(
    ['rangeElectricWltpKm', 'rangeChargedWltpKm', 'rangeOtherKm'],
    'By WLTP, of a plug-in hybrid the second before the first; else the third.',
  ),
  'co2.g_per_km': fuel([...WLTP, ...NEDC], 'By WLTP, else by NEDC; 0 where electricity is the only fuel.'),
  'co2.cycle': fuel([...WLTP, ...NEDC], 'Which of the two tests the figure is from.'),
  'co2.weighted': fuel([...WLTP, ...NEDC], 'Whether the figure is from a weighted column.'),
  'co2.wltp_g_per_km': fuel(WLTP, WEIGHTED),
  'co2.nedc_g_per_km': fuel(NEDC, WEIGHTED),
  'co2.consumption_l_per_100km': fuel(
    ['consumptionWltpLPer100Km', 'consumptionNedcLPer100Km'],
    'Of the test that `cycle` names; null where the CO2 is weighted.',
  ),
};

const BACKGROUND_ORIGINS: FieldOrigins = {
  'history.imported': vehicle(
    ['firstDutchRegistration', 'firstAdmission'],
    'Whether the first is more than 60 days after the second; null without one of them.',
  ),
  'history.first_nl_registration': vehicle(['firstDutchRegistration'], 'The day; null where there is none.'),
  'history.last_owner_change': vehicle(['holderSince'], 'The day; null where there is none.'),
  'history.exported': vehicle(['exported'], 'Ja or Nee; null where neither.'),
  'history.taxi': vehicle(['taxi'], 'Ja or Nee; null where neither.'),
  'history.transfer_possible': vehicle(['transferPossible'], 'Ja or Nee; null where neither.'),
  'history.odometer_reason': vehicle(['odometerCode'], 'What the code means, in English.'),
  'history.odometer_last_reading_year': vehicle(['odometerLastYear']),
  'value.catalogue_price_eur': size('cataloguePriceEur'),
  'value.gross_bpm_eur': vehicle(['grossBpmEur'], 'In whole euros; 0 is a figure: electric cars paid none.'),
  'value.suspect': vehicle(
    ['cataloguePriceEur'],
    'Whether it is under 500 or over 2,000,000; null without a price.',
  ),
};

const FLAG_ORIGINS: FieldOrigins = {
  flags: origin(
    WEIGHED,
    'the field in `evidence.field`',
    'One for each sign that a buyer should know; empty where there is none. `evidence` tells what it rests on.',
  ),
  history_since: report(
    ['date'],
    'First day of the time that the loaded inspections cover; null where none are.',
  ),
  risk_basis: ours('The data sets that `risk_level` rests on in this answer.'),
};

/** `/v1/vehicle/report` */
export const VEHICLE_REPORT_ORIGINS: FieldOrigins = {
  ...HEAD_ORIGINS,
  ...FLAG_ORIGINS,
  ...INSPECTION_ORIGINS,
  ...RECALL_ORIGINS,
  ...SPECIFICATION_ORIGINS,
  ...POWER_ORIGINS,
  ...BACKGROUND_ORIGINS,
  ...UNAVAILABLE_ORIGINS,
  ...SOURCE_ORIGINS,
};
