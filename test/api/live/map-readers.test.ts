import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LEEFBAAROMETER_MAP, LIVE_SCORE_YEAR, readScoreAt } from '../../../api/live/leefbaarometer.ts';
import { MONUMENT_MAP, readMonumentsWithin } from '../../../api/live/rce.ts';
import { readMapFigure } from '../../../api/live/rivm.ts';
import { LIVE_MAPS } from '../../../api/live/rivm-maps.ts';
import { UnexpectedAnswer, UpstreamAnswer } from '../../../api/live/upstream-answer.ts';
import { AIR_CONCENTRATION, NOISE_LDEN } from '../../../db/cell-values.ts';
import { RASTER_KEYS } from '../../../db/schema/environment.ts';
import { LEEFBAAROMETER } from '../../../ingest/sources/bzk/liveability-files.ts';
import { MONUMENTS } from '../../../ingest/sources/rce/sources.ts';
import { ENVIRONMENT } from '../../../ingest/sources/rivm/environment.ts';

/** Answers of the map services as they come, and what is made of them. */

const X = 121_000;
const Y = 487_000;

const json = (value: unknown, status = 200) =>
  new UpstreamAnswer(status, 'application/json', Buffer.from(JSON.stringify(value)));
const xml = (text: string, status = 200) => new UpstreamAnswer(status, 'text/xml', Buffer.from(text));
const collection = (...features: unknown[]) => json({ type: 'FeatureCollection', features });

describe('a figure of the noise and air maps', () => {
  const figure = (value: unknown, name = 'GRAY_INDEX') =>
    collection({ type: 'Feature', id: '', geometry: null, properties: { [name]: value } });

  it.each([
    ['noise', NOISE_LDEN, 60, 60, 'value'],
    ['noise as a float', NOISE_LDEN, 59.6, 60, 'value'],
    ['pitfall 9: noise of 0', NOISE_LDEN, 0, null, 'no_source'],
    ['pitfall 10: noise of 128', NOISE_LDEN, 128, null, 'no_data'],
    ['a negative sentinel', NOISE_LDEN, -9999, null, 'no_data'],
    ['a huge sentinel', NOISE_LDEN, 1e30, null, 'no_data'],
    ['air', AIR_CONCENTRATION, 16.2451, 16.25, 'value'],
    ['pitfall 13: air of -999', AIR_CONCENTRATION, -999, null, 'no_data'],
    ['pitfall 14: air of -3.4e38', AIR_CONCENTRATION, -3.4028234663852886e38, null, 'no_data'],
    ['air of 0', AIR_CONCENTRATION, 0, null, 'no_data'],
    ['null', AIR_CONCENTRATION, null, null, 'no_data'],
  ] as const)('is %s', (_case, quantity, given, value, state) => {
    expect(readMapFigure(figure(given), quantity)).toEqual({ value, state });
  });

  it('is outside of the map where there is no feature', () => {
    expect(readMapFigure(collection(), NOISE_LDEN)).toEqual({ value: null, state: 'outside' });
  });

  it.each([
    ['a figure that no noise has', figure(300)],
    ['the property of another service', figure(12.3, 'conc_NO2_2025')],
    ['a figure as text', figure('60')],
    ['two figures', collection({ properties: { GRAY_INDEX: 1 } }, { properties: { GRAY_INDEX: 2 } })],
    ['another object', json({ message: 'error' })],
    ['features with a status of an error', json({ features: [] }, 404)],
    ['another exception', xml('<ServiceException code="InvalidCRS"/>')],
    ['an empty body', new UpstreamAnswer(200, 'application/json', Buffer.alloc(0))],
  ])('is refused for %s', (_case, answer) => {
    expect(() => readMapFigure(answer, NOISE_LDEN)).toThrow(UnexpectedAnswer);
  });

  it('pitfall 12: of a layer that the service does not have is absent, not an error', () => {
    const text = '<ServiceException code="LayerNotDefined" locator="QUERY_LAYERS">x</ServiceException>';
    expect(readMapFigure(xml(text), NOISE_LDEN)).toBe('absent');
    expect(readMapFigure(xml(text, 404), NOISE_LDEN)).toBe('absent');
  });

  it('is in range, or null, or refused, whatever number comes', () => {
    fc.assert(
      fc.property(fc.double(), (given) => {
        try {
          const reading = readMapFigure(figure(given), NOISE_LDEN);
          if (reading === 'absent') return false;
          return reading.value === null || (reading.value >= 1 && reading.value <= 120);
        } catch (error) {
          return error instanceof UnexpectedAnswer;
        }
      }),
    );
  });
});

