import type { PreviewBlock } from '../../schemas/preview.ts';
import type { Source } from '../../schemas/source.ts';
import { holdsFacts } from './block-fields.ts';

/** A block as the releases decide it; whatever it holds goes no further than whether it is anything. */
export interface KnownBlock {
  readonly value: unknown;
  /** Why it is empty, where it is. */
  readonly note: string | null;
}

/** A block of which a publisher is asked while the buyer waits. */
export interface LiveBlock {
  readonly sourceId: string;
}

/**
 * What a paid answer would be made of.
 * @param known the blocks that are decided already
 * @param live those that would be asked
 * @param sources what the decided blocks were made from
 */
export function contentsOf(
  fields: ReadonlyMap<string, readonly string[]>,
  known: Readonly<Record<string, KnownBlock>>,
  live: Readonly<Record<string, LiveBlock>>,
  sources: readonly Source[],
): PreviewBlock[] {
  return [...fields].map(([block, names]) => {
    const asked = live[block];
    if (asked !== undefined) {
      return {
        block,
        fields: [...names],
        available: true,
        data_year: null,
        source_id: asked.sourceId,
        note: null,
      };
    }
    const decided = known[block];
    const available = holdsFacts(decided?.value);
    const main = mainSource(block, sources);
    return {
      block,
      fields: [...names],
      available,
      data_year: available ? main.dataYear : null,
      source_id: main.id,
      note: available ? null : (decided?.note ?? 'Nothing is known of it here.'),
    };
  });
}

/**
 * The source that a block is above all made from, and the newest year of all its sources. The main source is used for
 * the block as such, else for most of its fields; of several, it is the one that is used for little else.
 */
function mainSource(
  block: string,
  sources: readonly Source[],
): { id: string | null; dataYear: number | null } {
  const used = sources
    .map(({ id, data_year: year, used_for }) => {
      const inBlock = used_for.filter((use) => use === block || use.startsWith(`${block}.`)).length;
      return { id, year, isWhole: used_for.includes(block), inBlock, elsewhere: used_for.length - inBlock };
    })
    .filter(({ inBlock }) => inBlock > 0)
    .sort(
      (left, right) =>
        Number(right.isWhole) - Number(left.isWhole) ||
        right.inBlock - left.inBlock ||
        left.elsewhere - right.elsewhere,
    );
  const years = used.flatMap(({ year }) => (year === null ? [] : [year]));
  return { id: used[0]?.id ?? null, dataYear: years.length === 0 ? null : Math.max(...years) };
}
