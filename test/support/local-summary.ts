import { readConfig } from '../../api/config.ts';
import { summaryOf } from '../../api/reports/home-summary.ts';
import { resolveAddress } from '../../api/reports/resolve-address.ts';
import type { AddressQuery } from '../../api/schemas/address-input.ts';
import type { HomeSummary } from '../../api/schemas/home.ts';
import type { Snapshot } from '../../db/store.ts';

/** Prices as they are without any setting. */
const { prices } = readConfig({});

/** The free answer about an address, from the store alone. */
export function localSummary(snapshot: Snapshot, query: AddressQuery, today: string): HomeSummary {
  return summaryOf(snapshot, resolveAddress(snapshot, query), today, prices);
}
