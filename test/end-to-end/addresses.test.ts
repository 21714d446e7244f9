import { describe, expect, it } from 'vitest';
import { ask, type JsonObject, withQuery } from '../support/ask.ts';
import { sampleService } from '../support/sample-service.ts';

const sample = sampleService();

const home = (parameters: Readonly<Record<string, string | number>>) =>
  ask(sample.url, withQuery('/v1/home/basic', parameters));

interface Case {
  /** What the address is an example of. */
  readonly of: string;
  readonly structured?: Readonly<Record<string, string | number>>;
  /** The same address as people write it. */
  readonly texts: readonly string[];
  readonly answer: JsonObject;
}

/** Each kind of address that the sample holds, by parameters and as free text. */
const CASES: readonly Case[] = [
  {
    of: 'a neighbourhood code with letters',
    structured: { postcode: '1011PN', house_number: 1 },
    texts: [
      'Amstel 1, Amsterdam',
      '1011PN 1',
      '1011 pn 1',
      'amstel 1 amsterdam',
      'Amstel 1, 1011PN Amsterdam',
    ],
    answer: {
      address: {
        label: 'Amstel 1, 1011PN Amsterdam',
        postcode: '1011PN',
        city: 'Amsterdam',
        lat: expect.closeTo(52.36765, 4),
        lon: expect.closeTo(4.90017, 4),
        neighbourhood: { code: 'BU0363AF09', name: 'Waterloopleinbuurt' },
      },
      building: {
        year_built: 1986,
        units_in_building: 1,
        uses_in_building: ['assembly', 'office'],
        unit: { floor_area_m2: 32560, use: ['assembly', 'office'], status: 'in use' },
      },
      neighbourhood: {
        people: { data_year: 2025, residents: 835, households: 525 },
        housing: { data_year: 2024, avg_home_value_eur: 558000, owner_occupied_pct: 33 },
        distance_km: { data_year: 2025, gp_practice: 0.7, supermarket: 0.4, train_station: 1.2 },
      },
      liveability: { year: 2024, percentile: expect.any(Number) },
    },
  },
  {
    of: 'the dummies of year and area, and a neighbourhood without figures',
    structured: { postcode: '1011AB', house_number: 105, addition: '1' },
    texts: ['De Ruijterkade 105-1 Amsterdam', 'De Ruijterkd 105-1, Amsterdam'],
    answer: {
      address: { label: 'De Ruijterkade 105-1, 1011AB Amsterdam', neighbourhood: { code: 'BU0363AD01' } },
      building: { year_built: null, age_years: null, unit: { floor_area_m2: null, use: ['office'] } },
      neighbourhood: {
        people: { data_year: 2025, residents: 25 },
        housing: { avg_home_value_eur: null, owner_occupied_pct: null },
        distance_km: { gp_practice: null, supermarket: null, train_station: null },
      },
    },
  },
  {
    of: 'a unit of a flat',
    structured: { postcode: '1082GB', house_number: 43, addition: '2' },
    texts: ['Overvoorde 43-2 Amsterdam', 'overvoorde 43 2', '1082GB 43-2'],
    answer: {
      address: { label: 'Overvoorde 43-2, 1082GB Amsterdam' },
      building: { year_built: 1962, units_in_building: 4, unit: { floor_area_m2: 76, use: ['residential'] } },
    },
  },
  {
    of: 'a plain number beside its suffixes, and an ordinal in the street',
    structured: { postcode: '1015RZ', house_number: 12 },
    texts: ['Tweede Tuindwarsstraat 12', '2e Tuindwarsstraat 12 Amsterdam', '2e Tuindwarsstr. 12, Amsterdam'],
    answer: {
      address: { label: 'Tweede Tuindwarsstraat 12, 1015RZ Amsterdam' },
      building: {
        units_in_building: 5,
        uses_in_building: ['residential', 'retail'],
        unit: { use: ['retail'] },
      },
    },
  },
  {
    of: 'a suffix that is digits and letters',
    structured: { postcode: '1015RZ', house_number: 12, addition: '2-hg' },
    texts: ['Tweede Tuindwarsstraat 12-2hg', 'tweede tuindwarsstraat 12 2 HG Amsterdam', '1015 RZ 12-2HG'],
    answer: {
      address: { label: 'Tweede Tuindwarsstraat 12-2HG, 1015RZ Amsterdam' },
      building: { unit: { floor_area_m2: 22 } },
    },
  },
  {
    of: 'letters that differ in case only',
    structured: { postcode: '1058BV', house_number: 12, house_letter: 'a' },
    texts: ['Curaçaostraat 12a, Amsterdam', 'curacaostraat 12a'],
    answer: {
      address: { label: 'Curaçaostraat 12a, 1058BV Amsterdam' },
      building: { unit: { floor_area_m2: 19, use: ['other'] } },
    },
  },
  {
    of: 'a houseboat: no building, no area, no year',
    structured: { postcode: '1015GK', house_number: 605, house_letter: 'B' },
    texts: ['Brouwersgracht 605B, Amsterdam', 'brouwersgr. 605 b amsterdam'],
    answer: {
      address: { lat: expect.closeTo(52.3793, 3), lon: expect.closeTo(4.8868, 3) },
      building: { year_built: null, units_in_building: null, unit: { floor_area_m2: null } },
    },
  },
  {
    of: 'a number with a town of its own on a border street',
    structured: { postcode: '1181BN', house_number: 1 },
    texts: ['Kalfjeslaan 1, Amstelveen', 'Kalfjesln 1 Amstelveen'],
    answer: {
      address: {
        label: 'Kalfjeslaan 1, 1181BN Amstelveen',
        city: 'Amstelveen',
        neighbourhood: { code: 'BU03620101' },
      },
    },
  },
  {
    of: 'an address without a postcode, whose neighbourhood is found by location; an ampersand',
    texts: ['Park & Ride Noord 3, Amsterdam', 'P&R Noord 3'],
    answer: {
      address: {
        postcode: null,
        city: 'Amsterdam',
        neighbourhood: { code: 'BU0363NG02', name: 'Elzenhagen-Zuid' },
        note: expect.stringContaining('found by location'),
      },
      building: { unit: { floor_area_m2: 14 } },
      neighbourhood: { people: { residents: 2480 } },
      safety: { year: 2025, per_1000_residents: { total: 60.1 } },
      liveability: { percentile: null },
    },
  },
  {
    of: 'a very old house',
    structured: { postcode: '6981 as', house_number: 2 },
    texts: ['Koepoortstraat 2 Doesburg'],
    answer: { building: { year_built: 1478 } },
  },
  {
    of: 'a secondary address: the unit is that of the main one',
    structured: { postcode: '6981BJ', house_number: 1 },
    texts: ['Roggestraat 1, Doesburg'],
    answer: {
      address: { label: 'Roggestraat 1, 6981BJ Doesburg' },
      building: { year_built: 1649, unit: { floor_area_m2: 176, use: ['residential', 'retail'] } },
    },
  },
  {
    of: 'a unit under renovation, of which past and future versions are in the delivery',
    structured: { postcode: '6981CH', house_number: 4 },
    texts: ['Kosterstraat 4 Doesburg', 'kosterstr 4, 6981 CH'],
    answer: { building: { unit: { floor_area_m2: 223, use: ['residential'], status: 'under renovation' } } },
  },
  {
    of: 'a caravan pitch',
    structured: { postcode: '6981ED', house_number: 3 },
    texts: ['Halve Maanweg 3, Doesburg'],
    answer: { building: { year_built: null, unit: { floor_area_m2: null } } },
  },
  {
    of: 'a street whose name ends in digits, in a town with an apostrophe',
    structured: { postcode: '2514JN', house_number: 4 },
    texts: ["Plein 1813 4, 's-Gravenhage", 'Plein 1813 4 Den Haag', 'plein 1813 nr 4 den haag', '2514JN 4'],
    answer: {
      address: { label: "Plein 1813 4, 2514JN 's-Gravenhage", city: "'s-Gravenhage" },
      building: { year_built: 1862, unit: { use: ['office'] } },
    },
  },
  {
    of: 'a unit in two buildings: the one that holds its point',
    structured: { postcode: '2517GA', house_number: 7 },
    texts: ['1e Sweelinckstraat 7, Den Haag', 'Eerste Sweelinckstraat 7 den haag'],
    answer: { building: { year_built: 1898, unit: { floor_area_m2: 214 } } },
  },
  {
    of: 'an address that exists only as a secondary one',
    structured: { postcode: '2513AA', house_number: 19 },
    texts: ['Binnenhof 19, Den Haag'],
    answer: { building: { year_built: 1292, unit: { floor_area_m2: 9150 } } },
  },
  {
    of: 'one address, two objects: the one in use, not the one formed',
    structured: { postcode: '2517AK', house_number: 8 },
    texts: ['Laan van Meerdervoort 8, Den Haag', 'laan v. meerdervoort 8 den haag'],
    answer: { building: { year_built: 1905, unit: { floor_area_m2: 187, status: 'in use' } } },
  },
  {
    of: 'a street that begins with an apostrophe',
    structured: { postcode: '2592CE', house_number: 37 },
    texts: ["'t Kleine Loo 37, Den Haag", '’t kleine loo 37 den haag', 't Kleine Loo 37'],
    answer: { address: { label: "'t Kleine Loo 37, 2592CE 's-Gravenhage" } },
  },
  {
    of: 'a farm in a hamlet whose home value is not published',
    structured: { postcode: '3852MB', house_number: 104 },
    texts: ['Drieërweg 104 Ermelo', 'drieerweg 104, ermelo'],
    answer: {
      building: { year_built: 1923, unit: { floor_area_m2: 642, use: ['residential', 'industrial'] } },
      neighbourhood: {
        people: { data_year: 2025, residents: 45 },
        housing: { avg_home_value_eur: null },
        distance_km: { gp_practice: 4.8, supermarket: 4.5 },
      },
    },
  },
  {
    of: 'a dwelling above a shop',
    structured: { postcode: '3851NH', house_number: 12, house_letter: 'A' },
    texts: ['Stationsstraat 12A, Ermelo', 'Stationsstr. 12 a Ermelo'],
    answer: { building: { units_in_building: 2, unit: { use: ['residential'], floor_area_m2: 92 } } },
  },
];

