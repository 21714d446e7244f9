import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysBetween, dutchDay, wholeYearsBetween } from '../../api/calendar.ts';

describe('pitfall 40: the day in the Netherlands', () => {
  it.each([
    ['2026-11-27T22:59:59.999Z', '2026-11-27'],
    ['2026-11-27T23:00:00.000Z', '2026-11-28'],
    ['2026-07-01T21:59:59.999Z', '2026-07-01'],
    ['2026-07-01T22:00:00.000Z', '2026-07-02'],
    // The two changes of the clock.
    ['2026-03-28T23:00:00.000Z', '2026-03-29'],
    ['2026-03-29T22:00:00.000Z', '2026-03-30'],
    ['2026-10-24T22:00:00.000Z', '2026-10-25'],
    ['2026-10-25T22:59:59.999Z', '2026-10-25'],
    ['2026-12-31T23:00:00.000Z', '2027-01-01'],
  ])('%s is %s', (instant, day) => {
    expect(dutchDay(new Date(instant))).toBe(day);
  });

  it('does not depend on what was asked before', () => {
    const instant = fc.date({
      min: new Date('2000-01-01'),
      max: new Date('2099-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instant, (at) => {
        const expected = at.toLocaleDateString('sv-SE', { timeZone: 'Europe/Amsterdam' });
        return dutchDay(at) === expected && dutchDay(at) === expected;
      }),
    );
  });
});

describe('whole years', () => {
  it.each([
    ['2001-07-20', '2026-07-19', 24],
    ['2001-07-20', '2026-07-20', 25],
    ['2004-02-29', '2025-02-28', 20],
    ['2004-02-29', '2025-03-01', 21],
    ['2027-01-01', '2026-11-27', 0],
  ])('from %s to %s are %s', (from, to, years) => {
    expect(wholeYearsBetween(from, to)).toBe(years);
  });
});

it('days between two days do not notice the clock being changed', () => {
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
  expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2);
  expect(daysBetween('2026-11-27', '2026-11-26')).toBe(-1);
  expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2);
});
