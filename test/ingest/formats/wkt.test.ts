import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseWkt, WktError } from '../../../ingest/formats/wkt.ts';

const ring = (...coordinates: number[]) => Float64Array.from(coordinates);

describe('points', () => {
  it.each([
    'Point (4.890227336314463 52.42259396643965)',
    'POINT(4.890227336314463 52.42259396643965)',
    'point   ( 4.890227336314463   52.42259396643965 ) ',
    'POINT Z (4.890227336314463 52.42259396643965 1.5)',
    'SRID=4326;POINT(4.890227336314463 52.42259396643965)',
    '<http://www.opengis.net/def/crs/OGC/1.3/CRS84> POINT(4.890227336314463 52.42259396643965)',
  ])('%s', (text) => {
    expect(parseWkt(text)).toEqual({
      type: 'points',
      points: [{ x: 4.890227336314463, y: 52.42259396643965 }],
    });
  });

  it.each(['MULTIPOINT(1 2, 3 4)', 'MultiPoint ((1 2),(3 4))'])('several: %s', (text) => {
    expect(parseWkt(text)).toEqual({
      type: 'points',
      points: [
        { x: 1, y: 2 },
        { x: 3, y: 4 },
      ],
    });
  });
});

describe('areas', () => {
  it('a polygon with a hole', () => {
    expect(parseWkt('POLYGON((0 0,9 0,9 9,0 0),(1 1,2 1,2 2,1 1))')).toEqual({
      type: 'area',
      area: [[ring(0, 0, 9, 0, 9, 9, 0, 0), ring(1, 1, 2, 1, 2, 2, 1, 1)]],
    });
  });

  it('several polygons, numbers in any notation', () => {
    expect(parseWkt('MultiPolygon (((0 0, 1e1 -0.5, .5 +2)), ((167279 428833,1 1,2 2)))')).toEqual({
      type: 'area',
      area: [[ring(0, 0, 10, -0.5, 0.5, 2)], [ring(167279, 428833, 1, 1, 2, 2)]],
    });
  });

  it('reads back what was written, whatever the numbers', () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true });
    const corners = fc.array(fc.tuple(number, number), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(fc.array(corners, { minLength: 1 }), { minLength: 1 }), (polygons) => {
        const text = polygons
          .map((rings) => `(${rings.map((one) => `(${one.map((xy) => xy.join(' ')).join(',')})`).join(',')})`)
          .join(', ');
        const area = polygons.map((rings) =>
          rings.map((one) => Float64Array.from(one.flat(), (n) => Number(String(n)))),
        );
        expect(parseWkt(`MULTIPOLYGON (${text})`)).toEqual({ type: 'area', area });
      }),
    );
  });
});

describe('anything else', () => {
  it.each(['POINT EMPTY', 'MultiPolygon  empty'])('%s is no geometry', (text) => {
    expect(parseWkt(text)).toBeNull();
  });

  it.each([
    '',
    'LINESTRING(1 2, 3 4)',
    'POINT(4.9)',
    'POINT(4.9 52.4',
    'POINT(4,9 52,4)',
    'POINT((4.9 52.4))',
    'POLYGON(1 2, 3 4)',
    'POINT(4.9 52.4) and more',
    'POLYGON((1 2, x 4))',
  ])('"%s" is refused', (text) => {
    expect(() => parseWkt(text)).toThrow(WktError);
  });

  it('never fails in another way', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('POINT', 'MULTI', 'POLYGON', '(', ')', ',', ' ', '1', '.', 'e') }),
        (text) => {
          try {
            parseWkt(text);
          } catch (error) {
            expect(error).toBeInstanceOf(WktError);
          }
        },
      ),
    );
  });
});
