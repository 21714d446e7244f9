import type { AttachedRelease } from '../../db/store.ts';
import type { LiveAnswer, LiveSource } from '../live/live-source.ts';
import type { Source } from '../schemas/source.ts';

/**
 * Gathers which sources an answer has used, and for what. Sources come out in the order of their first use, each
 * once.
 */
export class SourceList {
  readonly #used = new Map<string, Source>();

  /**
   * Notes that a block of the answer comes from a source of a release. A source that the release does not describe
   * is left out: partial releases may be built from fewer files.
   * @param usedFor name of the block or field, e.g. `building`
   */
  use(
    release: Pick<AttachedRelease, 'group' | 'label' | 'sources'>,
    sourceId: string,
    usedFor: string,
  ): void {
    const key = `${release.group}/${sourceId}`;
    const known = this.#used.get(key);
    if (known !== undefined) {
      if (!known.used_for.includes(usedFor)) known.used_for.push(usedFor);
      return;
    }
    const attached = release.sources.get(sourceId);
    if (attached === undefined) return;
    this.#used.set(key, {
      id: attached.id,
      used_for: [usedFor],
      name: attached.name,
      publisher: attached.publisher,
      licence: attached.licence,
      licence_url: attached.licenceUrl,
      attribution: attached.attribution,
      url: attached.url,
      data_year: attached.dataYear,
      as_of: attached.stateDate,
      retrieved_at: attached.retrievedAt,
      // A partial release is real data of a part of the country: what is in it is as true as in a national one.
      // `/v1/status` gives its label.
      mode: release.label === 'sample' ? 'sample' : 'local',
    });
  }

  /**
   * Notes that a block of the answer comes from a publisher that was asked while the caller waited.
   * @param edition what the answer says of its own date, where it does
   */
  useLive(
    source: LiveSource,
    answer: Pick<LiveAnswer<unknown>, 'mode' | 'retrievedAt'>,
    usedFor: string,
    edition: { dataYear?: number | null; asOf?: string | null } = {},
  ): void {
    const key = `live/${source.id}/${edition.dataYear ?? ''}`;
    const known = this.#used.get(key);
    if (known !== undefined) {
      if (!known.used_for.includes(usedFor)) known.used_for.push(usedFor);
      return;
    }
    this.#used.set(key, {
      id: source.id,
      used_for: [usedFor],
      name: source.name,
      publisher: source.publisher,
      licence: source.licence,
      licence_url: source.licenceUrl,
      attribution: source.attribution,
      url: source.url,
      data_year: edition.dataYear ?? null,
      as_of: edition.asOf ?? null,
      retrieved_at: answer.retrievedAt,
      mode: answer.mode,
    });
  }

  /** Takes over what another list has gathered: each section of a report has its own, since some of them fail. */
  add(other: SourceList): void {
    for (const [key, source] of other.#used) {
      const known = this.#used.get(key);
      if (known === undefined) this.#used.set(key, { ...source, used_for: [...source.used_for] });
      else known.used_for.push(...source.used_for.filter((name) => !known.used_for.includes(name)));
    }
  }

  toArray(): Source[] {
    return [...this.#used.values()];
  }
}
