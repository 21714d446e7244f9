import { type StreetMatch, streetsNamed } from '../../db/queries/street-search.ts';
import type { Snapshot } from '../../db/store.ts';
import { textOf, type Word } from './free-text.ts';
import { type PlaceConstraint, readPlace } from './place-constraint.ts';

/** Looks names up once per text: readings share most of their words. */
export class NameLookup {
  readonly #snapshot: Snapshot;
  readonly #places = new Map<string, PlaceConstraint | undefined>();
  readonly #streets = new Map<string, StreetMatch[]>();

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
  }

  place(words: readonly Word[]): PlaceConstraint | undefined {
    const key = words.map((word) => (word.afterBreak ? `,${word.folded}` : word.folded)).join(' ');
    if (!this.#places.has(key)) this.#places.set(key, readPlace(this.#snapshot, words));
    return this.#places.get(key);
  }

  streets(words: readonly Word[], place: PlaceConstraint): StreetMatch[] {
    const text = textOf(words);
    const key = `${text}|${place.townIds?.join() ?? ''}`;
    let streets = this.#streets.get(key);
    if (streets === undefined) {
      streets = streetsNamed(this.#snapshot, text, place.townIds);
      this.#streets.set(key, streets);
    }
    return streets;
  }
}
