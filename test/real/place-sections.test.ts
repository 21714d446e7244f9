import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readScoreAt } from '../../api/live/leefbaarometer.ts';
import { UpstreamAnswer } from '../../api/live/upstream-answer.ts';
import { heritageReportSection } from '../../api/reports/sections/heritage-report.ts';
import { liveabilityReportSection } from '../../api/reports/sections/liveability-report.ts';
import { toRdArea } from '../../db/dutch-coordinates.ts';
import { readFeatureCollection, readGeoJsonGeometry } from '../../db/geojson.ts';
import { type Area, boundingBox, containsPoint } from '../../db/geometry.ts';
import type { Snapshot } from '../../db/store.ts';
import { situationClass } from '../../ingest/sources/bzk/classes.ts';
import { LIVEABILITY } from '../../ingest/sources/bzk/liveability.ts';
import { HERITAGE } from '../../ingest/sources/rce/heritage.ts';
import { publishAddresses } from '../support/address-store.ts';
import { ingestFromMirror, snapshotOf } from '../support/group-run.ts';
import { bagTestCases, HERITAGE_OVERRIDES, writeHeritageMirror } from '../support/heritage-mirror.ts';
import { LEEFBAAROMETER_OVERRIDE, writeLeefbaarometerMirror } from '../support/leefbaarometer-mirror.ts';
import { askSection } from '../support/place-sections.ts';
import { HAS_REAL_FILES } from '../support/real-mirror.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const FOLDER = '../shared/data/environment';

interface RealArea {
  readonly area: Area;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** 726 scored neighbourhoods of 2024 with their outlines. Who recorded them named two attributes anew. */
function realAreas(): RealArea[] {
  const text = readFileSync(`${FOLDER}/lbm_buurten_2024_polygons_selected_wgs84_simplified.geojson`, 'utf8');
  return readFeatureCollection(JSON.parse(text), 'the file').features.flatMap((feature) => {
    const geometry = readGeoJsonGeometry(feature.geometry);
    const area = geometry?.type === 'area' ? toRdArea(geometry.area) : undefined;
    const { code: id, naam: name, ...rest } = feature.properties;
    return area === undefined ? [] : [{ area, properties: { id, name, ...rest } }];
  });
}

function positionsOf(ring: Float64Array): number[][] {
  return Array.from({ length: ring.length / 2 }, (_, at) => [ring[2 * at] ?? 0, ring[2 * at + 1] ?? 0]);
}

function answerOf({ area, properties }: RealArea): UpstreamAnswer {
  const coordinates = area.map((polygon) => polygon.map(positionsOf));
  const features = [{ type: 'Feature', geometry: { type: 'MultiPolygon', coordinates }, properties }];
  return new UpstreamAnswer(
    200,
    'application/json',
    Buffer.from(JSON.stringify({ type: 'FeatureCollection', features })),
  );
}

/** Somewhere in the area: the middle of its box where that lies in it. */
function middleOf(area: Area): readonly [number, number] | undefined {
  const box = boundingBox(area);
  if (box === undefined) return undefined;
  const [x, y] = [(box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2];
  return containsPoint(area, x, y) ? [x, y] : undefined;
}

describe.skipIf(!HAS_REAL_FILES)('real answers of the Leefbaarometer', () => {
  it('read as the neighbourhood that holds the place, with a class that fits the score', () => {
    const areas = realAreas();
    expect(areas).toHaveLength(726);
    let read = 0;
    for (const real of areas) {
      const place = middleOf(real.area);
      if (place === undefined) continue;
      const score = readScoreAt(answerOf(real), 'neighbourhood', ...place);
      expect(score).toMatchObject({ code: real.properties.id, name: real.properties.name, year: 2024 });
      expect(score?.situationClass).toBe(situationClass(score?.score ?? 0));
      read += 1;
    }
    expect(read).toBeGreaterThan(600);
  });

  it('the recorded one is of the Elandsgrachtbuurt', () => {
    const text = readFileSync(`${FOLDER}/lbm_wfs_buurtscore24_point_response.json`, 'utf8');
    const [recorded] = readFeatureCollection(JSON.parse(text), 'the file').features;
    // It was recorded without its outline.
    const outline = realAreas().find(({ properties }) => properties.id === 'BU0363AB10');
    const place = middleOf(outline?.area ?? []);
    if (recorded === undefined || outline === undefined || place === undefined) {
      throw new Error('The real files are not what they were.');
    }
    const answer = answerOf({ area: outline.area, properties: recorded.properties });
    expect(readScoreAt(answer, 'neighbourhood', ...place)).toEqual({
      kind: 'neighbourhood',
      code: 'BU0363AB10',
      name: 'Elandsgrachtbuurt',
      year: 2024,
      score: expect.closeTo(4.473312, 6),
      situationClass: 9,
    });
  });
});

describe.skipIf(!HAS_REAL_FILES)('real records in the full report', () => {
  const dataDir = join(temporaryFolder(), 'data');
  let snapshot: Snapshot;

  beforeAll(async () => {
    const mirror = join(dataDir, 'mirror');
    writeHeritageMirror(mirror);
    writeLeefbaarometerMirror(mirror);
    publishAddresses(
      dataDir,
      bagTestCases().map(({ verblijfsobject }, at) => ({
        at: `Teststraat ${at + 1}`,
        town: 'Rotterdam',
        objectId: Number(verblijfsobject),
      })),
    );
    await ingestFromMirror(HERITAGE, { dataDir, mirror, overrides: HERITAGE_OVERRIDES });
    await ingestFromMirror(LIVEABILITY, {
      dataDir,
      mirror,
      overrides: { 'bzk-leefbaarometer': LEEFBAAROMETER_OVERRIDE },
    });
    snapshot = snapshotOf(dataDir);
  });
  afterAll(() => snapshot?.database.close());

  it('say of each unit whether it is a listed monument', async () => {
    for (const [at, { rijksmonument_nummer: number }] of bagTestCases().entries()) {
      const q = `Teststraat ${at + 1}, Rotterdam`;
      const { block } = await askSection(snapshot, { section: heritageReportSection, q });
      expect(block.is_listed_monument).toBe(number !== null);
      if (number !== null) expect(block.note).toContain(`itself is listed (monument ${number})`);
    }
  });

  // Values of the publisher; the map service gives no earlier year of them here.
  it.each([
    ['BU00140000', 4.291, 'excellent', 88],
    ['BU0363AB10', 4.473, 'excellent', 99],
    ['BU05990325', 4.128, 'good', 37],
    ['BU07960101', 4.261, 'very good', 81],
    ['BU16800000', 4.219, 'very good', 69],
    ['BU00340101', 3.847, 'weak', 2],
  ])('give %s its score and class', async (code, score, name, percentile) => {
    const { block } = await askSection(snapshot, {
      q: 'Teststraat 1, Rotterdam',
      section: (context) => {
        const region = { code, districtCode: null } as NonNullable<typeof context.neighbourhood.region>;
        return liveabilityReportSection({ ...context, neighbourhood: { region, missing: null, by: 'key' } });
      },
    });
    expect(block).toMatchObject({
      ...{ year: 2024, level: 'neighbourhood', score, class: name, percentile },
      development: { since_year: null, score_change: null, previous_class: null },
      note: 'There is no measurement before this one.',
    });
  });
});
