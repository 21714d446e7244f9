import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';

const FOLDER = '../shared/data/rdw';

/** The publisher's rows as its API gives them: texts by field name, absent where empty. */
export type RegisterRow = Readonly<Record<string, string>>;

/** Plates whose complete rows were recorded from the API. */
export const JSON_PLATES = ['0001TJ', '11ZKZ3', 'VXJ99N'] as const;

export function recordedVehicle(plate: (typeof JSON_PLATES)[number]): RegisterRow {
  return firstRow(`resource-json/m9d7-ebf2_${plate}.json`);
}

/**
 * Vehicles (m9d7-ebf2): a real download of February 2023, with its 92 columns, and below it the plates that were
 * recorded from the API, written under the same header.
 */
export function vehiclesCsv(): string {
  const download = real('csv/m9d7-ebf2_rows.csv_2023-02_header+3rows.csv').trimEnd();
  const header = (parse(download, { to_line: 1 }) as string[][])[0] ?? [];
  const fieldOf = fieldsByHeader('m9d7-ebf2');
  const rows = JSON_PLATES.map((plate) => {
    const row = recordedVehicle(plate);
    return csvLine(header.map((name) => fieldValue(row, fieldOf.get(name) ?? '')));
  });
  return `${download}\n${rows.join('\n')}\n`;
}

/** Fuel (8ys7-d773) of the one recorded plate, under the header of 2026. */
export function fuelCsv(): string {
  return csvOf('8ys7-d773', [firstRow('resource-json/8ys7-d773_11ZKZ3.json')]);
}

/** Recalls (t49b-isb7) of 00BBL8: one repaired, one open. */
export function recallStatusRows(): RegisterRow[] {
  return JSON.parse(real('resource-json/t49b-isb7_00BBL8.json')) as RegisterRow[];
}

export function recallStatusCsv(): string {
  return csvUnder(
    {
      'Code Status': 'code_status',
      Kenteken: 'kenteken',
      'Referentiecode RDW': 'referentiecode_rdw',
      Status: 'status',
    },
    recallStatusRows(),
  );
}

/** The notice of recall MGP070060 (j9yg-7rg9), under the names that a download has. */
export function recallNoticesCsv(): string {
  return csvUnder(
    {
      'Referentiecode RDW': 'referentiecode_rdw',
      'Publicatiedatum RDW': 'publicatiedatum_rdw',
      'Meldende producent/distributeur': 'meldende_producent_distributeur',
      'Omschrijving defect': 'omschrijving_defect',
      'Categorie defect': 'categorie_defect',
      'Materiële gevolgen': 'materi_le_gevolgen',
      'Beschrijving van het herstel': 'beschrijving_van_het_herstel',
      'Meer informatie op internet': 'meer_informatie_op_internet',
      'Meer informatie via telefoonnummer': 'meer_informatie_via_telefoonnummer',
      'Datum aankondiging producent': 'datum_aankondiging_producent',
      'Datum eigenaren geïnformeerd': 'datum_eigenaren_ge_nformeerd',
      'Risicobeoordeling RDW': 'risicobeoordeling_rdw',
    },
    recallChain('j9yg-7rg9'),
  );
}

export function recallHazardsCsv(): string {
  return csvUnder(
    {
      'Code mogelijk gevaar': 'code_mogelijk_gevaar',
      'Mogelijk gevaar': 'mogelijk_gevaar',
      'Referentiecode RDW': 'referentiecode_rdw',
    },
    recallChain('9ihi-jgpf'),
  );
}

/** Texts of the odometer codes (jqs4-4kvw); the first column's name begins with a byte order mark, as published. */
export function odometerTextsCsv(): string {
  const texts = JSON.parse(real('code-tables/jqs4-4kvw_tellerstand.json')) as RegisterRow;
  return csvOf(
    'jqs4-4kvw',
    Object.entries(texts).map(([code, text]) => ({
      code_toelichting_tellerstandoordeel: code,
      toelichting_tellerstandoordeel: text,
    })),
  );
}

/** Fields that were recorded under the name that they had until March 2022. */
const FORMER_FIELDS: Readonly<Record<string, string>> = {
  datum_eerste_tenaamstelling_in_nederland: 'datum_eerste_afgifte_nederland',
  datum_eerste_tenaamstelling_in_nederland_dt: 'datum_eerste_afgifte_nederland_dt',
  zuinigheidsclassificatie: 'zuinigheidslabel',
};

function fieldValue(row: RegisterRow, field: string): string {
  return row[field] ?? row[FORMER_FIELDS[field] ?? ''] ?? '';
}

function recallChain(dataset: 'j9yg-7rg9' | '9ihi-jgpf'): RegisterRow[] {
  const chain = JSON.parse(real('resource-json/recall-chain_MGP070060.json')) as Record<
    string,
    RegisterRow[]
  >;
  return chain[dataset] ?? [];
}

/** Rows under the header that a download had in May 2026. */
export function csvOf(dataset: string, rows: readonly RegisterRow[]): string {
  return csvUnder(Object.fromEntries(fieldsByHeader(dataset)), rows);
}

/** Rows under a header of which each title's field in the API is given. */
export function csvUnder(
  fieldOfHeader: Readonly<Record<string, string>>,
  rows: readonly RegisterRow[],
): string {
  const lines = rows.map((row) => csvLine(Object.values(fieldOfHeader).map((field) => row[field] ?? '')));
  return `${[csvLine(Object.keys(fieldOfHeader)), ...lines].join('\n')}\n`;
}

/** The header texts of a download and the API's field names, which stand below each other in one file. */
function fieldsByHeader(dataset: string): ReadonlyMap<string, string> {
  const [headers = [], fields = []] = parse(real(`csv/${dataset}_headers_2026-05-16.csv`)) as string[][];
  return new Map(headers.map((header, at) => [header, fields[at] ?? '']));
}

function csvLine(values: readonly string[]): string {
  return values.map((value) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(',');
}

function firstRow(file: string): RegisterRow {
  const [row] = JSON.parse(real(file)) as RegisterRow[];
  if (row === undefined) throw new Error(`${file} has no row.`);
  return row;
}

function real(file: string): string {
  return readFileSync(join(FOLDER, file), 'utf8');
}
