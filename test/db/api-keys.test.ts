import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiKeyRecords } from '../../db/api-key-records.ts';
import { ApiKeyLedger } from '../../db/api-keys.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const NOVEMBER = { month: '2026-11', now: new Date('2026-11-27T11:00:00Z') };
const DECEMBER = { month: '2026-12', now: new Date('2026-12-02T11:00:00Z') };
const later = (seconds: number) => ({
  ...NOVEMBER,
  now: new Date(NOVEMBER.now.getTime() + seconds * 1000),
});

let dataDir: string;
let records: ApiKeyRecords;
let one: ApiKeyLedger;
let other: ApiKeyLedger;
let keyId: number;

beforeEach(() => {
  dataDir = temporaryFolder();
  records = new ApiKeyRecords(dataDir);
  // Two connections, as two processes have them.
  one = new ApiKeyLedger(dataDir);
  other = new ApiKeyLedger(dataDir);
  keyId = records.add({
    prefix: 'dnl_Ab12Cd34',
    hash: 'a hash',
    plan: 'starter',
    label: '',
    createdAt: '2026-11-01T00:00:00.000Z',
    expiresAt: null,
  }).id;
});
afterEach(() => {
  for (const open of [records, one, other]) open.close();
});

const TEN = { trialCalls: 0, callsPerMonth: 10 };
const usage = () => records.usage(keyId).map(({ period, calls }) => [period, calls]);

describe('calls by a key', () => {
  it('are kept ready for a request, and are used when it is answered', () => {
    const first = one.reserve(keyId, 1, TEN, NOVEMBER);
    expect(first?.left).toBe(9);
    expect(usage()).toEqual([]);
    expect(other.use(keyId, NOVEMBER)).toEqual({ trialCalls: 0, callsInMonth: 0, held: 1 });
    if (first === undefined) throw new Error('Nothing was left.');
    expect(one.count(first.reservation, 1, TEN, NOVEMBER)).toBe(9);
    expect(other.use(keyId, NOVEMBER)).toEqual({ trialCalls: 0, callsInMonth: 1, held: 0 });
    expect(usage()).toEqual([['2026-11', 1]]);
  });

  it('are never more than what is left, whichever process they come to', () => {
    const granted = Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? one : other).reserve(keyId, 1, TEN, NOVEMBER),
    ).filter((reserved) => reserved !== undefined);
    expect(granted.map(({ left }) => left)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  });

  it('come back when the request was not answered', () => {
    const all = one.reserve(keyId, 10, TEN, NOVEMBER);
    expect(other.reserve(keyId, 1, TEN, NOVEMBER)).toBeUndefined();
    if (all !== undefined) one.release(all.reservation);
    expect(other.reserve(keyId, 1, TEN, NOVEMBER)?.left).toBe(9);
    expect(usage()).toEqual([]);
  });

  it('come back after two minutes when the process that held them is gone', () => {
    one.reserve(keyId, 10, TEN, NOVEMBER);
    one.close();
    expect(other.reserve(keyId, 1, TEN, later(119))).toBeUndefined();
    expect(other.reserve(keyId, 1, TEN, later(120))?.left).toBe(9);
  });

  it('are taken from the trial first, then from the month', () => {
    const plan = { trialCalls: 3, callsPerMonth: 10 };
    const call = (units: number, at = NOVEMBER) => {
      const reserved = one.reserve(keyId, units, plan, at);
      return reserved === undefined ? undefined : one.count(reserved.reservation, units, plan, at);
    };
    expect([call(1), call(4), call(8)]).toEqual([12, 8, 0]);
    expect(call(1)).toBeUndefined();
    expect(usage()).toEqual([
      ['2026-11', 10],
      ['trial', 3],
    ]);
    // The month comes back, the trial does not.
    expect(call(1, DECEMBER)).toBe(9);
  });

  it('are as many as the items that were found', () => {
    const reserved = one.reserve(keyId, 1, TEN, NOVEMBER);
    if (reserved === undefined) throw new Error('Nothing was left.');
    expect(one.resize(reserved.reservation, 11, TEN, NOVEMBER)).toBe(false);
    expect(one.resize(reserved.reservation, 8, TEN, NOVEMBER)).toBe(true);
    expect(other.reserve(keyId, 3, TEN, NOVEMBER)).toBeUndefined();
    expect(one.count(reserved.reservation, 6, TEN, NOVEMBER)).toBe(4);
    expect(usage()).toEqual([['2026-11', 6]]);
  });

  it('stay used when the plan becomes smaller', () => {
    const reserved = one.reserve(keyId, 8, TEN, NOVEMBER);
    if (reserved !== undefined) one.count(reserved.reservation, 8, TEN, NOVEMBER);
    expect(one.reserve(keyId, 1, { trialCalls: 0, callsPerMonth: 5 }, NOVEMBER)).toBeUndefined();
  });

  it('stay used when the key is rotated, and the old key is gone', () => {
    const reserved = one.reserve(keyId, 8, TEN, NOVEMBER);
    if (reserved !== undefined) one.count(reserved.reservation, 8, TEN, NOVEMBER);
    records.rotate(keyId, { prefix: 'dnl_New00000', hash: 'other', rotatedAt: '2026-11-27T12:00:00.000Z' });
    expect(one.find('dnl_Ab12Cd34')).toBeUndefined();
    expect(one.find('dnl_New00000')?.id).toBe(keyId);
    expect(one.use(keyId, NOVEMBER).callsInMonth).toBe(8);
  });
});
