import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GROUPS } from '../../db/groups.ts';
import { Operations } from '../../db/operations.ts';
import { rejection } from '../../db/schema/release.ts';
import {
  acceptedChange,
  nullShareChange,
  sourceColumn,
  sourceRows,
  tableRows,
} from '../../db/schema/release-quality.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { publishTestRelease } from '../support/store.ts';
import { publishVehicles } from '../support/vehicle-store.ts';
import { PLAIN_CAR } from './vehicle-samples.ts';

let api: TestApi;

beforeAll(async () => {
  api = await openTestApi(
    (dataDir) => {
      publishTestRelease(dataDir, {
        group: 'vehicles',
        id: '20261127T060000Z-aaaa',
        label: 'partial',
        sources: [
          { id: 'registered-vehicles', name: 'Vehicles', stateDate: '2026-11-20' },
          { id: 'recall-notices', name: 'Recalls', stateDate: null, edition: 'v1' },
        ],
        rows: { vehicle: 2, vehicle_fuel: 1 },
        fill: (database) => {
          database
            .insert(rejection)
            .values({
              sourceId: 'registered-vehicles',
              reason: 'not a plate',
              rows: 3,
              examples: '[{"line":7,"value":"AB12C"}]',
            })
            .run();
          database
            .insert(sourceRows)
            .values({ sourceId: 'registered-vehicles', rowsRead: 5, rowsReadBefore: 6 })
            .run();
          database
            .insert(sourceColumn)
            .values([
              { sourceId: 'registered-vehicles', column: 'Kenteken', isNew: false },
              { sourceId: 'registered-vehicles', column: 'Wielen', isNew: true },
            ])
            .run();
          database
            .insert(tableRows)
            .values([
              { table: 'vehicle', rows: 2, rowsBefore: 3 },
              { table: 'vehicle_fuel', rows: 1 },
            ])
            .run();
          database
            .insert(nullShareChange)
            .values({ table: 'vehicle', column: 'seats', shareBefore: 0.25, share: 0.5 })
            .run();
          database
            .insert(acceptedChange)
            .values({ check: 'row_drop', text: 'vehicle: found 2, 33.3 % fewer.' })
            .run();
        },
      });
      const operations = new Operations(dataDir);
      const first = operations.recordRunStart('vehicles', '2026-11-27T06:00:00.000Z');
      operations.recordRunEnd(
        first,
        {
          outcome: 'failed',
          errorCode: 'rows_dropped',
          error: '/srv/facts/data has 3 % fewer rows',
          report: null,
        },
        '2026-11-27T06:10:00.000Z',
      );
      operations.recordPlan([{ group: 'vehicles', dueAt: '2026-11-28T06:30:00.000Z', reason: 'schedule' }]);
      operations.close();
    },
    { env: { READY_GROUPS: 'vehicles, addresses' } },
  );
});
afterAll(() => api.close());

describe('/healthz', () => {
  it('says that the process lives, whatever is loaded', async () => {
    const response = await api.app.inject('/healthz');
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.json()).toEqual({ status: 'ok' });
  });
});

describe('/readyz', () => {
  it('names the groups that are configured and not loaded', async () => {
    const response = await api.app.inject('/readyz');
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toBe('60');
    expect(response.json()).toEqual({
      type: 'http://localhost:3000/openapi.json#/components/examples/dataset_unavailable',
      title: 'The data are not available now',
      status: 503,
      detail: 'No release is loaded of: addresses.',
      code: 'dataset_unavailable',
      hint: 'Load it with: npm run ingest -- addresses',
      charged: false,
      datasets: ['addresses'],
    });
  });

  it('is ready when all of them are', async () => {
    const ready = await openTestApi((dataDir) => publishVehicles(dataDir, [PLAIN_CAR]), {
      env: { READY_GROUPS: 'vehicles' },
    });
    const response = await ready.app.inject('/readyz');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ status: 'ready', groups: ['vehicles'] });
    await ready.close();
  });
});

describe('/v1/status', () => {
  it('tells of each group what is served, how old it is, and how its last run went', async () => {
    const response = await api.app.inject('/v1/status');
    expect(response.statusCode).toBe(200);
    const empty = { available: false, release: null, last_run: null, next_run_at: null };
    const sourceStatus = { data_year: null, retrieved_at: '2026-11-27T05:10:00.000Z', rejected_rows: 0 };
    const nothingToTell = { rows_read: null, rows_read_before: null, rejections: [], new_columns: [] };
    const vehicles = {
      group: 'vehicles',
      available: true,
      release: {
        id: '20261127T060000Z-aaaa',
        label: 'partial',
        built_at: '2026-11-27T06:00:00.000Z',
        published_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        rows: { vehicle: 2, vehicle_fuel: 1 },
        rows_before: { vehicle: 3 },
        null_share_changes: [{ table: 'vehicle', column: 'seats', share_before: 0.25, share: 0.5 }],
        accepted_changes: [{ check: 'row_drop', text: 'vehicle: found 2, 33.3 % fewer.' }],
        sources: [
          {
            id: 'recall-notices',
            name: 'Recalls',
            edition: 'v1',
            state_date: null,
            age_days: null,
            ...sourceStatus,
            ...nothingToTell,
          },
          {
            id: 'registered-vehicles',
            name: 'Vehicles',
            edition: null,
            state_date: '2026-11-20',
            age_days: 7,
            ...sourceStatus,
            rows_read: 5,
            rows_read_before: 6,
            rejections: [{ reason: 'not a plate', rows: 3 }],
            new_columns: ['Wielen'],
          },
        ],
      },
      last_run: {
        started_at: '2026-11-27T06:00:00.000Z',
        finished_at: '2026-11-27T06:10:00.000Z',
        outcome: 'failed',
        error_code: 'rows_dropped',
      },
      next_run_at: '2026-11-28T06:30:00.000Z',
    };
    expect(response.json()).toEqual({
      version: '0.1.0',
      today: '2026-11-27',
      groups: GROUPS.map((group) => (group === 'vehicles' ? vehicles : { group, ...empty })),
    });
    expect(response.body).not.toContain('/srv/facts');
    // Examples of rejected rows are for the operator only.
    expect(response.body).not.toContain('AB12C');
  });

  it('answers from a release that an earlier version has built', async () => {
    const old = await openTestApi((dataDir) =>
      publishTestRelease(dataDir, {
        group: 'vehicles',
        sources: [{ id: 'registered-vehicles' }],
        fill: ({ $client }) =>
          $client.exec(
            `DROP TABLE accepted_change; DROP TABLE source_rows; DROP TABLE source_note;
             DROP TABLE source_column; DROP TABLE table_rows; DROP TABLE null_share_change`,
          ),
      }),
    );
    const response = await old.app.inject('/v1/status');
    expect(response.statusCode).toBe(200);
    const vehicles = response.json().groups.find((one: { group: string }) => one.group === 'vehicles');
    expect(vehicles.release).toMatchObject({ rows_before: {}, sources: [{ rows_read: null }] });
    await old.close();
  });

  it('answers in a store that nothing was ever loaded into', async () => {
    const fresh = await openTestApi();
    const response = await fresh.app.inject('/v1/status');
    expect(response.statusCode).toBe(200);
    expect(response.json().groups).toHaveLength(GROUPS.length);
    await fresh.close();
  });
});
