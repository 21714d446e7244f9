import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, describe, expect, it } from 'vitest';
import { findVehicle } from '../../../db/queries/vehicles.ts';
import { readReleaseQuality } from '../../../db/release-quality.ts';
import { FUEL_COLUMNS, rowOfJson, VEHICLE_COLUMNS } from '../../../db/vehicle-register/columns.ts';
import { parseVehicle, registeredVehicle } from '../../../db/vehicle-register/parse-vehicle.ts';
import type { VehicleRecord } from '../../../db/vehicle-register/registered-vehicle.ts';
import { resolveColumns } from '../../../ingest/formats/columns.ts';
import { VEHICLES } from '../../../ingest/sources/rdw/vehicles.ts';
import { ingestFromMirror, snapshotOf } from '../../support/group-run.ts';
import { copySample, writeToMirror } from '../../support/mirror-folder.ts';
import { stringify } from '../formats/csv-text.ts';

type JsonRow = Record<string, string>;

const rowsUrl = (portalId: string) =>
  `https://opendata.rdw.nl/api/views/${portalId}/rows.csv?accessType=DOWNLOAD`;

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** The bundled sample with some files replaced, through the pipeline. */
async function ingest(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'vehicle-files-'));
  folders.push(folder);
  const mirror = join(folder, 'mirror');
  copySample(mirror);
  for (const [portalId, text] of Object.entries(files)) writeToMirror(mirror, rowsUrl(portalId), text);
  const report = await ingestFromMirror(VEHICLES, { dataDir: join(folder, 'data'), mirror });
  const record = (plate: string): VehicleRecord | undefined => {
    const snapshot = snapshotOf(join(folder, 'data'));
    try {
      return findVehicle(snapshot, plate);
    } finally {
      snapshot.database.close();
    }
  };
  const newColumns = (sourceId: string): readonly string[] => {
    const snapshot = snapshotOf(join(folder, 'data'));
    try {
      return readReleaseQuality(snapshot.database, 'vehicles').sources.get(sourceId)?.newColumns ?? [];
    } finally {
      snapshot.database.close();
    }
  };
  return { report, record, newColumns };
}

/** JSON rows as the CSV download would have them: all columns of a header, empty where absent. */
function csvOf(header: readonly string[], api: readonly string[], rows: readonly JsonRow[]): string {
  return stringify([header, ...rows.map((row) => api.map((name) => row[name] ?? ''))]);
}

function sampleRows(portalId: string): string[][] {
  return parse(
    readFileSync(`ingest/sample/opendata.rdw.nl/api/views/${portalId}/rows.csv?accessType=DOWNLOAD`),
  );
}

