import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, type JsonObject } from '../support/ask.ts';
import { copySample } from '../support/mirror-folder.ts';
import { releaseId } from '../support/release-file.ts';
import {
  ingestOrThrow,
  runIngest,
  type Service,
  START_TIMEOUT_MS,
  startService,
} from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const AMSTEL_1 = '/v1/home/basic?postcode=1011PN&house_number=1';

describe('new releases under a running server', { timeout: START_TIMEOUT_MS }, () => {
  const folder = temporaryFolder();
  const dataDir = join(folder, 'data');
  const mirror = join(folder, 'mirror');
  const env = { DATA_DIR: dataDir };
  const ingest = (...args: string[]) =>
    ingestOrThrow([...args, '--mirror', mirror, '--label', 'sample'], env);
  let service: Service;

  beforeAll(async () => {
    copySample(mirror);
    await ingest();
    service = await startService({ ...env, RELEASE_POLL_MS: '100' });
  }, START_TIMEOUT_MS);
  afterAll(() => service?.stop());

  /** Asks without a pause until told to stop; returns every status and release that was seen. */
  function keepAsking(path: string) {
    let asking = true;
    const statuses = new Map<number, number>();
    const etags = new Set<string>();
    const done = (async () => {
      while (asking) {
        const { status, headers } = await ask(service.url, path);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        etags.add(headers.get('etag') ?? '');
      }
    })();
    return {
      async stop() {
        asking = false;
        await done;
        return { statuses, etags };
      },
    };
  }

  async function servedRelease(group: string): Promise<unknown> {
    const { body } = await ask(service.url, '/v1/status');
    const found = (body.groups as { group: string; release: JsonObject | null }[]).find(
      (candidate) => candidate.group === group,
    );
    return found?.release?.id;
  }

  const isServed = (group: string, release: string) =>
    expect.poll(() => servedRelease(group), { timeout: 60_000, interval: 50 }).toBe(release);

  it('publishing again and again drops no request and mixes no releases', async () => {
    const before = releaseId(dataDir, 'addresses');
    const callers = [AMSTEL_1, '/v1/home/basic?q=Kosterstraat 4 Doesburg'].map(keepAsking);
    await ingest('addresses', '--force');
    await ingest('addresses', 'neighbourhoods', '--force');
    const after = releaseId(dataDir, 'addresses');
    await isServed('addresses', after);
    const seen = await Promise.all(callers.map((caller) => caller.stop()));
    expect(after).not.toBe(before);
    for (const { statuses } of seen) expect([...statuses.keys()]).toEqual([200]);
    expect(Math.max(...seen.map(({ etags }) => etags.size))).toBeGreaterThan(1);
  });

  it('an unchanged mirror publishes nothing', async () => {
    const before = releaseId(dataDir, 'liveability');
    await ingest('liveability');
    expect(releaseId(dataDir, 'liveability')).toBe(before);
  });

  it('a changed figure is served as soon as its release is published', async () => {
    const file = join(
      mirror,
      'download.cbs.nl/postcode/2025-cbs-pc6huisnr20250801_buurt.zip/pc6hnr20250801_gwb.csv',
    );
    writeFileSync(file, 'PC6;Huisnummer;Buurt2025;Wijk2025;Gemeente2025\n1011PN;1;0363AD01;0363AD;0363\n');
    await ingest('neighbourhoods', '--accept-change');
    await isServed('neighbourhoods', releaseId(dataDir, 'neighbourhoods'));
    expect((await ask(service.url, AMSTEL_1)).body).toMatchObject({
      address: { neighbourhood: { code: 'BU0363AD01', name: 'Stationsplein e.o.' } },
    });
  });

  it('rolling back serves the release before again, under requests', async () => {
    const caller = keepAsking(AMSTEL_1);
    await ingestOrThrow(['rollback', 'neighbourhoods'], env);
    await isServed('neighbourhoods', releaseId(dataDir, 'neighbourhoods'));
    const { statuses } = await caller.stop();
    expect([...statuses.keys()]).toEqual([200]);
    expect((await ask(service.url, AMSTEL_1)).body).toMatchObject({
      address: { neighbourhood: { code: 'BU0363AF09' } },
    });
  });

  it('a damaged file is refused with the reason, and the old release stays', async () => {
    const before = releaseId(dataDir, 'liveability');
    const zip = join(mirror, 'www.leefbaarometer.nl/resources/open-data-leefbaarometer-meting-2024.zip');
    writeFileSync(
      join(zip, 'Leefbaarometer 3.0 - Meting 2024 - open data/Leefbaarometer-scores buurten 2002-2024.csv'),
      'bu_code,bu_naam,jaar\nBU0363AF09,Waterloopleinbuurt,2024\n',
    );
    const { exitCode, stdout, stderr } = await runIngest(
      ['liveability', '--mirror', mirror, '--label', 'sample'],
      env,
    );
    expect(exitCode).toBe(1);
    expect(stdout + stderr).toMatch(/required columns are missing: .*afw/);
    expect(releaseId(dataDir, 'liveability')).toBe(before);
    const { body } = await ask(service.url, AMSTEL_1);
    expect(body).toMatchObject({ liveability: { year: 2024 } });
    const status = await ask(service.url, '/v1/status');
    expect(status.body.groups).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          group: 'liveability',
          last_run: expect.objectContaining({ outcome: 'failed', error_code: expect.any(String) }),
        }),
      ]),
    );
  });
});
