import { MultiBar, type Options, Presets } from 'cli-progress';
import type { ProgressReporter } from './progress.ts';

const WITH_TOTAL = '  {stage} [{bar}] {percentage}%  {amount}  {speed}  {eta_formatted} left';
const WITHOUT_TOTAL = '  {stage} {amount}  {speed}  {duration_formatted}';

/** Reports with one bar a stage: bytes, rows a second and the time left. */
export function terminalProgress(stream: NodeJS.WriteStream): ProgressReporter {
  // Signals are the business of whoever started the run.
  const options: Options = {
    stream,
    hideCursor: true,
    fps: 5,
    etaBuffer: 50,
    emptyOnZero: true,
    gracefulExit: false,
  };
  let bars: MultiBar | undefined;
  let open = 0;

  const stop = () => {
    // Lines that were printed since the last drawing would be lost.
    bars?.update();
    bars?.stop();
    bars = undefined;
    open = 0;
  };
  // A line written while bars are drawn would be overwritten by them.
  const print = (text: string) => {
    if (bars === undefined) stream.write(`${text}\n`);
    else bars.log(`${text}\n`);
  };

  return {
    stepStarted: (group, step) => print(`${group}: ${step} ...`),
    stepEnded(group, step, seconds) {
      stop();
      print(`${group}: ${step} done in ${seconds.toFixed(1)} s`);
    },
    stage(_group, stage, totalBytes) {
      bars ??= new MultiBar(options, Presets.shades_classic);
      open += 1;
      const started = performance.now();
      const bar = bars.create(
        totalBytes ?? 0,
        0,
        { stage: stage.slice(0, 40).padEnd(40), amount: '', speed: '' },
        { format: totalBytes === undefined ? WITHOUT_TOTAL : WITH_TOTAL },
      );
      return {
        at(bytes, rows) {
          const seconds = Math.max((performance.now() - started) / 1000, 0.001);
          const total = totalBytes === undefined ? '' : ` of ${megabytes(totalBytes)}`;
          bar.update(bytes, {
            amount: `${megabytes(bytes)}${total}${rows > 0 ? `, ${rows.toLocaleString('en')} rows` : ''}`,
            speed:
              rows > 0
                ? `${Math.round(rows / seconds).toLocaleString('en')} rows/s`
                : `${megabytes(bytes / seconds)}/s`,
          });
        },
        done() {
          bar.stop();
          open -= 1;
          if (open <= 0) stop();
        },
      };
    },
    message: (group, text) => print(`${group}: ${text}`),
    close: stop,
  };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
