import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeVehicleFiles } from '../national/vehicle-csv.ts';
import { compared, limited, type Measurement, median } from './measurement.ts';

const run = promisify(execFile);
const ROUNDS = 3;

/** What `load-vehicles.ts` prints. */
interface Load {
  seconds: number;
  rows: number;
  peakRssMb: number;
}

/**
 * The load of a file of registered vehicles, all of its parsing and checking included, against the `.import` of the
 * `sqlite3` shell, which stores every field of the same file as text. In turns, each in a process of its own.
 * @returns nothing where there is no `sqlite3` shell to compare with
 */
export async function measureVehicleCsv(bytes: number): Promise<Measurement[]> {
  if (spawnSync('sqlite3', ['--version']).status !== 0) {
    console.error('vehicle_csv_load: left out, there is no sqlite3 shell on this machine.');
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), 'bench-vehicle-csv-'));
  try {
    const csv = join(folder, 'vehicles.csv');
    await writeVehicleFiles({ vehicles: csv, bytes });
    const own: number[] = [];
    const peer: number[] = [];
    let peakRssMb = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const load = await loadOnce(csv);
      own.push(load.seconds);
      peakRssMb = Math.max(peakRssMb, load.peakRssMb);
      peer.push(await importOnce(csv, join(folder, `import-${round}.sqlite`)));
    }
    return [
      compared(
        'vehicle_csv_load_s',
        's',
        median(own),
        { name: 'sqlite3 .import', value: median(peer) },
        { atMost: 2 },
      ),
      limited('vehicle_csv_load_peak_memory_mb', 'MB', peakRssMb, 400),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function loadOnce(csv: string): Promise<Load> {
  const script = ['--import', 'tsx', 'test/bench/load-vehicles.ts', 'vehicles', csv];
  const { stdout } = await run(process.execPath, script, { maxBuffer: 1 << 24 });
  return JSON.parse(stdout) as Load;
}

async function importOnce(csv: string, database: string): Promise<number> {
  const started = performance.now();
  await run('sqlite3', [database, `.import --csv "${csv}" vehicle`], { maxBuffer: 1 << 24 });
  const seconds = (performance.now() - started) / 1000;
  rmSync(database, { force: true });
  return seconds;
}
