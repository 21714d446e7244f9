import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { NEIGHBOURHOODS } from '../../../ingest/sources/cbs/neighbourhoods.ts';
import { ingestFromMirror, snapshotOf } from '../../support/group-run.ts';
import { ORDINARY_CELLS, writeTable } from '../../support/key-figure-table.ts';
import { writeToMirror } from '../../support/mirror-folder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Files of the StatLine portal that an operator names in place of a table: pitfall 20. */
const root = temporaryFolder();
let folder: string;
let folders = 0;

beforeEach(() => {
  folders += 1;
  folder = join(root, String(folders));
  const mirror = join(folder, 'mirror');
  const regions = ['BU02210100', 'BU02210101'].map((code) => ({ code, cells: ORDINARY_CELLS }));
  writeTable(mirror, { year: 2021, id: '85039NED', regions });
  writeToMirror(mirror, 'https://download.cbs.nl/postcode/2025-cbs-pc6huisnr20250801_buurt.zip', {
    'pc6hnr20250801_gwb.csv':
      'PC6;Huisnummer;Buurt2025;Wijk2025;Gemeente2025\n6981CH;4;02210100;022101;0221\n',
  });
});

/** Loads proximity of 2021 from a file of this content and returns its rows. */
async function load(content: string, year = 2021) {
  const url = join(folder, '85231NED_UntypedDataSet_06012023_093617.csv');
  writeFileSync(url, content);
  const dataDir = join(folder, 'data');
  const overrides = { 'cbs-proximity': { editions: [{ year, id: '85231NED', url }] } };
  await ingestFromMirror(NEIGHBOURHOODS, { dataDir, mirror: join(folder, 'mirror'), overrides });
  const snapshot = snapshotOf(dataDir);
  const rows = snapshot.database
    .prepare<[], Record<string, unknown>>('SELECT * FROM region_proximity ORDER BY code')
    .all();
  const sources = snapshot.require('neighbourhoods').sources;
  snapshot.database.close();
  return { rows, source: sources.get('cbs-proximity') };
}

const HEADINGS =
  '"Perioden";"Wijken en buurten";"Regioaanduiding/Codering (code)";' +
  '"Vrije tijd en cultuur/Afstand tot bibliotheek (km)";"Onderwijs/Basisonderwijs/Afstand tot school (km)"';

describe('a file "CSV met statistische symbolen"', () => {
  it('has a byte order mark, padded numbers and dots for missing values', async () => {
    const { rows, source } = await load(
      `\uFEFF${HEADINGS}\n` +
        '"2021";"De oude Stad";"BU02210100";"     1.1";"     0.4"\n' +
        '"2021";"Nieuwe Weerd";"BU02210101";"       .";"     0,6"\n',
    );
    expect(rows).toMatchObject([
      { code: 'BU02210100', edition_year: 2021, library_km: 1.1, primary_school_km: 0.4, cinema_km: null },
      { code: 'BU02210101', edition_year: 2021, library_km: null, primary_school_km: 0.6 },
    ]);
    expect(source).toMatchObject({ dataYear: 2021 });
  });

  it('pitfall 16: without the codes of the regions is refused: names are not unique', async () => {
    const content =
      '"Wijken en buurten";"Vrije tijd en cultuur/Afstand tot bibliotheek (km)"\n"Hof";"     2.0"\n';
    await expect(load(content)).rejects.toThrow(/a column with the codes of the regions.*choose the topic/);
  });

  it('that is broken off within a quoted cell is named in the error', async () => {
    const content = `${HEADINGS}\n"2021";"De oude Stad";"BU02210100";"     1.1";"     0.4`;
    await expect(load(content)).rejects.toThrow(
      /85231NED_UntypedDataSet.*expected a table of the StatLine portal/,
    );
  });

  it('of another year than the declared one is refused', async () => {
    const content = `${HEADINGS}\n"2021";"De oude Stad";"BU02210100";"     1.1";"     0.4"\n`;
    await expect(load(content, 2022)).rejects.toThrow(/figures of 2022 only, found some of 2021/);
  });
});

describe('a file of the untyped data set', () => {
  it('has keys for headings and for regions', async () => {
    const { rows } = await load(
      '"ID";"WijkenEnBuurten";"Gemeentenaam_1";"AfstandTotApotheek_10";"AfstandTotSchool_60";"AfstandTotSchool_64"\n' +
        '"0";"BU02210100";"Doesburg                                ";"     0.6";"     0.4";"     1.5"\n' +
        '"1";"BU02210101";"Doesburg                                ";"       .";"       .";"       ."\n',
    );
    expect(rows).toMatchObject([
      { code: 'BU02210100', pharmacy_km: 0.6, primary_school_km: null, secondary_school_km: null },
      { code: 'BU02210101', pharmacy_km: null },
    ]);
  });

  it('with a cell that is no number stops the load', async () => {
    const content = 'WijkenEnBuurten;AfstandTotApotheek_10\nBU02210100;0.6\nBU02210101;veel\n';
    await expect(load(content)).rejects.toThrow(/unreadable pharmacy/);
  });
});
