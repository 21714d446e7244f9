import type { PaidResources, Provenance } from './provenance.ts';

export const PAID_RESOURCES_EXAMPLE: PaidResources = {
  version: 1,
  resources: ['https://facts.example.org/v1/home/report', 'https://facts.example.org/v1/vehicle/report'],
  instructions:
    'Send a GET without credentials for the terms (402, header PAYMENT-REQUIRED, x402 version 2), then the same with PAYMENT-SIGNATURE; or send a key as "Authorization: Bearer <key>". Only a 200 is charged.',
};

/** Two of the data sets: one that is loaded, one that is asked live. */
export const PROVENANCE_EXAMPLE: Provenance = {
  version: 1,
  service: 'https://facts.example.org',
  software: { name: 'Dutch address and vehicle facts', version: '0.1.0', licence: 'MIT' },
  terms:
    'The facts of each data set stay under its own licence. Where that is CC BY, show the attribution with the facts, and say what you changed.',
  datasets: [
    {
      id: 'bzk-leefbaarometer',
      name: 'Leefbaarometer 3.0',
      publisher: 'Ministry of Housing and Spatial Planning',
      licence: 'CC0-1.0',
      licence_url: 'https://creativecommons.org/publicdomain/zero/1.0/',
      attribution: 'Source: Leefbaarometer.',
      url: 'https://www.leefbaarometer.nl/',
      mode: 'local',
      available: true,
      group: 'liveability',
      release_id: '20261127T030000000Z-b5c5',
      edition: '2024',
      data_year: 2024,
      state_date: null,
      retrieved_at: '2026-11-27T03:00:00.000Z',
      sha256: '4f'.repeat(32),
      row_count: 14_421,
      rejected_rows: 0,
      files: [
        {
          url: 'https://www.leefbaarometer.nl/resources/open-data-leefbaarometer-meting-2024.zip',
          sha256: '4f'.repeat(32),
          bytes: 48_221_004,
          retrieved_at: '2026-11-27T03:00:00.000Z',
        },
      ],
    },
    {
      id: 'ahn',
      name: 'Height model of the Netherlands (AHN)',
      publisher: 'Rijkswaterstaat',
      licence: 'CC0-1.0',
      licence_url: 'https://creativecommons.org/publicdomain/zero/1.0/',
      attribution: 'Source: AHN.',
      url: 'https://www.ahn.nl/',
      mode: 'live',
      available: true,
      group: null,
      release_id: null,
      edition: null,
      data_year: null,
      state_date: null,
      retrieved_at: null,
      sha256: null,
      row_count: null,
      rejected_rows: null,
      files: [],
    },
  ],
};
