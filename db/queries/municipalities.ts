import { asc, desc, eq, max, sql } from 'drizzle-orm';
import { municipalityPeriod, salePrice } from '../schema/neighbourhoods-municipalities.ts';
import { preparedQuery, type Snapshot } from '../store.ts';

export type MunicipalityPeriod = typeof municipalityPeriod.$inferSelect;

/** A municipality under a code, with what it is or was last called. */
export interface Municipality {
  /** `GM0363` */
  readonly code: string;
  readonly name: string;
  readonly provinceCode: string;
  readonly provinceName: string;
  /** It is in the newest list. Which municipality came after one that is not, no list says. */
  readonly isCurrent: boolean;
  /** First day on which it was no more, where a list with dates was loaded. */
  readonly endedOn: string | null;
  /** Last year, 1 January, in whose list it is; null for a current one. */
  readonly lastYear: number | null;
  /** All names and provinces that the code has had, oldest first. */
  readonly periods: readonly MunicipalityPeriod[];
}

export interface SalePrices {
  /** Newest year with a price; null when there is none. */
  readonly dataYear: number | null;
  readonly avgSalePriceEur: number | null;
  /** Every year with a price, oldest first. */
  readonly history: readonly { readonly year: number; readonly avgSalePriceEur: number }[];
  /** The newest year of the table: later than `dataYear` for a municipality that is no more. */
  readonly newestYear: number | null;
}

const periodsOfCode = preparedQuery((database) =>
  database
    .select()
    .from(municipalityPeriod)
    .where(eq(municipalityPeriod.code, sql.placeholder('code')))
    .orderBy(asc(municipalityPeriod.firstYear))
    .prepare(),
);

const pricesOfRegion = preparedQuery((database) =>
  database
    .select({ year: salePrice.year, avgSalePriceEur: salePrice.avgSalePriceEur })
    .from(salePrice)
    .where(eq(salePrice.regionCode, sql.placeholder('code')))
    .orderBy(desc(salePrice.year))
    .prepare(),
);

/** The same for every request of a snapshot. */
const newestPriceYear = preparedQuery(
  (database) =>
    database
      .select({ year: max(salePrice.year) })
      .from(salePrice)
      .get()?.year ?? null,
);

/**
 * What a municipality's code means or meant; `undefined` for a code that no loaded list has.
 * @param code `GM0457`
 * @throws DatasetUnavailableError when no release of neighbourhoods is loaded
 */
export function findMunicipality(snapshot: Snapshot, code: string): Municipality | undefined {
  snapshot.require('neighbourhoods');
  const periods = periodsOfCode(snapshot).all({ code });
  const last = periods.at(-1);
  if (last === undefined) return undefined;
  const { name, provinceCode, provinceName, lastYear, endsOn } = last;
  return {
    code,
    name,
    provinceCode,
    provinceName,
    isCurrent: lastYear === null,
    endedOn: endsOn,
    lastYear,
    periods,
  };
}

/**
 * Average sale prices of a municipality, or of the country (`NL00`), in all years. They are not an index: what is
 * sold differs from year to year.
 * @param code `GM0221`; abolished ones keep the years that they had
 * @throws DatasetUnavailableError when no release of neighbourhoods is loaded
 */
export function salePricesOf(snapshot: Snapshot, code: string): SalePrices {
  snapshot.require('neighbourhoods');
  const newestFirst = pricesOfRegion(snapshot).all({ code });
  const [newest] = newestFirst;
  return {
    dataYear: newest?.year ?? null,
    avgSalePriceEur: newest?.avgSalePriceEur ?? null,
    history: newestFirst.toReversed(),
    newestYear: newestPriceYear(snapshot),
  };
}
