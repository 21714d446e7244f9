import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GeoJsonError, readGeoJsonGeometry } from '../../../db/geojson.ts';
import { readGeoJson } from '../../../ingest/formats/geojson.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder();

function read(body: string | Buffer) {
  const path = join(folder, 'page.json');
  writeFileSync(path, body);
  return readGeoJson(path, 'https://publisher.example/wfs');
}

describe('a page of features', () => {
  it('has attributes, geometry and the number of all features', async () => {
    const page = await read(
      '{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null,"properties":{"NAAM":"Aalden"}}],"numberMatched":478,"totalFeatures":"unknown"}',
    );
    expect(page).toEqual({ features: [{ properties: { NAAM: 'Aalden' }, geometry: null }], matched: 478 });
  });

  it('may not say how many there are', async () => {
    expect((await read('{"features":[],"totalFeatures":"unknown"}')).matched).toBeUndefined();
    expect((await read('{"features":[],"totalFeatures":3}')).matched).toBe(3);
  });

  it('pitfall 25: a windows-1252 file keeps its letters', async () => {
    const text = '{"features":[{"properties":{"NAAM":"Höfke / Schweiberg Westelijk Deel"}}]}';
    for (const encoding of ['latin1', 'utf8'] as const) {
      const { features } = await read(Buffer.from(text, encoding));
      expect(features[0]?.properties.NAAM).toBe('Höfke / Schweiberg Westelijk Deel');
    }
  });

  it('may begin with a byte order mark', async () => {
    expect((await read('\uFEFF{"features":[]}')).features).toEqual([]);
  });

  it.each(['[]', '{"exceptions":[{"code":"InvalidParameterValue"}]}', '{"features":[1]}', '{"features":['])(
    '%s is refused, with the address',
    async (body) => {
      await expect(read(body)).rejects.toThrow(GeoJsonError);
      await expect(read(body)).rejects.toThrow(/publisher\.example\/wfs/);
    },
  );
});

describe('a geometry', () => {
  it('is a point or several, heights left out', () => {
    expect(readGeoJsonGeometry({ type: 'Point', coordinates: [167279, 428833, 2.5] })).toEqual({
      type: 'points',
      points: [{ x: 167279, y: 428833 }],
    });
    expect(readGeoJsonGeometry({ type: 'MultiPoint', coordinates: [[1, 2]] })).toEqual({
      type: 'points',
      points: [{ x: 1, y: 2 }],
    });
  });

  it('is an area of polygons with holes', () => {
    const outer = [
      [0, 0],
      [9, 0],
      [9, 9],
    ];
    const hole = [
      [1, 1],
      [2, 1],
      [2, 2],
    ];
    const polygon = [outer, hole].map((ring) => Float64Array.from(ring.flat()));
    expect(readGeoJsonGeometry({ type: 'Polygon', coordinates: [outer, hole] })).toEqual({
      type: 'area',
      area: [polygon],
    });
    expect(readGeoJsonGeometry({ type: 'MultiPolygon', coordinates: [[outer, hole], [outer]] })).toEqual({
      type: 'area',
      area: [polygon, [polygon[0]]],
    });
  });

  it.each([
    null,
    undefined,
    { type: 'Point', coordinates: [] },
    { type: 'MultiPolygon', coordinates: [] },
    { type: 'Polygon', coordinates: [[]] },
  ])('%j is none', (geometry) => {
    expect(readGeoJsonGeometry(geometry)).toBeNull();
  });

  it.each([
    { type: 'LineString', coordinates: [] },
    { type: 'Point', coordinates: ['4.9', '52.4'] },
    { type: 'Point', coordinates: [4.9] },
    { type: 'Polygon', coordinates: [[1, 2]] },
    { type: 'Polygon' },
    { coordinates: [1, 2] },
    'POINT(1 2)',
  ])('%j is refused', (geometry) => {
    expect(() => readGeoJsonGeometry(geometry)).toThrow(GeoJsonError);
  });
});
