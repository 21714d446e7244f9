import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newReleaseId, openBuild } from '../../db/release.ts';
import { BuildContext } from '../../ingest/pipeline/load-context.ts';
import { SILENT } from '../../ingest/pipeline/progress.ts';
import { loadVehicleFuel, VEHICLE_FUEL } from '../../ingest/sources/rdw/fuel.ts';
import { loadRegisteredVehicles, REGISTERED_VEHICLES } from '../../ingest/sources/rdw/registered-vehicles.ts';
import type { FetchedFile } from '../../ingest/sources/source.ts';

/**
 * Loads one file of the vehicle register into a build file, as the pipeline does, and prints what it took as JSON.
 * A process of its own, so that its memory is that of the load.
 *
 * Usage: `node --import tsx test/bench/load-vehicles.ts vehicles|fuel PATH`
 */
const [kind, path] = process.argv.slice(2);
if (path === undefined) throw new Error('Write "vehicles" or "fuel", and the path of a CSV file.');
const source = kind === 'fuel' ? VEHICLE_FUEL : REGISTERED_VEHICLES;
const load = kind === 'fuel' ? loadVehicleFuel : loadRegisteredVehicles;
const dataDir = mkdtempSync(join(tmpdir(), 'load-vehicles-'));
const build = openBuild(dataDir, 'vehicles', newReleaseId(new Date()));
const context = new BuildContext({
  group: 'vehicles',
  label: 'partial',
  database: build.database,
  declarations: [source],
  progress: SILENT,
  signal: new AbortController().signal,
});
const file: FetchedFile = {
  sourceId: source.id,
  url: `file://${path}`,
  path,
  bytes: statSync(path).size,
  sha256: '',
  etag: null,
  lastModified: null,
  retrievedAt: new Date().toISOString(),
  unchanged: false,
};
const started = performance.now();
await load(context, { sourceId: source.id, files: [file], stateDate: undefined });
const seconds = (performance.now() - started) / 1000;
const rows = build.database
  .prepare<[], number>(`SELECT count(*) FROM ${kind === 'fuel' ? 'vehicle_fuel' : 'vehicle'}`)
  .pluck()
  .get();
build.database.close();
console.log(
  JSON.stringify({
    seconds,
    rows,
    databaseBytes: statSync(build.path).size,
    peakRssMb: process.resourceUsage().maxRSS / 1024,
    notes: context.notes(),
    rejections: context.rejections(),
  }),
);
rmSync(dataDir, { recursive: true, force: true });
