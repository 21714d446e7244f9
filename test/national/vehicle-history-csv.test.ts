import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import {
  INSPECTION_COLUMNS,
  INSPECTION_DEFECT_COLUMNS,
} from '../../db/vehicle-register/inspection-columns.ts';
import { parseInspection, parseInspectionDefect } from '../../db/vehicle-register/parse-inspection.ts';
import { resolveColumns } from '../../ingest/formats/columns.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { writeVehicleHistory } from './vehicle-history-csv.ts';

const never = (column: string, value: string) => {
  throw new Error(`${column}: ${value}`);
};

describe('the generator of country-sized files of inspections', () => {
  const folder = temporaryFolder();
  const text = (name: string) => readFileSync(join(folder, name), 'utf8');
  const write = (name: string, seed: number) =>
    writeVehicleHistory({
      inspections: join(folder, `${name}.i`),
      defects: join(folder, `${name}.d`),
      rows: 3000,
      seed,
    });

  it('writes files that the parser takes whole, the same for the same seed', async () => {
    const written = await write('a', 1);
    await write('b', 1);
    await write('c', 2);
    expect(text('a.i')).toBe(text('b.i'));
    expect(text('a.i')).not.toBe(text('c.i'));
    expect(written.inspectionBytes).toBe(Buffer.byteLength(text('a.i')));
    const [header = [], ...rows]: string[][] = parse(text('a.i'));
    const at = resolveColumns(INSPECTION_COLUMNS, header).index;
    expect(rows).toHaveLength(3000);
    for (const fields of rows) expect(parseInspection(fields, at, never)).toHaveProperty('plate');
    const [defectHeader = [], ...defects]: string[][] = parse(text('a.d'));
    const defectAt = resolveColumns(INSPECTION_DEFECT_COLUMNS, defectHeader).index;
    expect(defects).toHaveLength(written.defectRows);
    for (const fields of defects) {
      expect(parseInspectionDefect(fields, defectAt, never)).toHaveProperty('code');
    }
  });

  it('writes them in the order of reporting, so that neighbours have other plates', async () => {
    await write('d', 3);
    const rows: string[][] = parse(text('d.i'), { from_line: 2 });
    const days = rows.map((fields) => fields[2]);
    expect(days).toEqual([...days].sort());
    const sameAsBefore = rows.filter(([plate], at) => plate === rows[at - 1]?.[0]);
    expect(sameAsBefore.length).toBeLessThan(30);
  });
});
