import type { Group } from '../../db/groups.ts';
import type { Progress } from '../sources/source.ts';
import { lineProgress } from './progress-lines.ts';
import { terminalProgress } from './progress-terminal.ts';

/** The steps of a run, in order; also the keys of the timings in its report. */
export const STEPS = ['fetch', 'load', 'index', 'derive', 'check', 'publish'] as const;

export type Step = (typeof STEPS)[number];

/** Who is told how far a run is. The pipeline reports; how it is shown is decided where the run is started. */
export interface ProgressReporter {
  stepStarted(group: Group, step: Step): void;
  stepEnded(group: Group, step: Step, seconds: number): void;
  /** A stage within a step, e.g. one download or one file that is read. Total in bytes, where known. */
  stage(group: Group, name: string, totalBytes?: number): Progress;
  /** A sentence for the operator. */
  message(group: Group, text: string): void;
  /** Gives the terminal back. */
  close(): void;
}

/** Reports nothing, e.g. for a caller that only wants the result. */
export const SILENT: ProgressReporter = {
  stepStarted: () => {},
  stepEnded: () => {},
  stage: () => ({ at: () => {}, done: () => {} }),
  message: () => {},
  close: () => {},
};

/** Bars where a person watches, JSON lines where a log is written. */
export function progressFor(stream: NodeJS.WriteStream): ProgressReporter {
  return stream.isTTY ? terminalProgress(stream) : lineProgress((line) => stream.write(line));
}
