import { describe, expect, it } from 'vitest';
import type { TableProfile } from '../../../ingest/pipeline/profile.ts';
import { nullShareChanges } from '../../../ingest/pipeline/quality-rows.ts';

function profile(nullShares: Readonly<Record<string, number>>, rows = 1000): TableProfile {
  return { table: 'vehicle', rows, nullShares };
}

describe('shares of nulls that moved', () => {
  it('are those that moved by more than one percentage point, up or down', () => {
    const before = profile({ make: 0.2, colour: 0.5, seats: 0.3, kind: 0 });
    const now = profile({ make: 0.209, colour: 0.48, seats: 0.32, kind: 0 });
    expect(nullShareChanges([now], [before])).toEqual([
      { table: 'vehicle', column: 'colour', shareBefore: 0.5, share: 0.48 },
      { table: 'vehicle', column: 'seats', shareBefore: 0.3, share: 0.32 },
    ]);
  });

  it('have nothing to move from in a new column, a new table or an empty one', () => {
    expect(nullShareChanges([profile({ make: 1 })], [profile({})])).toEqual([]);
    expect(nullShareChanges([profile({ make: 1 })], [])).toEqual([]);
    expect(nullShareChanges([profile({ make: 1 })], [profile({ make: 0 }, 0)])).toEqual([]);
    expect(nullShareChanges([profile({ make: 0 }, 0)], [profile({ make: 1 })])).toEqual([]);
  });
});
