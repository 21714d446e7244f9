import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.ts';
import { type Service, START_TIMEOUT_MS, startShell } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const START = (JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } }).scripts
  .start;

describe('the one command, on a machine that holds nothing', () => {
  const dataDir = join(temporaryFolder(), 'data');
  let service: Service;

  beforeAll(async () => {
    service = await startShell(START, { DATA_DIR: dataDir, LOG_LEVEL: 'info' });
  }, START_TIMEOUT_MS);
  afterAll(() => service?.stop());

  it('prints three requests to try, and each works', async () => {
    const requests = () => [...service.output().matchAll(/http:\/\/localhost:\d+(\/v1\/[^'"\s]+)/g)];
    await expect.poll(() => requests().length, { timeout: 10_000 }).toBe(3);
    const paths = requests().map((match) => match[1] ?? '');
    for (const path of paths) expect((await ask(service.url, path)).status, path).toBe(200);
  });

  it('ends when it is told to', async () => {
    expect(await service.stop()).toBe(0);
  });
});
