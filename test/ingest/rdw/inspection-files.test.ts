import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, describe, expect, it } from 'vitest';
import { historyOf } from '../../../db/queries/inspections.ts';
import type { Snapshot } from '../../../db/store.ts';
import { INSPECTIONS } from '../../../ingest/sources/rdw/inspections.ts';
import { ingestFromMirror, snapshotOf } from '../../support/group-run.ts';
import { copySample, writeToMirror } from '../../support/mirror-folder.ts';
import { stringify } from '../formats/csv-text.ts';

const rowsUrl = (portalId: string) =>
  `https://opendata.rdw.nl/api/views/${portalId}/rows.csv?accessType=DOWNLOAD`;

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): { dataDir: string; mirror: string } {
  const folder = mkdtempSync(join(tmpdir(), 'inspection-files-'));
  folders.push(folder);
  const mirror = join(folder, 'mirror');
  copySample(mirror);
  return { dataDir: join(folder, 'data'), mirror };
}

/** The bundled sample with some files replaced, through the pipeline. */
async function ingest(files: Record<string, string>) {
  const { dataDir, mirror } = newFolder();
  for (const [portalId, text] of Object.entries(files)) writeToMirror(mirror, rowsUrl(portalId), text);
  const report = await ingestFromMirror(INSPECTIONS, { dataDir, mirror });
  const ask = <Result>(question: (snapshot: Snapshot) => Result): Result => {
    const snapshot = snapshotOf(dataDir);
    try {
      return question(snapshot);
    } finally {
      snapshot.database.close();
    }
  };
  return { report, ask, dataDir };
}

function sampleRows(portalId: string): string[][] {
  return parse(
    readFileSync(`ingest/sample/opendata.rdw.nl/api/views/${portalId}/rows.csv?accessType=DOWNLOAD`),
  );
}

/** Ids in dictionaries depend on which word came first; the texts do not. */
const table = (snapshot: Snapshot) =>
  snapshot.database
    .prepare('SELECT * FROM inspection_text ORDER BY plate, date, time, authority_code, kind')
    .all();

const notesOf = ({ notes }: { notes: readonly { sourceId: string; text: string; rows: number }[] }) =>
  notes.map(({ sourceId, text, rows }) => `${sourceId}: ${text}: ${rows}`);

