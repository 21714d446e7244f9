import { join } from 'node:path';
import { Check } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOME_SOURCES } from '../../../api/reports/home-sources.ts';
import { heritageReportSection } from '../../../api/reports/sections/heritage-report.ts';
import { HeritageReportBlockSchema } from '../../../api/schemas/home-heritage-report.ts';
import { MONUMENT_CATEGORIES } from '../../../api/vocabulary/heritage.ts';
import { MONUMENT_LOCATION, monument } from '../../../db/schema/heritage.ts';
import type { Snapshot } from '../../../db/store.ts';
import { publishAddresses } from '../../support/address-store.ts';
import { snapshotOf } from '../../support/group-run.ts';
import { askSection, samplePlaces } from '../../support/place-sections.ts';
import { publishTestRelease } from '../../support/store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const dataDir = temporaryFolder();
let snapshot: Snapshot;
beforeAll(async () => {
  snapshot = await samplePlaces(dataDir, ['heritage']);
});
afterAll(() => snapshot.database.close());

async function ask(q: string, located = true) {
  const { block, sources } = await askSection(snapshot, { section: heritageReportSection, q, located });
  expect(Check(HeritageReportBlockSchema, block)).toBe(true);
  return { ...block, sources: sources.map(({ id, used_for }) => [id, used_for]) };
}

describe('the heritage of an address, in full', () => {
  it('has of each monument its number, category, distance and how well its point is known', async () => {
    const heritage = await ask('Koepoortstraat 2, Doesburg');
    expect(heritage.listed_monuments_within_25m).toEqual([
      {
        register_url: 'https://monumentenregister.cultureelerfgoed.nl/monumenten/990001',
        listed_since: '1969-03-18',
        number: 990001,
        category: 'homes and housing complexes',
        distance_m: expect.any(Number),
        location_quality: 'exact',
      },
    ]);
    expect(heritage.protected_areas).toEqual([
      {
        type: 'Nationally protected town or village conservation area',
        name: expect.stringContaining('Doesburg'),
        register_url: expect.stringMatching(/^https:\/\/archisarchief\.cultureelerfgoed\.nl\//),
      },
    ]);
  });

  it('links world heritage to its page at UNESCO', async () => {
    const { protected_areas: areas } = await ask('Kerkstraat 1, Amsterdam');
    expect(areas?.map(({ type, register_url }) => [type, register_url])).toContainEqual([
      'UNESCO World Heritage Site',
      expect.stringMatching(/^https:\/\/whc\.unesco\.org\/en\/list\/\d+$/),
    ]);
  });

  it('is empty lists where there is nothing', async () => {
    expect(await ask('Overvoorde 43-2, Amsterdam')).toEqual({
      is_listed_monument: false,
      listed_monuments_within_25m: [],
      protected_areas: [],
      note: null,
      sources: [
        ['rce-monuments', ['heritage.listed_monuments_within_25m']],
        ['rce-protected-areas', ['heritage.protected_areas']],
        ['rce-linked-data', ['heritage.is_listed_monument']],
      ],
    });
  });
});

describe('whether an address is a listed monument', () => {
  it('is what the register says of its object, also with the point elsewhere', async () => {
    const farm = await ask('Drieërweg 104, Ermelo');
    expect(farm).toMatchObject({ is_listed_monument: true, listed_monuments_within_25m: [] });
    expect(farm.note).toMatch(/this address itself is listed \(monument 990004\), with a point/);
  });

  it('is known without a location too', async () => {
    const farm = await ask('Drieërweg 104, Ermelo', false);
    expect(farm).toMatchObject({
      is_listed_monument: true,
      listed_monuments_within_25m: null,
      protected_areas: null,
    });
    expect(farm.note).toMatch(/no usable location.* this address itself is listed \(monument 990004\)\./);
  });

  it('is also what it says of its building', async () => {
    const flat = await ask('Tweede Tuindwarsstraat 12-3, Amsterdam');
    expect(flat.is_listed_monument).toBe(true);
    expect(flat.note).toMatch(
      /^The register says that the building of this address is listed \(monument 990003\)\./,
    );
  });

  it.each([
    [
      'of a monument close by the register names no address',
      true,
      /names no address for monument 7 close by/,
    ],
    ['the ties to addresses are not loaded', false, /Which addresses are listed monuments is not loaded/],
  ])('is unknown where %s', async (_case, withTies, note) => {
    const folder = join(dataDir, `ties-${withTies}`);
    publishAddresses(folder, [{ at: 'Amstel 1', town: 'Amsterdam', postcode: '1011PN' }]);
    publishTestRelease(folder, {
      group: 'heritage',
      sources: [{ id: HOME_SOURCES.monuments }, ...(withTies ? [{ id: HOME_SOURCES.monumentFacts }] : [])],
      fill: (database) => {
        const registerUrl = 'https://monumentenregister.cultureelerfgoed.nl/monumenten/7';
        const place = { rdXM: 121_830, rdYM: 486_750 };
        database
          .insert(monument)
          .values({ number: 7, nature: 'built', registerUrl, ...place })
          .run();
        database.$client
          .prepare(`INSERT INTO ${MONUMENT_LOCATION} VALUES (7, ?, ?, ?, ?)`)
          .run(place.rdXM, place.rdXM, place.rdYM, place.rdYM);
      },
    });
    const own = snapshotOf(folder);
    const { block } = await askSection(own, { section: heritageReportSection, q: 'Amstel 1, Amsterdam' });
    own.database.close();
    expect(block).toMatchObject({
      is_listed_monument: null,
      listed_monuments_within_25m: [
        { number: 7, category: null, listed_since: null, location_quality: null },
      ],
      note: expect.stringMatching(note),
    });
  });

  it('is unknown without a location where the register does not name it', async () => {
    const other = await ask('Overvoorde 43-2, Amsterdam', false);
    expect(other).toMatchObject({ is_listed_monument: null, sources: [] });
  });

  it('is no for the house next door of a monument that the register ties to its own address', async () => {
    expect(await ask('Koepoortstraat 4, Doesburg')).toMatchObject({
      is_listed_monument: false,
      listed_monuments_within_25m: [expect.objectContaining({ number: 990001 })],
    });
  });

  it('is no beside archaeology, which is no house', async () => {
    expect(await ask('Halve Maanweg 3, Doesburg')).toMatchObject({
      is_listed_monument: false,
      listed_monuments_within_25m: [
        expect.objectContaining({ category: 'archaeology', location_quality: 'decision' }),
      ],
    });
  });
});

describe('categories of monuments', () => {
  it('are all 13 of the register', () => {
    expect(MONUMENT_CATEGORIES.size).toBe(13);
  });
});
