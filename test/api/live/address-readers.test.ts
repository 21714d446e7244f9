import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AddressRegister } from '../../../api/live/address-register.ts';
import { createBagApi, readApiBuilding, readApiObject, readApiUnits } from '../../../api/live/bag-api.ts';
import { createBagWfs, readWfsBuilding, readWfsObject } from '../../../api/live/bag-wfs.ts';
import {
  createLocatieserver,
  locatieserverQuery,
  readLocatieserver,
} from '../../../api/live/locatieserver.ts';
import { UnexpectedAnswer, UpstreamAnswer } from '../../../api/live/upstream.ts';
import { OBJECT_TYPES } from '../../../db/schema/addresses.ts';
import { BAG_API_STAND_IN, BAG_API_STAND_IN_KEY } from '../../upstreams/bag-api.ts';
import { LOCATIESERVER_STAND_IN } from '../../upstreams/locatieserver.ts';
import { startUpstreams } from '../../upstreams/server.ts';
import type { StandIn } from '../../upstreams/stand-in.ts';

const answerOf = (body: unknown) =>
  new UpstreamAnswer(200, 'application/json', Buffer.from(JSON.stringify(body)));

const unit = { objectId: 363010900000001, objectType: OBJECT_TYPES.unit };

/** A document of the geocoder with only what it always has. */
const DOCUMENT = {
  type: 'adres',
  straatnaam: 'Nieuwe Proefweg',
  huisnummer: 18,
  woonplaatsnaam: 'Amsterdam',
  nummeraanduiding_id: '0363200900000009',
  adresseerbaarobject_id: '0363010900000009',
};

function readDocument(parts: Readonly<Record<string, unknown>>) {
  const body = { response: { numFound: 1, start: 0, docs: [{ ...DOCUMENT, ...parts }] } };
  return readLocatieserver(answerOf(body), { by: 'text', text: 'any' }).addresses[0];
}

describe('a document of the geocoder', () => {
  it('has null for what is absent', () => {
    expect(readDocument({})).toEqual({
      street: 'Nieuwe Proefweg',
      streetShortName: null,
      streetId: null,
      houseNumber: 18,
      houseLetter: null,
      addition: null,
      postcode: null,
      town: 'Amsterdam',
      townId: null,
      municipalityCode: null,
      municipality: null,
      provinceCode: null,
      province: null,
      addressId: 363200900000009,
      objectId: 363010900000009,
      isMain: null,
      rdXM: null,
      rdYM: null,
      neighbourhood: null,
      district: null,
    });
  });

  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['a number as text', { huisnummer: '18' }, { houseNumber: 18 }],
    ['a point with a blank', { centroide_rd: 'POINT (121828.874 486751.728)' }, { rdXM: 121828.874 }],
    // Longitude comes first.
    [
      'degrees alone',
      { centroide_ll: 'POINT(4.90016547 52.3676456)' },
      { rdXM: 121828.874, rdYM: 486751.728 },
    ],
    ['a line instead of a point', { centroide_rd: 'LINESTRING(1 2,3 4)' }, { rdXM: null, rdYM: null }],
    ['a point in another country', { centroide_rd: 'POINT(-10 20)' }, { rdXM: null, rdYM: null }],
    ['a secondary address', { adrestype: 'nevenadres' }, { isMain: false }],
    [
      'letters in the code of a neighbourhood',
      { buurtcode: 'BU0363AF09' },
      { neighbourhood: { code: 'BU0363AF09', name: null } },
    ],
    [
      'a code of another shape',
      { buurtcode: 'BU9', gemeentecode: 'GM0363' },
      { neighbourhood: null, municipalityCode: null },
    ],
  ])('may have %s', (_what, parts, wanted) => {
    expect(readDocument(parts)).toMatchObject(wanted);
  });

  it.each([
    ['no number', { huisnummer: undefined }],
    ['an id whose zeros were lost', { adresseerbaarobject_id: '363010900000009' }],
    ['an id that is a number', { nummeraanduiding_id: 363200900000009 }],
    ['a street that is a list', { straatnaam: ['Nieuwe Proefweg'] }],
  ])('is refused with %s', (_what, parts) => {
    expect(() => readDocument(parts)).toThrow(UnexpectedAnswer);
  });
});

