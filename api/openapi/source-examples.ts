import type { LiveSource } from '../live/live-source.ts';
import { liveSources } from '../live/live-sources.ts';
import type { Source } from '../schemas/source.ts';

const CBS = 'Statistics Netherlands (CBS)';
const CC_BY = {
  licence: 'CC-BY-4.0',
  licenceUrl: 'https://creativecommons.org/licenses/by/4.0/',
};
const CC0 = {
  licence: 'CC0-1.0',
  licenceUrl: 'https://creativecommons.org/publicdomain/zero/1.0/',
};

/** Data sets of the sample that are not asked live, or not under the same words: the rest is declared there. */
const OF_RELEASES: readonly LiveSource[] = [
  {
    id: 'bag-extract',
    name: 'Register of addresses and buildings (BAG)',
    publisher: 'Kadaster',
    ...CC0,
    attribution: 'Source: Kadaster, Basisregistratie Adressen en Gebouwen (BAG), CC0 1.0.',
    url: 'https://www.pdok.nl/-/introductie/basisregistratie-adressen-en-gebouwen-ba-1',
  },
  {
    id: 'cbs-postcode-keys',
    name: 'Neighbourhood, district and municipality by postcode and house number',
    publisher: CBS,
    ...CC_BY,
    attribution:
      'Source: Statistics Netherlands (CBS), buurt, wijk en gemeente voor postcode huisnummer, CC BY 4.0',
    url: 'https://www.cbs.nl/nl-nl/maatwerk/2025/38/buurt-wijk-en-gemeente-2025-voor-postcode-huisnummer',
  },
  {
    id: 'cbs-municipalities',
    name: 'Municipalities and provinces (Gebieden in Nederland)',
    publisher: CBS,
    ...CC_BY,
    attribution: 'Source: Statistics Netherlands (CBS), Gebieden in Nederland, CC BY 4.0.',
    url: 'https://www.cbs.nl/nl-nl/onze-diensten/methoden/classificaties/overig/gemeentelijke-indelingen-per-jaar',
  },
  {
    id: 'cbs-key-figures',
    name: 'Key figures of districts and neighbourhoods (Kerncijfers wijken en buurten)',
    publisher: CBS,
    ...CC_BY,
    attribution: 'Source: Statistics Netherlands (CBS), Kerncijfers wijken en buurten, CC BY 4.0',
    url: 'https://www.cbs.nl/nl-nl/reeksen/publicatie/kerncijfers-wijken-en-buurten',
  },
  {
    id: 'cbs-sale-prices',
    name: 'Average sale prices of existing owner-occupied homes by municipality (Bestaande koopwoningen; gemiddelde verkoopprijzen, regio)',
    publisher: CBS,
    ...CC_BY,
    attribution:
      'Source: Statistics Netherlands (CBS) and the Land Registry (Kadaster), Bestaande koopwoningen; gemiddelde verkoopprijzen, regio, CC BY 4.0',
    url: 'https://www.cbs.nl/nl-nl/cijfers/detail/83625NED',
  },
  {
    id: 'cbs-proximity',
    name: 'Distances to amenities by district and neighbourhood (Nabijheid voorzieningen)',
    publisher: CBS,
    ...CC_BY,
    attribution: 'Source: Statistics Netherlands (CBS), Nabijheid voorzieningen, CC BY 4.0',
    url: 'https://www.cbs.nl/nl-nl/cijfers/detail/86270NED',
  },
  {
    id: 'police-crime',
    name: 'Registered crime by offence, district and neighbourhood (Geregistreerde misdrijven, table 47018NED)',
    publisher: 'Dutch National Police, through Statistics Netherlands (CBS)',
    ...CC_BY,
    attribution: 'Source: Politie via CBS (dataderden.cbs.nl), Geregistreerde misdrijven, CC BY 4.0',
    url: 'https://data.politie.nl/',
  },
  {
    id: 'rce-protected-areas',
    name: 'Protected town and village conservation areas, and World Heritage Sites',
    publisher: 'Cultural Heritage Agency of the Netherlands (RCE)',
    ...CC_BY,
    attribution: 'Source: Rijksdienst voor het Cultureel Erfgoed, CC BY 4.0',
    url: 'https://www.cultureelerfgoed.nl/onderwerpen/bronnen-en-kaarten',
  },
  {
    id: 'rce-linked-data',
    name: 'Knowledge graph of cultural heritage objects: listing dates and addresses of monuments',
    publisher: 'Cultural Heritage Agency of the Netherlands (RCE)',
    ...CC_BY,
    attribution: 'Source: Rijksdienst voor het Cultureel Erfgoed, CC BY 4.0',
    url: 'https://linkeddata.cultureelerfgoed.nl/',
  },
  {
    id: 'bzk-leefbaarometer',
    name: 'Leefbaarometer 3.0, liveability scores of neighbourhoods',
    publisher: 'Ministry of the Interior and Kingdom Relations (BZK)',
    ...CC0,
    attribution:
      'Source: Leefbaarometer 3.0, Ministry of the Interior and Kingdom Relations, CC0. Percentiles are computed by this service: mid-rank among all scored neighbourhoods of the year, unweighted, rounded, 1 to 99.',
    url: 'https://www.leefbaarometer.nl/page/Opendata',
  },
  {
    id: 'duo-schools',
    name: 'Locations of primary, secondary and special schools',
    publisher: 'Dienst Uitvoering Onderwijs (DUO)',
    ...CC_BY,
    attribution:
      'Source: Dienst Uitvoering Onderwijs (DUO), open onderwijsdata, CC BY 4.0. Coordinates are added by this service from the address register.',
    url: 'https://onderwijsdata.duo.nl/',
  },
];

