import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressSuggest } from '../../api/reports/address-suggest.ts';
import { type Snapshot, Store } from '../../db/store.ts';
import { COUNTRY, generateAddresses } from '../national/generate-addresses.ts';
import { publishTestRelease } from '../support/store.ts';
import { limited, type Measurement } from './measurement.ts';

const ADDRESSES = 100;
const ROUNDS = 3;

/**
 * Every keystroke of people who type an address, in process, over as many streets as the country has: whole names
 * letter by letter, with numbers and places, with typing errors, postcodes, places.
 */
export function measureSuggest(): Measurement[] {
  const folder = mkdtempSync(join(tmpdir(), 'bench-suggest-'));
  try {
    publishTestRelease(folder, {
      group: 'addresses',
      sources: [{ id: 'bag-extract' }],
      fill: ({ $client }) => generateAddresses($client, COUNTRY),
    });
    const store = new Store({ dataDir: folder });
    const measurements = measureKeystrokes(store.current);
    store.close();
    return measurements;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The keystrokes on a country that has been loaded. */
function measureKeystrokes(snapshot: Snapshot): Measurement[] {
  const kinds = keystrokes(snapshot);
  // Once for the compiler, then measured.
  time(
    snapshot,
    Object.values(kinds).flatMap((texts) => texts.slice(0, 300)),
  );
  const times = Object.entries(kinds).map(([kind, texts]) => [kind, time(snapshot, texts)] as const);
  const all = ascending(times.flatMap(([, ms]) => ms));
  return [
    ...times.map(([kind, ms]) =>
      limited(`suggest_p99_ms_${kind}`, 'ms', percentile(ascending(ms), 0.99), 10),
    ),
    limited('suggest_p50_ms', 'ms', percentile(all, 0.5), 2),
    limited('suggest_p99_ms', 'ms', percentile(all, 0.99), 10),
    limited('suggest_max_ms', 'ms', percentile(all, 1), 50),
  ];
}

function ascending(values: readonly number[]): number[] {
  return [...values].sort((left, right) => left - right);
}

/**
 * @returns milliseconds of each text: processor time, since another process's turn is not ours, and the best of a few
 *   rounds, since one of them may meet the collector of garbage
 */
function time(snapshot: Snapshot, texts: readonly string[]): number[] {
  return texts.map((q) => {
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = process.cpuUsage();
      addressSuggest(snapshot, { q });
      const { user, system } = process.cpuUsage(before);
      best = Math.min(best, (user + system) / 1000);
    }
    return best;
  });
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

interface Sampled {
  readonly street: string;
  readonly town: string;
  readonly houseNumber: number;
  readonly postcode: string;
}

/** Texts by kind: each text is what stands in the field after one more key. */
function keystrokes(snapshot: Snapshot): Record<string, string[]> {
  const addresses = sampled(snapshot);
  return {
    one_to_three_letters: shortest(addresses),
    street: addresses.flatMap(({ street }) => typed(street, 4)),
    street_and_place: addresses.flatMap(({ street, town }) => typed(`${street} ${town}`, street.length + 1)),
    number_and_place: addresses.flatMap(({ street, houseNumber, town }) =>
      typed(`${street} ${houseNumber} ${town}`, street.length + 2),
    ),
    typing_error: addresses.flatMap(({ street }, index) => typed(misspelt(street, index), 4)),
    place: addresses.flatMap(({ town }) => typed(town, 1)),
    postcode: addresses.flatMap(({ postcode, houseNumber }) => typed(`${postcode} ${houseNumber}`, 1)),
  };
}

function sampled(snapshot: Snapshot): Sampled[] {
  const rows = snapshot.database
    .prepare<[], Sampled>(
      `SELECT street.name AS street, town.name AS town, house_number AS houseNumber, postcode
         FROM street JOIN town ON town.id = street.town_id JOIN address ON address.street_id = street.id
        WHERE street.id % 1601 = 0 AND house_number = 7`,
    )
    .all();
  return rows.slice(0, ADDRESSES);
}

function typed(text: string, from: number): string[] {
  return Array.from({ length: Math.max(0, text.length - from + 1) }, (_, more) => text.slice(0, from + more));
}

/** Every text of one and two letters or digits, and the beginnings of three of the sample. */
function shortest(addresses: readonly Sampled[]): string[] {
  const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  const beginnings = addresses.flatMap(({ street, town }) => [street.slice(0, 3), town.slice(0, 3)]);
  return [...letters, ...pairs, ...beginnings];
}

/** In turns: two letters exchanged, one left out, one too many, one replaced. */
function misspelt(text: string, index: number): string {
  const at = 2 + (index % Math.max(1, text.length - 4));
  const [before, letter = '', next = '', after] = [
    text.slice(0, at),
    text[at],
    text[at + 1],
    text.slice(at + 2),
  ];
  const changed = [next + letter, next, letter + letter + next, `x${next}`][index % 4] ?? '';
  return before + changed + after;
}
