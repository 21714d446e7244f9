import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readManifest } from '../../db/manifest.ts';
import { ask } from '../support/ask.ts';
import {
  type CommandResult,
  ingestOrThrow,
  type Service,
  START_TIMEOUT_MS,
  startService,
} from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('an operator who does without inspections: VEHICLE_HISTORY=off', () => {
  const env = { DATA_DIR: join(temporaryFolder(), 'data'), VEHICLE_HISTORY: 'off' };
  let loaded: CommandResult;
  let service: Service;

  beforeAll(async () => {
    loaded = await ingestOrThrow(['sample'], env);
    service = await startService(env);
  }, START_TIMEOUT_MS);
  afterAll(() => service?.stop());

  it('loads everything else, and that is no failure', () => {
    const { groups } = readManifest(env.DATA_DIR);
    expect(groups.vehicles?.label).toBe('sample');
    expect(groups.inspections).toBeUndefined();
    expect(loaded.stderr).not.toMatch(/inspections/);
  });

  it('is ready', async () => {
    expect((await ask(service.url, '/readyz')).status).toBe(200);
  });

  it('gets answers about vehicles that say what they rest on', async () => {
    const { status, body } = await ask(service.url, '/v1/vehicle/basic?licence_plate=47NGF2');
    expect(status).toBe(200);
    const ids = (body.source as { id: string }[]).map(({ id }) => id);
    expect(ids).toContain('registered-vehicles');
    expect(ids.filter((id) => id.startsWith('inspection'))).toEqual([]);
  });
});