describe('files of the inspections', () => {
  it('pitfall 33: rows that come twice are loaded once and counted, with every part of their key', async () => {
    const [header = [], ...rows] = sampleRows('sgfe-77wx');
    const [first = []] = rows;
    const otherBody = first.map((field, at) => (at === 1 ? 'AZ' : field));
    const otherKind = first.map((field, at) => (at === 5 ? 'inbouw' : field));
    const text = stringify([header, ...rows, ...rows.slice(0, 4), otherBody, otherKind]);
    const { report } = await ingest({ 'sgfe-77wx': text });
    expect(notesOf(report)).toEqual(['inspection-reports: row whose key was there already: 4']);
    expect(report.rows.inspection).toBe(rows.length + 2);
  });

  it('comes out the same in any order of the rows', async () => {
    const reversed = (portalId: string) => {
      const [header = [], ...rows] = sampleRows(portalId);
      return stringify([header, ...rows.reverse()]);
    };
    const asIs = await ingest({});
    const turned = await ingest({ 'sgfe-77wx': reversed('sgfe-77wx'), 'a34c-vvps': reversed('a34c-vvps') });
    expect(turned.ask(table)).toEqual(asIs.ask(table));
    expect(turned.ask((snapshot) => historyOf(snapshot, '84BKR7'))).toEqual(
      asIs.ask((snapshot) => historyOf(snapshot, '84BKR7')),
    );
  });

  it('pitfall 9: columns that were inserted and moved are still found by name', async () => {
    const rows = sampleRows('sgfe-77wx').map((fields, row) => [
      row === 0 ? 'Steekproef indicator' : 'N',
      ...[...fields].reverse(),
    ]);
    const { ask, report } = await ingest({ 'sgfe-77wx': stringify(rows) });
    expect(report.rejected).toEqual([]);
    expect(ask((snapshot) => historyOf(snapshot, 'K482TR').inspections[0])).toMatchObject({
      time: '09:33',
      validUntil: '2028-03-16',
    });
  });

  it('a needed column that is gone stops the load and is named', async () => {
    const rows = sampleRows('a34c-vvps');
    const gone = rows[0]?.indexOf('Gebrek identificatie') ?? -1;
    const text = stringify(rows.map((fields) => fields.filter((_, at) => at !== gone)));
    await expect(ingest({ 'a34c-vvps': text })).rejects.toThrow(
      /Gebrek identificatie or gebrek_identificatie/,
    );
  });

  it('reads numbers with a thousands comma, also in dates and times', async () => {
    const [header = [], ...rows] = sampleRows('a34c-vvps');
    const changed = rows.map((fields) =>
      fields[0] === 'K482TR' ? fields.with(2, '20,260,302').with(3, '933').with(6, '1,796') : fields,
    );
    const { ask } = await ingest({ 'a34c-vvps': stringify([header, ...changed]) });
    expect(ask((snapshot) => historyOf(snapshot, 'K482TR').inspections[0]?.defects)).toMatchObject([
      { code: 'AC1', count: 1796 },
    ]);
  });

  it('keeps a row whose time is none, and says so', async () => {
    const [header = [], ...rows] = sampleRows('sgfe-77wx');
    const changed = rows.map((fields) => (fields[0] === 'K482TR' ? fields.with(3, '2475') : fields));
    const { ask, report } = await ingest({ 'sgfe-77wx': stringify([header, ...changed]) });
    expect(notesOf(report)).toEqual(['inspection-reports: unusable value in time: 2']);
    expect(ask((snapshot) => historyOf(snapshot, 'K482TR').inspections)).toMatchObject([
      { date: '2026-03-02', time: null, defects: [{ code: 'AC1' }] },
      { date: '2024-03-05', time: null },
    ]);
  });

  it('keeps a defect whose code the catalogue lacks', async () => {
    const [header = []] = sampleRows('hx2c-gt7k');
    const { ask } = await ingest({ 'hx2c-gt7k': stringify([header, ['999', '', '', '', '', 'x', '', '']]) });
    expect(ask((snapshot) => historyOf(snapshot, 'K482TR').inspections[0]?.defects)).toEqual([
      { code: 'AC1', count: 2, description: null },
    ]);
  });

  it('too many rows without a day stop the release', async () => {
    const rows = sampleRows('sgfe-77wx');
    const text = stringify([...rows, ...rows.slice(1, 3).map((fields) => fields.with(2, '20260230'))]);
    await expect(ingest({ 'sgfe-77wx': text })).rejects.toThrow(/no day of inspection/);
  });

  it('pitfall 14: a file without rows never replaces what is served', async () => {
    const { dataDir, mirror } = newFolder();
    await ingestFromMirror(INSPECTIONS, { dataDir, mirror });
    const [header = []] = sampleRows('sgfe-77wx');
    writeToMirror(mirror, rowsUrl('sgfe-77wx'), stringify([header]));
    await expect(ingestFromMirror(INSPECTIONS, { dataDir, mirror })).rejects.toThrow(
      /inspection: expected at most 2\.0 % fewer rows .* 100\.0 % fewer/,
    );
    const snapshot = snapshotOf(dataDir);
    expect(historyOf(snapshot, 'K482TR').inspections).toHaveLength(2);
    snapshot.database.close();
  });

  it('pitfall 36: every load is a whole one: what the publisher has dropped is dropped', async () => {
    const { dataDir, mirror } = newFolder();
    const [header = [], ...rows] = sampleRows('sgfe-77wx');
    const many = Array.from({ length: 200 }, (_, at) =>
      (rows[0] ?? []).with(3, String(at % 60)).with(2, `202601${10 + Math.floor(at / 60)}`),
    );
    writeToMirror(mirror, rowsUrl('sgfe-77wx'), stringify([header, ...rows, ...many]));
    await ingestFromMirror(INSPECTIONS, { dataDir, mirror });
    // The oldest report of all leaves the window.
    writeToMirror(mirror, rowsUrl('sgfe-77wx'), stringify([header, ...rows.slice(1), ...many]));
    await ingestFromMirror(INSPECTIONS, { dataDir, mirror });
    const snapshot = snapshotOf(dataDir);
    expect(historyOf(snapshot, 'K482TR').since).toBe('2024-02-20');
    expect(historyOf(snapshot, 'T905GL').inspections.map(({ date }) => date)).not.toContain('2023-11-27');
    snapshot.database.close();
  });

  it('leaves no scratch file behind, whether it ends well or not', async () => {
    const { dataDir, mirror } = newFolder();
    await ingestFromMirror(INSPECTIONS, { dataDir, mirror });
    writeToMirror(mirror, rowsUrl('a34c-vvps'), 'Kenteken\nK482TR\n');
    await expect(ingestFromMirror(INSPECTIONS, { dataDir, mirror })).rejects.toThrow();
    const files = readdirSync(join(dataDir, 'inspections'));
    expect(files.filter((name) => name.includes('scratch') || name.includes('building'))).toEqual([]);
    expect(files.filter((name) => name.endsWith('.sqlite'))).toHaveLength(1);
  });
});

