import type { ProgressReporter } from './progress.ts';

/** At most one line a stage in this time, so that a log of a two-hour load stays readable. */
const INTERVAL_MS = 2000;

/**
 * Reports as JSON lines: the start and end of each step, and the position in each stage every two seconds.
 * @param now milliseconds of a clock that only goes forward
 */
export function lineProgress(
  write: (line: string) => void,
  now: () => number = () => performance.now(),
): ProgressReporter {
  const line = (event: Record<string, unknown>) =>
    write(`${JSON.stringify({ time: new Date().toISOString(), ...event })}\n`);
  return {
    stepStarted: (group, step) => line({ event: 'step_started', group, step }),
    stepEnded: (group, step, seconds) => line({ event: 'step_ended', group, step, seconds }),
    stage(group, stage, totalBytes) {
      const started = now();
      let last = started;
      let position = { bytes: 0, rows: 0 };
      const report = (event: string) => {
        const seconds = (now() - started) / 1000;
        line({
          event,
          group,
          stage,
          bytes: position.bytes,
          ...(totalBytes === undefined ? {} : { total_bytes: totalBytes }),
          rows: position.rows,
          ...(seconds > 0 ? { rows_per_second: Math.round(position.rows / seconds) } : {}),
          seconds: Math.round(seconds * 10) / 10,
        });
      };
      return {
        at(bytes, rows) {
          position = { bytes, rows };
          if (now() - last < INTERVAL_MS) return;
          last = now();
          report('stage_progress');
        },
        done: () => report('stage_done'),
      };
    },
    message: (group, text) => line({ event: 'message', group, text }),
    close: () => {},
  };
}