describe('a score', () => {
  const SQUARE = [
    [X - 50, Y - 50],
    [X + 50, Y - 50],
    [X + 50, Y + 50],
    [X - 50, Y + 50],
    [X - 50, Y - 50],
  ];
  const area = (properties: Record<string, unknown> = {}, ring = SQUARE) => ({
    type: 'Feature',
    geometry: { type: 'MultiPolygon', coordinates: [[ring]] },
    properties: {
      ...{ gemeente: 'Amsterdam', name: 'Elandsgrachtbuurt', id: 'BU0363AB10', scale: 'buurt', kscore: 9 },
      ...{ afw: 0.371047, fys: -0.0143511, onv: -0.137106, soc: -0.100151, vrz: 0.620541, won: 0.00211395 },
      ...{ year: '2024', ...properties },
    },
  });
  const elsewhere = SQUARE.map(([x = 0, y = 0]) => [x + 5000, y]);

  it('is that of the area around the place: the national mean and the deviation', () => {
    expect(readScoreAt(collection(area()), 'neighbourhood', X, Y)).toEqual({
      kind: 'neighbourhood',
      code: 'BU0363AB10',
      name: 'Elandsgrachtbuurt',
      year: 2024,
      score: expect.closeTo(4.473312, 6),
      situationClass: 9,
    });
  });

  it('on a border is that of the lowest code, whatever the order', () => {
    const two = [area({ id: 'BU0363AB11' }), area()];
    for (const features of [two, two.toReversed()]) {
      expect(readScoreAt(collection(...features), 'neighbourhood', X + 50.4, Y)?.code).toBe('BU0363AB10');
    }
  });

  it('is null where no area is', () => {
    expect(readScoreAt(collection(), 'neighbourhood', X, Y)).toBeNull();
  });

  it.each([
    ['of areas elsewhere: the filter was not looked at', area({}, elsewhere)],
    ['pitfall 18: of a municipality', area({ id: 'GM0363', scale: 'gemeente' })],
    ['of a district, where a neighbourhood was asked for', area({ id: 'WK0363AB' })],
    ['of another year', area({ year: '2022' })],
    ['that does not add up', area({ vrz: 0.5 })],
    ['without a dimension', area({ vrz: null })],
    ['without a class', area({ kscore: null })],
    ['of class 10', area({ kscore: 10 })],
    ['without an outline', { ...area(), geometry: null }],
    ['with a broken outline', { ...area(), geometry: { type: 'Polygon', coordinates: [[['a', 'b']]] } }],
  ])('is refused %s', (_case, feature) => {
    expect(() => readScoreAt(collection(feature), 'neighbourhood', X, Y)).toThrow(UnexpectedAnswer);
  });
});

