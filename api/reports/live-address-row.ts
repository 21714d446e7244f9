import type { AddressRow } from '../../db/queries/addresses.ts';
import { findMunicipality } from '../../db/queries/municipalities.ts';
import { neighbourhoodAt } from '../../db/queries/region-areas.ts';
import { isWithinRdNew, rdToWgs84 } from '../../db/rd-new.ts';
import { OBJECT_TYPES } from '../../db/schema/addresses.ts';
import type { Snapshot } from '../../db/store.ts';
import type { RegisterObject } from '../live/address-register.ts';
import type { GeocodedAddress } from '../live/geocoder.ts';
import { HOME_SOURCES } from './home-sources.ts';

/**
 * Stands for a status that nobody has told: a row of the store always has one. Statuses are in the order of preference,
 * and this one comes last.
 */
const STATUS_NOT_KNOWN = 99;

/**
 * An address that publishers were asked for, in the shape of the store's rows, so that everything that answers from
 * rows answers from it. It has no row id: a negative number stands in, which no row has.
 * @param object the register's facts, where it was asked
 */
export function liveAddressRow(
  snapshot: Snapshot,
  geocoded: GeocodedAddress,
  object?: RegisterObject | null,
): AddressRow {
  const { rdXM, rdYM } = geocoded;
  const point = rdXM === null || rdYM === null || !isWithinRdNew(rdXM, rdYM) ? null : rdToWgs84(rdXM, rdYM);
  return {
    id: -geocoded.addressId,
    postcode: geocoded.postcode,
    houseNumber: geocoded.houseNumber,
    houseLetter: geocoded.houseLetter,
    addition: geocoded.addition,
    streetId: geocoded.streetId ?? 0,
    street: geocoded.street,
    streetShortName: geocoded.streetShortName,
    townId: geocoded.townId ?? 0,
    town: geocoded.town,
    ...municipalityOf(snapshot, geocoded),
    addressId: geocoded.addressId,
    objectId: geocoded.objectId,
    objectType: objectTypeOf(geocoded.objectId),
    objectStatus: object?.status ?? STATUS_NOT_KNOWN,
    isMain: geocoded.isMain ?? true,
    floorAreaM2: object?.floorAreaM2 ?? null,
    uses: object?.uses ?? null,
    buildingId: object?.building?.id ?? null,
    rdXM,
    rdYM,
    latitude: point?.latitude ?? null,
    longitude: point?.longitude ?? null,
  };
}

/** Whether a row was made by {@link liveAddressRow}: nothing about it is in the store. */
export function isLiveRow(row: Pick<AddressRow, 'id'>): boolean {
  return row.id < 0;
}

/** Positions 5 and 6 of the register's ids give the kind: 01 unit, 02 berth, 03 pitch. */
function objectTypeOf(objectId: number): number {
  const kind = Math.floor(objectId / 1e10) % 100;
  if (kind === 2) return OBJECT_TYPES.berth;
  return kind === 3 ? OBJECT_TYPES.pitch : OBJECT_TYPES.unit;
}

type Municipality = Pick<AddressRow, 'municipalityCode' | 'municipality' | 'provinceCode' | 'province'>;

/**
 * The municipality that the geocoder names. Its answers can carry one that has been merged into another since: then it
 * is the one whose area the address lies in, by the loaded outlines, or else not known.
 */
function municipalityOf(snapshot: Snapshot, geocoded: GeocodedAddress): Municipality {
  const { municipalityCode, municipality, provinceCode, province, rdXM, rdYM } = geocoded;
  const asGiven = { municipalityCode, municipality, provinceCode, province };
  const sources = snapshot.releases.neighbourhoods?.sources;
  if (municipalityCode === null || sources?.has(HOME_SOURCES.municipalityPeriods) !== true) return asGiven;
  // A code that no loaded list has is newer than they are.
  if (findMunicipality(snapshot, municipalityCode)?.isCurrent !== false) return asGiven;
  const located =
    sources.has(HOME_SOURCES.areas) && rdXM !== null && rdYM !== null
      ? neighbourhoodAt(snapshot, rdXM, rdYM)?.region.municipalityCode
      : null;
  const now = located == null ? undefined : findMunicipality(snapshot, located);
  if (now?.isCurrent !== true) {
    return { municipalityCode: null, municipality: null, provinceCode, province };
  }
  return {
    municipalityCode: now.code,
    municipality: now.name,
    provinceCode: now.provinceCode,
    province: now.provinceName,
  };
}
