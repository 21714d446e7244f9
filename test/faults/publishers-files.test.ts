import { cpSync, existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { getTableName } from 'drizzle-orm';
import { beforeAll, describe, expect } from 'vitest';
import { GROUP_DECLARATIONS } from '../../ingest/sources/index.ts';
import { writeVehicleFiles } from '../national/vehicle-csv.ts';
import { openRelease } from '../support/release-file.ts';
import { fault, LONG } from './campaign.ts';
import { DOUBLED, FAULTS, NEW_COLUMN, REPRESENTATIVES } from './damage.ts';
import {
  answersOf,
  type CommandLineResult,
  expectHeld,
  expectSound,
  ingest,
  lastRun,
  leftovers,
  SAMPLE,
  sampleStore,
  testFolder,
  withoutTimes,
} from './store-state.ts';

const store = sampleStore();
beforeAll(() => store.make());

function copyOfMirror(): string {
  const mirror = join(testFolder(), 'mirror');
  cpSync(SAMPLE, mirror, { recursive: true });
  return mirror;
}

describe.each(REPRESENTATIVES)('$family', (representative) => {
  const { group, file, entry, harmless } = representative;
  const position = REPRESENTATIVES.indexOf(representative);
  // The file itself, or the table that it would have filled.
  const declaration = GROUP_DECLARATIONS.find(({ id }) => id === group);
  const tables = declaration?.tables.map(getTableName) ?? [];
  const names = [...[file, entry ?? file].map((path) => basename(path).slice(0, 40)), ...tables];

  for (const [number, { name, apply }] of FAULTS.entries()) {
    // The short form tries each fault on one or two of the formats, and each format with some of the faults.
    if (!LONG && (number + position + 3) % 5 !== 0) continue;
    const reason = harmless?.[name];
    fault(`${name} ${reason === undefined ? 'is refused' : `does no harm: ${reason}`}`, async (context) => {
      const dataDir = store.copy();
      const mirror = copyOfMirror();
      if (!(await apply(mirror, representative))) context.skip('this format cannot have the fault');
      const result = await ingest(dataDir, mirror, group);
      expect(existsSync(join(mirror, '..', 'escaped.csv'))).toBe(false);
      if (reason === undefined) {
        await expectHeld({ dataDir, result, group, names, answers: store.answers });
      } else await expectHarmless(dataDir, result);
    });
  }

  fault('with its rows doubled neither counts them twice nor answers otherwise', async (context) => {
    if (!LONG && position % 6 !== 0) context.skip('in the longer form');
    const dataDir = store.copy();
    const mirror = copyOfMirror();
    if (!(await DOUBLED.apply(mirror, representative))) context.skip('this format has no rows');
    const before = rowsOf(dataDir);
    const result = await ingest(dataDir, mirror, group);
    // Registers refuse by their share of rejected rows; tables that are read by key keep one of two.
    if (result.code !== 0) {
      const sources = declaration?.sources.map(({ id }) => id) ?? [];
      await expectHeld({ dataDir, result, group, names: sources, answers: store.answers });
    } else {
      await expectHarmless(dataDir, result);
      expect(rowsOf(dataDir)).toEqual(before);
    }
  });

  fault('with a new column is loaded, and the column is told', async (context) => {
    if (!LONG && position % 5 !== 0) context.skip('in the longer form');
    const dataDir = store.copy();
    const mirror = copyOfMirror();
    if (!(await NEW_COLUMN.apply(mirror, representative))) context.skip('this format has no columns');
    const result = await ingest(dataDir, mirror, group);
    await expectHarmless(dataDir, result);
    const database = openRelease(dataDir, group);
    const columns = database.prepare('SELECT "column" FROM source_column WHERE is_new').pluck().all();
    database.close();
    expect(columns).toContain('nieuw_kenmerk');
  });

  async function expectHarmless(dataDir: string, result: CommandLineResult): Promise<void> {
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(leftovers(dataDir)).toEqual([]);
    expectSound(dataDir);
    expect((await answersOf(dataDir)).map(withoutTimes)).toEqual(store.answers.map(withoutTimes));
  }

  function rowsOf(dataDir: string): unknown[] {
    const database = openRelease(dataDir, group);
    try {
      return tables.map((table) => database.prepare(`SELECT count(*) FROM "${table}"`).pluck().get());
    } finally {
      database.close();
    }
  }
});

describe('a register with fewer rows than before', () => {
  /** A mirror of the sample with a register of so many generated vehicles. */
  async function register(rows: number): Promise<string> {
    const mirror = copyOfMirror();
    const folder = join(mirror, 'opendata.rdw.nl/api/views');
    await writeVehicleFiles({
      vehicles: join(folder, 'm9d7-ebf2/rows.csv?accessType=DOWNLOAD'),
      fuel: join(folder, '8ys7-d773/rows.csv?accessType=DOWNLOAD'),
      rows,
    });
    return mirror;
  }

  fault('3 % fewer are refused, 1 % fewer are not', async () => {
    const dataDir = store.copy();
    // So many columns are filled otherwise than in the sample that this is a change of its own.
    const first = await ingest(dataDir, await register(1000), 'vehicles', '--accept-change');
    expect(first).toMatchObject({ code: 0, stderr: '' });
    const answers = await answersOf(dataDir);
    const fewer = await ingest(dataDir, await register(970), 'vehicles');
    expect(fewer.code).toBe(1);
    expect(fewer.stderr).toMatch(
      /vehicle: expected at most 2\.0 % fewer rows than the 1,000 of the release before, found 970, 3\.0 % fewer\. If .*--accept-change/,
    );
    expect(lastRun(dataDir, 'vehicles')).toMatchObject({ outcome: 'failed', errorCode: 'check_failed' });
    expect(leftovers(dataDir)).toEqual([]);
    expect(await answersOf(dataDir)).toEqual(answers);
    expect(await ingest(dataDir, await register(990), 'vehicles')).toMatchObject({ code: 0, stderr: '' });
  });
});
