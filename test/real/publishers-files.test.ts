import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GROUPS, type Group } from '../../db/groups.ts';
import { plateToInteger } from '../../db/plate.ts';
import { OBJECT_STATUSES, OBJECT_TYPES, USES } from '../../db/schema/addresses.ts';
import { ask, withQuery } from '../support/ask.ts';
import { csvRows } from '../support/csv-rows.ts';
import { DOESBURG_STATE_DATE, OWN_TOWN_NUMBER } from '../support/doesburg-mirror.ts';
import { realScores } from '../support/leefbaarometer-mirror.ts';
import { HAS_REAL_FILES, layOutRealFiles, REAL_OVERRIDES } from '../support/real-mirror.ts';
import { openRelease } from '../support/release-file.ts';
import { ingestOrThrow, type Service, START_TIMEOUT_MS, startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { JSON_PLATES, recordedVehicle } from '../support/vehicle-register-mirror.ts';

/** The real files of all publishers, through the real command line, asked over HTTP. */
describe.skipIf(!HAS_REAL_FILES)("publishers' own files, from end to end", () => {
  const folder = temporaryFolder();
  const dataDir = join(folder, 'data');
  const releases = new Map<Group, Database.Database>();
  let service: Service;

  beforeAll(async () => {
    const mirror = join(folder, 'mirror');
    await layOutRealFiles(mirror);
    const sourcesFile = join(folder, 'sources.json');
    writeFileSync(sourcesFile, JSON.stringify(REAL_OVERRIDES));
    await ingestOrThrow(['--mirror', mirror, '--label', 'partial'], {
      DATA_DIR: dataDir,
      SOURCES_FILE: sourcesFile,
    });
    for (const group of GROUPS) releases.set(group, openRelease(dataDir, group));
    service = await startService({ DATA_DIR: dataDir });
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    for (const release of releases.values()) release.close();
    await service?.stop();
  });

  const rows = (group: Group, sql: string, ...values: unknown[]) =>
    releases
      .get(group)
      ?.prepare<unknown[], Record<string, unknown>>(sql)
      .all(...values) ?? [];
  const home = (parameters: Readonly<Record<string, string | number>>) =>
    ask(service.url, withQuery('/v1/home/basic', parameters));
  const vehicle = (plate: string) =>
    ask(service.url, withQuery('/v1/vehicle/basic', { licence_plate: plate }));

  describe('addresses: the extract of Doesburg', () => {
    it('knows 6981CH 4: 223 m2, residential, under renovation on the day of the extract', async () => {
      const answer = await home({ postcode: '6981CH', house_number: 4 });
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        address: { postcode: '6981CH', city: 'Doesburg', neighbourhood: { code: 'BU02210100' } },
        building: { unit: { floor_area_m2: 223, use: ['residential'], status: 'under renovation' } },
      });
      const register = (answer.body.source as { id: string; as_of: string; mode: string }[]).find(
        (source) => source.id === 'bag-extract',
      );
      expect(register).toMatchObject({ as_of: DOESBURG_STATE_DATE, mode: 'local' });
    });

    it('holds one current version of that unit, in GM0221, Gelderland', () => {
      expect(
        rows(
          'addresses',
          `SELECT object_id, floor_area_m2, uses, object_status, municipality.code, province.name
             FROM address JOIN town ON town.id = town_id JOIN municipality ON municipality.code = municipality_code
             JOIN province ON province.code = province_code
            WHERE postcode = '6981CH' AND house_number = 4`,
        ),
      ).toEqual([
        {
          object_id: 221010000330226,
          floor_area_m2: 223,
          uses: USES.residential,
          object_status: OBJECT_STATUSES.under_renovation,
          code: 'GM0221',
          name: 'Gelderland',
        },
      ]);
    });

    it('pitfall 5: berths and pitches are found, in the middle of their polygon', async () => {
      const berth = await home({ postcode: '6982CZ', house_number: 20 });
      expect(berth.body).toMatchObject({
        address: { city: 'Doesburg' },
        building: { year_built: null, unit: { floor_area_m2: null } },
      });
      const pitch = await home({ postcode: '6981ED', house_number: 1 });
      expect(pitch.body).toMatchObject({ address: { city: 'Doesburg' }, building: { year_built: null } });
      const places = rows(
        'addresses',
        `SELECT object_type, rd_x_m AS x, rd_y_m AS y FROM address WHERE object_type <> ? ORDER BY object_id`,
        OBJECT_TYPES.unit,
      );
      expect(places.length).toBeGreaterThanOrEqual(4);
      // The first berth's corners lie between 207,429..207,450 and 446,257..446,272.
      expect(places[0]).toEqual({
        object_type: OBJECT_TYPES.berth,
        x: expect.closeTo(207439.69, 1),
        y: expect.closeTo(446264.64, 1),
      });
    });

    it('pitfall 1: a number with its own town keeps it, on a street of another', async () => {
      expect(
        rows(
          'addresses',
          `SELECT town.name AS town, town.municipality_code AS municipality, street_town.name AS street_town
             FROM address JOIN town ON town.id = address.town_id JOIN street ON street.id = street_id
             JOIN town AS street_town ON street_town.id = street.town_id WHERE address_id = ?`,
          Number(OWN_TOWN_NUMBER),
        ),
      ).toEqual([{ town: 'Amstelveen', municipality: 'GM0362', street_town: 'Amsterdam' }]);
      const answer = await home({ q: 'Kalfjeslaan 9y Amstelveen' });
      expect(answer.body).toMatchObject({ address: { city: 'Amstelveen' } });
    });

    it('pitfall 27: no town lies in two municipalities', () => {
      expect(
        rows('addresses', 'SELECT id FROM town GROUP BY id HAVING count(DISTINCT municipality_code) > 1'),
      ).toEqual([]);
      expect(rows('addresses', `SELECT municipality_code FROM town WHERE name = 'Doesburg'`)).toEqual([
        { municipality_code: 'GM0221' },
      ]);
    });

    it('pitfall 3: the year 9999 is no year', () => {
      expect(
        rows('addresses', 'SELECT id FROM building WHERE year_built > 2025 OR year_built < 1006'),
      ).toEqual([]);
    });

    it('tells unknown from known, with the day of the register', async () => {
      const answer = await home({ postcode: '6981CH', house_number: 4711 });
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({
        code: 'address_unknown',
        register_state_date: DOESBURG_STATE_DATE,
        charged: false,
      });
    });
  });

  describe('neighbourhoods: the complete key figures of 2020', () => {
    it('holds 17,341 regions and the residents of the country', () => {
      expect(rows('neighbourhoods', 'SELECT count(*) AS n FROM key_figures')).toEqual([{ n: 17_341 }]);
      expect(
        rows('neighbourhoods', `SELECT residents, households FROM region_figures WHERE code = 'NL00'`),
      ).toEqual([{ residents: 17_407_585, households: 7_997_800 }]);
    });

    it('answers BU02210100 with the residents and households of its row', async () => {
      const answer = await home({ postcode: '6981CH', house_number: 4 });
      expect(answer.body).toMatchObject({
        address: { neighbourhood: { code: 'BU02210100', name: 'De oude Stad binnen de gracht' } },
        neighbourhood: {
          people: { data_year: 2020, residents: 2480, households: 1345 },
          // The snapshot of March 2021 has no home values, and distances to supermarkets only.
          housing: { avg_home_value_eur: null, owner_occupied_pct: null },
        },
      });
    });
  });

  describe('liveability: 12,147 scored neighbourhoods', () => {
    it('holds every score as published', () => {
      const held = new Map(
        rows(
          'liveability',
          `SELECT area_code, deviation, situation_class FROM liveability_score WHERE kind = 'neighbourhood'`,
        ).map((row) => [row.area_code, row]),
      );
      const published = realScores();
      expect(published.length).toBe(12_147);
      expect(held.size).toBe(12_147);
      for (const { id, afw, kscore } of published) {
        expect(held.get(id), id).toEqual({
          area_code: id,
          deviation: expect.closeTo(Number(afw), 5),
          situation_class: Number(kscore),
        });
      }
    });

    it.each([
      ['BU00140000', [87.56, 81.52, 6.16, 14.87, 97.96, 16.26]],
      ['BU0363AB10', [99.03, 26.21, 4.09, 1.35, 99.75, 23.95]],
      ['BU05990325', [36.87, 9.09, 0.43, 1.72, 98.37, 60.19]],
      ['BU07960101', [80.96, 71.72, 9.0, 11.5, 96.74, 51.26]],
      ['BU16800000', [68.7, 81.59, 93.39, 68.49, 23.12, 63.25]],
      ['BU00340101', [1.68, 84.25, 1.87, 4.63, 71.23, 6.15]],
    ])('ranks %s as the test vectors say', (code, vector) => {
      const [row] = rows(
        'liveability',
        `SELECT percentile, physical_environment_percentile AS physical, nuisance_and_safety_percentile AS nuisance,
                social_cohesion_percentile AS social, amenities_percentile AS amenities,
                housing_stock_percentile AS housing
           FROM liveability_score WHERE area_code = ? AND year = 2024`,
        code,
      );
      const expected = vector.map((value) => Math.min(99, Math.max(1, Math.round(value))));
      expect(Object.values(row ?? {})).toEqual(expected);
    });

    it('answers Doesburg from them', async () => {
      const answer = await home({ postcode: '6981CH', house_number: 4 });
      expect(answer.body).toMatchObject({
        liveability: { year: 2024, percentile: expect.any(Number) },
      });
    });
  });

  describe('vehicles: a download of 2023 and recordings of the API', () => {
    it('knows 85XXXB: a black Peugeot hatchback first registered on 2001-07-20', async () => {
      const answer = await vehicle('85-XXX-B');
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        plate: '85XXXB',
        make: 'Peugeot',
        vehicle_type: 'Passenger car',
        colour: 'black',
        first_registered: '2001-07-20',
        apk_expiry: '2023-09-20',
        apk_valid: false,
        insured: true,
        open_recall: false,
        odometer_verdict: 'logical',
      });
      expect(
        rows('vehicles', `SELECT body FROM vehicle_text WHERE plate = ?`, '85XXXB').map((row) => row.body),
      ).toEqual(['hatchback']);
    });

    it('every plate of the download is there, as text with its leading zeros', async () => {
      const download = csvRows<'Kenteken' | 'Datum eerste toelating'>(
        '../shared/data/rdw/csv/m9d7-ebf2_rows.csv_2023-02_header+3rows.csv',
      );
      expect(download.map((row) => row.Kenteken)).toEqual(['85XXXA', '85XXXB', '85XXXN']);
      for (const row of download) {
        const { body } = await vehicle(row.Kenteken);
        expect(body).toMatchObject({
          plate: row.Kenteken,
          first_registered: isoDay(row['Datum eerste toelating']),
        });
      }
    });

    it.each(JSON_PLATES)('%s comes out of JSON as out of CSV', async (plate) => {
      const recorded = recordedVehicle(plate);
      const { status, body } = await vehicle(plate);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        plate,
        first_registered: isoDay(recorded.datum_eerste_toelating),
        insured: { Ja: true, Nee: false }[recorded.wam_verzekerd ?? ''] ?? null,
        open_recall: { Ja: true, Nee: false }[recorded.openstaande_terugroepactie_indicator ?? ''] ?? null,
      });
      expect(String(body.make).toUpperCase()).toBe(recorded.merk);
      const held = rows('vehicles', 'SELECT * FROM vehicle WHERE plate = ?', plateToInteger(plate));
      expect(held).toEqual([
        expect.objectContaining({
          inspection_expiry_yyyymmdd: numberOf(recorded.vervaldatum_apk),
          first_admission_yyyymmdd: numberOf(recorded.datum_eerste_toelating),
          first_dutch_registration_yyyymmdd: numberOf(
            recorded.datum_eerste_tenaamstelling_in_nederland ?? recorded.datum_eerste_afgifte_nederland,
          ),
          holder_since_yyyymmdd: numberOf(recorded.datum_tenaamstelling),
          mass_empty_kg: numberOf(recorded.massa_ledig_voertuig),
          catalogue_price_eur: numberOf(recorded.catalogusprijs),
          cylinders: numberOf(recorded.aantal_cilinders),
          odometer_last_year: numberOf(recorded.jaar_laatste_registratie_tellerstand),
          odometer_code: recorded.code_toelichting_tellerstandoordeel ?? null,
          type_id: expect.toSatisfy((id) => (id === null) === (recorded.type === undefined)),
          variant: recorded.variant ?? null,
          version: recorded.uitvoering ?? null,
        }),
      ]);
    });

    it('0001TJ, over 50 years old, is exempt: its past inspection date is not shown as expired', async () => {
      const { body } = await vehicle('00-01-TJ');
      expect(body).toMatchObject({ apk_expiry: null, apk_valid: null, note: expect.any(String) });
    });

    it('11ZKZ3 runs on petrol, Euro 5', async () => {
      const { body } = await vehicle('11-ZKZ-3');
      expect(body).toMatchObject({ fuel: ['petrol'], euro_class: 'EURO 5' });
    });

    it('00BBL8 has one open and one repaired recall', () => {
      expect(
        rows(
          'vehicles',
          'SELECT reference, status_code FROM recall_status WHERE plate = ? ORDER BY reference',
          plateToInteger('00BBL8'),
        ),
      ).toEqual([
        { reference: 'MGP130086', status_code: 'P' },
        { reference: 'MGP220252', status_code: 'O' },
      ]);
    });

    it('the notice of MGP070060 is of 2013-03-28 and warns of accidents', () => {
      expect(rows('vehicles', `SELECT * FROM recall_notice WHERE reference = 'MGP070060'`)).toEqual([
        expect.objectContaining({ published_yyyymmdd: 20130328 }),
      ]);
      expect(rows('vehicles', `SELECT * FROM recall_hazard WHERE reference = 'MGP070060'`)).toHaveLength(1);
    });
  });

  it('never calls real data a sample', async () => {
    const status = await ask(service.url, '/v1/status');
    expect(JSON.stringify(status.body)).not.toContain('"sample"');
    expect(JSON.stringify(status.body)).toContain('"partial"');
  });
});

/** `20010720` -> `2001-07-20`; the publisher's empty value is null here. */
function isoDay(yyyymmdd: string | undefined): string | null {
  if (yyyymmdd === undefined || yyyymmdd === '') return null;
  return `${yyyymmdd.slice(0, 4)}-${yyyymmdd.slice(4, 6)}-${yyyymmdd.slice(6, 8)}`;
}

/** The publisher's number, or null where it gives none. */
function numberOf(text: string | undefined): number | null {
  return text === undefined ? null : Number(text);
}
