import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OBJECT_STATUSES, USES } from '../../db/schema/addresses.ts';
import { BAG } from '../../ingest/sources/kadaster/addresses.ts';
import { ask, withQuery } from '../support/ask.ts';
import { municipalityHistory } from '../support/doesburg-mirror.ts';
import { writeToMirror } from '../support/mirror-folder.ts';
import { isInside } from '../support/point-in-rings.ts';
import { openRelease } from '../support/release-file.ts';
import { ingestOrThrow, type Service, START_TIMEOUT_MS, startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import {
  CHAIN_STATE_DATE,
  type Chain,
  type ChainUnit,
  chainExtract,
  readChain,
  standInStreetName,
  standInTownName,
} from '../support/the-hague-chain.ts';

const isPresent = existsSync('../shared/data/address/bag-chain-denhaag');

const HISTORY_URL = 'https://example.org/gemeentelijke-indeling.csv';

const STATUS: Readonly<Record<string, number>> = {
  'Verblijfsobject in gebruik': OBJECT_STATUSES.in_use,
  'Verbouwing verblijfsobject': OBJECT_STATUSES.under_renovation,
  'Verblijfsobject gevormd': OBJECT_STATUSES.formed,
};

const USE: Readonly<Record<string, number>> = {
  woonfunctie: USES.residential,
  bijeenkomstfunctie: USES.assembly,
  gezondheidszorgfunctie: USES.healthcare,
  industriefunctie: USES.industrial,
  kantoorfunctie: USES.office,
  onderwijsfunctie: USES.education,
  sportfunctie: USES.sport,
  winkelfunctie: USES.retail,
  'overige gebruiksfunctie': USES.other,
};

const STATUS_IN_ENGLISH: Readonly<Record<string, string>> = {
  'Verblijfsobject in gebruik': 'in use',
  'Verbouwing verblijfsobject': 'under renovation',
  'Verblijfsobject gevormd': 'formed (not yet in use)',
};

const USE_IN_ENGLISH: Readonly<Record<string, string>> = {
  woonfunctie: 'residential',
  bijeenkomstfunctie: 'assembly',
  gezondheidszorgfunctie: 'healthcare',
  industriefunctie: 'industrial',
  kantoorfunctie: 'office',
  onderwijsfunctie: 'education',
  sportfunctie: 'sport',
  winkelfunctie: 'retail',
  'overige gebruiksfunctie': 'other',
};

/**
 * Every expectation is taken from the rows of the register, none is copied by hand: units with suffixes, with
 * secondary addresses, in several buildings, withdrawn ones.
 */
describe.skipIf(!isPresent)('a real part of the register, row by row', () => {
  const chain: Chain = isPresent ? readChain() : { units: [], numbers: [], buildings: [] };
  const inService = chain.units.filter((unit) => unit.status in STATUS);
  const withdrawn = chain.units.filter((unit) => !(unit.status in STATUS));
  const numbers = new Map(chain.numbers.map((number) => [number.id, number]));
  const buildings = new Map(chain.buildings.map((building) => [building.id, building]));
  const folder = temporaryFolder();
  const dataDir = join(folder, 'data');
  let release: Database.Database;
  let service: Service;

  beforeAll(async () => {
    const mirror = join(folder, 'mirror');
    writeToMirror(mirror, BAG.urls.extract ?? '', chainExtract(chain));
    writeToMirror(mirror, HISTORY_URL, municipalityHistory());
    const sourcesFile = join(folder, 'sources.json');
    writeFileSync(sourcesFile, JSON.stringify({ 'cbs-municipalities': { urls: { history: HISTORY_URL } } }));
    await ingestOrThrow(['addresses', '--mirror', mirror, '--label', 'partial'], {
      DATA_DIR: dataDir,
      SOURCES_FILE: sourcesFile,
    });
    release = openRelease(dataDir, 'addresses');
    service = await startService({ DATA_DIR: dataDir });
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    release?.close();
    await service?.stop();
  });

  it('counts reconcile: an address for each number of a unit in service, no row lost, none invented', () => {
    expect(inService.length + withdrawn.length).toBe(834);
    const withNumber = inService.filter((unit) => numbers.has(unit.mainAddress));
    const secondary = inService.flatMap((unit) => unit.secondaryAddresses.filter((id) => numbers.has(id)));
    expect(count('SELECT count(*) FROM address')).toBe(withNumber.length + secondary.length);
    expect(count('SELECT count(DISTINCT object_id) FROM address')).toBe(withNumber.length);
    expect(count('SELECT count(DISTINCT address_id) FROM address')).toBe(chain.numbers.length);
    expect(count('SELECT count(*) FROM address WHERE NOT is_main')).toBe(secondary.length);
    expect(count('SELECT count(*) FROM building')).toBe(chain.buildings.length);
  });

  it('holds each unit with the values of its row', () => {
    expect(inService.length).toBe(783);
    const find = release.prepare<[number], Record<string, unknown>>(
      `SELECT address.*, street.name AS street, town.name AS town, municipality.code AS municipality
         FROM address JOIN street ON street.id = street_id JOIN town ON town.id = address.town_id
         JOIN municipality ON municipality.code = town.municipality_code WHERE object_id = ?`,
    );
    for (const unit of inService) {
      const number = numbers.get(unit.mainAddress);
      expect(find.all(Number(unit.id)), unit.id).toEqual([
        expect.objectContaining({
          address_id: Number(unit.mainAddress),
          house_number: number?.number,
          house_letter: number?.letter || null,
          addition: number?.addition || null,
          postcode: number?.postcode || null,
          street: standInStreetName(number?.street ?? ''),
          town: standInTownName(number?.street ?? ''),
          municipality: `GM${number?.street.slice(0, 4)}`,
          is_main: 1,
          object_status: STATUS[unit.status],
          floor_area_m2: unit.floorArea,
          uses: bits(unit.uses),
          rd_x_m: expect.closeTo(unit.x, 3),
          rd_y_m: expect.closeTo(unit.y, 3),
        }),
      ]);
    }
  });

  it('tells suffixes of one number apart, BIS and A-1 among them', () => {
    const suffixed = chain.numbers.filter((number) => number.letter !== '' || number.addition !== '');
    expect(suffixed.length).toBeGreaterThan(80);
    const find = release.prepare<unknown[], { address_id: number }>(
      `SELECT address_id FROM address
        WHERE street_id = ? AND house_number = ? AND house_letter IS ? AND addition IS ? AND postcode IS ?`,
    );
    for (const { id, street, number, letter, addition, postcode } of suffixed) {
      const found = find.all(Number(street), number, letter || null, addition || null, postcode || null);
      expect(
        found.map((row) => row.address_id),
        `${postcode} ${number}${letter}-${addition}`,
      ).toContain(Number(id));
    }
  });

  it('keeps numbers without a postcode', () => {
    const without = chain.numbers.filter((number) => number.postcode === '');
    expect(without.length).toBe(19);
    expect(count('SELECT count(*) FROM address WHERE postcode IS NULL')).toBe(without.length);
  });

  it('pitfall 7: a unit whose secondary addresses are not in the delivery stays one row', () => {
    const units = inService.filter((unit) => unit.secondaryAddresses.length > 0);
    expect(units.length).toBeGreaterThan(20);
    const find = release.prepare<[number], { n: number }>(
      'SELECT count(*) AS n FROM address WHERE object_id = ?',
    );
    for (const unit of units) expect(find.get(Number(unit.id)), unit.id).toEqual({ n: 1 });
  });

  it('chooses the building that holds the point of a unit in several, else the lowest id', () => {
    const units = inService.filter((unit) => unit.buildings.length > 1);
    expect(units.map((unit) => unit.buildings.length)).toContain(7);
    const find = release.prepare<[number], { building_id: number }>(
      'SELECT building_id FROM address WHERE object_id = ?',
    );
    const list = release.prepare<[number], { building_id: number }>(
      'SELECT building_id FROM unit_building WHERE object_id = ? ORDER BY building_id',
    );
    for (const unit of units) {
      expect(find.get(Number(unit.id))?.building_id, unit.id).toBe(Number(expectedBuilding(unit)));
      const known = unit.buildings.filter((id) => buildings.has(id)).map(Number);
      expect(list.all(Number(unit.id)).map((row) => row.building_id)).toEqual(
        expect.arrayContaining(known.sort((a, b) => a - b)),
      );
    }
  });

  it('counts the units and uses of each building over the units in service', () => {
    const find = release.prepare<[number], { year_built: number; units: number; uses: number }>(
      'SELECT year_built, units, uses FROM building WHERE id = ?',
    );
    for (const building of chain.buildings) {
      const units = inService.filter((unit) => unit.buildings.includes(building.id));
      expect(find.get(Number(building.id)), building.id).toEqual({
        year_built: building.year,
        units: units.length,
        uses: units.reduce((sum, unit) => sum | bits(unit.uses), 0),
      });
    }
  });

  it('pitfall 9, 11: no withdrawn unit is an address', () => {
    expect(withdrawn.length).toBe(51);
    const find = release.prepare<[number], unknown>('SELECT 1 FROM address WHERE object_id = ?');
    for (const unit of withdrawn) expect(find.all(Number(unit.id)), unit.id).toEqual([]);
  });

  it('answers each number with a postcode over HTTP, by its parts and by its label', {
    timeout: 120_000,
  }, async () => {
    for (const unit of inService) {
      const number = numbers.get(unit.mainAddress);
      if (number === undefined || number.postcode === '') continue;
      const { postcode, letter, addition } = number;
      const label =
        `${standInStreetName(number.street)} ${number.number}${letter}${addition && `-${addition}`}, ` +
        `${postcode} ${standInTownName(number.street)}`;
      const expected = {
        address: { label },
        building: {
          unit: {
            floor_area_m2: unit.floorArea,
            use: expect.arrayContaining(unit.uses.map((use) => USE_IN_ENGLISH[use])),
            status: STATUS_IN_ENGLISH[unit.status],
          },
        },
      };
      const parts = {
        postcode,
        house_number: number.number,
        ...(letter === '' ? {} : { house_letter: letter }),
        ...(addition === '' ? {} : { addition }),
      };
      expect((await ask(service.url, withQuery('/v1/home/basic', parts))).body, label).toMatchObject(
        expected,
      );
      expect((await ask(service.url, withQuery('/v1/home/basic', { q: label }))).body, label).toMatchObject(
        expected,
      );
    }
  });

  it('carries the state date of the delivery', () => {
    expect(release.prepare(`SELECT state_date FROM source WHERE id = ?`).pluck().get(BAG.id)).toBe(
      CHAIN_STATE_DATE,
    );
  });

  function count(sql: string): unknown {
    return release.prepare(sql).pluck().get();
  }

  function expectedBuilding(unit: ChainUnit): string | undefined {
    const sorted = [...unit.buildings].sort();
    const holding = sorted.find((id) => isInside(buildings.get(id)?.rings ?? [], unit.x, unit.y));
    return holding ?? sorted.find((id) => buildings.has(id)) ?? sorted[0];
  }
});

function bits(uses: readonly string[]): number {
  return uses.reduce((sum, use) => sum | (USE[use] ?? Number.NaN), 0);
}
