import { type SalePrices, salePricesOf } from '../../../db/queries/municipalities.ts';
import { figuresOfRegion, type Region, type RegionFigures } from '../../../db/queries/neighbourhoods.ts';
import { distancesOfRegion, type RegionDistances } from '../../../db/queries/proximity.ts';
import { remembered } from '../../../db/remembered.ts';
import type { RegionKind } from '../../../db/schema/neighbourhoods.ts';
import { AMENITIES } from '../../../db/schema/neighbourhoods-proximity.ts';
import type { AttachedRelease, Snapshot } from '../../../db/store.ts';
import type { NeighbourhoodReportBlock } from '../../schemas/home-neighbourhood-report.ts';
import { urbanityText } from '../../vocabulary/urbanity.ts';
import { describeDistances } from '../distances.ts';
import { HOME_SOURCES } from '../home-sources.ts';
import type { SourceList } from '../source.ts';
import { distanceSentences, topicSentences } from './neighbourhood-notes.ts';
import { NO_NEIGHBOURHOOD_TEXTS, noteOf, type SectionContext } from './section.ts';

/**
 * All figures of the neighbourhood, each subject from the newest year in which it is published. Income and wealth
 * may be of the district or the municipality, sale prices always are of the municipality, as `level` says.
 * @throws DatasetUnavailableError when no release of neighbourhoods is loaded
 */
export function neighbourhoodReportSection({
  snapshot,
  neighbourhood,
  sources,
}: SectionContext): NeighbourhoodReportBlock {
  const release = snapshot.require('neighbourhoods');
  const { region, missing } = neighbourhood;
  if (region === undefined) return block(undefined, NO_NEIGHBOURHOOD_TEXTS[missing]);
  const { found, made } = blockOf(snapshot, region);
  nameSources(sources, release, found);
  return made;
}

/** The same for each of the thousand addresses of a neighbourhood. */
const blockOf = remembered(
  (region: Region) => String(region.id),
  (snapshot, region): { found: Found; made: NeighbourhoodReportBlock } => {
    const figures = figuresOfRegion(snapshot, region);
    const distances = distancesOfRegion(snapshot, region, figures.distance);
    const prices = pricesAround(snapshot, region);
    const shown = describeDistances(distances, AMENITIES);
    const found = { figures, distances, distanceYear: shown.dataYear, prices };
    const note = noteOf(
      ...topicSentences([
        ['residents and households', figures.people],
        ['density and urbanity', figures.density],
        ['home value and ownership', figures.housing],
        ['use of energy', figures.energy],
        ['income', figures.income],
        ['wealth', figures.wealth],
      ]),
      salePriceSentence(prices),
      ...distanceSentences(shown),
    );
    return { found, made: block(found, note) };
  },
);

interface Found {
  readonly figures: RegionFigures;
  readonly distances: RegionDistances;
  /** Of the newest distance. */
  readonly distanceYear: number | null;
  /** Undefined when no prices are loaded, or the neighbourhood has no municipality. */
  readonly prices: SalePrices | undefined;
}

function pricesAround(snapshot: Snapshot, { municipalityCode }: Region): SalePrices | undefined {
  const release = snapshot.require('neighbourhoods');
  if (municipalityCode === null || !release.sources.has(HOME_SOURCES.salePrices)) return undefined;
  return salePricesOf(snapshot, municipalityCode);
}

function salePriceSentence(prices: SalePrices | undefined): string | null {
  if (prices === undefined) return 'The sale prices are not loaded on this service.';
  const { dataYear, newestYear } = prices;
  if (dataYear === null) return 'No sale prices are published for the municipality.';
  return newestYear !== null && dataYear < newestYear
    ? `The newest sale price of the municipality is of ${dataYear}, although ${newestYear} has been published: the municipality is no more, or too few homes were sold.`
    : null;
}

function nameSources(
  sources: SourceList,
  release: AttachedRelease,
  { figures, distances, prices }: Pick<Found, 'figures' | 'distances' | 'prices'>,
): void {
  const use = (sourceId: string, name: string) => sources.use(release, sourceId, `neighbourhood.${name}`);
  const { people, density, housing, energy, income, wealth } = figures;
  const topics = { people: [people, density], housing: [housing, energy], income: [income, wealth] };
  for (const [name, parts] of Object.entries(topics)) {
    if (parts.some(({ dataYear }) => dataYear !== null)) use(HOME_SOURCES.keyFigures, name);
  }
  if (prices !== undefined && prices.dataYear !== null) use(HOME_SOURCES.salePrices, 'sale_prices');
  for (const { dataYear, origin } of Object.values(distances)) {
    const source = origin === 'proximity' ? HOME_SOURCES.proximity : HOME_SOURCES.keyFigures;
    if (dataYear !== null) use(source, 'distance_km');
  }
}

function block(found: Found | undefined, note: string | null): NeighbourhoodReportBlock {
  const { figures, distances, distanceYear = null, prices } = found ?? {};
  return {
    people: peopleOf(figures),
    housing: housingOf(figures),
    income: incomeOf(figures),
    sale_prices: salePricesBlock(prices),
    distance_km: distancesBlock(distances, distanceYear),
    note,
  };
}

