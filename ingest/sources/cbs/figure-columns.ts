import { type FigureName, TOPICS, type TopicName } from '../../../db/schema/neighbourhoods.ts';

/** How a figure's unit must read in the table's own metadata, and what one of it is in ours. */
export interface UnitRule {
  readonly pattern: RegExp;
  /** For people. */
  readonly name: string;
}

const COUNT: UnitRule = { pattern: /^aantal/, name: 'aantal' };
const PERCENT: UnitRule = { pattern: /^%$/, name: '%' };
const EURO: UnitRule = { pattern: /euro/, name: 'euro or x 1 000 euro' };
const KM: UnitRule = { pattern: /^km$/, name: 'km' };
const PER_KM2: UnitRule = { pattern: /per km/, name: 'per km²' };
const KWH: UnitRule = { pattern: /^kwh$/, name: 'kWh' };
const M3: UnitRule = { pattern: /^m³$|^m3$/, name: 'm³' };
const CODE: UnitRule = { pattern: /^code$/, name: 'code' };

/** Where a figure stands in the publisher's table. */
export interface FigureColumn {
  /**
   * The publisher's name without its number, followed by the names of other editions. The number is the column's
   * position and shifts from year to year: `_111` is the supermarket in 2024 and an area in 2022.
   */
  readonly stems: readonly [string, ...string[]];
  /** Title of a group around the column, where other columns have the same name. */
  readonly group?: string;
  readonly unit: UnitRule;
  /**
   * `required` stops the load when an edition has the figure's topic but not the figure; `optional` does not; a
   * figure's name means that one of the two must be there.
   */
  readonly need: 'required' | 'optional' | { readonly orElse: FigureName };
}

function required(unit: UnitRule, ...stems: [string, ...string[]]): FigureColumn {
  return { stems, unit, need: 'required' };
}

function optional(unit: UnitRule, ...stems: [string, ...string[]]): FigureColumn {
  return { stems, unit, need: 'optional' };
}

function alternative(orElse: FigureName, unit: UnitRule, ...stems: [string, ...string[]]): FigureColumn {
  return { stems, unit, need: { orElse } };
}

/** Our facts in the publisher's words, all editions from 2017. */
export const FIGURE_COLUMNS: Readonly<Record<FigureName, FigureColumn>> = {
  residents: required(COUNT, 'AantalInwoners'),
  men: required(COUNT, 'Mannen'),
  women: required(COUNT, 'Vrouwen'),
  age0To14: required(COUNT, 'k_0Tot15Jaar'),
  age15To24: required(COUNT, 'k_15Tot25Jaar'),
  age25To44: required(COUNT, 'k_25Tot45Jaar'),
  age45To64: required(COUNT, 'k_45Tot65Jaar'),
  age65Plus: required(COUNT, 'k_65JaarOfOuder'),
  households: required(COUNT, 'HuishoudensTotaal'),
  householdsOnePerson: required(COUNT, 'Eenpersoonshuishoudens'),
  householdsWithoutChildren: required(COUNT, 'HuishoudensZonderKinderen'),
  householdsWithChildren: required(COUNT, 'HuishoudensMetKinderen'),
  avgHouseholdSize: required(COUNT, 'GemiddeldeHuishoudensgrootte'),

  residentsPerKm2: required(PER_KM2, 'Bevolkingsdichtheid'),
  urbanityClass: required(CODE, 'MateVanStedelijkheid'),
  addressesPerKm2: required(PER_KM2, 'Omgevingsadressendichtheid'),

  dwellings: required(COUNT, 'Woningvoorraad'),
  // Renamed within the lifetime of one table, when the value came to be of the register's dwellings.
  avgHomeValueEur: required(EURO, 'GemiddeldeWOZWaardeVanWoningen', 'GemiddeldeWoningwaarde'),
  singleFamilyPct: required(PERCENT, 'PercentageEengezinswoning'),
  multiFamilyPct: required(PERCENT, 'PercentageMeergezinswoning', 'PercentageMeergezins'),
  vacantPct: optional(PERCENT, 'PercentageOnbewoond', 'OnbewoondeWoningen'),
  ownerOccupiedPct: required(PERCENT, 'Koopwoningen'),
  rentalPct: required(PERCENT, 'HuurwoningenTotaal'),
  housingCorporationPct: required(PERCENT, 'InBezitWoningcorporatie'),
  otherRentalPct: required(PERCENT, 'InBezitOverigeVerhuurders'),
  builtBefore2000Pct: alternative('builtOver10YearsAgoPct', PERCENT, 'BouwjaarVoor2000'),
  builtFrom2000Pct: alternative('builtLast10YearsPct', PERCENT, 'BouwjaarVanaf2000'),
  builtOver10YearsAgoPct: alternative('builtBefore2000Pct', PERCENT, 'BouwjaarMeerDanTienJaarGeleden'),
  builtLast10YearsPct: alternative('builtFrom2000Pct', PERCENT, 'BouwjaarAfgelopenTienJaar'),

  avgElectricityKwh: required(
    KWH,
    'GemiddeldeElektriciteitsleveringTotaal',
    'GemiddeldElektriciteitsverbruikTotaal',
  ),
  avgGasM3: required(M3, 'GemiddeldAardgasverbruikTotaal'),
  districtHeatingPct: optional(
    PERCENT,
    'PercentageWoningenMetStadsverwarming',
    'WoningenMetStadsverwarming',
    'Stadsverwarming',
  ),

  incomeRecipients: required(COUNT, 'AantalInkomensontvangers'),
  avgIncomePerResidentEur: required(EURO, 'GemiddeldInkomenPerInwoner'),
  avgIncomePerRecipientEur: required(EURO, 'GemiddeldInkomenPerInkomensontvanger'),
  avgStandardisedHouseholdIncomeEur: optional(
    EURO,
    'GemGestandaardiseerdInkomenVanHuish',
    'GemGestandaardiseerdInkomen',
  ),
  householdsLowest40Pct: required(PERCENT, 'k_40HuishoudensMetLaagsteInkomen'),
  householdsHighest20Pct: required(PERCENT, 'k_20HuishoudensMetHoogsteInkomen'),
  lowIncomeHouseholdsPct: alternative('personsInPovertyPct', PERCENT, 'HuishoudensMetEenLaagInkomen'),
  personsInPovertyPct: alternative('lowIncomeHouseholdsPct', PERCENT, 'PersonenInArmoede'),

  medianHouseholdWealthEur: required(EURO, 'MediaanVermogenVanParticuliereHuish'),

  distanceGpPracticeKm: required(KM, 'AfstandTotHuisartsenpraktijk'),
  distanceSupermarketKm: required(KM, 'AfstandTotGroteSupermarkt'),
  distanceDaycareKm: required(KM, 'AfstandTotKinderdagverblijf'),
  distancePrimarySchoolKm: {
    stems: ['AfstandTotSchool'],
    group: 'Basisonderwijs',
    unit: KM,
    need: 'required',
  },
};

/** Without these there is no edition to speak of. */
export const INDISPENSABLE_TOPIC: TopicName = 'people';

/** Figures in the order in which they are kept and inserted. */
export const FIGURE_NAMES: readonly FigureName[] = Object.values(TOPICS).flatMap((topic) => topic.figures);
