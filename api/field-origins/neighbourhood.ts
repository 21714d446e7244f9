import { type FieldOrigin, type FieldOrigins, origin, ours } from './origin.ts';

/** Of these the publisher's name is followed by the column's number, which shifts from year to year. */
function figure(
  publisherField: string,
  rule = 'As published; null where it is secret, too small or not out yet.',
) {
  return origin(['cbs-key-figures'], publisherField, rule);
}

function euros(publisherField: string): FieldOrigin {
  return figure(publisherField, 'In whole euros; the publisher counts in thousands (x 1 000 euro).');
}

const WIDENED =
  'In whole euros, of thousands as published; of the district or municipality, as `level` says, where too few live in the neighbourhood.';

const widenedEuros = (publisherField: string) => figure(publisherField, WIDENED);
const widened = (publisherField: string) =>
  figure(publisherField, 'As published, of the area that `level` names; null where it is not published.');

function distance(publisherField: string): FieldOrigin {
  return origin(
    ['cbs-proximity', 'cbs-key-figures'],
    publisherField,
    'Kilometres as published, the newest year that has a figure for the neighbourhood.',
  );
}

const DATA_YEAR = figure(
  'year of the table',
  'Year of the edition that the figures are from: the newest that has them for this neighbourhood.',
);

/** The block `neighbourhood` of `/v1/home/basic`. */
export const NEIGHBOURHOOD_ORIGINS: FieldOrigins = {
  'neighbourhood.people.data_year': DATA_YEAR,
  'neighbourhood.people.residents': figure('AantalInwoners'),
  'neighbourhood.people.households': figure('HuishoudensTotaal'),
  'neighbourhood.housing.data_year': DATA_YEAR,
  'neighbourhood.housing.avg_home_value_eur': euros('GemiddeldeWOZWaardeVanWoningen'),
  'neighbourhood.housing.owner_occupied_pct': figure('Koopwoningen'),
  'neighbourhood.distance_km.data_year': origin(
    ['cbs-proximity', 'cbs-key-figures'],
    'year of the table',
    'Year of the newest of the distances.',
  ),
  'neighbourhood.distance_km.gp_practice': distance('AfstandTotHuisartsenpraktijk'),
  'neighbourhood.distance_km.supermarket': distance('AfstandTotGroteSupermarkt'),
  'neighbourhood.distance_km.train_station': distance('AfstandTotTreinstationsTotaal'),
  'neighbourhood.note': ours('Says what is null and why, and which figures are of another year.'),
};

