import type { Status } from './status.ts';

/** What `/v1/status` says of the bundled sample's vehicles, for the document. */
export const STATUS_EXAMPLE: Status = {
  version: '0.1.0',
  today: '2026-11-27',
  groups: [
    {
      group: 'vehicles',
      available: true,
      release: {
        id: '20261127T060000Z-3fa1',
        label: 'sample',
        built_at: '2026-11-27T06:00:00.000Z',
        published_at: '2026-11-27T06:00:02.000Z',
        rows: { vehicle: 22, vehicle_fuel: 21 },
        rows_before: { vehicle: 21, vehicle_fuel: 21 },
        null_share_changes: [{ table: 'vehicle', column: 'seats', share_before: 0.05, share: 0.09 }],
        accepted_changes: [],
        sources: [
          {
            id: 'registered-vehicles',
            name: 'Dutch vehicle register open data: registered vehicles',
            edition: null,
            data_year: null,
            state_date: '2026-11-26',
            age_days: 1,
            retrieved_at: '2026-11-27T06:00:00.000Z',
            rows_read: 23,
            rows_read_before: 21,
            rejected_rows: 1,
            rejections: [{ reason: 'plate is not six characters', rows: 1 }],
            new_columns: [],
          },
        ],
      },
      last_run: {
        started_at: '2026-11-27T06:00:00.000Z',
        finished_at: '2026-11-27T06:00:02.000Z',
        outcome: 'published',
        error_code: null,
      },
      next_run_at: '2026-11-28T06:10:00.000Z',
    },
  ],
};