describe('/v1/home/basic knows', () => {
  describe.each(CASES)('$of', ({ structured, texts, answer }) => {
    if (structured !== undefined) {
      it('by postcode and number', async () => {
        const { status, body } = await home(structured);
        expect(body).toMatchObject(answer);
        expect(status).toBe(200);
      });
    }

    it.each(texts)('as free text: %s', async (q) => {
      const { status, body } = await home({ q });
      expect(body).toMatchObject(answer);
      expect(status).toBe(200);
    });
  });

  it('marks every source as sample, with licence, day or year, and time of retrieval', async () => {
    const { body } = await home({ postcode: '1011PN', house_number: 1 });
    const sources = body.source as JsonObject[];
    expect(sources.map((source) => source.id)).toEqual(
      expect.arrayContaining(['bag-extract', 'cbs-key-figures', 'cbs-postcode-keys', 'bzk-leefbaarometer']),
    );
    for (const source of sources) {
      expect(source).toMatchObject({
        mode: 'sample',
        licence: expect.stringMatching(/^CC/),
        licence_url: expect.stringMatching(/^https:/),
        retrieved_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      });
    }
  });
});

describe('/v1/home/basic refuses', () => {
  it('a number that exists only with suffixes, and lists them', async () => {
    const { status, body } = await home({ postcode: '1082GB', house_number: 43 });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'address_ambiguous', charged: false });
    expect(labels(body)).toEqual([
      'Overvoorde 43-1, 1082GB Amsterdam',
      'Overvoorde 43-2, 1082GB Amsterdam',
      'Overvoorde 43-3, 1082GB Amsterdam',
      'Overvoorde 43-H, 1082GB Amsterdam',
    ]);
  });

  it('a street that is in two towns, until the town is named', async () => {
    const { status, body } = await home({ q: 'Kerkstraat 1' });
    expect(status).toBe(400);
    expect(body.code).toBe('address_ambiguous');
    expect([...labels(body)].sort()).toEqual([
      'Kerkstraat 1, 1017GA Amsterdam',
      'Kerkstraat 1, 6981CM Doesburg',
    ]);
    expect((await home({ q: 'Kerkstraat 1 Doesburg' })).status).toBe(200);
  });

  it('a withdrawn address, saying since when', async () => {
    const { status, body } = await home({ postcode: '6981BJ', house_number: 5 });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'address_unknown',
      withdrawn_on: '2023-06-14',
      register_state_date: '2025-10-08',
    });
  });

  it('the former postcode of an address, and one that was never built', async () => {
    for (const parameters of [
      { postcode: '6981CG', house_number: 4 },
      { postcode: '2592CE', house_number: 39 },
    ]) {
      const { status, body } = await home(parameters);
      expect(status).toBe(400);
      expect(body.code).toBe('address_unknown');
    }
  });

  it.each([
    [{ postcode: '0123AB', house_number: 1 }, 'invalid_parameter'],
    [{ postcode: '1011PN' }, 'missing_input'],
    [{}, 'missing_input'],
    [{ postcode: '1011PN', house_number: 0 }, 'invalid_parameter'],
    [{ q: 'Postbus 3099, Amsterdam' }, 'invalid_parameter'],
    [{ q: 'Nergenshuizerstraat 1, Amsterdam' }, 'address_unknown'],
    [{ postcode: '1011PN', house_number: 1, verdieping: 2 }, 'invalid_parameter'],
  ])('%j with %s and a hint that works', async (parameters, code) => {
    const { status, body, headers } = await home(parameters);
    expect(status).toBe(400);
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(body).toMatchObject({
      type: expect.stringMatching(/^http/),
      title: expect.any(String),
      status: 400,
      detail: expect.any(String),
      code,
      hint: expect.any(String),
      charged: false,
    });
    const example = /\/v1\/home\/basic\?\S+|(?:q|postcode)=\S*[^\s.]/.exec(String(body.hint))?.[0];
    expect(example, String(body.hint)).toBeDefined();
    const path = example?.startsWith('/') ? example : `/v1/home/basic?${example}`;
    expect((await ask(sample.url, path)).status, path).toBe(200);
  });

  it('every other_matches[].query selects the address that it stands beside', async () => {
    for (const parameters of [
      { postcode: '1082GB', house_number: 43 },
      { q: 'Kerkstraat 1' },
      { postcode: '6981BJ', house_number: 5 },
      { postcode: '1058BV', house_number: 99 },
    ]) {
      const { body } = await home(parameters);
      const matches = body.other_matches as { label: string; query: string }[];
      expect(matches.length, JSON.stringify(parameters)).toBeGreaterThan(0);
      for (const { label, query } of matches) {
        const found = await ask(sample.url, `/v1/home/basic?${query}`);
        expect(found.body, query).toMatchObject({ address: { label } });
      }
    }
  });
});

function labels(body: JsonObject): string[] {
  return (body.other_matches as { label: string }[]).map((match) => match.label);
}
