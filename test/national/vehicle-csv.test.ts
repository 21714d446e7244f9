import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, describe, expect, it } from 'vitest';
import { sidecode } from '../../db/plate.ts';
import { FUEL_COLUMNS, VEHICLE_COLUMNS } from '../../db/vehicle-register/columns.ts';
import { parseFuel } from '../../db/vehicle-register/parse-fuel.ts';
import { parseVehicle } from '../../db/vehicle-register/parse-vehicle.ts';
import { resolveColumns } from '../../ingest/formats/columns.ts';
import { plateAt, writeVehicleFiles } from './vehicle-csv.ts';

const folder = mkdtempSync(join(tmpdir(), 'vehicle-csv-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const never = (column: string, value: string) => {
  throw new Error(`${column}: ${value}`);
};

describe('the generator of country-sized vehicle files', () => {
  it('writes files that are like the publisher’s, the same for the same seed', async () => {
    const write = (name: string, seed: number) =>
      writeVehicleFiles({
        vehicles: join(folder, `${name}.v`),
        fuel: join(folder, `${name}.f`),
        rows: 2000,
        seed,
      });
    const written = await write('a', 1);
    await write('b', 1);
    await write('c', 2);
    const text = (name: string) => readFileSync(join(folder, name), 'utf8');
    expect(text('a.v')).toBe(text('b.v'));
    expect(text('a.v')).not.toBe(text('c.v'));
    expect(written.vehicleRows).toBe(2000);
    expect(written.vehicleBytes).toBe(Buffer.byteLength(text('a.v')));
    const [header = [], ...rows]: string[][] = parse(text('a.v'));
    const at = resolveColumns(VEHICLE_COLUMNS, header).index;
    const vehicles = rows.map((fields) => parseVehicle(fields, at, never));
    expect(vehicles.every((vehicle) => vehicle !== undefined)).toBe(true);
    expect(vehicles.some((vehicle) => vehicle?.model?.includes('"E", L'))).toBe(true);
    const [fuelHeader = [], ...fuelRows]: string[][] = parse(text('a.f'));
    const fuelAt = resolveColumns(FUEL_COLUMNS, fuelHeader).index;
    expect(fuelRows).toHaveLength(written.fuelRows);
    for (const fields of fuelRows) expect(parseFuel(fields, fuelAt, never)).toHaveProperty('plate');
  });

  it('ends at the size that is asked for', async () => {
    const { vehicleBytes } = await writeVehicleFiles({ vehicles: join(folder, 'd'), bytes: 500_000 });
    expect(vehicleBytes).toBeGreaterThanOrEqual(500_000);
    expect(vehicleBytes).toBeLessThan(502_000);
  });

  it.each(['blocks', 'random'] as const)('never gives a plate twice (%s)', (order) => {
    const plates = Array.from({ length: 50_000 }, (_, n) => plateAt(n * 400, order));
    expect(new Set(plates).size).toBe(plates.length);
    for (const plate of plates.slice(0, 1000)) expect(sidecode(plate)).toBeDefined();
  });
});
