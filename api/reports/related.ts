import type { AddressRow } from '../../db/queries/addresses.ts';
import type { Snapshot } from '../../db/store.ts';
import type { PaidOperation, Prices } from '../prices.ts';
import type { Related } from '../schemas/home.ts';
import { selectingQuery } from './address-matches.ts';

/** What else may be asked about an address: the operation that is paid for, or null where it is free. */
const OFFERS = {
  basic: {
    path: '/v1/home/basic',
    paid: null,
    what: 'The building, headline figures of the neighbourhood, registered crime, heritage and liveability.',
  },
  report: {
    path: '/v1/home/report',
    paid: 'homeReport',
    what: 'The full report: also income, sale prices, energy label, ground level, noise, air, permits, schools and 18 distances.',
  },
  lookup: {
    path: '/v1/address/lookup',
    paid: 'addressLookup',
    what: 'The official spelling, coordinates, register ids, municipality, province, district and neighbourhood.',
  },
  energyLabel: {
    path: '/v1/energy-label',
    paid: 'energyLabel',
    what: 'The registered energy label, with its dates and status.',
  },
} as const satisfies Record<string, { path: string; paid: PaidOperation | null; what: string }>;

export type AddressOffer = keyof typeof OFFERS;

/** Offers about one address, each with a query that works and what it costs. */
export function relatedToAddress(
  snapshot: Snapshot,
  prices: Prices,
  address: AddressRow,
  offers: readonly AddressOffer[],
): Related {
  // One that publishers were asked for is found again by the same parts.
  const query = selectingQuery(snapshot, address, [address]);
  return offers.map((offer) => {
    const { path, paid, what } = OFFERS[offer];
    return { endpoint: `${path}?${query}`, price: priceText(prices, paid), what };
  });
}

/** What the service itself tells of its data. */
export const RELATED_STATUS: Related = [
  {
    endpoint: '/v1/status',
    price: 'free',
    what: 'Which data this service has loaded, what day or year they describe, and when they are renewed.',
  },
];

function priceText(prices: Prices, paid: PaidOperation | null): string {
  return paid === null ? 'free' : `${prices[paid]} USD`;
}
