import { describe, expect, it } from 'vitest';
import { ENVIRONMENT } from '../../../ingest/sources/rivm/environment.ts';
import { requireDataYear, yearInLayerName } from '../../../ingest/sources/rivm/layer-name.ts';

describe('pitfall 26: the year of the data is that of the name, never that of the download', () => {
  it.each([
    ['rivm_20250801_Geluid_lden_allebronnen_2022', 2022],
    ['rivm_20220601_Geluid_lden_allebronnen_2020_v2', 2020],
    ['rivm_20220601_Geluid_lden_windturbines_2021', 2021],
    ['rivm_nsl_20260401_gm_NO22024', 2024],
    ['rivm_nsl_20260401_gm_PM252024', 2024],
    ['rivm_nsl_20260401_gm_PM102024', 2024],
    ['rivm_nsl_20220101_gm_NO22020_Int', 2020],
    ['conc_PM25_2025', 2025],
    ['rivm_Geluid_lden_allebronnen_actueel', undefined],
    ['rivm_jaargemiddeld_NO2_actueel', undefined],
    ['rivm_20250801_Geluid_lden_wegverkeer', undefined],
  ])('%s', (name, year) => {
    expect(yearInLayerName(name)).toBe(year);
  });

  it('and has to be the one that the edition says', () => {
    const edition = { year: 2022, id: 'rivm_20250801_Geluid_lden_allebronnen_2022' };
    expect(requireDataYear('noise', edition, 2026)).toBe(2022);
    expect(() => requireDataYear('noise', { ...edition, year: 2025 }, 2026)).toThrow(
      'expected data of 2025, as the edition says, found the year 2022 in its name',
    );
  });

  it('a moving alias is refused, with what to write instead', () => {
    expect(() =>
      requireDataYear('noise', { year: 2022, id: 'rivm_Geluid_lden_wegverkeer_actueel' }, 2026),
    ).toThrow(/moving aliases: give the dated name/);
  });
});

describe('pitfall 16: a scenario year is no data year', () => {
  it.each([2026, 2030, 2035, 2040])('conc_NO2_%d is refused in 2026', (year) => {
    expect(() => requireDataYear('air', { year, id: `conc_NO2_${year}` }, 2026)).toThrow(/is a forecast/);
  });

  it('conc_NO2_2025 is taken in 2026', () => {
    expect(requireDataYear('air', { year: 2025, id: 'conc_NO2_2025' }, 2026)).toBe(2025);
  });
});

describe('the declared editions', () => {
  const sources = ENVIRONMENT.sources.map((source) => [source.id, source] as const);

  it.each(sources)('of %s are dated names, newest first', (_id, source) => {
    const years = (source.editions ?? []).map((edition) => requireDataYear(source.id, edition, 2026));
    expect(years.length).toBeGreaterThan(0);
    expect(years).toEqual([...new Set(years)].sort((one, other) => other - one));
  });

  it('pitfall 12: noise layers have the capital G and the date that their names have', () => {
    const names = ENVIRONMENT.sources
      .filter(({ id }) => id.startsWith('rivm-noise'))
      .flatMap(({ editions = [] }) => editions.map(({ id }) => id));
    expect(names.length).toBeGreaterThan(8);
    for (const name of names) expect(name).toMatch(/^rivm_20\d{6}_Geluid_lden_[a-z]+_20\d\d$/);
  });

  it('pitfall 17: no hourly layer stands for an annual mean', () => {
    for (const source of ENVIRONMENT.sources) {
      expect(JSON.stringify([source.urls, source.editions])).not.toMatch(/actueel|geo\/lucht/);
    }
  });
});
