import type { BagVersion } from './bag-records.ts';

/**
 * What a version is on the extract's state date. The extract announces versions of the future and keeps all of the
 * past, so the answer depends on that date, never on today's: the same extract gives the same data at any time.
 *
 * A version that begins and ends on one day never held. `endsOn` is the first day on which it no longer holds.
 */
export function stateOfVersion(
  version: BagVersion,
  stateDate: string,
): 'current' | 'past' | 'future' | 'removed' {
  if (version.removed) return 'removed';
  if (version.beginsOn > stateDate) return 'future';
  return version.endsOn === null || version.endsOn > stateDate ? 'current' : 'past';
}

/** The version that counts of one object: the current one or, of an object without one, the last of the past. */
export interface Picked<Version extends BagVersion> {
  readonly version: Version;
  readonly isCurrent: boolean;
}

/**
 * Picks from the versions of an object, which stand together in the extract. An object of which the versions do not
 * stand together is picked twice; whoever stores them must let the better one win: see {@link isBetter}.
 */
export class VersionPicker<Version extends BagVersion> {
  readonly #stateDate: string;
  #best: Picked<Version> | undefined;
  #id = -1;
  /** Versions seen. */
  versions = 0;

  constructor(stateDate: string) {
    this.#stateDate = stateDate;
  }

  /** Takes the next version; returns what was picked of the object before it, if that is complete. */
  push(version: Version): Picked<Version> | undefined {
    this.versions += 1;
    const complete = version.id === this.#id ? undefined : this.flush();
    this.#id = version.id;
    const state = stateOfVersion(version, this.#stateDate);
    if (state === 'current' || state === 'past') {
      const candidate = { version, isCurrent: state === 'current' };
      if (this.#best === undefined || isBetter(candidate, this.#best)) this.#best = candidate;
    }
    return complete;
  }

  /** What was picked of the last object. */
  flush(): Picked<Version> | undefined {
    const best = this.#best;
    this.#best = undefined;
    return best;
  }
}

/** Current before past; of equals the one that began, or ended, last; then the higher version number. */
export function isBetter<Version extends BagVersion>(a: Picked<Version>, b: Picked<Version>): boolean {
  if (a.isCurrent !== b.isCurrent) return a.isCurrent;
  const [dayA, dayB] = [sinceDay(a), sinceDay(b)];
  return dayA === dayB ? a.version.version > b.version.version : dayA > dayB;
}

/** The day since which the object is as picked: a current version's begin, or the end of a past one. */
export function sinceDay(picked: Picked<BagVersion>): string {
  return picked.isCurrent ? picked.version.beginsOn : (picked.version.endsOn ?? picked.version.beginsOn);
}
