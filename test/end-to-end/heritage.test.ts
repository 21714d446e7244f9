import { describe, expect, it } from 'vitest';
import { ask, type JsonObject, withQuery } from '../support/ask.ts';
import { sampleService } from '../support/sample-service.ts';

const sample = sampleService();

const TOWNSCAPE = { type: 'Nationally protected town or village conservation area' };
const WORLD_HERITAGE = { type: 'UNESCO World Heritage Site' };
const ARCHAEOLOGICAL = { type: 'Nationally protected archaeological site' };
const listed = (number: number, since: string | null) => ({
  register_url: `https://monumentenregister.cultureelerfgoed.nl/monumenten/${number}`,
  listed_since: since,
});

/** Each case of the sample's README. */
const CASES: readonly (readonly [string, string, JsonObject])[] = [
  [
    'a monument whose point stands twice',
    'Koepoortstraat 2, Doesburg',
    { listed_monuments_within_25m: [listed(990001, '1969-03-18')], protected_areas: [TOWNSCAPE], note: null },
  ],
  [
    'the same monument from next door',
    'Koepoortstraat 4, Doesburg',
    { listed_monuments_within_25m: [listed(990001, '1969-03-18')] },
  ],
  [
    'a monument 30 m away',
    'Kerkstraat 1, Doesburg',
    { listed_monuments_within_25m: [], protected_areas: [TOWNSCAPE], note: null },
  ],
  [
    'an archaeological monument, and its terrain',
    'Halve Maanweg 3, Doesburg',
    { listed_monuments_within_25m: [listed(990005, '1982-11-01')], protected_areas: [ARCHAEOLOGICAL] },
  ],
  [
    'an approximate point',
    'Tweede Tuindwarsstraat 12, Amsterdam',
    {
      listed_monuments_within_25m: [listed(990003, '1970-06-16')],
      note: expect.stringMatching(/approximate location.* of monument 990003\.$/),
    },
  ],
  [
    'an address that is a monument with its point elsewhere; a townscape that is no longer protected',
    'Drieërweg 104, Ermelo',
    {
      listed_monuments_within_25m: [],
      protected_areas: [],
      note: expect.stringMatching(/this address itself is listed \(monument 990004\)/),
    },
  ],
  [
    'three monuments of one house, the nearest first, in two townscapes',
    "Binnenhof 1A, 's-Gravenhage",
    {
      listed_monuments_within_25m: [
        listed(990006, '1967-05-12'),
        listed(990007, null),
        listed(990008, '1967-05-12'),
      ],
      protected_areas: [TOWNSCAPE, TOWNSCAPE],
      note: 'Where listed_since is null, the register gives no day of listing.',
    },
  ],
  ['a monument under procedure', "Plein 1813 4, 's-Gravenhage", { listed_monuments_within_25m: [] }],
  [
    'a monument that was taken off the list',
    "1e Sweelinckstraat 7, 's-Gravenhage",
    { listed_monuments_within_25m: [], protected_areas: [] },
  ],
  [
    'a townscape and a world heritage site',
    'Kerkstraat 1, Amsterdam',
    { protected_areas: [TOWNSCAPE, WORLD_HERITAGE] },
  ],
  ['a hole of a townscape', 'De Ruijterkade 105-1, Amsterdam', { protected_areas: [] }],
  ['a townscape in procedure', 'Overvoorde 43-2, Amsterdam', { protected_areas: [] }],
];

describe('/v1/home/basic tells the heritage of', () => {
  it.each(CASES)('%s: %s', async (_case, q, expected) => {
    const { status, body } = await ask(sample.url, withQuery('/v1/home/basic', { q }));
    expect(status).toBe(200);
    expect(body.heritage).toMatchObject(expected);
    const used = (body.source as { id: string; attribution: string; licence: string; mode: string }[]).filter(
      ({ id }) => id.startsWith('rce-'),
    );
    expect(used.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['rce-monuments', 'rce-protected-areas']),
    );
    for (const { attribution, licence, mode } of used) {
      expect(attribution).toContain('Rijksdienst voor het Cultureel Erfgoed');
      expect([licence, mode]).toEqual(['CC-BY-4.0', 'sample']);
    }
  });
});