describe('files of the vehicle register', () => {
  it('pitfall 9: columns that were inserted, moved and renamed are still found by name', async () => {
    const rows = sampleRows('m9d7-ebf2').map((fields) => ['new', ...[...fields].reverse()]);
    const header = rows[0] ?? [];
    header[header.indexOf('Zuinigheidsclassificatie')] = 'Zuinigheidslabel';
    const { newColumns, record } = await ingest({ 'm9d7-ebf2': stringify(rows) });
    expect(record('K482TR')?.vehicle).toMatchObject({
      make: 'VOLKSWAGEN',
      efficiencyClass: 'C',
      lengthCm: 428,
    });
    expect(newColumns('registered-vehicles')).toEqual(['new']);
  });

  it('a needed column that is gone stops the load and is named', async () => {
    const rows = sampleRows('m9d7-ebf2');
    const gone = rows[0]?.indexOf('Merk') ?? -1;
    const text = stringify(rows.map((fields) => fields.filter((_, at) => at !== gone)));
    await expect(ingest({ 'm9d7-ebf2': text })).rejects.toThrow(/required columns are missing: Merk or merk/);
  });

  it('an optional column that is gone leaves nulls and a note', async () => {
    const rows = sampleRows('m9d7-ebf2');
    const gone = rows[0]?.indexOf('Lengte') ?? -1;
    const text = stringify(rows.map((fields) => fields.filter((_, at) => at !== gone)));
    const { report, record } = await ingest({ 'm9d7-ebf2': text });
    expect(record('K482TR')?.vehicle).toMatchObject({ lengthCm: null, widthCm: 179 });
    expect(report.notes.map(({ text: note }) => note)).toContain('column that the file lacks: Lengte');
  });

  it('pitfall 33: a row that comes twice is loaded once, and counted', async () => {
    const rows = sampleRows('m9d7-ebf2');
    const { report } = await ingest({ 'm9d7-ebf2': stringify([...rows, ...rows.slice(1, 4)]) });
    expect(report.notes).toContainEqual({
      sourceId: 'registered-vehicles',
      text: 'row whose key was there already',
      rows: 3,
    });
  });

  it('too many rows without a plate stop the release', async () => {
    const rows = sampleRows('m9d7-ebf2');
    const text = stringify([...rows, ...rows.slice(1, 4).map(([, ...fields]) => ['NO PLATE', ...fields])]);
    await expect(ingest({ 'm9d7-ebf2': text })).rejects.toThrow(/reject/i);
  });

  it('pitfall 23: blanks around a reference, and its misspelt column, do not lose a recall', async () => {
    const { record } = await ingest({
      't49b-isb7':
        'Kenteken,referenciecode_rdw,Code Status,Status\nK482TR, MGP249901 ,O,Openstaande terugroepactie\n',
    });
    expect(record('K482TR')?.recalls).toMatchObject([
      { reference: 'MGP249901', hazardCodes: ['ONG', 'TEL'] },
    ]);
  });

  it('a recall without a notice is still a recall; two states of one are both kept', async () => {
    const { record } = await ingest({
      't49b-isb7': 'Kenteken,Referentiecode RDW,Code Status\nK482TR,MGP010101,P\nK482TR,MGP010101,O\n',
    });
    expect(record('K482TR')?.recalls).toMatchObject([
      { reference: 'MGP010101', statusCode: 'O', description: null, hazardCodes: [] },
      { reference: 'MGP010101', statusCode: 'P' },
    ]);
  });

  it('pitfall 37: names with quotes, commas and asterisks come through whole', async () => {
    const rows = sampleRows('m9d7-ebf2');
    const model = rows[0]?.indexOf('Handelsbenaming') ?? -1;
    const names = ['"E"', '3*RFN*', 'A, B ', 'X\nY'];
    const changed = rows.map((fields, row) =>
      fields.map((field, at) => (row > 0 && at === model ? (names[row - 1] ?? field) : field)),
    );
    const { record } = await ingest({ 'm9d7-ebf2': stringify(changed) });
    const plates = rows.slice(1, 5).map(([plate]) => plate ?? '');
    expect(plates.map((plate) => record(plate)?.vehicle.model)).toEqual(['"E"', '3*RFN*', 'A, B', 'X\nY']);
  });
});

const DATA = '../shared/data/rdw';

