import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newReleaseId, openBuild } from '../../db/release.ts';
import { BuildContext } from '../../ingest/pipeline/load-context.ts';
import { SILENT } from '../../ingest/pipeline/progress.ts';
import { INSPECTION_DEFECTS, loadInspectionDefects } from '../../ingest/sources/rdw/inspection-defects.ts';
import { INSPECTION_REPORTS, loadInspectionReports } from '../../ingest/sources/rdw/inspection-reports.ts';
import { Dictionaries } from '../../ingest/sources/rdw/load-packed.ts';
import { attachScratchFile } from '../../ingest/sources/scratch-file.ts';
import type { FetchedFile } from '../../ingest/sources/source.ts';

/**
 * Loads files of inspections and of defects into a build file, as the pipeline does, and prints what it took as JSON.
 * A process of its own, so that its memory is that of the load.
 *
 * Usage: `node --import tsx test/bench/load-vehicle-history.ts INSPECTIONS DEFECTS`
 */
const [inspections, defects] = process.argv.slice(2);
if (inspections === undefined || defects === undefined) {
  throw new Error('Write the paths of two CSV files: inspections, and defects.');
}
const dataDir = mkdtempSync(join(tmpdir(), 'load-vehicle-history-'));
const build = openBuild(dataDir, 'inspections', newReleaseId(new Date()));
const context = new BuildContext({
  group: 'inspections',
  label: 'partial',
  database: build.database,
  declarations: [INSPECTION_REPORTS, INSPECTION_DEFECTS],
  progress: SILENT,
  signal: new AbortController().signal,
});
const downloaded = (sourceId: string, path: string) => {
  const file: FetchedFile = {
    sourceId,
    url: `file://${path}`,
    path,
    bytes: statSync(path).size,
    sha256: '',
    etag: null,
    lastModified: null,
    retrievedAt: new Date().toISOString(),
    unchanged: false,
  };
  return { sourceId, files: [file], stateDate: undefined };
};
const rowsOf = (table: string) =>
  build.database.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0;
const dictionaries = new Dictionaries(['authority', 'kind', 'code']);
const scratch = attachScratchFile(build.database, 4096);
const started = performance.now();
await loadInspectionReports(context, downloaded(INSPECTION_REPORTS.id, inspections), dictionaries);
const between = performance.now();
await loadInspectionDefects(context, downloaded(INSPECTION_DEFECTS.id, defects), dictionaries);
const ended = performance.now();
const folder = join(dataDir, 'inspections');
const diskBytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
scratch.close();
const figures = {
  inspections: { seconds: (between - started) / 1000, rows: rowsOf('inspection') },
  defects: { seconds: (ended - between) / 1000, rows: rowsOf('inspection_defect') },
  diskBytes,
  peakRssMb: process.resourceUsage().maxRSS / 1024,
  notes: context.notes(),
  rejections: context.rejections(),
};
build.database.close();
console.log(JSON.stringify({ ...figures, databaseBytes: statSync(build.path).size }));
rmSync(dataDir, { recursive: true, force: true });
