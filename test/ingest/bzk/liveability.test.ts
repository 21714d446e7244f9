import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { liveabilityOf } from '../../../db/queries/liveability.ts';
import { NATIONAL_MEAN } from '../../../db/schema/liveability.ts';
import type { Snapshot } from '../../../db/store.ts';
import { LIVEABILITY } from '../../../ingest/sources/bzk/liveability.ts';
import { ingestFromMirror, snapshotOf } from '../../support/group-run.ts';
import { type MirrorContent, writeToMirror } from '../../support/mirror-folder.ts';

const ZIP = 'https://www.leefbaarometer.nl/resources/open-data-leefbaarometer-meting-2024.zip';
const FOLDER = 'Leefbaarometer 3.0 - Meting 2024 - open data';
const HEADER = 'bu_code,bu_naam,jaar,lbm,afw,fys,onv,soc,vrz,won';

let dataDir: string;
let mirror: string;
const open: Snapshot[] = [];

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'liveability-'));
  dataDir = join(folder, 'data');
  mirror = join(folder, 'mirror');
  return () => rmSync(folder, { recursive: true, force: true });
});
afterEach(() => {
  for (const snapshot of open.splice(0)) snapshot.database.close();
});

async function ingest(
  options: Readonly<Record<string, string>> = {},
  urls?: Readonly<Record<string, string>>,
) {
  const declared = LIVEABILITY.sources[0];
  const report = await ingestFromMirror(LIVEABILITY, {
    dataDir,
    mirror,
    overrides: {
      'bzk-leefbaarometer': {
        options: { ...declared?.options, ...options },
        urls: { ...declared?.urls, ...urls },
      },
    },
  });
  const snapshot = snapshotOf(dataDir);
  open.push(snapshot);
  return { report, snapshot };
}

/** A row whose dimensions are each a fifth of the deviation. */
function row(code: string, name: string, year: number, deviation: number, separator = ','): string {
  const fifth = deviation / 5;
  return [code, name, year, NATIONAL_MEAN + deviation, deviation, ...Array(5).fill(fifth)].join(separator);
}

function zip(content: MirrorContent): void {
  writeToMirror(mirror, ZIP, content);
}

function scores(rows: readonly string[], header = HEADER): string {
  return `${[header, ...rows].join('\n')}\n`;
}

describe('the score files', () => {
  it('give score, class, percentile and the score of the year before', async () => {
    zip({
      [FOLDER]: {
        'Leefbaarometer-scores buurten 2002-2024.csv': scores([
          row('BU0363AB10', 'Elandsgrachtbuurt', 2022, 0.3),
          row('BU0363AB10', 'Elandsgrachtbuurt', 2024, 0.371047),
          row('BU00340101', 'Centrum Haven Noord', 2024, -0.255364),
          row('BU16800000', '"Klavergriend, Klippriend en Wilgengriend"', 2024, 0.116414),
        ]),
        'Leefbaarometer-scores grids 2002-2024.csv': 'grid_id,jaar\n1,2024\n',
      },
    });
    const { snapshot, report } = await ingest();
    const found = liveabilityOf(snapshot, ['BU0363AB10', 'WK0363AB']);
    expect(found).toMatchObject({
      scoredAreas: 3,
      newest: { year: 2024, kind: 'neighbourhood', situationClass: 9, deviationClass: 9, percentile: 83 },
      previous: { year: 2022, percentile: 50 },
    });
    expect((found?.newest.score ?? 0) - (found?.previous?.score ?? 0)).toBeCloseTo(0.071047, 9);
    expect(liveabilityOf(snapshot, ['BU16800000'])?.newest.name).toBe(
      'Klavergriend, Klippriend en Wilgengriend',
    );
    expect(report.rejected).toEqual([]);
    const source = snapshot.require('liveability').sources.get('bzk-leefbaarometer');
    expect(source).toMatchObject({ dataYear: 2024, edition: 'measurement 2024', licence: 'CC0-1.0' });
  });

  it('a neighbourhood without a score of its own gets that of its district, ranked among districts', async () => {
    zip({
      'Leefbaarometer-scores buurten 2002-2024.csv': scores([
        row('BU03620100', 'Randwijck', 2024, 0.1),
        'BU03620101,Bovenkerk,2024,,,,,,,',
      ]),
      'Leefbaarometer-scores wijken 2002-2024.csv': scores(
        [row('WK036201', 'Randwijck', 2024, 0.05), row('WK036202', 'Elsrijk', 2024, 0.2)],
        HEADER.replaceAll('bu_', 'wk_'),
      ),
    });
    const { snapshot, report } = await ingest();
    expect(liveabilityOf(snapshot, ['BU03620101', 'WK036201'])).toMatchObject({
      scoredAreas: 2,
      newest: { areaCode: 'WK036201', kind: 'district', percentile: 25 },
      previous: null,
    });
    expect(liveabilityOf(snapshot, ['BU09990000', 'WK099900'])).toBeUndefined();
    expect(report.notes).toContainEqual(expect.objectContaining({ text: 'area without a score', rows: 1 }));
  });

  it('an area that was scored in an older year only has no score today', async () => {
    zip({
      'Leefbaarometer-scores buurten 2002-2024.csv': scores([
        row('BU03620100', 'Randwijck', 2022, 0.1),
        row('BU03620102', 'Elsrijk', 2024, 0.1),
      ]),
    });
    const { snapshot } = await ingest();
    expect(liveabilityOf(snapshot, ['BU03620100'])).toBeUndefined();
  });

  it('the edition of 2020: another entry name, semicolons, a column `versie`', async () => {
    zip({
      a: {
        b: {
          'Leefbaarometer 3.0 - meting 2020 - scores buurt.csv': scores(
            [`3.0;${row('BU03620100', 'Randwijck', 2020, 0.1, ';')}`],
            `versie;${HEADER.replaceAll(',', ';')}`,
          ),
          'Leefbaarometer 3.0 - meting 2020 - scores PC4.csv': 'PC4;jaar\n1011;2020\n',
        },
      },
    });
    const { snapshot } = await ingest();
    expect(liveabilityOf(snapshot, ['BU03620100'])?.newest).toMatchObject({ year: 2020, name: 'Randwijck' });
  });

  it('stop the load when the deviation is not the sum of the dimensions', async () => {
    const wrong = row('BU03620100', 'Randwijck', 2024, 0.1).replace(/0\.02$/, '0.03');
    zip({ 'Leefbaarometer-scores buurten 2002-2024.csv': scores([wrong]) });
    await expect(ingest()).rejects.toThrow(/the deviation is the sum of the five dimensions/);
  });

  it('stop the load when the national mean is another', async () => {
    const rows = [row('BU03620100', 'Randwijck', 2024, 0.1).replace('4.202264851143685', '7.1')];
    zip({ 'Leefbaarometer-scores buurten 2002-2024.csv': scores(rows) });
    await expect(ingest()).rejects.toThrow(/the score is the national mean plus the deviation/);
  });

  it('stop the load when a column of a dimension is gone', async () => {
    const header = HEADER.replace('vrz', 'voorzieningen');
    zip({ 'Leefbaarometer-scores buurten 2002-2024.csv': scores([], header) });
    await expect(ingest()).rejects.toThrow(/required columns are missing: vrz/);
  });

  it('count what stands twice and what cannot be read', async () => {
    const lines = Array.from({ length: 3 }, () => row('BU03620100', 'Randwijck', 2024, 0.1));
    zip({ 'Leefbaarometer-scores buurten 2002-2024.csv': scores(lines) });
    await expect(ingest()).rejects.toThrow(/stand twice/);
  });

  it('say where to look when the zip has another address', async () => {
    writeToMirror(mirror, ZIP.replace('2024', '2022'), {});
    await expect(ingest()).rejects.toThrow(/leefbaarometer\.nl\/page\/Opendata.*"wfs"/);
  });
});

