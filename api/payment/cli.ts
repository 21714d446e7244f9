import { loadDotEnv } from '../../db/settings.ts';
import { runPaymentsCommand } from './payments-program.ts';

// `list | head`: the reader has seen enough, which is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

loadDotEnv();
process.exitCode = runPaymentsCommand(process.argv.slice(2), {
  env: process.env,
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
});
