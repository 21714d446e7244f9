import { distance } from 'fastest-levenshtein';
import { placeKey, placeKeys } from '../place-names.ts';
import { preparedStatement, type Snapshot } from '../store.ts';
import { hasStreetRanks, toleratedErrors } from './street-search.ts';

export interface Place {
  readonly townId: number;
  readonly name: string;
  readonly municipality: string | null;
}

export interface PlaceMatch {
  readonly place: Place;
  /** `name`: of the town itself; `municipality`: only of its municipality; `beginning`: the name goes on. */
  readonly fit: 'name' | 'municipality' | 'beginning';
}

interface Named {
  readonly key: string;
  readonly place: Place;
  /** Whose name it is. `both`: `Vleuten (Utrecht)`, which tells towns of one name apart. */
  readonly of: 'town' | 'municipality' | 'both';
  readonly addresses: number;
}

type TownRow = Place & { addresses: number };

const townColumns = 'town.id AS townId, town.name, municipality.name AS municipality';
const townJoin = 'town LEFT JOIN municipality ON municipality.code = town.municipality_code';

const townsBySize = preparedStatement<[], TownRow>(
  `SELECT ${townColumns}, addresses FROM ${townJoin} JOIN town_size ON town_size.town_id = town.id
    WHERE town.in_service`,
);

const townsUnsized = preparedStatement<[], TownRow>(
  `SELECT ${townColumns}, 0 AS addresses FROM ${townJoin} WHERE town.in_service`,
);

const byName = new Intl.Collator('nl', { numeric: true });

/** All names of all places, in the order of their keys: some 9,000, read once per snapshot. */
const namesOfSnapshot = new WeakMap<Snapshot, readonly Named[]>();

function namedPlaces(snapshot: Snapshot): readonly Named[] {
  const known = namesOfSnapshot.get(snapshot);
  if (known !== undefined) return known;
  const towns = (hasStreetRanks(snapshot) ? townsBySize : townsUnsized)(snapshot).all();
  const named = towns.flatMap(({ addresses, ...place }) => {
    const { name, municipality } = place;
    const own = new Set(placeKeys(name));
    const others = municipality === null ? [] : placeKeys(municipality).filter((key) => !own.has(key));
    const both = others.length === 0 ? [] : [placeKey(`${name} ${municipality}`)];
    return [
      ...[...own].map((key) => ({ key, place, of: 'town' as const, addresses })),
      ...others.map((key) => ({ key, place, of: 'municipality' as const, addresses })),
      ...both.map((key) => ({ key, place, of: 'both' as const, addresses })),
    ];
  });
  named.sort((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : 0));
  namesOfSnapshot.set(snapshot, named);
  return named;
}

/**
 * Places whose name begins so, each once: those with this very name first, then those of the municipality with this
 * name, then the rest; the larger ones before the smaller.
 * @param text folded words
 * @throws DatasetUnavailableError when no release of addresses is loaded
 */
export function placesBeginning(snapshot: Snapshot, text: string, limit: number): PlaceMatch[] {
  snapshot.require('addresses');
  const key = placeKey(text);
  if (key === '') return [];
  const named = namedPlaces(snapshot);
  const found = new Map<number, PlaceMatch & { tier: number; addresses: number }>();
  for (let at = firstFrom(named, key); named[at]?.key.startsWith(key); at += 1) {
    const { key: whole, place, of, addresses } = named[at] as Named;
    const isOwn = of !== 'municipality';
    const tier = whole === key ? (isOwn ? 0 : 1) : isOwn ? 2 : 3;
    if (tier >= (found.get(place.townId)?.tier ?? 4)) continue;
    const fit = tier === 0 ? 'name' : tier === 1 ? 'municipality' : 'beginning';
    found.set(place.townId, { place, fit, tier, addresses });
  }
  return [...found.values()]
    .sort(
      (left, right) =>
        left.tier - right.tier ||
        right.addresses - left.addresses ||
        byName.compare(left.place.name, right.place.name),
    )
    .slice(0, limit)
    .map(({ place, fit }) => ({ place, fit }));
}

/**
 * Places whose name is nearly this one (`name`), or begins nearly so (`beginning`), those with the fewest errors first,
 * the larger ones before the smaller.
 */
export function placesNearly(snapshot: Snapshot, text: string, limit: number): PlaceMatch[] {
  snapshot.require('addresses');
  const key = placeKey(text);
  const tolerated = toleratedErrors(key);
  const found = new Map<number, PlaceMatch & { errors: number; addresses: number }>();
  for (const { key: whole, place, of, addresses } of namedPlaces(snapshot)) {
    // The first letter is hardly ever wrong, and most names are told apart by it.
    if (of !== 'town' || whole.length < key.length - tolerated || whole[0] !== key[0]) continue;
    const wholeErrors = distance(key, whole);
    const errors = Math.min(distance(key, whole.slice(0, key.length)), wholeErrors);
    if (errors > tolerated || errors >= (found.get(place.townId)?.errors ?? Infinity)) continue;
    const fit = wholeErrors <= tolerated ? 'name' : 'beginning';
    found.set(place.townId, { place, fit, errors, addresses });
  }
  return [...found.values()]
    .sort((left, right) => left.errors - right.errors || right.addresses - left.addresses)
    .slice(0, limit)
    .map(({ place, fit }) => ({ place, fit }));
}

/** Position of the first name whose key is not before this one. */
function firstFrom(named: readonly Named[], key: string): number {
  let low = 0;
  let high = named.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((named[middle]?.key ?? '') < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
