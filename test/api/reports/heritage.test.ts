import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOME_SOURCES } from '../../../api/reports/home-sources.ts';
import { encodeArea } from '../../../db/geometry.ts';
import {
  MONUMENT_LOCATION,
  monument,
  monumentObject,
  OUTLINE_BOX,
  type ProtectedAreaKind,
  protectedArea,
  protectedAreaOutline,
} from '../../../db/schema/heritage.ts';
import type { Snapshot } from '../../../db/store.ts';
import { publishAddresses, type TestAddress } from '../../support/address-store.ts';
import { snapshotOf } from '../../support/group-run.ts';
import { localSummary } from '../../support/local-summary.ts';
import { publishTestRelease } from '../../support/store.ts';

/** Where the addresses of the test store lie. */
const X = 121_828.874;
const Y = 486_751.728;
const OBJECT = 363010012143319;
const ADDRESS: TestAddress = { at: 'Amstel 1', town: 'Amsterdam', postcode: '1011PN', objectId: OBJECT };

type TestMonument = Partial<typeof monument.$inferInsert> & {
  readonly number: number;
  /** Metres east of the address. */
  readonly east: number;
  readonly isAddress?: boolean;
};

interface TestHeritage {
  readonly monuments?: readonly TestMonument[];
  readonly areas?: readonly ProtectedAreaKind[];
}

let dataDir: string;
const open: Snapshot[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'heritage-'));
  return () => rmSync(dataDir, { recursive: true, force: true });
});
afterEach(() => {
  for (const snapshot of open.splice(0)) snapshot.database.close();
});

function publishHeritage({ monuments = [], areas = [] }: TestHeritage): void {
  publishTestRelease(dataDir, {
    group: 'heritage',
    sources: [HOME_SOURCES.monuments, HOME_SOURCES.monumentFacts, HOME_SOURCES.protectedAreas].map((id) => ({
      id,
    })),
    fill: (database) => {
      for (const { east, isAddress = false, ...row } of monuments) {
        const rdXM = X + east;
        const registerUrl = `https://monumentenregister.cultureelerfgoed.nl/monumenten/${row.number}`;
        database
          .insert(monument)
          .values({ rdXM, rdYM: Y, nature: 'built', listedSince: '1970-06-16', registerUrl, ...row })
          .run();
        database.$client
          .prepare(`INSERT INTO ${MONUMENT_LOCATION} VALUES (?, ?, ?, ?, ?)`)
          .run(row.number, rdXM, rdXM, Y, Y);
        if (isAddress) {
          database.insert(monumentObject).values({ monumentNumber: row.number, objectId: OBJECT }).run();
        }
      }
      for (const [at, kind] of areas.entries()) {
        const id = at + 1;
        const ring = Float64Array.of(X - 9, Y - 9, X + 9, Y - 9, X + 9, Y + 9, X - 9, Y + 9);
        database.insert(protectedArea).values({ id, kind, number: id }).run();
        database
          .insert(protectedAreaOutline)
          .values({ id, areaId: id, rings: encodeArea([[ring]]) })
          .run();
        database.$client
          .prepare(`INSERT INTO ${OUTLINE_BOX} VALUES (?, ?, ?, ?, ?)`)
          .run(id, X - 9, X + 9, Y - 9, Y + 9);
      }
    },
  });
}

function ask() {
  const snapshot = snapshotOf(dataDir);
  open.push(snapshot);
  return localSummary(snapshot, { postcode: '1011PN', house_number: 1 }, '2026-11-27');
}

function heritageOf(heritage: TestHeritage) {
  publishAddresses(dataDir, [ADDRESS]);
  publishHeritage(heritage);
  return ask().heritage;
}

describe('the heritage of an address', () => {
  it('lists monuments within 25 m, the nearest first, and areas by their kind', () => {
    expect(
      heritageOf({
        monuments: [
          { number: 1, east: 24.9 },
          { number: 2, east: -3, listedSince: '2001-12-17' },
          { number: 3, east: 30 },
        ],
        areas: ['world_heritage', 'townscape'],
      }),
    ).toEqual({
      listed_monuments_within_25m: [
        {
          register_url: 'https://monumentenregister.cultureelerfgoed.nl/monumenten/2',
          listed_since: '2001-12-17',
        },
        {
          register_url: 'https://monumentenregister.cultureelerfgoed.nl/monumenten/1',
          listed_since: '1970-06-16',
        },
      ],
      protected_areas: [
        { type: 'Nationally protected town or village conservation area' },
        { type: 'UNESCO World Heritage Site' },
      ],
      note: null,
    });
  });

  it('is empty lists where there is nothing', () => {
    expect(heritageOf({})).toEqual({ listed_monuments_within_25m: [], protected_areas: [], note: null });
  });

  it('is null, with the reason, where it is not loaded', () => {
    publishAddresses(dataDir, [ADDRESS]);
    expect(ask().heritage).toEqual({
      listed_monuments_within_25m: null,
      protected_areas: null,
      note: 'The register of monuments and protected areas is not loaded on this service.',
    });
  });

  it('is null, with the reason, where the address has no location', () => {
    publishAddresses(dataDir, [{ ...ADDRESS, latitude: null, longitude: null }]);
    publishHeritage({ monuments: [{ number: 1, east: 0 }] });
    const { heritage, source } = ask();
    expect(heritage).toMatchObject({ listed_monuments_within_25m: null, protected_areas: null });
    expect(heritage.note).toMatch(/no usable location/);
    expect(source.map(({ id }) => id)).not.toContain(HOME_SOURCES.monuments);
  });

  it('pitfall 6: says which points are only approximate', () => {
    const { note } = heritageOf({
      monuments: [
        { number: 11, east: 1, locationQuality: 'approximate' },
        { number: 12, east: 2, locationQuality: 'exact' },
        { number: 13, east: 3, locationQuality: 'approximate' },
      ],
    });
    expect(note).toBe(
      'The register gives only an approximate location, which may be tens to hundreds of metres off, of monuments 11, 13.',
    );
  });

  it('pitfall 6: says that the address is a monument whose point lies elsewhere, and does not list it as near', () => {
    const heritage = heritageOf({
      monuments: [
        { number: 21, east: 62, locationQuality: 'approximate', isAddress: true },
        { number: 22, east: 5, isAddress: true },
      ],
    });
    expect(heritage.listed_monuments_within_25m).toHaveLength(1);
    expect(heritage.note).toBe(
      'The register says that this address itself is listed (monument 21), with a point more than 25 m away.',
    );
  });

  it('says why a day of listing is null', () => {
    const { note } = heritageOf({ monuments: [{ number: 1, east: 1, listedSince: null }] });
    expect(note).toBe('Where listed_since is null, the register gives no day of listing.');
  });

  it('pitfall 5: names the register that it is from, and what for', () => {
    publishAddresses(dataDir, [ADDRESS]);
    publishHeritage({ monuments: [{ number: 1, east: 1 }], areas: ['archaeological_site'] });
    const used = ask().source.filter(({ used_for }) => used_for.some((use) => use.startsWith('heritage')));
    expect(used.map(({ id, used_for }) => [id, used_for])).toEqual([
      ['rce-monuments', ['heritage.listed_monuments_within_25m', 'heritage.protected_areas']],
      ['rce-linked-data', ['heritage.listed_monuments_within_25m']],
      ['rce-protected-areas', ['heritage.protected_areas']],
    ]);
  });
});
