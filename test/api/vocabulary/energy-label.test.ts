import { describe, expect, it } from 'vitest';
import { energyLabelMethod, energyLabelStatus } from '../../../api/vocabulary/energy-label.ts';

describe('words of the register of energy labels', () => {
  it.each([
    ['NTA 8800:2023 (basisopname woningbouw)', 'Basisopname', 'NTA 8800, basic survey'],
    ['NTA 8800:2020 (detailopname utiliteitsbouw)', 'Detailopname', 'NTA 8800, detailed survey'],
    ['Nader voorschrift, versie 1.0, 1 februari 2014', null, 'Nader Voorschrift (2015 to 2020)'],
    ['Rekenmethodiek Definitief Energielabel, versie 1.2', null, 'simplified energy label (2015 to 2020)'],
    ['ISSO75.3, versie 3.0, oktober 2011', null, 'ISSO 75'],
    ['Methode van morgen', 'Basisopname', 'Methode van morgen, basic survey'],
    [null, 'Basisopname', 'basic survey'],
    [null, 'Anders', null],
    [null, null, null],
  ])('method %s, survey %s: %s', (calculation, survey, text) => {
    expect(energyLabelMethod(calculation, survey)).toBe(text);
  });

  it.each([
    ['Bestaand', 'existing building'],
    ['Oplevering', 'completion'],
    ['Vergunningsaanvraag', 'permit application'],
    ['Anders', null],
    ['constructor', null],
  ])('status %s: %s', (dutch, text) => {
    expect(energyLabelStatus(dutch)).toBe(text);
  });
});
