import { streetKey } from './street-key.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Longer names have enough letters that are right to be found by pieces. */
const LONGEST = 24;

/**
 * Keys of streets that differ from a name by one typing error: a letter too many, too few, another one, or two that
 * changed places. Some 50 for each letter of the name.
 */
export function keysOneErrorAway(text: string): string[] {
  const key = streetKey(text);
  if (key.length > LONGEST) return [];
  const keys = new Set(exchangedOrDoubled(key));
  for (let at = 0; at <= key.length; at += 1) {
    const before = key.slice(0, at);
    for (const letter of LETTERS) {
      keys.add(before + letter + key.slice(at));
      if (at < key.length) keys.add(before + letter + key.slice(at + 1));
    }
  }
  keys.delete(key);
  return [...keys];
}

/** As {@link keysOneErrorAway} for a name that goes on: only letters too many, and those that changed places. */
export function beginningsOneErrorAway(text: string): string[] {
  const squeezed = text.replaceAll(' ', '').slice(0, LONGEST);
  // Without its last letter it would begin whatever the letters before it begin.
  return exchangedOrDoubled(squeezed).filter((key) => !squeezed.startsWith(key));
}

function exchangedOrDoubled(key: string): string[] {
  const keys = new Set<string>();
  for (let at = 0; at < key.length; at += 1) {
    keys.add(key.slice(0, at) + key.slice(at + 1));
    keys.add(key.slice(0, at) + (key[at + 1] ?? '') + (key[at] ?? '') + key.slice(at + 2));
  }
  keys.delete(key);
  return [...keys];
}