describe('the map service', () => {
  const properties = (code: string, name: string, year: string, deviation: number) => ({
    gemeente: 'Amsterdam',
    name,
    id: code,
    scale: 'buurt',
    kscore: 9,
    kafw: 9,
    afw: deviation,
    fys: deviation / 5,
    onv: deviation / 5,
    soc: deviation / 5,
    vrz: deviation / 5,
    won: deviation / 5,
    year,
  });

  it('has the year as text and no score: the score is the mean plus the deviation', async () => {
    const layer = (kind: string, year: string, features: object[]) =>
      writeToMirror(
        mirror,
        `https://geo.leefbaarometer.nl/lbm3/ows?service=WFS&version=2.0.0&request=GetFeature` +
          `&typeName=lbm3:${kind}score${year}&propertyName=id,name,kscore,afw,fys,onv,soc,vrz,won,year` +
          '&sortBy=id&count=5000&startIndex=0&outputFormat=application/json',
        JSON.stringify({
          type: 'FeatureCollection',
          features: features.map((attributes) => ({
            type: 'Feature',
            geometry: null,
            properties: attributes,
          })),
        }),
      );
    for (const kind of ['wijk', 'gemeente']) for (const year of ['24', '22']) layer(kind, year, []);
    layer('buurt', '24', [properties('BU0363AB10', 'Elandsgrachtbuurt', '2024', 0.371047)]);
    layer('buurt', '22', [properties('BU0363AB10', 'Elandsgrachtbuurt', '2022', 0.35)]);
    const { snapshot } = await ingest({ service: 'wfs' });
    expect(liveabilityOf(snapshot, ['BU0363AB10'])).toMatchObject({
      newest: { year: 2024, score: 4.473311851143685, deviation: 0.371047, situationClass: 9 },
      previous: { year: 2022 },
    });
  });

  it('may be saved as CSV of its attributes', async () => {
    const url = 'https://example.org/buurtscore24.csv';
    const attributes = properties('BU0363AB10', 'Elandsgrachtbuurt', '2024', 0.371047);
    const lines = [Object.keys(attributes).join(','), Object.values(attributes).join(',')];
    writeToMirror(mirror, url, `${lines.join('\n')}\n`);
    const { snapshot } = await ingest({}, { scores: url });
    expect(liveabilityOf(snapshot, ['BU0363AB10'])?.newest.score).toBeCloseTo(4.473312, 6);
  });
});