describe('the inspections in shards', () => {
  it('load the same rows, part by part, with the columns that are read', async () => {
    const { dataDir, mirror } = newFolder();
    for (const portalId of ['sgfe-77wx', 'a34c-vvps']) writeShards(mirror, portalId);
    const overrides = {
      'inspection-reports': { options: { download: 'shards' } },
      'inspection-defects': { options: { download: 'shards' } },
    };
    const report = await ingestFromMirror(INSPECTIONS, { dataDir, mirror, overrides });
    const whole = await ingest({});
    expect(report.rows).toEqual(whole.report.rows);
    const snapshot = snapshotOf(dataDir);
    expect(table(snapshot)).toEqual(whole.ask(table));
    snapshot.database.close();
  });
});

/** What the portal answers to the 36 questions of a download in shards. */
function writeShards(mirror: string, portalId: string): void {
  const [titles = [], ...rows] = sampleRows(portalId);
  const metadata = JSON.parse(
    readFileSync(`ingest/sample/opendata.rdw.nl/api/views/${portalId}.json`, 'utf8'),
  ) as { columns: { fieldName: string; name: string }[] };
  const nameOf = new Map(metadata.columns.map(({ name, fieldName }) => [name, fieldName]));
  const wanted = portalId === 'sgfe-77wx' ? REPORT_FIELDS : DEFECT_FIELDS;
  const positions = wanted.map((field) => titles.findIndex((title) => nameOf.get(title) === field));
  for (const first of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ') {
    const where = encodeURIComponent(`starts_with(kenteken,'${first}')`);
    const resource = `https://opendata.rdw.nl/resource/${portalId}`;
    const part = rows.filter(([plate]) => plate?.startsWith(first));
    writeToMirror(
      mirror,
      `${resource}.json?$select=${encodeURIComponent('count(*)')}&$where=${where}`,
      JSON.stringify([{ count: String(part.length) }]),
    );
    if (part.length === 0) continue;
    const select = encodeURIComponent(wanted.join(','));
    writeToMirror(
      mirror,
      `${resource}.csv?$select=${select}&$where=${where}&$limit=5000000&$order=${encodeURIComponent(':id')}`,
      stringify([wanted, ...part.map((fields) => positions.map((at) => fields[at] ?? ''))]),
    );
  }
}

const REPORT_FIELDS = [
  'kenteken',
  'soort_erkenning_keuringsinstantie',
  'meld_datum_door_keuringsinstantie',
  'meld_tijd_door_keuringsinstantie',
  'soort_erkenning_omschrijving',
  'soort_melding_ki_omschrijving',
  'vervaldatum_keuring',
];

const DEFECT_FIELDS = [
  'kenteken',
  'soort_erkenning_keuringsinstantie',
  'meld_datum_door_keuringsinstantie',
  'meld_tijd_door_keuringsinstantie',
  'gebrek_identificatie',
  'aantal_gebreken_geconstateerd',
];
