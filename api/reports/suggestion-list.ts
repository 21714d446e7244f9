import { type AddressRow, addressesAtPostcodeNumber } from '../../db/queries/addresses.ts';
import type { Place } from '../../db/queries/place-search.ts';
import type { StreetMatch } from '../../db/queries/street-search.ts';
import type { Snapshot } from '../../db/store.ts';
import { squeezeText } from '../../db/text-folding.ts';
import type { AddressSuggestion } from '../schemas/address-suggest.ts';
import { selectingQueryAmong } from './address-matches.ts';
import { addressLabel } from './address-text.ts';

/** Gathers suggestions, the best first, each label once, until there are enough. */
export class SuggestionList {
  readonly #snapshot: Snapshot;
  readonly #limit: number;
  readonly #suggestions = new Map<string, AddressSuggestion>();
  /** Addresses by postcode and number: a list often has many of one number. */
  readonly #onNumber = new Map<string, readonly AddressRow[]>();

  constructor(snapshot: Snapshot, limit: number) {
    this.#snapshot = snapshot;
    this.#limit = limit;
  }

  /** How many more it takes. */
  get room(): number {
    return this.#limit - this.#suggestions.size;
  }

  get isEmpty(): boolean {
    return this.#suggestions.size === 0;
  }

  toArray(): AddressSuggestion[] {
    return [...this.#suggestions.values()];
  }

  addPlaces(places: readonly Place[]): void {
    for (const { name, municipality } of places) {
      // Many towns share a name; that of the municipality tells them apart, and is read as a place too.
      const isOwn = municipality === null || squeezeText(municipality) === squeezeText(name);
      this.#add('place', isOwn ? name : `${name} (${municipality})`);
    }
  }

  addStreets(streets: readonly Pick<StreetMatch, 'name' | 'town'>[]): void {
    for (const { name, town } of streets) this.#add('street', `${name}, ${town}`);
  }

  /** @param streets of the postcode, with their towns */
  addPostcode(
    postcode: string,
    streets: readonly { readonly street: string; readonly town: string }[],
  ): void {
    const names = [...new Set(streets.map(({ street }) => street))];
    const towns = [...new Set(streets.map(({ town }) => town))];
    const label = [`${postcode} ${names.join(' / ')}`.trim(), towns.join(' / ')].filter(
      (part) => part !== '',
    );
    this.#add('postcode', label.join(', '), postcode);
  }

  addAddresses(rows: readonly AddressRow[]): void {
    for (const row of rows) {
      const label = addressLabel(row);
      // Of two objects under one address the first is the better one.
      if (this.room <= 0 || this.#suggestions.has(label)) continue;
      this.#suggestions.set(label, {
        type: 'address',
        label,
        q: label,
        query: selectingQueryAmong(row, this.#rowsOnNumber(row)),
      });
    }
  }

  #add(type: 'place' | 'street' | 'postcode', label: string, q = label): void {
    if (this.room <= 0 || this.#suggestions.has(label)) return;
    this.#suggestions.set(label, { type, label, q, query: null });
  }

  #rowsOnNumber({ postcode, houseNumber }: AddressRow): readonly AddressRow[] {
    if (postcode === null) return [];
    const key = `${postcode} ${houseNumber}`;
    const known = this.#onNumber.get(key);
    if (known !== undefined) return known;
    const rows = addressesAtPostcodeNumber(this.#snapshot, postcode, houseNumber);
    this.#onNumber.set(key, rows);
    return rows;
  }
}
