import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { salePricesOf } from '../../../db/queries/municipalities.ts';
import type { Snapshot } from '../../../db/store.ts';
import { NEIGHBOURHOODS } from '../../../ingest/sources/cbs/neighbourhoods.ts';
import { ingestFromMirror, type MirrorRun, snapshotOf } from '../../support/group-run.ts';
import { ORDINARY_CELLS, writeTable } from '../../support/key-figure-table.ts';
import { writeToMirror } from '../../support/mirror-folder.ts';
import { FEED } from '../../support/odata-table.ts';
import { type SalePriceRow, writeSalePriceTable } from '../../support/sale-price-table.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const root = temporaryFolder();
let folders = 0;
let folder: string;
let mirror: string;
const open: Snapshot[] = [];

beforeEach(() => {
  folders += 1;
  folder = join(root, `${folders}`);
  mirror = join(folder, 'mirror');
  writeTable(mirror, {
    year: 2024,
    id: '85984NED',
    regions: [{ code: 'BU02210100', cells: ORDINARY_CELLS }],
  });
  writeToMirror(mirror, 'https://download.cbs.nl/postcode/2025-cbs-pc6huisnr20250801_buurt.zip', {
    'pc6hnr20250801_gwb.csv':
      'PC6;Huisnummer;Buurt2025;Wijk2025;Gemeente2025\n6981CH;4;02210100;022101;0221\n',
  });
});
afterEach(() => {
  for (const snapshot of open.splice(0)) snapshot.database.close();
});

async function ingest(overrides: MirrorRun['overrides'] = {}) {
  const dataDir = join(folder, 'data');
  const report = await ingestFromMirror(NEIGHBOURHOODS, { dataDir, mirror, overrides });
  const snapshot = snapshotOf(dataDir);
  open.push(snapshot);
  return { report, snapshot };
}

function row(region: string, year: number, price: unknown): SalePriceRow {
  return { region, period: `${year}JJ00`, price };
}

const ROWS: readonly SalePriceRow[] = [
  row('NL01', 2024, 450_000),
  row('GM0221', 2020, 284_787),
  row('GM0221', 2024, 406_835),
  // Weesp went into Amsterdam in 2022 and keeps its rows, empty since.
  row('GM0457', 2020, 416_087),
  row('GM0457', 2024, null),
];