/** What the report has beside that. */
export const NEIGHBOURHOOD_REPORT_ORIGINS: FieldOrigins = {
  'neighbourhood.people.men': figure('Mannen'),
  'neighbourhood.people.women': figure('Vrouwen'),
  'neighbourhood.people.age_bands.age_0_to_14': figure('k_0Tot15Jaar'),
  'neighbourhood.people.age_bands.age_15_to_24': figure('k_15Tot25Jaar'),
  'neighbourhood.people.age_bands.age_25_to_44': figure('k_25Tot45Jaar'),
  'neighbourhood.people.age_bands.age_45_to_64': figure('k_45Tot65Jaar'),
  'neighbourhood.people.age_bands.age_65_plus': figure('k_65JaarOfOuder'),
  'neighbourhood.people.avg_household_size': figure('GemiddeldeHuishoudensgrootte'),
  'neighbourhood.people.household_types.one_person': figure('Eenpersoonshuishoudens'),
  'neighbourhood.people.household_types.without_children': figure('HuishoudensZonderKinderen'),
  'neighbourhood.people.household_types.with_children': figure('HuishoudensMetKinderen'),
  'neighbourhood.people.density.data_year': DATA_YEAR,
  'neighbourhood.people.density.residents_per_km2': figure('Bevolkingsdichtheid'),
  'neighbourhood.people.density.urbanity_class': figure('MateVanStedelijkheid'),
  'neighbourhood.people.density.urbanity': figure('MateVanStedelijkheid', 'The class in English words.'),
  'neighbourhood.people.density.addresses_per_km2': figure('Omgevingsadressendichtheid'),
  'neighbourhood.housing.dwellings': figure('Woningvoorraad'),
  'neighbourhood.housing.rental_pct': figure('HuurwoningenTotaal'),
  'neighbourhood.housing.housing_corporation_pct': figure('InBezitWoningcorporatie'),
  'neighbourhood.housing.other_rental_pct': figure('InBezitOverigeVerhuurders'),
  'neighbourhood.housing.single_family_pct': figure('PercentageEengezinswoning'),
  'neighbourhood.housing.multi_family_pct': figure('PercentageMeergezinswoning'),
  'neighbourhood.housing.vacant_pct': figure('PercentageOnbewoond'),
  'neighbourhood.housing.construction_period.before_2000_pct': figure('BouwjaarVoor2000'),
  'neighbourhood.housing.construction_period.from_2000_pct': figure('BouwjaarVanaf2000'),
  'neighbourhood.housing.construction_period.over_10_years_ago_pct': figure('BouwjaarMeerDanTienJaarGeleden'),
  'neighbourhood.housing.construction_period.last_10_years_pct': figure('BouwjaarAfgelopenTienJaar'),
  'neighbourhood.housing.energy.data_year': DATA_YEAR,
  'neighbourhood.housing.energy.avg_electricity_kwh': figure('GemiddeldeElektriciteitsleveringTotaal'),
  'neighbourhood.housing.energy.avg_gas_m3': figure('GemiddeldAardgasverbruikTotaal'),
  'neighbourhood.housing.energy.district_heating_pct': figure('PercentageWoningenMetStadsverwarming'),
  'neighbourhood.income.data_year': DATA_YEAR,
  'neighbourhood.income.level': figure('WijkenEnBuurten', 'Kind of the area that the incomes are of.'),
  'neighbourhood.income.avg_income_per_resident_eur': widenedEuros('GemiddeldInkomenPerInwoner'),
  'neighbourhood.income.avg_income_per_recipient_eur': widenedEuros('GemiddeldInkomenPerInkomensontvanger'),
  'neighbourhood.income.avg_standardised_household_income_eur': widenedEuros(
    'GemGestandaardiseerdInkomenVanHuish',
  ),
  'neighbourhood.income.households_lowest_40pct': widened('k_40HuishoudensMetLaagsteInkomen'),
  'neighbourhood.income.households_highest_20pct': widened('k_20HuishoudensMetHoogsteInkomen'),
  'neighbourhood.income.low_income_households_pct': widened('HuishoudensMetEenLaagInkomen'),
  'neighbourhood.income.persons_in_poverty_pct': widened('PersonenInArmoede'),
  'neighbourhood.income.median_household_wealth_eur': widenedEuros('MediaanVermogenVanParticuliereHuish'),
  'neighbourhood.income.wealth_data_year': DATA_YEAR,
  'neighbourhood.income.wealth_level': figure('WijkenEnBuurten', 'Kind of the area that the wealth is of.'),
  'neighbourhood.sale_prices.data_year': origin(
    ['cbs-sale-prices'],
    'Perioden',
    'Newest year with a price of the municipality.',
  ),
  'neighbourhood.sale_prices.level': origin(
    ['cbs-sale-prices'],
    'RegioS',
    'Kind of the area that the prices are of.',
  ),
  'neighbourhood.sale_prices.avg_sale_price_eur': origin(
    ['cbs-sale-prices'],
    'GemiddeldeVerkoopprijs',
    'Whole euros, as published; null where too few were sold.',
  ),
  'neighbourhood.sale_prices.history': origin(
    ['cbs-sale-prices'],
    'Perioden, GemiddeldeVerkoopprijs',
    'The years that have a price; years without one are left out.',
  ),
  'neighbourhood.distance_km.pharmacy': distance('AfstandTotApotheek'),
  'neighbourhood.distance_km.hospital': distance('AfstandTotZiekenhuis (incl. buitenpolikliniek)'),
  'neighbourhood.distance_km.daily_groceries': distance('AfstandTotOvDagelLevensmiddelen'),
  'neighbourhood.distance_km.department_store': distance('AfstandTotWarenhuis'),
  'neighbourhood.distance_km.cafe': distance('AfstandTotCafeED'),
  'neighbourhood.distance_km.restaurant': distance('AfstandTotRestaurant'),
  'neighbourhood.distance_km.daycare': distance('AfstandTotKinderdagverblijf'),
  'neighbourhood.distance_km.after_school_care': distance('AfstandTotBuitenschoolseOpvang'),
  'neighbourhood.distance_km.primary_school': distance('AfstandTotSchool (basisonderwijs)'),
  'neighbourhood.distance_km.secondary_school': distance('AfstandTotSchool (voortgezet onderwijs)'),
  'neighbourhood.distance_km.main_road_access': distance('AfstandTotOpritHoofdverkeersweg'),
  'neighbourhood.distance_km.library': distance('AfstandTotBibliotheek'),
  'neighbourhood.distance_km.swimming_pool': distance('AfstandTotBinnenzwembad'),
  'neighbourhood.distance_km.cinema': distance('AfstandTotBioscoop'),
  'neighbourhood.distance_km.fire_station': distance('AfstandTotBrandweerkazerne'),
};
