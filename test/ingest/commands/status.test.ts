import { existsSync, readFileSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readManifest } from '../../../db/manifest.ts';
import { Operations, operationsPath, readRunStatus } from '../../../db/operations.ts';
import { releasePath } from '../../../db/release.ts';
import { ingest } from '../../../ingest/commands/ingest.ts';
import { status } from '../../../ingest/commands/status.ts';
import type { FetchedFile, GroupDeclaration } from '../../../ingest/sources/source.ts';
import { YEARS } from '../pipeline/years-group.ts';
import { operator } from './operator.ts';

/** As the group of the years, with a header in the file, whose columns it tells. */
const WITH_COLUMNS: GroupDeclaration = {
  ...YEARS,
  maximumRejectedShare: 1,
  async load(context, file) {
    const [header = ''] = readFileSync((file as FetchedFile).path, 'utf8').split('\n');
    context.columns('years', header.split(','));
    await YEARS.load(context, file as FetchedFile);
  },
};

const LATER_MS = 3 * 3_600_000 + 5 * 60_000;

describe('status', () => {
  it('of an empty store says so, and writes nothing', () => {
    const { context, dataDir, printed } = operator();
    expect(status(context, {}, new Date('2026-11-27T11:00:00Z'))).toBe(0);
    expect(printed.join('\n')).toContain('vehicles: nothing loaded yet.');
    expect(printed.join('\n')).toContain('2026-11-28T05:00:00.000Z if "npm run schedule" runs');
    expect(existsSync(operationsPath(dataDir))).toBe(false);
  });

  it('tells release, label, age, editions, rows, what was refused, the last run and the next', async () => {
    const { context, dataDir, mirror, publish, printed, json } = operator();
    publish(['2018,100', '2020,200', '2022,300', '2024,400', '2026,?']);
    await ingest(context, [], { label: 'partial', mirror });
    const release = readManifest(dataDir).groups.liveability?.release;
    const later = new Date(Date.now() + LATER_MS);
    status(context, { json: true }, later);
    expect(json()).toMatchObject({
      groups: [
        {
          group: 'vehicles',
          release: null,
          problem: null,
          last_run: { outcome: 'failed', error_code: 'fetch_failed', error: 'The publisher is down.' },
          next_run: { reason: 'schedule', planned: false },
        },
        {
          group: 'liveability',
          release: {
            id: release,
            label: 'partial',
            rows: { liveability_year: 5 },
            sources: [
              {
                id: 'years',
                edition: 'first',
                data_year: 2024,
                state_date: '2024-12-31',
                rejected_rows: 1,
                rows_read: 5,
                rows_read_before: null,
                rejections: [
                  { reason: 'not two numbers', rows: 1, examples: [{ line: 5, value: '2026,?' }] },
                ],
                new_columns: [],
                notes: [{ text: 'a note', rows: 1 }],
              },
            ],
          },
          last_run: { outcome: 'published', release },
        },
      ],
    });
    status(context, {}, later);
    const text = printed.at(-1) ?? '';
    expect(text).toContain(`liveability: ${release}, partial,`);
    expect(text).toContain('built 3 h ago');
    expect(text).toMatch(/rows +liveability_year 5\n/);
    expect(text).toMatch(/years +as of 2024-12-31, edition first, .*1 rejected \(not two numbers 1\)/);
    expect(text).toContain('rejected, not two numbers: "2026,?" in line 5');
    expect(text).toMatch(/last run +\S+ failed: The publisher is down\./);
  });

  it('tells what changed since the release before, and what was let through', async () => {
    const { context, mirror, publish, printed, json } = operator([WITH_COLUMNS]);
    publish(['year,areas', '2018,100', '2020,200', '2022,300', '2024,400']);
    await ingest(context, [], { label: 'partial', mirror });
    publish(['year,areas,Nieuw', '2022,300', '2024,400']);
    await ingest(context, [], { label: 'partial', mirror, acceptChange: true });
    status(context, { json: true });
    const sentence = expect.stringContaining('expected at most 2.0 % fewer rows');
    expect(json()).toMatchObject({
      groups: [
        {
          release: {
            rows: { liveability_year: 3 },
            rows_before: { liveability_year: 5 },
            accepted: [{ check: 'row_drop', text: sentence }],
            sources: [{ rows_read: 3, rows_read_before: 5, new_columns: ['Nieuw'] }],
          },
        },
      ],
    });
    status(context, {});
    const text = printed.at(-1) ?? '';
    expect(text).toMatch(/rows +liveability_year 3 \(-40\.0 %\)\n/);
    expect(text).toContain('3 rows read (-40.0 %)');
    expect(text).toContain('new columns: Nieuw');
    expect(text).toMatch(/let through +row_drop: liveability_year: expected at most 2\.0 % fewer rows/);
  });

  it('shows what a scheduler has planned, while it is still to come', () => {
    const { context, dataDir, printed } = operator();
    const operations = new Operations(dataDir);
    operations.recordPlan([{ group: 'vehicles', dueAt: '2026-11-27T11:05:00.000Z', reason: 'retry' }]);
    operations.close();
    status(context, {}, new Date('2026-11-27T11:00:00Z'));
    expect(printed.at(-1)).toContain('2026-11-27T11:05:00.000Z (after a failure)');
    status(context, {}, new Date('2026-11-27T12:00:00Z'));
    expect(printed.at(-1)).toContain('2026-11-28T05:00:00.000Z if "npm run schedule" runs');
  });

  it('does not call a run that was killed running', () => {
    const { context, dataDir, printed } = operator();
    const operations = new Operations(dataDir);
    operations.recordRunStart('vehicles', '2026-11-27T06:00:00.000Z');
    operations.close();
    status(context, {});
    expect(printed.at(-1)).toContain('failed: The run was killed before it ended.');
    expect(readRunStatus(dataDir).vehicles.lastRun?.errorCode).toBe('killed');
  });

  it('names a release that cannot be read, and the remedy', async () => {
    const { context, dataDir, mirror, printed } = operator();
    await ingest(context, ['liveability'], { label: 'partial', mirror });
    rmSync(releasePath(dataDir, 'liveability', readManifest(dataDir).groups.liveability?.release ?? ''));
    expect(status(context, {})).toBe(0);
    expect(printed.at(-1)).toMatch(
      /liveability: .*cannot be read: .*Run "npm run ingest -- verify liveability"/,
    );
  });
});
