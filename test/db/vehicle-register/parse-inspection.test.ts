import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowOfJson } from '../../../db/vehicle-register/columns.ts';
import type { OnDiscard } from '../../../db/vehicle-register/field-values.ts';
import {
  DEFECT_CATALOGUE_COLUMNS,
  INSPECTION_COLUMNS,
  INSPECTION_DEFECT_COLUMNS,
} from '../../../db/vehicle-register/inspection-columns.ts';
import {
  clockText,
  parseDefectCatalogue,
  parseInspection,
  parseInspectionDefect,
  timeValue,
} from '../../../db/vehicle-register/parse-inspection.ts';

const never: OnDiscard = (column, value) => {
  throw new Error(`${column}: ${value}`);
};

const REPORT = {
  kenteken: 'TT601D',
  soort_erkenning_keuringsinstantie: 'AL',
  meld_datum_door_keuringsinstantie: '20260319',
  meld_tijd_door_keuringsinstantie: '1515',
  soort_erkenning_omschrijving: 'APK Lichte voertuigen',
  soort_melding_ki_omschrijving: 'periodieke controle',
  vervaldatum_keuring: '20270517',
};

function report(changes: Record<string, string> = {}, onDiscard: OnDiscard = never) {
  const { fields, at } = rowOfJson(INSPECTION_COLUMNS, { ...REPORT, ...changes });
  return parseInspection(fields, at, onDiscard);
}

function defect(changes: Record<string, string> = {}) {
  const row = { ...REPORT, gebrek_identificatie: '205', aantal_gebreken_geconstateerd: '2', ...changes };
  const { fields, at } = rowOfJson(INSPECTION_DEFECT_COLUMNS, row);
  return parseInspectionDefect(fields, at, never);
}

describe('a report of an inspecting body', () => {
  it('is read', () => {
    expect(report()).toEqual({
      plate: 'TT601D',
      date: 20260319,
      time: 1515,
      authorityCode: 'AL',
      authorityText: 'APK Lichte voertuigen',
      kind: 'periodieke controle',
      validUntil: 20270517,
    });
  });

  it('may lack everything but its plate and its day', () => {
    const bare = { kenteken: 'TT601D', meld_datum_door_keuringsinstantie: '20260319' };
    const { fields, at } = rowOfJson(INSPECTION_COLUMNS, bare);
    expect(parseInspection(fields, at, never)).toEqual({
      plate: 'TT601D',
      date: 20260319,
      time: null,
      authorityCode: null,
      authorityText: null,
      kind: null,
      validUntil: null,
    });
  });

  it('is refused without a plate or a day', () => {
    expect(report({ kenteken: 'TT-601-D' })).toBe('not a plate');
    expect(report({ meld_datum_door_keuringsinstantie: '' })).toBe('no day of inspection');
    const discarded: string[] = [];
    const impossible = report({ meld_datum_door_keuringsinstantie: '20260230' }, (column, value) => {
      discarded.push(`${column} ${value}`);
    });
    expect(impossible).toBe('no day of inspection');
    expect(discarded).toEqual(['date 20260230']);
  });

  it('pitfall 31: is dated by the number, whatever its twin says', () => {
    expect(report({ meld_datum_door_keuringsinstantie_dt: '2024-04-16T15:37:00.000' })).toMatchObject({
      date: 20260319,
      time: 1515,
    });
  });
});

describe('a time of the day', () => {
  it.each([
    ['933', 933, '09:33'],
    ['5', 5, '00:05'],
    ['0', 0, '00:00'],
    ['1515', 1515, '15:15'],
    ['0933', 933, '09:33'],
    ['1,515', 1515, '15:15'],
    ['2359', 2359, '23:59'],
  ])('pitfall 18: %s has lost the zeros in front', (text, hhmm, clock) => {
    expect(timeValue(text, 'time', never)).toBe(hhmm);
    expect(clockText(hhmm)).toBe(clock);
  });

  it.each(['960', '2400', '1475', '-5', '9:33', 'x', '12.5'])('is not %s', (text) => {
    const discarded: string[] = [];
    expect(timeValue(text, 'time', (column) => discarded.push(column))).toBeNull();
    expect(discarded).toEqual(['time']);
  });

  it('comes out as it went in, for every minute', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }), (hour, minute) => {
        const two = (value: number) => String(value).padStart(2, '0');
        const published = String(Number(`${two(hour)}${two(minute)}`));
        expect(clockText(timeValue(published, 'time', never))).toBe(`${two(hour)}:${two(minute)}`);
      }),
    );
  });
});

describe('a defect', () => {
  it('is read', () => {
    expect(defect()).toEqual({
      plate: 'TT601D',
      date: 20260319,
      time: 1515,
      authorityCode: 'AL',
      code: '205',
      count: 2,
    });
  });

  it.each(['31', '031', '005', '01L', 'L01', 'AC1', '37A'])(
    'pitfall 21: the code %s is text and stays as it is',
    (code) => {
      expect(defect({ gebrek_identificatie: code })).toMatchObject({ code });
      expect(defect({ gebrek_identificatie: ` ${code} ` })).toMatchObject({ code });
    },
  );

  it.each(['', 'two words', 'ac1', '1.5', 'X'.repeat(9)])('is refused with the code "%s"', (code) => {
    expect(defect({ gebrek_identificatie: code })).toBe('not a defect code');
  });

  it('is refused without a plate or a day', () => {
    expect(defect({ kenteken: '' })).toBe('not a plate');
    expect(defect({ meld_datum_door_keuringsinstantie: '0' })).toBe('no day of inspection');
  });
});

describe('a meaning in the catalogue', () => {
  const meaning = (row: Record<string, string>) => {
    const { fields, at } = rowOfJson(DEFECT_CATALOGUE_COLUMNS, row);
    return parseDefectCatalogue(fields, at, never);
  };

  it('is read', () => {
    expect(
      meaning({
        gebrek_identificatie: '031',
        ingangsdatum_gebrek: '20120101',
        gebrek_paragraaf_nummer: '1',
        gebrek_artikel_nummer: '5.2.1',
        gebrek_omschrijving: 'Kentekenplaten zijn niet die van het voertuig',
      }),
    ).toEqual({
      code: '031',
      validFrom: 20120101,
      validUntil: null,
      paragraph: 1,
      article: '5.2.1',
      text: 'Kentekenplaten zijn niet die van het voertuig',
    });
  });

  it('keeps a text as it is published: cut off, with a character that was lost', () => {
    expect(
      meaning({ gebrek_identificatie: '843', gebrek_omschrijving: 'adapter ge\uFFFDnstalleer' }),
    ).toMatchObject({ text: 'adapter ge\uFFFDnstalleer' });
  });

  it('is refused without a text', () => {
    expect(meaning({ gebrek_identificatie: '843' })).toBe('a code without a text');
  });
});