type Edition = Partial<Pick<Source, 'data_year' | 'as_of' | 'mode'>>;

const VEHICLES: Edition = { as_of: '2026-11-21' };

/** What the examples say of the date of each source; `sample` where no mode is named. */
const EDITIONS = {
  'bag-extract': { data_year: 2025, as_of: '2025-10-08' },
  'cbs-postcode-keys': { data_year: 2025, as_of: '2025-08-01' },
  'cbs-municipalities': { data_year: 2025, as_of: '2025-10-08' },
  'cbs-key-figures': { data_year: 2025, as_of: '2025-01-01' },
  'cbs-sale-prices': { data_year: 2024, as_of: '2024-12-31' },
  'cbs-proximity': { data_year: 2025, as_of: '2025-01-01' },
  'police-crime': { data_year: 2025, as_of: '2025-12-31' },
  'rce-monuments': {},
  'rce-protected-areas': {},
  'rce-linked-data': {},
  'bzk-leefbaarometer': { data_year: 2024 },
  ahn: { mode: 'live' },
  'rivm-noise-all-sources': { data_year: 2022 },
  'rivm-noise-road': { data_year: 2022 },
  'rivm-noise-rail': { data_year: 2020 },
  'rivm-noise-aircraft': { data_year: 2022 },
  'rivm-noise-industry': { data_year: 2008 },
  'rivm-noise-wind-turbines': { data_year: 2021 },
  'rivm-air-no2': { data_year: 2024 },
  'rivm-air-pm25': { data_year: 2024 },
  'rivm-air-pm10': { data_year: 2024 },
  'ep-online': { mode: 'live' },
  announcements: { mode: 'live' },
  'duo-schools': {},
  'registered-vehicles': VEHICLES,
  'vehicle-fuel': VEHICLES,
  'recall-status': VEHICLES,
  'recall-notices': VEHICLES,
  'recall-hazards': VEHICLES,
  'inspection-reports': VEHICLES,
  'inspection-defects': VEHICLES,
  'defect-catalogue': VEHICLES,
} as const satisfies Record<string, Edition>;

type ExampleSourceId = keyof typeof EDITIONS;

const DESCRIBED = new Map(
  [...liveSources({ LIVE: 'on' }).map(({ source }) => source), ...OF_RELEASES].map((source) => [
    source.id,
    source,
  ]),
);

/**
 * The `source[]` of an example, in the order given.
 * @param usedFor what each source is used for in it
 */
export function exampleSources(
  usedFor: Readonly<Partial<Record<ExampleSourceId, readonly string[]>>>,
  retrievedAt = '2026-11-27T06:00:00.000Z',
): Source[] {
  return Object.entries(usedFor).map(([id, blocks]) =>
    exampleSource(id as ExampleSourceId, blocks, retrievedAt),
  );
}

function exampleSource(id: ExampleSourceId, usedFor: readonly string[], retrievedAt: string): Source {
  const source = DESCRIBED.get(id);
  if (source === undefined) throw new Error(`No example describes the source ${id}.`);
  const edition: Edition = EDITIONS[id];
  return {
    id,
    used_for: [...usedFor],
    name: source.name,
    publisher: source.publisher,
    licence: source.licence,
    licence_url: source.licenceUrl,
    attribution: source.attribution,
    url: source.url,
    data_year: edition.data_year ?? null,
    as_of: edition.as_of ?? null,
    retrieved_at: retrievedAt,
    mode: edition.mode ?? 'sample',
  };
}
