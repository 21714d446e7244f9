import { describe, expect, it } from 'vitest';
import { AreaRegister, type DivisionChange } from '../../../ingest/sources/cbs/areas.ts';
import { parseRegionCode, type RegionCode } from '../../../ingest/sources/cbs/cells.ts';

function code(text: string): RegionCode {
  const region = parseRegionCode(text);
  if (region === undefined) throw new Error(text);
  return region;
}

function sighting(text: string, name: string | null, change: DivisionChange) {
  return { region: code(text), name, change };
}

describe('areas over the years', () => {
  it('an unchanged area stays one, also when it gets another name', () => {
    const areas = new AreaRegister();
    const before = areas.see(sighting('BU02210100', 'De oude Stad', '1'), 2024);
    const after = areas.see(sighting('BU02210100', 'De oude Stad binnen de gracht', '1'), 2025);
    expect(after).toBe(before);
    expect(after).toMatchObject({ name: 'De oude Stad binnen de gracht', firstYear: 2024, lastYear: 2025 });
  });

  it.each<[string, DivisionChange]>([
    ['the code belonged to another area', '2'],
    ['other borders and another name', '3'],
    ['no statement and another name', null],
  ])('pitfall 15: a code that was used again is another area: %s', (_, change) => {
    const areas = new AreaRegister();
    const before = areas.see(sighting('BU06370101', 'Dorp', '1'), 2023);
    const after = areas.see(sighting('BU06370101', 'Rokkeveen', change), 2024);
    expect(after.id).not.toBe(before.id);
    expect(before.lastYear).toBe(2023);
    expect(after.firstYear).toBe(2024);
  });

  it('an area whose borders moved keeps its identity when it keeps its name', () => {
    const areas = new AreaRegister();
    const before = areas.see(sighting('WK168001', 'Wijk 01 Eext', '1'), 2023);
    expect(areas.see(sighting('WK168001', 'Eext', '3'), 2024)).toBe(before);
  });

  it('"unchanged" speaks of the year before: over a gap the name decides', () => {
    const areas = new AreaRegister();
    const before = areas.see(sighting('BU06370101', 'Dorp', '1'), 2020);
    expect(areas.see(sighting('BU06370101', 'Rokkeveen', '1'), 2023)).not.toBe(before);
  });

  it('a municipality is the same under its code, with or without a merger', () => {
    const areas = new AreaRegister();
    const before = areas.see(sighting('GM0363', 'Amsterdam', null), 2021);
    expect(areas.see(sighting('GM0363', 'Amsterdam', null), 2023)).toBe(before);
  });
});

describe('the area that a code meant in a year', () => {
  function register() {
    const areas = new AreaRegister();
    const dorp = areas.see(sighting('BU06370101', 'Dorp', '1'), 2023);
    const rokkeveen = areas.see(sighting('BU06370101', 'Rokkeveen', '2'), 2025);
    return { areas, dorp, rokkeveen };
  }

  it('is the one that the edition of the year has', () => {
    const { areas, dorp, rokkeveen } = register();
    expect(areas.meantBy(code('BU06370101'), null, 2023)).toBe(dorp);
    expect(areas.meantBy(code('BU06370101'), 'DORP', 2025)).toBe(rokkeveen);
  });

  it('is a neighbour in time with the same name where there is no edition of the year', () => {
    const { areas, dorp, rokkeveen } = register();
    expect(areas.meantBy(code('BU06370101'), 'Dorp', 2024)).toBe(dorp);
    expect(areas.meantBy(code('BU06370101'), 'Rokkeveen', 2026)).toBe(rokkeveen);
  });

  it('is a new one where no edition has it', () => {
    const { areas } = register();
    const fresh = areas.meantBy(code('BU06370101'), 'Oosterheem', 2026);
    expect(fresh).toMatchObject({ name: 'Oosterheem', firstYear: 2026, lastYear: 2026 });
    expect([...areas]).toHaveLength(3);
    expect(areas.meantBy(code('BU06370101'), 'Oosterheem', 2026)).toBe(fresh);
  });
});
