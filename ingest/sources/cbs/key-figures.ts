import { CC_BY_4, type SourceDeclaration } from '../source.ts';

/**
 * Key figures of districts and neighbourhoods. A table is one year; it is filled in instalments over two years and
 * renewed each quarter, so several years are loaded and each topic is answered from the newest that has it.
 */
export const KEY_FIGURES: SourceDeclaration = {
  id: 'cbs-key-figures',
  name: 'Key figures of districts and neighbourhoods (Kerncijfers wijken en buurten)',
  publisher: 'Statistics Netherlands (CBS)',
  licence: CC_BY_4,
  attribution: 'Source: Statistics Netherlands (CBS), Kerncijfers wijken en buurten, CC BY 4.0',
  homepage: 'https://www.cbs.nl/nl-nl/reeksen/publicatie/kerncijfers-wijken-en-buurten',
  cadence: 'a table a year; new figures are added to the tables of the last years each quarter',
  cron: '20 5 6 * *',
  urls: {
    // The other service, ODataApi, answers 500 to any result of more than 10,000 rows; this one pages.
    v3: 'https://opendata.cbs.nl/ODataFeed/odata',
    v4: 'https://datasets.cbs.nl/odata/v1/CBS',
  },
  editions: [
    { year: 2026, id: '86358NED' },
    { year: 2025, id: '86165NED' },
    { year: 2024, id: '85984NED' },
    { year: 2023, id: '85618NED' },
    { year: 2022, id: '85318NED' },
    { year: 2021, id: '85039NED' },
    { year: 2020, id: '84799NED' },
  ],
  options: {
    /** `v3` (wide rows, with the divisions' changes) or `v4` (one row a figure). */
    protocol: 'v3',
  },
};
