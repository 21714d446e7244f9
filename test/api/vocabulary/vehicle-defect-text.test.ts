import { describe, expect, it } from 'vitest';
import { DEFECT_TRANSLATIONS, type DefectTranslation } from '../../../api/vocabulary/defects/defect-row.ts';
import { DEFECT_ROWS, defectText } from '../../../api/vocabulary/vehicle-defect-text.ts';

/** Words that would tell of a text that was left in Dutch. */
const DUTCH = [
  'aan|achter|afgeschermd|as|band|banden|beschadigd|bevestigd|bevestiging|defect aan|deur|een|ernstig|geen|gescheurd',
  'gordel|het|kenteken|koppeling|lekkage|licht|lichten|met|meer|niet|onderdeel|ondeugdelijk|ontbreekt|rem|roestschade',
  'ruit|speling|spiegel|stuur|te|van|veer|velg|voertuig|volgens|voor|werkt|wiel|wordt|zit',
].join('|');

describe('the English of a defect code', () => {
  it.each<[string, string]>([
    ['AC1', 'Tyre tread depth between 1.6 and 2.5 mm'],
    ['AC2', 'Shock absorber leaking'],
    ['AC4', 'Wear of up to 1.0 mm in a steering or suspension ball joint'],
    ['AC5', 'Mechanical parts of the braking system worn'],
    ['RA1', 'Warning lamp of the airbag or seat belt system indicates a fault'],
    ['RA6', 'Warning lamp of the anti-lock braking system (ABS) indicates a fault'],
    ['OP1', 'Covered part not assessed'],
    ['013', 'Odometer reading in the report differs from the vehicle by more than 500 km'],
    ['028', 'Number plate missing'],
    ['035', 'Corrosion damage to a sill'],
    ['043', 'Corrosion damage to a wheel arch'],
    ['116', 'Exhaust system not gas-tight over its full length'],
    ['125', 'EOBD system holds emission-related fault codes'],
    ['140', 'Particulate filter missing or clearly defective'],
    ['178', 'Drive shaft gaiter damaged and no longer sealing'],
    ['184', 'Excessive play in a pivot of the independent suspension'],
    ['186', 'Excessive play in a stub axle or suspension ball joint'],
    ['190', 'Wear of or damage to a wheel bearing can be heard or felt'],
    ['205', 'Tyre tread depth below the legal minimum'],
    ['206', 'Tyre tread depth below the legal minimum (less than 1.4 mm)'],
    ['210', 'Tyre pressure incorrect'],
    ['224', 'Spring broken or cracked'],
    ['241', 'Shock absorber not working, or not working properly'],
    ['250', 'Dust cover of the steering damaged and no longer sealing'],
    ['289', 'Disc or drum brake does not run free (binding)'],
    ['297', 'Brake fluid leak from the braking system'],
    ['353', 'Insufficient deceleration by the service brake (50 to 90% of the legal value)'],
    ['361', 'Brake imbalance on one axle too large'],
    ['386', "Windscreen severely damaged in the driver's direct field of view"],
    ['391', 'Windscreen wipers do not give an adequate view'],
    ['475', 'Rear position lamp not working, or not working properly'],
    ['497', 'Number plate lamp missing, not working, or not working properly'],
    ['516', 'Dipped beam headlamp aim incorrect'],
    ['556', 'Stop lamp not working, or not working properly'],
    ['630', 'Tow ball excessively worn'],
    ['L01', 'Coupling insecure, broken, cracked or corroded'],
    ['01L', 'Check for manipulation demonstrably incomplete'],
    ['853', 'Manipulation of the tachograph found'],
    ['885', 'No AC1: tyre tread depth between 1.6 and 2.5 mm'],
  ])('%s: %s', (code, description) => {
    expect(defectText(code)?.description).toBe(description);
  });

  it.each<[string, DefectTranslation]>([
    ['AC1', 'by_hand'],
    ['472', 'by_glossary'],
    // "Afstelling remkrachtregelaar wijkt af (?2,0 bar)": the publisher lost a character.
    ['339', 'by_inference'],
  ])('%s says that it was translated %s', (code, translated) => {
    expect(defectText(code)?.translated).toBe(translated);
  });

  it('pitfall 21: 31 is a tachograph’s seal, 031 a number plate', () => {
    expect(defectText('31')?.description).toBe('Entirely different serial number of unique seal(s) entered');
    expect(defectText('031')?.description).toBe('Vehicle not fitted with the correct number plates');
  });

  it('is null for a code of tomorrow, and for what is no code', () => {
    for (const code of ['AC6', '1', 'ac1', '', 'constructor', '0031'])
      expect(defectText(code), code).toBeNull();
  });

  it('is one text a code', () => {
    expect(DEFECT_ROWS).toHaveLength(1007);
    expect(new Set(DEFECT_ROWS.map(([code]) => code)).size).toBe(1007);
  });

  it('is English, begins with a capital or a figure, and has neither stray blanks nor a full stop', () => {
    const dutch = new RegExp(String.raw`\b(${DUTCH})\b`, 'i');
    for (const [code, , english] of DEFECT_ROWS) {
      // The English "as", the conjunction, is in a few.
      expect(english.replace(/\bas\b/g, ''), code).not.toMatch(dutch);
      expect(english, code).toMatch(/^[A-Z0-9(].*[^\s.]$/);
      expect(english, code).not.toMatch(/ {2}|[^\x20-\x7e]/);
      expect(english.length, code).toBeLessThanOrEqual(100);
    }
  });

  it('has a hundred and fifty and more by hand, and no other way than those named', () => {
    const hows = DEFECT_ROWS.map(([, translated]) => translated);
    expect(hows.filter((how) => how === 'by_hand').length).toBeGreaterThanOrEqual(150);
    expect([...new Set(hows)].sort()).toEqual([...DEFECT_TRANSLATIONS].sort());
  });
});