describe('sale prices', () => {
  it('pitfall 5: are whole euros by padded municipality and year, newest first of a history', async () => {
    writeSalePriceTable(mirror, { rows: ROWS });
    const { snapshot } = await ingest();
    expect(salePricesOf(snapshot, 'GM0221')).toEqual({
      dataYear: 2024,
      avgSalePriceEur: 406_835,
      history: [
        { year: 2020, avgSalePriceEur: 284_787 },
        { year: 2024, avgSalePriceEur: 406_835 },
      ],
      newestYear: 2024,
    });
    expect(snapshot.require('neighbourhoods').sources.get('cbs-sale-prices')).toMatchObject({
      dataYear: 2024,
      stateDate: '2024-12-31',
    });
  });

  it('of the country are under NL00, as in all other tables', async () => {
    writeSalePriceTable(mirror, { rows: ROWS });
    expect(salePricesOf((await ingest()).snapshot, 'NL00').avgSalePriceEur).toBe(450_000);
  });

  it('pitfall 11: an abolished municipality keeps its years and has no price after them', async () => {
    writeSalePriceTable(mirror, { rows: ROWS });
    expect(salePricesOf((await ingest()).snapshot, 'GM0457')).toEqual({
      dataYear: 2020,
      avgSalePriceEur: 416_087,
      history: [{ year: 2020, avgSalePriceEur: 416_087 }],
      newestYear: 2024,
    });
  });

  it('are null for a code that the table does not have', async () => {
    writeSalePriceTable(mirror, { rows: ROWS });
    expect(salePricesOf((await ingest()).snapshot, 'GM9999')).toMatchObject({ dataYear: null, history: [] });
  });

  it('leave provinces and other large areas out, and count them', async () => {
    writeSalePriceTable(mirror, { rows: [...ROWS, row('PV25', 2024, 410_000), row('LD02', 2024, 400_000)] });
    const { report } = await ingest();
    expect(report.notes).toContainEqual({
      sourceId: 'cbs-sale-prices',
      text: 'province or larger area: not kept',
      rows: 2,
    });
    expect(report.rows).toMatchObject({ sale_price: 4 });
  });

  it('come in pages, all of which are read', async () => {
    writeSalePriceTable(mirror, { rows: ROWS, pageRows: 2 });
    expect((await ingest()).report.rows).toMatchObject({ sale_price: 4 });
  });

  it('pitfall 8: in thousands of euros stop the load, by the unit or by the values', async () => {
    writeSalePriceTable(mirror, { rows: ROWS, unit: '1 000 euro' });
    await expect(ingest()).rejects.toThrow(/GemiddeldeVerkoopprijs_1 has the unit "1 000 euro"/);
    writeSalePriceTable(mirror, { rows: [row('GM0221', 2024, 407)] });
    await expect(ingest()).rejects.toThrow(/sale prices are in euros, not in thousands/);
  });

  it('pitfall 12: are found by the name of their column, whatever its number', async () => {
    writeSalePriceTable(mirror, { rows: ROWS, column: 'GemiddeldeVerkoopprijs_7' });
    expect(salePricesOf((await ingest()).snapshot, 'GM0221').avgSalePriceEur).toBe(406_835);
    writeSalePriceTable(mirror, { rows: ROWS, column: 'Verkoopprijs_1' });
    await expect(ingest()).rejects.toThrow(/GemiddeldeVerkoopprijs is not there/);
  });

  it('with an unknown period or region stop the load, with the row as an example', async () => {
    writeSalePriceTable(mirror, { rows: [...ROWS, { region: 'GM0221', period: '2024KW01', price: 1 }] });
    await expect(ingest()).rejects.toThrow(/unknown region code or year/);
  });

  it('pitfall 20: a file of the portal may stand in for the table', async () => {
    const url = join(folder, '83625NED_UntypedDataSet.csv');
    writeFileSync(
      url,
      '"ID";"RegioS";"Perioden";"GemiddeldeVerkoopprijs_1"\n"0";"GM0221";"2024JJ00";"  406835"\n"1";"GM0457";"2024JJ00";"       ."\n',
    );
    const editions = [{ year: 2024, id: '83625NED', url }];
    const { snapshot } = await ingest({ 'cbs-sale-prices': { editions } });
    expect(salePricesOf(snapshot, 'GM0221').avgSalePriceEur).toBe(406_835);
    expect(salePricesOf(snapshot, 'GM0457').history).toEqual([]);
  });

  it('over OData v4 are one row a price, with an attribute where there is none', async () => {
    const base = 'https://datasets.cbs.nl/odata/v1/CBS/83625NED';
    const put = (name: string, value: object[]) =>
      writeToMirror(mirror, `${base}/${name}`, JSON.stringify({ '@odata.context': base, value }));
    put('MeasureCodes', [
      { Identifier: 'M001534', Title: 'Gemiddelde verkoopprijs', Unit: 'euro', MeasureGroupId: null },
    ]);
    put('MeasureGroups', []);
    const price = (RegioS: string, Value: number | null, ValueAttribute: string) => ({
      Measure: 'M001534',
      RegioS,
      Perioden: '2024JJ00',
      Value,
      ValueAttribute,
    });
    put('Observations', [price('GM0221', 406_835, 'None'), price('GM0457', null, 'Impossible')]);
    const { snapshot } = await ingest({ 'cbs-sale-prices': { options: { protocol: 'v4' } } });
    expect(salePricesOf(snapshot, 'GM0221').avgSalePriceEur).toBe(406_835);
    expect(salePricesOf(snapshot, 'GM0457').dataYear).toBeNull();
  });

  it('that are not offered leave the rest as it is, with a note', async () => {
    const { snapshot, report } = await ingest();
    expect(salePricesOf(snapshot, 'GM0221')).toMatchObject({ dataYear: null, newestYear: null });
    expect(report.notes).toContainEqual({
      sourceId: 'cbs-sale-prices',
      text: 'no table is offered',
      rows: 1,
    });
    expect(report.files.filter((file) => file.url.startsWith(`${FEED}/83625NED`))).toEqual([]);
  });
});
