import { it, type TestContext, type TestOptions } from 'vitest';
import { Random } from '../national/random.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** The test is one fault of the campaign: it was tried, and held when the test passed. */
    fault?: true;
  }
}

/** The longer form of the campaign: `FAULTS=long`. */
export const LONG = process.env.FAULTS === 'long';

/** Faults take a process or a release each; a machine that does much else at the time may need minutes. */
const PATIENCE: TestOptions = { timeout: 300_000 };

/** One fault that is tried. The summary at the end of a run counts it; see summary.ts. */
export function fault(name: string, run: (context: TestContext) => void | Promise<void>): void {
  it(name, PATIENCE, async (context) => {
    context.task.meta.fault = true;
    await run(context);
  });
}

/** Chance with a seed that is told in each fault's name; `FAULTS_SEED` repeats a run. */
export const SEED = Number(process.env.FAULTS_SEED ?? 20261127);

/** Independent of what else is drawn in the campaign, so that one fault can be repeated alone. */
export function chance(number: number): Random {
  return new Random(SEED * 1000 + number);
}
