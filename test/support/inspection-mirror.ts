import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { csvRows } from './csv-rows.ts';
import { writeToMirror } from './mirror-folder.ts';
import {
  csvOf,
  csvUnder,
  odometerTextsCsv,
  type RegisterRow,
  recallHazardsCsv,
  recallNoticesCsv,
  recallStatusCsv,
} from './vehicle-register-mirror.ts';

const FOLDER = '../shared/data/rdw';
const CATALOGUE = join(FOLDER, 'code-tables/hx2c-gt7k_gebreken_code-description.csv');

/** Plates of which rows of several data sets were recorded, as they are joined by the plate. */
export const JOINED_PLATES = ['G921GS', 'TT601D', '3TKZ08'] as const;

export type JoinedPlate = (typeof JOINED_PLATES)[number];

const RECORDINGS: Readonly<Record<JoinedPlate, string>> = {
  G921GS: 'multi-dataset_G921GS_2026-10-06.json',
  TT601D: 'multi-dataset_TT601D_2026-04.json',
  '3TKZ08': 'multi-dataset_3TKZ08_field-subset.json',
};

/** What was recorded of a plate in one data set; nothing where that was not asked, or had no rows. */
export function recordedRows(plate: JoinedPlate, dataset: string): RegisterRow[] {
  const text = readFileSync(join(FOLDER, 'resource-json', RECORDINGS[plate]), 'utf8');
  return (JSON.parse(text) as Record<string, RegisterRow[]>)[dataset] ?? [];
}

const ofAllPlates = (dataset: string) => JOINED_PLATES.flatMap((plate) => recordedRows(plate, dataset));

/** Lays the rows of the joined plates out as downloads in a mirror folder, with the recalls that were recorded. */
export function writeJoinedVehicles(mirror: string): void {
  const dataSets = {
    'm9d7-ebf2': joinedVehiclesCsv(),
    '8ys7-d773': joinedFuelsCsv(),
    't49b-isb7': recallStatusCsv(),
    'j9yg-7rg9': recallNoticesCsv(),
    '9ihi-jgpf': recallHazardsCsv(),
    'jqs4-4kvw': odometerTextsCsv(),
    'sgfe-77wx': inspectionReportsCsv(),
    'a34c-vvps': inspectionDefectsCsv(),
    'hx2c-gt7k': defectCatalogueCsv(),
  };
  for (const [id, csv] of Object.entries(dataSets)) {
    writeToMirror(mirror, `https://opendata.rdw.nl/api/views/${id}/rows.csv?accessType=DOWNLOAD`, csv);
  }
}

/** Vehicles (m9d7-ebf2) of the joined plates. */
function joinedVehiclesCsv(): string {
  return csvOf('m9d7-ebf2', ofAllPlates('m9d7-ebf2'));
}

/** Fuels (8ys7-d773); of one plate the recording leaves the number of its only fuel out. */
function joinedFuelsCsv(): string {
  return csvOf(
    '8ys7-d773',
    ofAllPlates('8ys7-d773').map((row) => ({ brandstof_volgnummer: '1', ...row })),
  );
}

/** Inspections (sgfe-77wx), under the header of a download. */
export function inspectionReportsCsv(): string {
  return csvUnder(headerOf('sgfe-77wx'), ofAllPlates('sgfe-77wx').map(withNumbers));
}

/** Defects found (a34c-vvps); one row was recorded. */
export function inspectionDefectsCsv(): string {
  return csvUnder(headerOf('a34c-vvps'), ofAllPlates('a34c-vvps').map(withNumbers));
}

/** All codes of the catalogue (hx2c-gt7k) with their texts; its other columns were not recorded. */
export function defectCatalogueCsv(): string {
  return csvUnder(headerOf('hx2c-gt7k'), realDefectCodes());
}

export function realDefectCodes(): Record<'gebrek_identificatie' | 'gebrek_omschrijving', string>[] {
  return csvRows(CATALOGUE);
}

/**
 * A download has day and time as numbers; of one plate only the twin of both was recorded, and of the inspecting
 * body only its name.
 */
function withNumbers(row: RegisterRow): RegisterRow {
  const moment = row.meld_datum_door_keuringsinstantie_dt ?? '';
  const body = row.soort_erkenning_omschrijving === 'APK Lichte voertuigen' ? 'AL' : '';
  return {
    soort_erkenning_keuringsinstantie: body,
    meld_datum_door_keuringsinstantie: moment.slice(0, 10).replaceAll('-', ''),
    meld_tijd_door_keuringsinstantie: String(Number(moment.slice(11, 16).replace(':', ''))),
    vervaldatum_keuring: (row.vervaldatum_keuring_dt ?? '').slice(0, 10).replaceAll('-', ''),
    ...row,
  };
}

/** Titles in the order of a download, with the field of each in the API. */
function headerOf(dataset: string): Record<string, string> {
  const map = JSON.parse(readFileSync(join(FOLDER, 'field-map.json'), 'utf8')) as Record<
    string,
    { columns: { api: string; header: string }[] }
  >;
  return Object.fromEntries((map[dataset]?.columns ?? []).map(({ api, header }) => [header, api]));
}
