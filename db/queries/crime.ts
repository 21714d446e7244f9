import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { remembered } from '../remembered.ts';
import { keyFigures, topicEdition } from '../schema/neighbourhoods.ts';
import {
  ALL_OFFENCES,
  crimeYear,
  FEWEST_RESIDENTS,
  offence,
  registeredCrime,
} from '../schema/neighbourhoods-crime.ts';
import { preparedQuery, type Snapshot } from '../store.ts';
import { findRegion, type Region } from './neighbourhoods.ts';

/** Why there is no rate. */
export type NoRateReason =
  /** The division that the counts are laid out in does not have this area. */
  | 'area_absent'
  /** The publisher has no row for this area, offence and year. */
  | 'not_published'
  /** The publisher withholds the number. */
  | 'withheld'
  /** Water: nobody lives there. */
  | 'fictitious_area'
  /** The key figures of the year that the residents must be of are not loaded. */
  | 'residents_not_loaded'
  /** They are, and give no residents for this area. */
  | 'residents_unknown'
  /** Fewer than 50: the rate would say nothing. */
  | 'few_residents';

/** Exactly one of `per1000Residents` and `missing` is null. */
export interface CrimeRate {
  /** Null where none was published, or the number is withheld. */
  readonly crimes: number | null;
  /** Not rounded. */
  readonly per1000Residents: number | null;
  readonly missing: NoRateReason | null;
}

export interface OffenceRates {
  readonly code: string;
  /** The publisher's Dutch title. */
  readonly title: string;
  readonly area: CrimeRate;
  readonly national: CrimeRate;
}

/** What the rates of an area are of. */
export interface CrimeBasis {
  readonly year: number;
  /** Year of the division that the counts are laid out in, and of the area's residents. */
  readonly divisionYear: number;
  /** The publisher may still correct the year. */
  readonly provisional: boolean;
  readonly areaResidents: number | null;
  readonly nationalResidents: number | null;
  /** The area's borders moved after `divisionYear`: the rates are of the area within its older borders. */
  readonly bordersMoved: boolean;
}

const filledYears = preparedQuery((database) =>
  database.select().from(crimeYear).where(eq(crimeYear.filled, true)).orderBy(desc(crimeYear.year)).all(),
);

const offences = preparedQuery((database) => database.select().from(offence).orderBy(offence.id).all());

/** Years of the key figures that are loaded. */
const editionYears = preparedQuery((database) => {
  const rows = database.selectDistinct({ year: topicEdition.editionYear }).from(topicEdition).all();
  return new Set(rows.map(({ year }) => year));
});

const residentsOf = preparedQuery((database) =>
  database
    .select({ residents: keyFigures.residents })
    .from(keyFigures)
    .where(
      and(
        eq(keyFigures.regionId, sql.placeholder('regionId')),
        eq(keyFigures.editionYear, sql.placeholder('year')),
      ),
    )
    .prepare(),
);

const movesAfter = preparedQuery((database) =>
  database
    .select({ year: keyFigures.editionYear })
    .from(keyFigures)
    .where(
      and(
        eq(keyFigures.regionId, sql.placeholder('regionId')),
        gt(keyFigures.editionYear, sql.placeholder('year')),
        eq(keyFigures.bordersMoved, true),
      ),
    )
    .prepare(),
);

const countsOf = preparedQuery((database) =>
  database
    .select({ offenceId: registeredCrime.offenceId, crimes: registeredCrime.crimes })
    .from(registeredCrime)
    .where(
      and(
        eq(registeredCrime.regionId, sql.placeholder('regionId')),
        eq(registeredCrime.year, sql.placeholder('year')),
      ),
    )
    .prepare(),
);

const countOf = preparedQuery((database) =>
  database
    .select({ offenceId: registeredCrime.offenceId, crimes: registeredCrime.crimes })
    .from(registeredCrime)
    .where(
      and(
        eq(registeredCrime.regionId, sql.placeholder('regionId')),
        eq(registeredCrime.year, sql.placeholder('year')),
        eq(registeredCrime.offenceId, sql.placeholder('offenceId')),
      ),
    )
    .prepare(),
);

/**
 * All offences together, in an area and in the country, in the newest year that is filled.
 * @returns undefined when no year of registered crime is loaded
 * @throws DatasetUnavailableError when no release of neighbourhoods is loaded
 */
export const totalCrime = remembered((area: Region) => String(area.id), readTotalCrime);

