import { beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../../api/schemas/problem.ts';
import type { TestApi } from '../support/api.ts';
import { sampleApis } from '../support/sample-api.ts';

/** What somebody types who has read nothing, on the bundled sample: it answers, or it says how to ask better. */
const openSample = sampleApis();
let api: TestApi;

beforeAll(async () => {
  api = await openSample();
}, 120_000);

const path = (where: string, parameters: Readonly<Record<string, string>>) =>
  `${where}?${new URLSearchParams(parameters)}`;

const ADDRESSES: readonly (readonly [typed: string, query: string, label: string])[] = [
  ['amstel 1 amsterdam', 'postcode=1011pn&house_number=1', 'Amstel 1, 1011PN Amsterdam'],
  [
    'Overvoorde 43-2, Amsterdam',
    'postcode=1082+GB&house_number=43&addition=2',
    'Overvoorde 43-2, 1082GB Amsterdam',
  ],
  [
    'Tweede Tuindwarsstraat 12-2HG Amsterdam',
    'postcode=1015RZ&house_number=12&addition=2hg',
    'Tweede Tuindwarsstraat 12-2HG, 1015RZ Amsterdam',
  ],
  ['curacaostraat 12, amsterdam', 'postcode=1058BV&house_number=12', 'Curaçaostraat 12, 1058BV Amsterdam'],
  [
    'Brouwersgracht 605b Amsterdam',
    'postcode=1015GK&house_number=605&house_letter=b',
    'Brouwersgracht 605B, 1015GK Amsterdam',
  ],
  ['Koepoortstraat 2 Doesburg', 'postcode=6981AS&house_number=2', 'Koepoortstraat 2, 6981AS Doesburg'],
  [
    '1e Sweelinckstraat 7, Den Haag',
    'postcode=2517+ga&house_number=7',
    "1e Sweelinckstraat 7, 2517GA 's-Gravenhage",
  ],
  ["Plein 1813 4, 's-Gravenhage", 'postcode=2514JN&house_number=4', "Plein 1813 4, 2514JN 's-Gravenhage"],
  ['drieerweg 104 ermelo', 'postcode=3852MB&house_number=104', 'Drieërweg 104, 3852MB Ermelo'],
  ['Halve Maanweg 3, 6981ED Doesburg', 'postcode=6981ED&house_number=3', 'Halve Maanweg 3, 6981ED Doesburg'],
];

const PLATES = [
  'T-905-GL',
  't905gl',
  '84-LHZ-6',
  '47ngf2',
  '15-frts',
  'N-746-PK',
  's 338 nx',
  'WD-LB-58',
  'MT-47-DX',
  'dl4718',
];

/** Requests that cannot be answered as they are; several paths take the same parameters. */
const MISTYPED: readonly (readonly [where: string, parameters: Readonly<Record<string, string>>])[] = [
  ...[
    '/v1/home/basic',
    '/v1/home/report/preview',
    '/v1/address/lookup',
    '/v1/address/lookup/preview',
  ].flatMap((where) =>
    [
      {},
      { q: '' },
      { q: 'amstel' },
      { q: 'amstel amsterdam' },
      { q: 'amsteel 1 amsterdam' },
      { q: 'amstel 999 amsterdam' },
      { q: 'kerkstraat 1' },
      { q: '1011PN' },
      { q: '1011PN 99' },
      { q: '???' },
      { q: 'Postbus 100 Amsterdam' },
      { q: 'Roggestraat 5, Doesburg' },
      { q: "'t Kleine Loo 39, 's-Gravenhage" },
      { postcode: '1011PN' },
      { house_number: '1' },
      { postcode: '1011P', house_number: '1' },
      { postcode: '0011PN', house_number: '1' },
      { postcode: '1011PN', house_number: '0' },
      { postcode: '1011PN', house_number: 'one' },
      { postcode: '1011PN', house_number: '99' },
      { postcode: '9999ZZ', house_number: '1' },
      { postcode: '1082GB', house_number: '43' },
      { postcode: '1082GB', house_number: '43', addition: '9' },
      { postcode: '6981BJ', house_number: '5' },
      { postcode: '1011PN', number: '1' },
      { address: 'Amstel 1 Amsterdam' },
    ].map((parameters) => [where, parameters] as const),
  ),
  ...['/v1/vehicle/basic', '/v1/vehicle/report'].flatMap((where) =>
    [
      {},
      { licence_plate: '' },
      { licence_plate: 'T-905-G' },
      { licence_plate: 'T-9O5-GL' },
      { licence_plate: 'AB-12-CD' },
      { licence_plate: 'B-MW 1234' },
      { licence_plate: '123456789' },
      { plate: 'T905GL' },
      { license_plate: 'T905GL' },
    ].map((parameters) => [where, parameters] as const),
  ),
  ['/v1/address/reverse', {}],
  ['/v1/address/reverse', { lat: '4.9002', lon: '52.3676' }],
  ['/v1/address/reverse', { lat: '52.4', lon: '4.9' }],
  ['/v1/address/reverse', { lat: '52.37', lon: 'east' }],
];

describe('somebody new', () => {
  it.each(ADDRESSES)('finds "%s", also by %s', async (q, query, label) => {
    for (const url of [path('/v1/home/basic', { q }), `/v1/home/basic?${query}`]) {
      const response = await api.app.inject(url);
      expect(response.statusCode, response.body).toBe(200);
      expect(response.json().address.label).toBe(label);
    }
  });

  it.each(PLATES)('finds the vehicle %s', async (plate) => {
    const response = await api.app.inject(path('/v1/vehicle/basic', { licence_plate: plate }));
    expect(response.statusCode, response.body).toBe(200);
    expect(response.json().plate).toBe(plate.replace(/[ -]/g, '').toUpperCase());
  });
});

describe('a mistake', () => {
  it.each(MISTYPED)('at %s with %o is told, and what is shown instead works', async (where, parameters) => {
    const response = await api.app.inject(path(where, parameters));
    const problem: Problem & { other_matches?: { query: string }[] } = response.json();
    expect(response.statusCode, response.body).toBe(400);
    expect(problem.charged).toBe(false);
    expect(problem.detail).toMatch(/\w+.*[.?]$/);
    expect(problem.hint).toMatch(/\w+/);
    const matches = (problem.other_matches ?? []).map(({ query }) => `${where}?${query}`);
    for (const shown of [...shownIn(problem), ...matches]) {
      const better = await api.app.inject(shown);
      expect(better.statusCode, `${shown}: ${better.body}`).toBe(200);
    }
  });

  it.each(['43-2', '605B', '12 2hg'])(
    'of a house number %s is told where its end goes',
    async (houseNumber) => {
      const url = path('/v1/home/basic', { postcode: '1082GB', house_number: houseNumber });
      expect((await api.app.inject(url)).json().hint).toContain('a letter goes into house_letter');
    },
  );

  it('mostly comes with a request to copy', async () => {
    const hints = await Promise.all(
      MISTYPED.map(async ([where, parameters]) => (await api.app.inject(path(where, parameters))).json()),
    );
    const helped = hints.filter(
      (problem) => shownIn(problem).length > 0 || problem.other_matches?.length > 0,
    );
    expect(helped.length).toBeGreaterThan(MISTYPED.length / 2);
  });
});

/** Requests that a hint shows, e.g. at the end of "For example /v1/home/basic?...". */
function shownIn({ hint }: { hint?: string | null }): string[] {
  return [...(hint ?? '').matchAll(/\/v1\/[^\s"]+/g)].map(([shown]) => shown.replace(/[.,;)]+$/, ''));
}
