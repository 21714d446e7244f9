import type { AttachedRelease } from '../../db/store.ts';
import type { LiveAnswer, LiveSource } from '../live/live-source.ts';
import type { SourceList } from './source.ts';

export type ReleaseFacts = Pick<AttachedRelease, 'group' | 'label' | 'sources' | 'builtAt'>;

type Origin =
  | { readonly release: ReleaseFacts }
  | { readonly live: LiveSource; readonly answer: Pick<LiveAnswer<unknown>, 'mode' | 'retrievedAt'> };

/** Where each data set of the register was read for one answer: in a release, live, or in both. */
export class VehicleOrigins {
  readonly #origins = new Map<string, Origin[]>();

  /** Notes that a data set was read in a release, where that has it: partial ones may be built from fewer files. */
  fromRelease(release: ReleaseFacts, id: string): void {
    if (release.sources.has(id)) this.#add(id, { release });
  }

  fromLive(live: LiveSource, answer: Pick<LiveAnswer<unknown>, 'mode' | 'retrievedAt'>): void {
    this.#add(live.id, { live, answer });
  }

  /** Notes all that other origins note. */
  include(others: VehicleOrigins): void {
    for (const [id, origins] of others.#origins) {
      for (const origin of origins) this.#add(id, origin);
    }
  }

  has(id: string): boolean {
    return this.#origins.has(id);
  }

  /** Names a data set in `source[]`, with what it was used for. */
  describe(sources: SourceList, id: string, usedFor: readonly string[]): void {
    for (const origin of this.#origins.get(id) ?? []) {
      for (const use of usedFor) {
        if ('release' in origin) sources.use(origin.release, id, use);
        else sources.useLive(origin.live, origin.answer, use);
      }
    }
  }

  #add(id: string, origin: Origin): void {
    const known = this.#origins.get(id);
    if (known === undefined) this.#origins.set(id, [origin]);
    else known.push(origin);
  }
}
