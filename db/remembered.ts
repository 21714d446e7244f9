import { LRUCache } from 'lru-cache';
import type { Snapshot } from './store.ts';

/** Regions whose facts are kept: the country has 18,000, and most questions of a moment are about few towns. */
const MOST_KEPT = 1000;

/**
 * Keeps what a query answered, per snapshot: releases never change, so neither do the answers, and the figures of a
 * neighbourhood are asked for by each of its thousand addresses.
 * @param keyOf tells the arguments apart
 */
export function remembered<Arguments extends readonly unknown[], Answer>(
  keyOf: (...questions: Arguments) => string,
  read: (snapshot: Snapshot, ...questions: Arguments) => Answer,
): (snapshot: Snapshot, ...questions: Arguments) => Answer {
  // An answer may be "nothing", which the cache would take for "not kept": so each is put in a box.
  const kept = new WeakMap<Snapshot, LRUCache<string, { readonly answer: Answer }>>();
  return (snapshot, ...questions) => {
    let answers = kept.get(snapshot);
    if (answers === undefined) {
      answers = new LRUCache({ max: MOST_KEPT });
      kept.set(snapshot, answers);
    }
    const key = keyOf(...questions);
    const known = answers.get(key);
    if (known !== undefined) return known.answer;
    const answer = read(snapshot, ...questions);
    answers.set(key, { answer });
    return answer;
  };
}
