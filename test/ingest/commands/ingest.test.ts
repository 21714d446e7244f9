import { describe, expect, it } from 'vitest';
import { acquireLock, groupLockPath } from '../../../db/lock.ts';
import { readManifest } from '../../../db/manifest.ts';
import { readRunStatus } from '../../../db/operations.ts';
import { chooseGroups, UsageError } from '../../../ingest/commands/context.ts';
import { appTokens, ingest } from '../../../ingest/commands/ingest.ts';
import { groupDeclaration } from '../group-declaration.ts';
import { YEARS } from '../pipeline/years-group.ts';
import { operator } from './operator.ts';

describe('naming groups', () => {
  const groups = [groupDeclaration('vehicles', {}), groupDeclaration('addresses', {})];
  const chosen = (names: string[]) =>
    chooseGroups(groups, names, ['status', 'verify']).map((group) => group.id);

  it('takes all when none is named, else the named ones, each once, in the order of loading', () => {
    expect(chosen([])).toEqual(['vehicles', 'addresses']);
    expect(chosen(['addresses', 'vehicles', 'addresses'])).toEqual(['vehicles', 'addresses']);
    expect(chosen(['addresses'])).toEqual(['addresses']);
  });

  it.each([
    [
      'vehicels',
      'There is no group "vehicels". Did you mean "vehicles"? The groups are: vehicles, addresses.',
    ],
    [
      'Addresses',
      'There is no group "Addresses". Did you mean "addresses"? The groups are: vehicles, addresses.',
    ],
    ['statsu', 'There is no group "statsu". Did you mean "status"? The groups are: vehicles, addresses.'],
    ['inspections', 'The group inspections is left out by a setting. Write VEHICLE_HISTORY=on to load it.'],
    ['weather-reports', 'There is no group "weather-reports". The groups are: vehicles, addresses.'],
  ])('refuses %s', (name, message) => {
    expect(() => chosen([name])).toThrow(UsageError);
    expect(() => chosen([name])).toThrow(message);
  });
});

describe('ingesting', () => {
  it('one group that fails does not keep the others from it, and the exit code says so', async () => {
    const { context, dataDir, mirror, printed, warned } = operator();
    expect(await ingest(context, [], { label: 'partial', mirror })).toBe(1);
    expect(warned).toEqual(['vehicles: failed: The publisher is down.']);
    expect(printed).toEqual([
      expect.stringMatching(/^liveability: published \S+ \(partial\): 5 rows, 0 rejected, in [\d.]+ s\.$/),
    ]);
    expect(readManifest(dataDir).groups.liveability?.label).toBe('partial');
    expect(readRunStatus(dataDir).vehicles.lastRun).toMatchObject({
      outcome: 'failed',
      errorCode: 'fetch_failed',
    });
  });

  it('says that there is nothing new, and what stays in use', async () => {
    const { context, dataDir, mirror, printed } = operator();
    await ingest(context, ['liveability'], { label: 'partial', mirror });
    expect(await ingest(context, ['liveability'], { label: 'partial', mirror })).toBe(0);
    const served = readManifest(dataDir).groups.liveability?.release;
    expect(printed.at(-1)).toBe(`liveability: nothing new; ${served} stays in use.`);
  });

  it('a rehearsal publishes nothing', async () => {
    const { context, dataDir, mirror, printed } = operator();
    expect(await ingest(context, ['liveability'], { label: 'partial', mirror, dryRun: true })).toBe(0);
    expect(readManifest(dataDir).groups).toEqual({});
    expect(printed).toEqual([expect.stringContaining('liveability: checked and not published: 5 rows')]);
  });

  it('what fails its checks names the reason, and what stays in use', async () => {
    const { context, dataDir, mirror, publish, warned } = operator();
    await ingest(context, ['liveability'], { label: 'partial', mirror });
    const served = readManifest(dataDir).groups.liveability?.release;
    publish(['2018,-1']);
    expect(await ingest(context, ['liveability'], { label: 'partial', mirror })).toBe(1);
    expect(warned.join('\n')).toContain('areas are counted');
    expect(warned.join('\n')).toContain(`${served} stays in use.`);
    expect(readManifest(dataDir).groups.liveability?.release).toBe(served);
  });

  it('a group that another process is at is told by the exit code, and does not hold up the others', async () => {
    const { context, dataDir, mirror, warned, printed } = operator([groupDeclaration('vehicles', {}), YEARS]);
    const lock = acquireLock(groupLockPath(dataDir, 'vehicles'), 'vehicles');
    expect(await ingest(context, [], { label: 'partial', mirror })).toBe(3);
    lock.release();
    expect(warned).toEqual([expect.stringContaining('already running in another process')]);
    expect(printed).toEqual([expect.stringContaining('liveability: published')]);
    // Nothing ran, so nothing is recorded.
    expect(readRunStatus(dataDir).vehicles.lastRun).toBeNull();
  });

  it('prints one JSON document, and nothing else, when asked', async () => {
    const { context, mirror, printed, warned, json } = operator();
    expect(await ingest(context, [], { label: 'partial', mirror, json: true })).toBe(1);
    expect([printed.length, warned.length]).toEqual([1, 0]);
    expect(json()).toMatchObject({
      groups: [
        {
          group: 'vehicles',
          outcome: 'failed',
          report: { outcome: 'failed', release: null },
          error: { code: 'fetch_failed', message: 'The publisher is down.' },
        },
        {
          group: 'liveability',
          outcome: 'published',
          report: {
            label: 'partial',
            rows: { liveability_year: 5 },
            rejected: [],
            started_at: expect.stringMatching(/Z$/),
            files: [{ source_id: 'years', bytes: expect.any(Number) }],
          },
          error: null,
        },
      ],
    });
  });

  it('stops where the operator stops it, and begins no other group', async () => {
    let stop = () => {};
    const stopped = operator([
      groupDeclaration('vehicles', {}, { fetch: () => Promise.resolve(stop()) }),
      YEARS,
    ]);
    stop = stopped.stop;
    await ingest(stopped.context, [], { label: 'partial', mirror: stopped.mirror });
    expect(stopped.warned).toEqual([
      'vehicles: stopped before its end; what was served before is served still.',
    ]);
    expect(readManifest(stopped.dataDir).groups).toEqual({});
    expect(readRunStatus(stopped.dataDir).vehicles.lastRun).toMatchObject({
      outcome: 'failed',
      errorCode: 'stopped',
    });
    expect(readRunStatus(stopped.dataDir).liveability.lastRun).toBeNull();
  });

  it('hands a publisher’s app token to the groups that know it, and nothing else to anybody', () => {
    const { context } = operator();
    const settings = {
      ...context.settings,
      OPERATOR_CONTACT: 'me@example.org',
      VEHICLE_APP_TOKEN: 'a-token',
    };
    const [source] = YEARS.sources;
    const appToken = { setting: 'VEHICLE_APP_TOKEN', header: 'X-App-Token' };
    const knowing = { ...YEARS, sources: source === undefined ? [] : [{ ...source, appToken }] };
    expect(appTokens(knowing, settings)).toEqual({ VEHICLE_APP_TOKEN: 'a-token' });
    expect(appTokens(knowing, context.settings)).toEqual({});
    expect(appTokens(YEARS, settings)).toEqual({});
  });
});
