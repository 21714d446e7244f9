import type { RegionKind } from '../../../db/schema/neighbourhoods.ts';
import type { RegionCode } from './cells.ts';

/** An area while the editions go by; becomes a row of `region`. */
export interface Area extends RegionCode {
  readonly id: number;
  name: string | null;
  readonly firstYear: number;
  lastYear: number;
}

/**
 * What the publisher says of a district or neighbourhood against the year before: 1 nothing changed but perhaps the
 * name, 2 another code for the same borders, 3 other borders. Municipalities and older tables have none.
 */
export type DivisionChange = '1' | '2' | '3' | null;

export interface Sighting {
  readonly region: RegionCode;
  readonly name: string | null;
  readonly change: DivisionChange;
}

/**
 * Follows areas through the editions, oldest first, and tells a code that stayed with its area from one that was
 * given to another (Zoetermeer and Diemen did): the second becomes an area of its own.
 *
 * - no change since the year before: the same area, whatever its name;
 * - another code for the same borders: what had this code before was another area;
 * - other borders, no statement, or a year missing in between: the same area if it kept its name;
 * - municipalities and the country: always the same, since their codes are not used again.
 */
export class AreaRegister {
  readonly #byCode = new Map<string, Area[]>();
  #nextId = 1;

  /** Takes up one region of one edition. Editions must come oldest first. */
  see(sighting: Sighting, year: number): Area {
    const history = this.#byCode.get(sighting.region.code) ?? [];
    const last = history.at(-1);
    if (last !== undefined && continues(last, sighting, year)) {
      last.lastYear = year;
      last.name = sighting.name ?? last.name;
      return last;
    }
    return this.#add(history, sighting.region, sighting.name, year);
  }

  /**
   * The area that a code meant in a year of which there may be no edition, as the key files of addresses need it: a
   * neighbour in time with the same name, or with either name unknown, is taken for the same.
   */
  meantBy(region: RegionCode, name: string | null, year: number): Area {
    const history = this.#byCode.get(region.code) ?? [];
    const exact = history.find((area) => area.firstYear <= year && year <= area.lastYear);
    if (exact !== undefined) return exact;
    const before = history.findLast((area) => area.lastYear < year);
    const after = history.find((area) => area.firstYear > year);
    const neighbour = [before, after].find(
      (area) => area !== undefined && (area.name === null || name === null || sameName(area.name, name)),
    );
    return neighbour ?? this.#add(history, region, name, year);
  }

  *[Symbol.iterator](): Generator<Area> {
    for (const history of this.#byCode.values()) yield* history;
  }

  #add(history: Area[], region: RegionCode, name: string | null, year: number): Area {
    const area: Area = { ...region, id: this.#nextId, name, firstYear: year, lastYear: year };
    this.#nextId += 1;
    history.push(area);
    history.sort((left, right) => left.firstYear - right.firstYear);
    this.#byCode.set(region.code, history);
    return area;
  }
}

const FIXED: ReadonlySet<RegionKind> = new Set<RegionKind>(['municipality', 'country']);

function continues(last: Area, { region, name, change }: Sighting, year: number): boolean {
  if (FIXED.has(region.kind)) return true;
  if (change === '2') return false;
  if (change === '1' && last.lastYear === year - 1) return true;
  return last.name !== null && name !== null && sameName(last.name, name);
}

/** Without regard to case, accents, punctuation and the number that districts carry: "Wijk 01 Eext" is "Eext". */
function sameName(left: string, right: string): boolean {
  return foldAreaName(left) === foldAreaName(right);
}

function foldAreaName(name: string): string {
  const folded = name.normalize('NFD').toLowerCase();
  const withoutNumber = folded.replace(/^wijk \d+\s+(?=\S)/, '');
  return withoutNumber.replace(/[^a-z0-9]/g, '');
}