describe.skipIf(!existsSync(DATA))('the publisher’s own files', () => {
  const json = (name: string) => JSON.parse(readFileSync(`${DATA}/resource-json/${name}`, 'utf8'));
  const headers = (portalId: string): string[][] => {
    const [titles = [], names = []] = parse(readFileSync(`${DATA}/csv/${portalId}_headers_2026-05-16.csv`));
    return [titles, names];
  };

  it('0001TJ, 11ZKZ3, VXJ99N and G921GS come out of JSON as out of CSV', async () => {
    const rows: JsonRow[] = [
      ...['0001TJ', '11ZKZ3', 'VXJ99N'].flatMap((plate) => json(`m9d7-ebf2_${plate}.json`)),
      ...json('multi-dataset_G921GS_2026-10-06.json')['m9d7-ebf2'],
    ];
    const [titles = [], names = []] = headers('m9d7-ebf2');
    const renamed = rows.map(({ datum_eerste_afgifte_nederland, zuinigheidslabel, ...row }) => ({
      ...row,
      ...(datum_eerste_afgifte_nederland && {
        datum_eerste_tenaamstelling_in_nederland: datum_eerste_afgifte_nederland,
      }),
      ...(zuinigheidslabel && { zuinigheidsclassificatie: zuinigheidslabel }),
    }));
    // By titles, as the download has them, and by names, as the API's own CSV has them.
    for (const header of [titles, names]) {
      const { record } = await ingest({ 'm9d7-ebf2': csvOf(header, names, renamed) });
      for (const row of rows) {
        const { fields, at } = rowOfJson(VEHICLE_COLUMNS, row);
        const values = parseVehicle(fields, at, () => {});
        const fromJson = values === undefined ? undefined : registeredVehicle(values);
        expect(fromJson?.plate).toBe(row.kenteken);
        expect(record(row.kenteken ?? '')?.vehicle).toEqual(fromJson);
      }
    }
  });

  it('85XXXB comes out of the download of February 2023, which has 92 columns', async () => {
    const text = readFileSync(`${DATA}/csv/m9d7-ebf2_rows.csv_2023-02_header+3rows.csv`, 'utf8');
    const { record } = await ingest({ 'm9d7-ebf2': text });
    expect(record('85XXXB')?.vehicle).toMatchObject({
      make: 'PEUGEOT',
      body: 'hatchback',
      primaryColour: 'ZWART',
      firstAdmission: '2001-07-20',
    });
  });

  it('pitfall 22: 00BBL8 has one open and one repaired recall', async () => {
    const vehicle = sampleRows('m9d7-ebf2').slice(0, 2);
    const fields = vehicle[1];
    if (fields !== undefined) fields[0] = '00BBL8';
    const recalls = csvOf(
      ['Kenteken', 'Referentiecode RDW', 'Code Status', 'Status'],
      ['kenteken', 'referentiecode_rdw', 'code_status', 'status'],
      json('t49b-isb7_00BBL8.json'),
    );
    const { record } = await ingest({ 'm9d7-ebf2': stringify(vehicle), 't49b-isb7': recalls });
    expect(record('00BBL8')?.recalls.map(({ reference, statusCode }) => [reference, statusCode])).toEqual([
      ['MGP220252', 'O'],
      ['MGP130086', 'P'],
    ]);
  });

  it('both generations of the fuel columns resolve', () => {
    const before = readFileSync(`${DATA}/csv/8ys7-d773_headers_2025-12_before-removals.txt`, 'utf8');
    const names = before.split('\n')[1]?.split(',') ?? [];
    expect(names).toHaveLength(37);
    expect(resolveColumns(FUEL_COLUMNS, names).absent).toEqual(['rangeOtherKm']);
    for (const header of headers('8ys7-d773'))
      expect(resolveColumns(FUEL_COLUMNS, header).absent).toEqual([]);
  });

  it('all columns of the registered vehicles resolve, by title and by name', () => {
    for (const header of headers('m9d7-ebf2')) {
      expect(resolveColumns(VEHICLE_COLUMNS, header).absent).toEqual([]);
    }
  });

  it('pitfall 10: all ten header files resolve; the byte order marks inside names are no part of them', () => {
    const files = readdirSync(`${DATA}/csv`).filter((name) => name.endsWith('_headers_2026-05-16.csv'));
    expect(files).toHaveLength(10);
    for (const file of files) {
      const [titles = []] = headers(file.slice(0, 9));
      const bare = titles.map((title) => title.replace(/^\uFEFF/, ''));
      const specs = Object.fromEntries(
        bare.map((title) => [title, { names: [title] as const, required: true }]),
      );
      expect(Object.values(resolveColumns(specs, titles).index)).toEqual(titles.map((_, at) => at));
    }
  });
});
