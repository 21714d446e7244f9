import { loadDotEnv } from '../db/settings.ts';
import { EXIT, type ExitCode } from './commands/context.ts';
import { giveWayToServer } from './give-way.ts';
import { progressFor } from './pipeline/progress.ts';
import { runCommandLine } from './program.ts';

/** `npm run ingest`: the process around the command line. */
async function main(argv: readonly string[]): Promise<ExitCode> {
  giveWayToServer();
  loadDotEnv();
  const stop = stopOnSignals();
  const code = await runCommandLine(argv, {
    env: process.env,
    write: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
    progress: progressFor(process.stderr),
    signal: stop.signal,
  });
  return stop.exitCode() ?? code;
}

/**
 * The first signal stops what is under way: downloads are resumed by the next run, a build is thrown away. The second
 * ends the process at once, which is safe as well. A statement of SQLite that is under way is not interrupted.
 */
function stopOnSignals(): { signal: AbortSignal; exitCode: () => ExitCode | undefined } {
  const controller = new AbortController();
  let code: ExitCode | undefined;
  const stop = (name: NodeJS.Signals) => {
    if (code !== undefined) process.exit(code);
    code = name === 'SIGINT' ? EXIT.interrupted : EXIT.terminated;
    controller.abort(new Error(`Stopped by ${name}.`));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return { signal: controller.signal, exitCode: () => code };
}

// `status | head`: the reader has seen enough, which is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await main(process.argv.slice(2));
