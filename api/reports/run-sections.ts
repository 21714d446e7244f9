import { type BlockFailure, blockFailure } from './report-failures.ts';
import type { ReportContext } from './sections/section.ts';
import { SourceList } from './source.ts';

/** Makes one block of a report. */
export type Section<Block> = (context: ReportContext) => Block | Promise<Block>;

/** The blocks of a report by name; null where one could not be made. */
export type Blocks = Record<string, unknown>;

/**
 * Runs sections side by side, so that the slowest decides and not their sum: each asks its publisher under the signal
 * of the context. Waits for all of them, also when one has failed: the caller is told of every source that failed.
 * Sources are named in the order of the sections, and only those of blocks that were made.
 * @throws whatever a section throws beside a source's not being available
 */
export async function runSections(
  sections: Readonly<Record<string, Section<unknown>>>,
  context: ReportContext,
): Promise<{ blocks: Blocks; failures: BlockFailure[] }> {
  const names = Object.keys(sections);
  const outcomes = await Promise.all(Object.entries(sections).map((one) => runSection(...one, context)));
  const blocks: Blocks = {};
  const failures: BlockFailure[] = [];
  for (const [at, outcome] of outcomes.entries()) {
    if (outcome.failure !== undefined) failures.push(outcome.failure);
    else context.sources.add(outcome.sources);
    blocks[names[at] ?? ''] = outcome.block;
  }
  return { blocks, failures };
}

interface Outcome {
  readonly block: unknown;
  readonly sources: SourceList;
  readonly failure: BlockFailure | undefined;
}

async function runSection(name: string, section: Section<unknown>, context: ReportContext): Promise<Outcome> {
  const sources = new SourceList();
  try {
    return { block: await section({ ...context, sources }), sources, failure: undefined };
  } catch (error) {
    const failure = blockFailure(name, error);
    if (failure === undefined) throw error;
    return { block: null, sources, failure };
  }
}
