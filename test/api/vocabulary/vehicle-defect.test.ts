import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  DEFECT_CLASSES,
  type DefectClass,
  defectClass,
  defectSeverity,
  isTampering,
} from '../../../api/vocabulary/vehicle-defect.ts';
import { csvRows } from '../../support/csv-rows.ts';

describe('the class of a defect code', () => {
  it.each<[DefectClass, string[]]>([
    ['advisory', ['AC1', 'AC5', '701', '705']],
    ['repair_advice', ['RA1', 'RA8', '708', '709', '710']],
    ['remark', ['OP1', 'OP2']],
    ['odometer', ['012', '016', '36A', '37A']],
    [
      'administrative',
      ['01L', '02L', '31', '30A', '34A', '38A', '47A', '49A', '51A', '99A', 'AS1', 'AS5', '837', '882'],
    ],
    ['administrative', ['893', '904', '919', '968', '999', '853', '949']],
    // Ordinary defects between administrative ranges.
    ['defect', ['01A', '14A', '48A', '50A', '905', '917', '975', '997', '031', '011', '017']],
    // Gas installations.
    ['defect', ['022', '093', '099', '711', '799', '800', '833', 'D02']],
    // Beside the ranges, and of another shape.
    ['defect', ['205', '501', 'AC6', 'RA9', 'OP3', '35A', '706', '707', '836', '969', '998', 'L01', 'A01']],
  ])('%s: %j', (expected, codes) => {
    for (const code of codes) expect(defectClass(code), code).toBe(expected);
  });

  it('pitfall 21: 31 is a tachograph’s seal, 031 a number plate', () => {
    expect(defectSeverity('31')).toBeNull();
    expect(defectSeverity('031')).toBe('defect');
  });

  it('pitfall 20: advice is no defect', () => {
    expect(defectSeverity('AC1')).toBe('advisory');
    expect(defectSeverity('RA1')).toBe('repair_advice');
    expect(defectSeverity('OP1')).toBe('remark');
    expect(defectSeverity('013')).toBe('remark');
  });

  it('says that a tachograph was tampered with for seven codes only', () => {
    const codes = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0'));
    expect(codes.filter(isTampering)).toEqual(['853', '854', '949', '950', '951', '952', '953']);
    expect(isTampering('53')).toBe(false);
  });
});

const LIST = '../shared/data/rdw/code-tables/hx2c-gt7k_gebreken_code-description.csv';

describe.skipIf(!existsSync(LIST))('the 1,007 codes of the register', () => {
  const codes = (existsSync(LIST) ? csvRows<'gebrek_identificatie'>(LIST) : []).map(
    (row) => row.gebrek_identificatie,
  );

  it('all have a class', () => {
    expect(new Set(codes).size).toBe(1007);
    const counts = Object.fromEntries(
      DEFECT_CLASSES.map((name) => [name, codes.filter((code) => defectClass(code) === name).length]),
    );
    expect(counts).toEqual({
      defect: 842,
      advisory: 10,
      repair_advice: 11,
      remark: 2,
      odometer: 7,
      administrative: 135,
    });
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(1007);
  });

  it('have both 31 and 031', () => {
    expect(codes).toEqual(expect.arrayContaining(['31', '031']));
  });

  it('have every code that tells of tampering', () => {
    expect(codes.filter(isTampering)).toHaveLength(7);
  });
});
