import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findMunicipality } from '../../../db/queries/municipalities.ts';
import type { Snapshot } from '../../../db/store.ts';
import { NEIGHBOURHOODS } from '../../../ingest/sources/cbs/neighbourhoods.ts';
import { ingestFromMirror, type MirrorRun, snapshotOf } from '../../support/group-run.ts';
import { ORDINARY_CELLS, writeTable } from '../../support/key-figure-table.ts';
import { writeToMirror } from '../../support/mirror-folder.ts';
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

/** The publisher's list of one year, its columns numbered as that year had them. */
function writeYear(
  id: string,
  province: number,
  rows: readonly (readonly [string, string, string, string])[],
) {
  const url = (name: string) => `https://opendata.cbs.nl/ODataApi/odata/${id}/${name}?$format=json`;
  const keys = [`Code_1`, `Naam_2`, `Code_${province}`, `Naam_${province + 1}`];
  const put = (name: string, value: object[]) =>
    writeToMirror(mirror, url(name), JSON.stringify({ 'odata.metadata': 'x', value }));
  put('DataProperties', [
    { ID: 1, ParentID: null, Type: 'TopicGroup', Key: '', Title: 'Gemeenten' },
    { ID: 2, ParentID: null, Type: 'TopicGroup', Key: '', Title: 'Provincies' },
    ...keys.map((Key, at) => ({
      ID: 10 + at,
      ParentID: at < 2 ? 1 : 2,
      Type: 'Topic',
      Key,
      Title: at % 2 === 0 ? 'Code' : 'Naam',
    })),
  ]);
  put(
    'TypedDataSet',
    rows.map(([code, ...cells]) => ({
      RegioS: code,
      ...Object.fromEntries(keys.map((key, at) => [key, [code, ...cells][at]?.padEnd(50)])),
    })),
  );
}

const AMSTERDAM = ['GM0363', 'Amsterdam', 'PV27', 'Noord-Holland'] as const;
const WEESP = ['GM0457', 'Weesp', 'PV27', 'Noord-Holland'] as const;

describe('municipalities by year', () => {
  it('are one period as long as name and province stay, whatever the columns are numbered', async () => {
    writeYear('85067NED', 28, [AMSTERDAM, WEESP]);
    writeYear('85385NED', 16, [AMSTERDAM]);
    const { snapshot } = await ingest();
    expect(findMunicipality(snapshot, 'GM0363')).toMatchObject({
      name: 'Amsterdam',
      provinceCode: 'PV27',
      provinceName: 'Noord-Holland',
      isCurrent: true,
      lastYear: null,
      periods: [{ firstYear: 2022, lastYear: null }],
    });
  });

  it('name a code that is no more, and its last year', async () => {
    writeYear('85067NED', 28, [AMSTERDAM, WEESP]);
    writeYear('85385NED', 28, [AMSTERDAM]);
    const weesp = findMunicipality((await ingest()).snapshot, 'GM0457');
    expect(weesp).toMatchObject({ name: 'Weesp', isCurrent: false, lastYear: 2022, endedOn: null });
  });

  it('keep the province that a code had before', async () => {
    writeYear('85067NED', 28, [['GM0620', 'Vianen', 'PV28', 'Zuid-Holland']]);
    writeYear('85385NED', 28, [['GM0620', 'Vianen', 'PV26', 'Utrecht']]);
    expect(findMunicipality((await ingest()).snapshot, 'GM0620')?.periods).toMatchObject([
      { provinceName: 'Zuid-Holland', firstYear: 2022, lastYear: 2022 },
      { provinceName: 'Utrecht', firstYear: 2023, lastYear: null },
    ]);
  });

  it('begin again when a code comes back after a year without it', async () => {
    writeYear('84929NED', 28, [AMSTERDAM, WEESP]);
    writeYear('85067NED', 28, [AMSTERDAM]);
    writeYear('85385NED', 28, [AMSTERDAM, WEESP]);
    expect(findMunicipality((await ingest()).snapshot, 'GM0457')?.periods).toMatchObject([
      { firstYear: 2021, lastYear: 2021 },
      { firstYear: 2023, lastYear: null },
    ]);
  });

  it('come from one list with dates where the operator names one', async () => {
    const url = 'https://example.org/gemeentelijke-indeling.csv';
    writeToMirror(
      mirror,
      url,
      'provinciecode;provincienaam;gemeentecode;gemeentenaam;begindatum;einddatum\n' +
        '27;Noord-Holland;457;Weesp;1970-01-01;2022-03-24\n' +
        '27;Noord-Holland;0363;Amsterdam;1970-01-01;\n' +
        '25;Gelderland;9998;Kortstondig;2020-02-01;2020-11-01\n',
    );
    const { snapshot, report } = await ingest({ 'cbs-municipality-periods': { urls: { history: url } } });
    expect(findMunicipality(snapshot, 'GM0457')).toMatchObject({
      isCurrent: false,
      lastYear: 2022,
      endedOn: '2022-03-24',
      periods: [{ firstYear: 1970, beginsOn: '1970-01-01' }],
    });
    expect(findMunicipality(snapshot, 'GM0363')?.isCurrent).toBe(true);
    expect(findMunicipality(snapshot, 'GM9998')).toBeUndefined();
    expect(report.notes.map((note) => note.text)).toContain('period without a 1 January: not kept');
  });

  it('are no condition of a release', async () => {
    const { snapshot, report } = await ingest();
    expect(findMunicipality(snapshot, 'GM0363')).toBeUndefined();
    expect(report.notes.map((note) => note.text)).toContain('no list is offered');
  });
});
