import { and, asc, eq, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import {
  address,
  building,
  municipality,
  province,
  street,
  town,
  unitBuilding,
} from '../schema/addresses.ts';
import { preparedQuery, type Snapshot } from '../store.ts';

/** An address in service with the object it belongs to and the places it lies in. Register ids are numbers. */
export interface AddressRow {
  id: number;
  postcode: string | null;
  houseNumber: number;
  houseLetter: string | null;
  addition: string | null;
  streetId: number;
  street: string;
  streetShortName: string | null;
  townId: number;
  town: string;
  municipalityCode: string | null;
  municipality: string | null;
  provinceCode: string | null;
  province: string | null;
  addressId: number;
  objectId: number;
  objectType: number;
  objectStatus: number;
  isMain: boolean;
  floorAreaM2: number | null;
  uses: number | null;
  buildingId: number | null;
  rdXM: number | null;
  rdYM: number | null;
  latitude: number | null;
  longitude: number | null;
}

export type BuildingRow = typeof building.$inferSelect;

const addressColumns = {
  id: address.id,
  postcode: address.postcode,
  houseNumber: address.houseNumber,
  houseLetter: address.houseLetter,
  addition: address.addition,
  streetId: address.streetId,
  street: street.name,
  streetShortName: street.shortName,
  townId: address.townId,
  town: town.name,
  municipalityCode: municipality.code,
  municipality: municipality.name,
  provinceCode: province.code,
  province: province.name,
  addressId: address.addressId,
  objectId: address.objectId,
  objectType: address.objectType,
  objectStatus: address.objectStatus,
  isMain: address.isMain,
  floorAreaM2: address.floorAreaM2,
  uses: address.uses,
  buildingId: address.buildingId,
  rdXM: address.rdXM,
  rdYM: address.rdYM,
  latitude: address.latitude,
  longitude: address.longitude,
};

/** Addresses with the names of their places; for the queries of this file and of those beside it. */
export function selectAddresses(database: BetterSQLite3Database) {
  return database
    .select(addressColumns)
    .from(address)
    .innerJoin(street, eq(street.id, address.streetId))
    .innerJoin(town, eq(town.id, address.townId))
    .leftJoin(municipality, eq(municipality.code, town.municipalityCode))
    .leftJoin(province, eq(province.code, municipality.provinceCode));
}

/** Most rows that one question yields. A postcode has some hundreds at most, a street name without a place more. */
export const MOST_ROWS = 500;

const byPostcodeNumber = preparedQuery((database) =>
  selectAddresses(database)
    .where(
      and(
        eq(address.postcode, sql.placeholder('postcode')),
        eq(address.houseNumber, sql.placeholder('houseNumber')),
      ),
    )
    .limit(MOST_ROWS)
    .prepare(),
);

const byPostcode = preparedQuery((database) =>
  selectAddresses(database)
    .where(eq(address.postcode, sql.placeholder('postcode')))
    .orderBy(asc(address.houseNumber))
    .limit(MOST_ROWS)
    .prepare(),
);

const byStreetsNumber = preparedQuery((database) =>
  selectAddresses(database)
    .where(
      and(
        sql`${address.streetId} IN (SELECT value FROM json_each(${sql.placeholder('streetIds')}))`,
        eq(address.houseNumber, sql.placeholder('houseNumber')),
        sql`(${sql.placeholder('suffix')} IS NULL
          OR lower(coalesce(${address.houseLetter}, '') || coalesce(${address.addition}, '')) = ${sql.placeholder('suffix')})`,
        sql`(${sql.placeholder('postcodeDigits')} IS NULL
          OR substr(${address.postcode}, 1, 4) = ${sql.placeholder('postcodeDigits')})`,
      ),
    )
    .limit(MOST_ROWS)
    .prepare(),
);

const byStreet = preparedQuery((database) =>
  selectAddresses(database)
    .where(eq(address.streetId, sql.placeholder('streetId')))
    .orderBy(
      sql`abs(${address.houseNumber} - ${sql.placeholder('houseNumber')})`,
      asc(address.houseNumber),
      asc(address.houseLetter),
      asc(address.addition),
    )
    .limit(sql.placeholder('limit'))
    .prepare(),
);

const byObject = preparedQuery((database) =>
  selectAddresses(database)
    .where(eq(address.objectId, sql.placeholder('id')))
    .limit(MOST_ROWS)
    .prepare(),
);

const byDesignation = preparedQuery((database) =>
  selectAddresses(database)
    .where(eq(address.addressId, sql.placeholder('id')))
    .limit(MOST_ROWS)
    .prepare(),
);

const buildingById = preparedQuery((database) =>
  database
    .select()
    .from(building)
    .where(eq(building.id, sql.placeholder('id')))
    .prepare(),
);

const buildingsOfUnit = preparedQuery((database) =>
  database
    .select({ buildingId: unitBuilding.buildingId })
    .from(unitBuilding)
    .where(eq(unitBuilding.objectId, sql.placeholder('objectId')))
    .prepare(),
);

/**
 * Addresses in service on a number of a postcode, with all their suffixes.
 * @param postcode `1012LG`
 * @throws DatasetUnavailableError when no release of addresses is loaded, as all functions here
 */
export function addressesAtPostcodeNumber(
  snapshot: Snapshot,
  postcode: string,
  houseNumber: number,
): AddressRow[] {
  snapshot.require('addresses');
  return byPostcodeNumber(snapshot).all({ postcode, houseNumber });
}

/** All addresses in service of a postcode, in the order of their numbers. */
export function addressesAtPostcode(snapshot: Snapshot, postcode: string): AddressRow[] {
  snapshot.require('addresses');
  return byPostcode(snapshot).all({ postcode });
}

/**
 * Addresses in service on a number of any of these streets, at most {@link MOST_ROWS}.
 * @param narrow `suffix`: only those whose letter and addition are this in one piece, whatever the case;
 * `postcodeDigits`: only those whose postcode begins so
 */
export function addressesAtStreetsNumber(
  snapshot: Snapshot,
  streetIds: readonly number[],
  houseNumber: number,
  narrow: { readonly suffix?: string; readonly postcodeDigits?: string | null } = {},
): AddressRow[] {
  snapshot.require('addresses');
  return byStreetsNumber(snapshot).all({
    streetIds: JSON.stringify(streetIds),
    houseNumber,
    suffix: narrow.suffix?.toLowerCase() ?? null,
    postcodeDigits: narrow.postcodeDigits ?? null,
  });
}

/** Addresses of a street whose numbers are nearest to one. */
export function nearestAddressesInStreet(
  snapshot: Snapshot,
  streetId: number,
  houseNumber: number,
  limit: number,
): AddressRow[] {
  snapshot.require('addresses');
  return byStreet(snapshot).all({ streetId, houseNumber, limit });
}

/** Addresses in service by a register id: that of the object, or that of the number designation. */
export function addressesByRegisterId(snapshot: Snapshot, id: number): AddressRow[] {
  snapshot.require('addresses');
  const rows = byDesignation(snapshot).all({ id });
  return rows.length > 0 ? rows : byObject(snapshot).all({ id });
}

export function findBuilding(snapshot: Snapshot, id: number): BuildingRow | undefined {
  snapshot.require('addresses');
  return buildingById(snapshot).get({ id });
}

/** The buildings of a unit that lies in more than one; empty for all others. */
export function buildingsOfSpreadUnit(snapshot: Snapshot, objectId: number): number[] {
  snapshot.require('addresses');
  return buildingsOfUnit(snapshot)
    .all({ objectId })
    .map((row) => row.buildingId);
}