describe('monuments', () => {
  const monument = (number: number, east: number, properties: Record<string, unknown> = {}) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [X + east, Y] },
    properties: {
      ...{ rijksmonument_nummer: number, juridische_status: 'rijksmonument', kwaliteit_geometrie: 'globaal' },
      ...{ hoofdcategorie: 'Religieuze gebouwen', rijksmonumenturl: null, ...properties },
    },
  });
  const numbersIn = (answer: UpstreamAnswer) =>
    readMonumentsWithin(answer, X, Y, 25).map(({ number }) => number);

  it('come the nearest first, each once, also those exactly at the distance', () => {
    const answer = collection(
      monument(1, 25),
      monument(2, -3),
      monument(2, 4),
      monument(3, 2, { juridische_status: 'voorbeschermd' }),
    );
    expect(readMonumentsWithin(answer, X, Y, 25)).toEqual([
      expect.objectContaining({ number: 2, distanceM: 3, locationQuality: 'approximate' }),
      {
        number: 1,
        distanceM: 25,
        locationQuality: 'approximate',
        mainCategory: 'Religieuze gebouwen',
        registerUrl: 'https://monumentenregister.cultureelerfgoed.nl/monumenten/1',
      },
    ]);
  });

  it('may be written in degrees, either way round', () => {
    const degrees = [5.5654048693943, 51.847938971116];
    for (const coordinates of [degrees, degrees.toReversed()]) {
      const feature = { ...monument(7, 0), geometry: { type: 'Point', coordinates } };
      const [found] = readMonumentsWithin(collection(feature), 167_279, 428_833, 25);
      expect(found?.distanceM).toBeLessThan(0.5);
    }
  });

  it.each([
    ['one outside the box: it was not looked at', collection(monument(1, 300))],
    [
      'some being left out',
      json({ type: 'FeatureCollection', features: [monument(1, 0)], numberMatched: 900 }),
    ],
    ['one without a point', collection({ ...monument(1, 0), geometry: null })],
    ['one without a number', collection(monument(0, 0))],
    ['one without a status', collection(monument(1, 0, { juridische_status: null }))],
    ['no feature collection', json({ exceptions: [] })],
  ])('are refused for %s', (_case, answer) => {
    expect(() => numbersIn(answer)).toThrow(UnexpectedAnswer);
  });

  it('lead nowhere but to a page of the web', () => {
    const answer = collection(monument(5, 0, { rijksmonumenturl: 'javascript:alert(1)' }));
    expect(readMonumentsWithin(answer, X, Y, 25)[0]?.registerUrl).toBe(
      'https://monumentenregister.cultureelerfgoed.nl/monumenten/5',
    );
  });
});

describe('whatever JSON comes', () => {
  const READERS: readonly ((answer: UpstreamAnswer) => unknown)[] = [
    (answer) => readMapFigure(answer, AIR_CONCENTRATION),
    (answer) => readScoreAt(answer, 'neighbourhood', X, Y),
    (answer) => readMonumentsWithin(answer, X, Y, 25),
  ];
  const feature = fc.record({ geometry: fc.jsonValue(), properties: fc.jsonValue() });

  it.each([
    ['any value', fc.jsonValue()],
    ['any features', fc.record({ features: fc.array(feature), numberMatched: fc.jsonValue() })],
  ])('%s is read or refused', (_case, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, (value) => {
        for (const read of READERS) {
          try {
            read(json(value));
          } catch (error) {
            expect(error).toBeInstanceOf(UnexpectedAnswer);
          }
        }
      }),
    );
  });
});

describe('what is asked live', () => {
  const described = ({
    id,
    name,
    publisher,
    licence,
    homepage,
    attribution,
  }: (typeof ENVIRONMENT.sources)[0]) => ({
    ...{ id, name, publisher, licence: licence.id, licenceUrl: licence.url, url: homepage, attribution },
  });

  it('is each map of the environment that the ingest loads, in the same editions', () => {
    expect(LIVE_MAPS.map(({ key }) => key)).toEqual(RASTER_KEYS);
    for (const { source, layers } of LIVE_MAPS) {
      const declared = ENVIRONMENT.sources.find(({ id }) => id === source.id);
      expect(declared && described(declared)).toEqual(source);
      expect(layers).toEqual(declared?.editions?.map(({ year, id }) => ({ name: id, year })));
    }
  });

  it('is the same register of monuments, and the same measurement of liveability', () => {
    expect(described(MONUMENTS)).toEqual(MONUMENT_MAP);
    const { attribution, ...same } = LEEFBAAROMETER_MAP;
    expect(described(LEEFBAAROMETER)).toMatchObject(same);
    // That of the files goes on about the percentiles, which no live answer has.
    expect(LEEFBAAROMETER.attribution).toContain(attribution);
    expect(LEEFBAAROMETER.urls.scores).toContain(String(LIVE_SCORE_YEAR));
    expect(LEEFBAAROMETER.options?.wfsYears).toMatch(new RegExp(`^${LIVE_SCORE_YEAR}`));
  });
});
