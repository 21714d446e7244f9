import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Snapshot } from '../../../../db/store.ts';
import { ADDRESSES, BAG } from '../../../../ingest/sources/kadaster/addresses.ts';
import { CBS_MUNICIPALITIES } from '../../../../ingest/sources/kadaster/municipalities.ts';
import { ingestFromMirror, snapshotOf } from '../../../support/group-run.ts';
import { writeToMirror } from '../../../support/mirror-folder.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { geoPackageBytes } from '../../formats/geopackage-bytes.ts';

const URL = 'https://example.org/bag-light.gpkg';
const HISTORY_URL = 'https://example.org/gemeentelijke-indeling.csv';

const ADDRESS = `rdf_seealso TEXT, identificatie TEXT, status TEXT, openbare_ruimte_naam TEXT, openbare_ruimte_naam_kort TEXT,
  huisnummer INTEGER, huisletter TEXT, toevoeging TEXT, postcode TEXT, woonplaats_naam TEXT,
  nummeraanduiding_hoofdadres_identificatie TEXT, openbare_ruimte_identificatie TEXT, woonplaats_identificatie TEXT,
  bronhouder_identificatie TEXT`;

/** The layers of the light edition; the key column was called differently over the years. */
function lightEdition(path: string, key: 'fid' | 'feature_id'): void {
  const database = new Database(path);
  const id = `${key} INTEGER PRIMARY KEY, geom BLOB`;
  database.exec(`
    CREATE TABLE gpkg_contents (table_name TEXT, data_type TEXT, last_change DATETIME);
    CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT);
    CREATE TABLE verblijfsobject (${id}, ${ADDRESS}, oppervlakte INTEGER, gebruiksdoel TEXT, bouwjaar INTEGER,
                                  pand_identificatie TEXT, pandstatus TEXT);
    CREATE TABLE ligplaats (${id}, ${ADDRESS});
    CREATE TABLE standplaats (${id}, ${ADDRESS});
    CREATE TABLE pand (${id}, identificatie TEXT, bouwjaar INTEGER, status TEXT, gebruiksdoel TEXT,
                       oppervlakte_min INTEGER, oppervlakte_max INTEGER, aantal_verblijfsobjecten INTEGER);
    CREATE TABLE woonplaats (${id}, identificatie TEXT, status TEXT, woonplaats TEXT, bronhouder_identificatie TEXT);
  `);
  for (const layer of ['verblijfsobject', 'ligplaats', 'standplaats', 'pand', 'woonplaats']) {
    database
      .prepare(`INSERT INTO gpkg_contents VALUES (?, 'features', '2025-10-09T03:12:00.000Z')`)
      .run(layer);
    database.prepare(`INSERT INTO gpkg_geometry_columns VALUES (?, 'geom')`).run(layer);
  }
  const add = (layer: string, values: Readonly<Record<string, unknown>>) => {
    const names = Object.keys(values);
    database
      .prepare(`INSERT INTO ${layer} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
      .run(Object.values(values));
  };
  const address = (n: number) => ({
    identificatie: `036301000000000${n}`,
    status: 'Verblijfsobject in gebruik',
    openbare_ruimte_naam: 'Kerkstraat',
    openbare_ruimte_naam_kort: 'Kerkstr',
    huisnummer: n,
    huisletter: null as string | null,
    toevoeging: '',
    postcode: '1017GA' as string | null,
    nummeraanduiding_hoofdadres_identificatie: `036320000000000${n}`,
    openbare_ruimte_identificatie: '0363300000000001',
    woonplaats_identificatie: '3594',
    geom: geoPackageBytes({ type: 'point', x: 121025, y: 487005 }),
  });
  add('woonplaats', {
    identificatie: '3594',
    status: 'Woonplaats aangewezen',
    woonplaats: 'Amsterdam',
    bronhouder_identificatie: '0363',
  });
  add('verblijfsobject', {
    ...address(1),
    oppervlakte: 80,
    gebruiksdoel: 'winkelfunctie,woonfunctie',
    pand_identificatie: '0363100000000001,0363100000000002',
  });
  add('verblijfsobject', {
    ...address(2),
    huisletter: 'A',
    postcode: null,
    oppervlakte: 1,
    gebruiksdoel: 'kantoorfunctie',
    pand_identificatie: '0363100000000001',
  });
  const square = (x: number) =>
    geoPackageBytes({
      type: 'polygon',
      rings: [
        [
          [x, 487000],
          [x + 10, 487000],
          [x + 10, 487010],
          [x, 487010],
          [x, 487000],
        ],
      ],
    });
  add('ligplaats', { ...address(3), status: 'Plaats aangewezen', geom: square(122000) });
  add('pand', {
    identificatie: '0363100000000001',
    bouwjaar: 1005,
    status: 'Pand in gebruik',
    geom: square(121000),
  });
  add('pand', {
    identificatie: '0363100000000002',
    bouwjaar: 1930,
    status: 'Verbouwing pand',
    geom: square(121020),
  });
  database.close();
}

describe.each(['fid', 'feature_id'] as const)('the light edition, with its key called %s', (key) => {
  const folder = temporaryFolder();
  let snapshot: Snapshot;

  beforeAll(async () => {
    const mirror = join(folder, 'mirror');
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir, { recursive: true });
    const file = join(folder, 'light.gpkg');
    lightEdition(file, key);
    writeToMirror(mirror, URL, readFileSync(file));
    writeToMirror(
      mirror,
      HISTORY_URL,
      'provinciecode;provincienaam;gemeentecode;gemeentenaam;begindatum;einddatum\n27;Noord-Holland;0363;Amsterdam;1970-01-01;\n',
    );
    await ingestFromMirror(ADDRESSES, {
      dataDir,
      mirror,
      overrides: {
        [BAG.id]: { urls: { geopackage: URL, geopackageFormer: '' }, options: { format: 'geopackage' } },
        [CBS_MUNICIPALITIES.id]: { urls: { ...CBS_MUNICIPALITIES.urls, history: HISTORY_URL } },
      },
    });
    snapshot = snapshotOf(dataDir);
    return () => snapshot.database.close();
  });

  const rows = (sql: string) => snapshot.database.prepare<[], Record<string, unknown>>(sql).all();

  it('gives addresses as the extract does: lists split, dummies null, the building around the point', () => {
    expect(rows('SELECT * FROM address_text ORDER BY house_number')).toMatchObject([
      {
        address_id: '0363200000000001',
        object_id: '0363010000000001',
        street: 'Kerkstraat',
        street_short_name: 'Kerkstr',
        town: 'Amsterdam',
        municipality_code: 'GM0363',
        province: 'Noord-Holland',
        addition: null,
        uses: 'residential, retail',
        floor_area_m2: 80,
        building_id: '0363100000000002',
        year_built: 1930,
        units_in_building: 1,
        rd_x_m: 121025,
      },
      {
        house_letter: 'A',
        postcode: null,
        floor_area_m2: null,
        building_id: '0363100000000001',
        year_built: null,
        units_in_building: 2,
      },
      { object_type: 'berth', rd_x_m: 122005, rd_y_m: 487005, building_id: null },
    ]);
  });

  it('pitfall 6: says that it has main addresses only, and of which day it is', () => {
    expect(snapshot.require('addresses').sources.get(BAG.id)).toMatchObject({
      edition: 'BAG light (main addresses only)',
      stateDate: '2025-10-09',
    });
  });
});
