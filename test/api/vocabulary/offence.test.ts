import { describe, expect, it } from 'vitest';
import { OFFENCE_CODES, offenceKey, offenceName } from '../../../api/vocabulary/offence.ts';

/** Every code that the police table has had, as its offences are listed. */
const PUBLISHED =
  `0.0.0 1.1.1 1.1.2 1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.4.1 1.4.2 1.4.3 1.4.4 1.4.5 1.4.6 1.4.7
  1.5.2 1.6.1 1.6.2 1.6.3 2.1.1 2.2.1 2.4.1 2.4.2 2.5.1 2.5.2 2.6.1 2.6.2 2.6.3 2.6.4 2.6.5 2.6.7 2.6.8 2.6.9
  2.6.10 2.6.11 2.6.12 2.6.13 2.6.14 2.7.2 2.7.3 3.1.1 3.1.2 3.1.3 3.2.1 3.2.2 3.3.2 3.3.5 3.4.2 3.5.2 3.5.5 3.6.4
  3.7.1 3.7.2 3.7.3 3.7.4 3.9.1 3.9.2 3.9.3`.split(/\s+/);

describe('the names of offences', () => {
  it('are there for all published codes, each its own', () => {
    expect([...OFFENCE_CODES].sort()).toEqual([...PUBLISHED].sort());
    expect(new Set(PUBLISHED.map((code) => offenceName(code, 'Nederlands'))).size).toBe(PUBLISHED.length);
    for (const code of PUBLISHED) expect(offenceName(code, 'Nederlands')).not.toBe('Nederlands');
  });

  it.each([
    ['1.1.1', 'Diefstal/inbraak woning', 'burglary or theft from homes'],
    ['1.2.5', 'Diefstal af/uit/van ov. voertuigen', 'theft of or from other vehicles'],
    ['1.4.6', 'Straatroof', 'street robbery'],
    ['2.6.7', 'Mest', 'manure offences'],
    ['9.9.9', 'Iets nieuws', 'Iets nieuws'],
  ])('%s "%s" is %s', (code, title, name) => {
    expect(offenceName(code, title)).toBe(name);
  });

  it('go with a key of its own for each', () => {
    expect(new Set(PUBLISHED.map(offenceKey)).size).toBe(PUBLISHED.length);
    for (const code of PUBLISHED) expect(offenceKey(code), code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(offenceKey('1.1.1')).toBe('home_burglary');
    expect(offenceKey('9.9.9')).toBe('offence_9_9_9');
  });
});
