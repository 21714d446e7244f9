import { numberOf } from '../../../db/monument-values.ts';
import { monumentBuilding, monumentObject } from '../../../db/schema/heritage.ts';
import { type FetchedFile, type Fetcher, type LoadContext, UnexpectedFormatError } from '../source.ts';
import { type BagReference, buildingIdOf, conceptOf, dayOf, objectIdOf } from './field-values.ts';
import { BUILDINGS, CONCEPTS, fetchAnswer, LISTINGS, OBJECTS, readAnswer } from './linked-data.ts';
import { LINKED_DATA } from './sources.ts';

/** What the knowledge graph says of a monument's listing. */
export interface Listing {
  /** False when all its states are "no longer listed" or "under procedure". */
  readonly isListed: boolean;
  /** `YYYY-MM-DD` */
  readonly since: string | null;
}

export interface FactFiles {
  readonly builtListings: readonly FetchedFile[];
  readonly archaeologicalListings: readonly FetchedFile[];
  readonly objects: readonly FetchedFile[];
  readonly buildings: readonly FetchedFile[];
}

/** Downloads listing dates and the relations to the address register. */
export async function fetchMonumentFacts(fetcher: Fetcher): Promise<FactFiles> {
  return {
    builtListings: await fetchAnswer(fetcher, LISTINGS('built')),
    archaeologicalListings: await fetchAnswer(fetcher, LISTINGS('archaeological')),
    objects: await fetchAnswer(fetcher, OBJECTS),
    buildings: await fetchAnswer(fetcher, BUILDINGS),
  };
}

/**
 * Listings by monument number.
 * @throws UnexpectedFormatError when there is none of any built monument: a question in words that the publisher no
 *   longer uses is answered with nothing, not with an error
 */
export async function readListings(context: LoadContext, files: FactFiles): Promise<Map<number, Listing>> {
  const listings = new Map<number, Listing>();
  await readListingPages(context, files.builtListings, listings);
  if (listings.size === 0) {
    throw new UnexpectedFormatError({
      sourceId: LINKED_DATA.id,
      file: files.builtListings[0]?.url ?? '',
      expected: 'listing dates of built monuments',
      found: 'none',
      remedy:
        'The addresses of concepts, of the ontology or of the graph have probably changed: look one monument up at ' +
        `${LINKED_DATA.homepage} and set the options concepts, ontology and graph of "${LINKED_DATA.id}".`,
    });
  }
  await readListingPages(context, files.archaeologicalListings, listings);
  return listings;
}

async function readListingPages(
  context: LoadContext,
  files: readonly FetchedFile[],
  listings: Map<number, Listing>,
): Promise<void> {
  for await (const rows of readAnswer(files)) {
    context.read(LINKED_DATA.id, rows.length);
    for (const row of rows) {
      const number = numberOf(row.number);
      const day = dayOf(row.listed);
      const example = { value: JSON.stringify(row) };
      if (number === null) context.reject(LINKED_DATA.id, 'no monument number', example);
      else if (day === undefined) context.reject(LINKED_DATA.id, 'listing date is no day', example);
      else {
        const isListed = conceptOf(row.status ?? '') === CONCEPTS.listed;
        listings.set(number, merge(listings.get(number), { isListed, since: day }));
      }
    }
  }
}

/** A monument has a row for each of its days and states. Of several days the first counts. */
function merge(one: Listing | undefined, other: Listing): Listing {
  if (one === undefined) return other;
  const days = [one.since, other.since].filter((day) => day !== null).sort();
  return { isListed: one.isListed || other.isListed, since: days[0] ?? null };
}

/** Loads which objects and buildings of the address register the monuments are. */
export async function loadRelations(
  context: LoadContext,
  files: FactFiles,
  isLoaded: (number: number) => boolean,
): Promise<void> {
  const ignoreTwice = { onConflict: 'ignore' } as const;
  const object = context.insert(monumentObject, ['monumentNumber', 'objectId'], ignoreTwice);
  const building = context.insert(monumentBuilding, ['monumentNumber', 'buildingId'], ignoreTwice);
  await loadRelation(context, files.objects, isLoaded, {
    read: (row) => objectIdOf(row.object ?? ''),
    insert: (number, id) => object([number, id]),
  });
  await loadRelation(context, files.buildings, isLoaded, {
    read: (row) => buildingIdOf(row.building ?? ''),
    insert: (number, id) => building([number, id]),
  });
}

async function loadRelation(
  context: LoadContext,
  files: readonly FetchedFile[],
  isLoaded: (number: number) => boolean,
  relation: {
    readonly read: (row: Readonly<Record<string, string>>) => BagReference;
    readonly insert: (number: number, id: number) => void;
  },
): Promise<void> {
  for await (const rows of readAnswer(files)) {
    context.read(LINKED_DATA.id, rows.length);
    for (const row of rows) {
      const number = numberOf(row.number);
      const reference = relation.read(row);
      const example = { value: JSON.stringify(row) };
      if (number === null) context.reject(LINKED_DATA.id, 'no monument number', example);
      else if (!isLoaded(number))
        context.note(LINKED_DATA.id, 'relation of a monument that is not listed now');
      else if ('id' in reference) relation.insert(number, reference.id);
      // Whoever looks such an id up gets the objects of others.
      else if (reference.refused === 'zeros') context.note(LINKED_DATA.id, 'register id of zeros only');
      else context.reject(LINKED_DATA.id, 'no id of the address register', example);
    }
  }
}
