import { describe, expect, it } from 'vitest';
import { remembered } from '../../db/remembered.ts';
import { openSnapshot } from '../../db/store.ts';

const anySnapshot = () => openSnapshot('/nowhere', { groups: {} });

describe('what a release says is asked for once', () => {
  it('per question and per snapshot', () => {
    const asked: string[] = [];
    const nameOf = remembered(
      (code: string) => code,
      (_snapshot, code) => {
        asked.push(code);
        return `name of ${code}`;
      },
    );
    const old = anySnapshot();
    expect([nameOf(old, 'GM0221'), nameOf(old, 'GM0221'), nameOf(old, 'GM0363')]).toEqual([
      'name of GM0221',
      'name of GM0221',
      'name of GM0363',
    ]);
    expect(asked).toEqual(['GM0221', 'GM0363']);
    nameOf(anySnapshot(), 'GM0221');
    expect(asked, 'another snapshot may hold another release').toEqual(['GM0221', 'GM0363', 'GM0221']);
  });

  it('also when the answer is that there is none', () => {
    let asked = 0;
    const none = remembered(
      (code: string) => code,
      () => {
        asked += 1;
        return undefined;
      },
    );
    const snapshot = anySnapshot();
    expect([none(snapshot, 'BU00000000'), none(snapshot, 'BU00000000')]).toEqual([undefined, undefined]);
    expect(asked).toBe(1);
  });
});