describe('every reader', () => {
  const READERS: readonly [string, (answer: UpstreamAnswer) => unknown][] = [
    ['of the geocoder', (answer) => readLocatieserver(answer, { by: 'text', text: 'any' })],
    ['of units in the WFS', (answer) => readWfsObject(answer, unit, 2026)],
    ['of buildings in the WFS', (answer) => readWfsBuilding(answer, [1], { xM: 1, yM: 1 }, 2026)],
    ['of addresses in the BAG API', (answer) => readApiObject(answer, unit.objectId, true, 2026)],
    ['of units in the BAG API', (answer) => readApiUnits(answer, 1)],
    ['of buildings in the BAG API', (answer) => readApiBuilding(answer, 1, 2026)],
  ];

  it.each(READERS)('%s reads or refuses, whatever comes', (_what, read) => {
    const shapes = fc.oneof(
      fc.jsonValue(),
      fc.record({ response: fc.record({ numFound: fc.nat(), docs: fc.array(fc.jsonValue()) }) }),
      fc.record({ type: fc.constant('FeatureCollection'), features: fc.array(fc.jsonValue()) }),
      fc.record({ _embedded: fc.record({ adressen: fc.jsonValue(), verblijfsobjecten: fc.jsonValue() }) }),
      fc.record({ pand: fc.jsonValue() }),
    );
    fc.assert(
      fc.property(shapes, (body) => {
        try {
          read(answerOf(body));
        } catch (error) {
          if (!(error instanceof UnexpectedAnswer)) throw error;
        }
      }),
    );
  });

  it.each(READERS)('%s refuses what is no JSON', (_what, read) => {
    const xml = new UpstreamAnswer(200, 'application/json', Buffer.from('<ows:ExceptionReport/>'));
    expect(() => read(xml)).toThrow(UnexpectedAnswer);
  });

  it('never sends an operator of Lucene to the geocoder', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        expect(String(locatieserverQuery({ by: 'text', text }).q)).not.toMatch(/[-+&|!(){}[\]^"~*?:\\/]/);
      }),
    );
  });
});

describe('what comes in pages', () => {
  it('is read to the end, each address once', async () => {
    const docs = Array.from({ length: 120 }, (_, index) => ({
      ...DOCUMENT,
      postcode: '1011ZZ',
      huisnummertoevoeging: String(index + 1),
      nummeraanduiding_id: String(363200900001000 + index).padStart(16, '0'),
    }));
    const paged: StandIn = {
      ...LOCATIESERVER_STAND_IN,
      answer({ query }) {
        const start = Number(query.get('start'));
        // The last of a page comes again on the next.
        const page = docs.slice(Math.max(0, start - 1), start + 50);
        return {
          contentType: 'application/json',
          body: JSON.stringify({ response: { numFound: docs.length, start, docs: page } }),
        };
      },
    };
    await withStandIn(paged, async (env) => {
      const geocoder = createLocatieserver(env.LOCATIESERVER_URL, deps);
      const question = { by: 'postcode', postcode: '1011ZZ', houseNumber: 18 } as const;
      const { value } = await geocoder.find(question, AbortSignal.timeout(4000));
      expect(value).toHaveLength(120);
    });
  });

  const units = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      verblijfsobject: {
        identificatie: String(363010900001000 + index).padStart(16, '0'),
        status: index === 0 ? 'Verblijfsobject ingetrokken' : 'Verblijfsobject in gebruik',
        gebruiksdoelen: ['woonfunctie'],
        maaktDeelUitVan: ['0363100900000001'],
      },
    }));

  it.each([
    [250, 249],
    // Ten pages are read, and then the number is not told: a part of it would be wrong.
    [1001, null],
  ])('of %i units in a building come to %s', async (count, wanted) => {
    const paged: StandIn = {
      ...BAG_API_STAND_IN,
      answer(request) {
        if (request.path !== '/verblijfsobjecten') return BAG_API_STAND_IN.answer(request);
        const page = Number(request.query.get('page'));
        const items = units(count).slice((page - 1) * 100, page * 100);
        const links = page * 100 < count ? { next: { href: 'https://elsewhere.example/' } } : {};
        return {
          contentType: 'application/hal+json',
          body: JSON.stringify({ _embedded: { verblijfsobjecten: items }, _links: links }),
        };
      },
    };
    await withStandIn(paged, async (env) => {
      const api: AddressRegister = createBagApi(env.BAG_API_URL, BAG_API_STAND_IN_KEY, deps);
      const { value } = await api.findObject({ ...unit, location: null }, AbortSignal.timeout(4000));
      expect(value?.building?.units).toBe(wanted);
    });
  });
});

const deps = { now: () => new Date('2026-11-27T11:00:00Z') };

type Env = Awaited<ReturnType<typeof startUpstreams>>['env'];

async function withStandIn(standIn: StandIn, run: (env: Env) => Promise<void>): Promise<void> {
  const upstreams = await startUpstreams({ standIns: [standIn] });
  try {
    await run(upstreams.env);
  } finally {
    await upstreams.close();
  }
}

describe('a WFS that ignores the filter', () => {
  it('is not believed', async () => {
    const ignoring: StandIn = {
      id: 'bag-wfs',
      setting: 'BAG_WFS_URL',
      answer: () => ({
        contentType: 'application/json',
        body: JSON.stringify({
          type: 'FeatureCollection',
          features: [
            {
              type: 'Feature',
              geometry: null,
              properties: { identificatie: '0999010000000001', status: 'Verblijfsobject in gebruik' },
            },
          ],
        }),
      }),
    };
    await withStandIn(ignoring, async (env) => {
      const asked = createBagWfs(env.BAG_WFS_URL, deps).findObject(
        { ...unit, location: null },
        AbortSignal.timeout(4000),
      );
      await expect(asked).rejects.toMatchObject({ reason: 'unexpected_answer' });
    });
  });
});