function peopleOf(all: RegionFigures | undefined): NeighbourhoodReportBlock['people'] {
  const people = all?.people.figures;
  const density = all?.density.figures;
  return {
    data_year: all?.people.dataYear ?? null,
    residents: people?.residents ?? null,
    men: people?.men ?? null,
    women: people?.women ?? null,
    age_bands: {
      age_0_to_14: people?.age0To14 ?? null,
      age_15_to_24: people?.age15To24 ?? null,
      age_25_to_44: people?.age25To44 ?? null,
      age_45_to_64: people?.age45To64 ?? null,
      age_65_plus: people?.age65Plus ?? null,
    },
    households: people?.households ?? null,
    avg_household_size: people?.avgHouseholdSize ?? null,
    household_types: {
      one_person: people?.householdsOnePerson ?? null,
      without_children: people?.householdsWithoutChildren ?? null,
      with_children: people?.householdsWithChildren ?? null,
    },
    density: {
      data_year: all?.density.dataYear ?? null,
      residents_per_km2: density?.residentsPerKm2 ?? null,
      urbanity_class: density?.urbanityClass ?? null,
      urbanity: urbanityText(density?.urbanityClass ?? null),
      addresses_per_km2: density?.addressesPerKm2 ?? null,
    },
  };
}

function housingOf(all: RegionFigures | undefined): NeighbourhoodReportBlock['housing'] {
  const housing = all?.housing.figures;
  const energy = all?.energy.figures;
  return {
    data_year: all?.housing.dataYear ?? null,
    dwellings: housing?.dwellings ?? null,
    avg_home_value_eur: housing?.avgHomeValueEur ?? null,
    owner_occupied_pct: housing?.ownerOccupiedPct ?? null,
    rental_pct: housing?.rentalPct ?? null,
    housing_corporation_pct: housing?.housingCorporationPct ?? null,
    other_rental_pct: housing?.otherRentalPct ?? null,
    single_family_pct: housing?.singleFamilyPct ?? null,
    multi_family_pct: housing?.multiFamilyPct ?? null,
    vacant_pct: housing?.vacantPct ?? null,
    construction_period: {
      before_2000_pct: housing?.builtBefore2000Pct ?? null,
      from_2000_pct: housing?.builtFrom2000Pct ?? null,
      over_10_years_ago_pct: housing?.builtOver10YearsAgoPct ?? null,
      last_10_years_pct: housing?.builtLast10YearsPct ?? null,
    },
    energy: {
      data_year: all?.energy.dataYear ?? null,
      avg_electricity_kwh: energy?.avgElectricityKwh ?? null,
      avg_gas_m3: energy?.avgGasM3 ?? null,
      district_heating_pct: energy?.districtHeatingPct ?? null,
    },
  };
}

function incomeOf(all: RegionFigures | undefined): NeighbourhoodReportBlock['income'] {
  const income = all?.income.figures;
  return {
    data_year: all?.income.dataYear ?? null,
    level: levelOf(all?.income),
    avg_income_per_resident_eur: income?.avgIncomePerResidentEur ?? null,
    avg_income_per_recipient_eur: income?.avgIncomePerRecipientEur ?? null,
    avg_standardised_household_income_eur: income?.avgStandardisedHouseholdIncomeEur ?? null,
    households_lowest_40pct: income?.householdsLowest40Pct ?? null,
    households_highest_20pct: income?.householdsHighest20Pct ?? null,
    low_income_households_pct: income?.lowIncomeHouseholdsPct ?? null,
    persons_in_poverty_pct: income?.personsInPovertyPct ?? null,
    median_household_wealth_eur: all?.wealth.figures.medianHouseholdWealthEur ?? null,
    wealth_data_year: all?.wealth.dataYear ?? null,
    wealth_level: levelOf(all?.wealth),
  };
}

type Level = NeighbourhoodReportBlock['income']['level'];

/** Null where there are no figures to say it of. */
function levelOf(topic: { dataYear: number | null; level: RegionKind } | undefined): Level {
  return topic === undefined || topic.dataYear === null || topic.level === 'country' ? null : topic.level;
}

function salePricesBlock(prices: SalePrices | undefined): NeighbourhoodReportBlock['sale_prices'] {
  const known = prices === undefined || prices.dataYear === null ? undefined : prices;
  return {
    data_year: known?.dataYear ?? null,
    level: known === undefined ? null : 'municipality',
    avg_sale_price_eur: known?.avgSalePriceEur ?? null,
    history:
      known?.history.map(({ year, avgSalePriceEur }) => ({ year, avg_sale_price_eur: avgSalePriceEur })) ??
      null,
  };
}

function distancesBlock(
  distances: RegionDistances | undefined,
  dataYear: number | null,
): NeighbourhoodReportBlock['distance_km'] {
  return {
    data_year: dataYear,
    gp_practice: distances?.gpPractice.km ?? null,
    pharmacy: distances?.pharmacy.km ?? null,
    hospital: distances?.hospital.km ?? null,
    supermarket: distances?.supermarket.km ?? null,
    daily_groceries: distances?.dailyGroceries.km ?? null,
    department_store: distances?.departmentStore.km ?? null,
    cafe: distances?.cafe.km ?? null,
    restaurant: distances?.restaurant.km ?? null,
    daycare: distances?.daycare.km ?? null,
    after_school_care: distances?.afterSchoolCare.km ?? null,
    primary_school: distances?.primarySchool.km ?? null,
    secondary_school: distances?.secondarySchool.km ?? null,
    train_station: distances?.trainStation.km ?? null,
    main_road_access: distances?.mainRoadAccess.km ?? null,
    library: distances?.library.km ?? null,
    swimming_pool: distances?.swimmingPool.km ?? null,
    cinema: distances?.cinema.km ?? null,
    fire_station: distances?.fireStation.km ?? null,
  };
}