function readTotalCrime(
  snapshot: Snapshot,
  area: Region,
): (CrimeBasis & { readonly total: OffenceRates }) | undefined {
  const total = offences(snapshot).find(({ code }) => code === ALL_OFFENCES);
  const compared = compare(snapshot, area);
  if (total === undefined || compared === undefined) return undefined;
  const read = (side: Side) => {
    const { regionId } = side;
    if (regionId === undefined) return rate(side, undefined);
    return rate(side, countOf(snapshot).get({ regionId, year: compared.basis.year, offenceId: total.id }));
  };
  const { code, title } = total;
  return {
    ...compared.basis,
    total: { code, title, area: read(compared.area), national: read(compared.national) },
  };
}

/** The rates of all kinds of offences, in an area and in the country. */
export interface AreaCrime extends CrimeBasis {
  /** All of them together; part of `offences` too. */
  readonly total: OffenceRates;
  /** In the publisher's order. */
  readonly offences: readonly OffenceRates[];
}

/**
 * Every published kind of offence, in an area and in the country, in the newest year that is filled; the total
 * among them as `0.0.0`, in the publisher's order.
 * @returns undefined when no year of registered crime is loaded
 * @throws DatasetUnavailableError when no release of neighbourhoods is loaded
 */
export const crimeByOffence = remembered((area: Region) => String(area.id), readCrimeByOffence);

function readCrimeByOffence(snapshot: Snapshot, area: Region): AreaCrime | undefined {
  const compared = compare(snapshot, area);
  if (compared === undefined) return undefined;
  const { year } = compared.basis;
  const read = ({ regionId }: Side) =>
    new Map(
      regionId === undefined
        ? []
        : countsOf(snapshot)
            .all({ regionId, year })
            .map((row) => [row.offenceId, row]),
    );
  const local = read(compared.area);
  const national = read(compared.national);
  const rates = offences(snapshot).map(({ id, code, title }) => ({
    code,
    title,
    area: rate(compared.area, local.get(id)),
    national: rate(compared.national, national.get(id)),
  }));
  const total = rates.find(({ code }) => code === ALL_OFFENCES);
  return total === undefined ? undefined : { ...compared.basis, total, offences: rates };
}

/** An area or the country, with its residents. */
interface Side {
  /** Undefined where the release does not have it. */
  readonly regionId: number | undefined;
  /** Why there are no counts, where there are none. */
  readonly absent: 'area_absent' | 'not_published';
  readonly residents: number | null;
  readonly problem: NoRateReason | null;
}

function compare(
  snapshot: Snapshot,
  area: Region,
): { basis: CrimeBasis; area: Side; national: Side } | undefined {
  snapshot.require('neighbourhoods');
  const [newest] = filledYears(snapshot);
  if (newest === undefined) return undefined;
  const { year, divisionYear, provisional } = newest;
  const local = sideOf(snapshot, area, divisionYear);
  // The country's borders do not move with the division: its residents are those of the year of the crimes.
  const national = sideOf(snapshot, findRegion(snapshot, 'NL00'), year);
  const basis = {
    year,
    divisionYear,
    provisional,
    areaResidents: local.residents,
    nationalResidents: national.residents,
    bordersMoved: movesAfter(snapshot).get({ regionId: area.id, year: divisionYear }) !== undefined,
  };
  return { basis, area: local, national };
}

function sideOf(snapshot: Snapshot, region: Region | undefined, year: number): Side {
  if (region === undefined) {
    return { regionId: undefined, absent: 'area_absent', residents: null, problem: null };
  }
  const residents = residentsOf(snapshot).get({ regionId: region.id, year })?.residents ?? null;
  const problem = (): NoRateReason | null => {
    if (/^BU.*999[78]$/.test(region.code)) return 'fictitious_area';
    if (!editionYears(snapshot).has(year)) return 'residents_not_loaded';
    if (residents === null) return 'residents_unknown';
    return residents < FEWEST_RESIDENTS ? 'few_residents' : null;
  };
  const inDivision = region.firstYear <= year && year <= region.lastYear;
  return {
    regionId: region.id,
    absent: inDivision ? 'not_published' : 'area_absent',
    residents,
    problem: problem(),
  };
}

function rate(
  { absent, residents, problem }: Side,
  row: { readonly crimes: number | null } | undefined,
): CrimeRate {
  const crimes = row?.crimes ?? null;
  const none = (missing: NoRateReason): CrimeRate => ({ crimes, per1000Residents: null, missing });
  if (row === undefined) return none(absent);
  if (crimes === null) return none('withheld');
  if (problem !== null || residents === null) return none(problem ?? 'residents_unknown');
  return { crimes, per1000Residents: (crimes * 1000) / residents, missing: null };
}
