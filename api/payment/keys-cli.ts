import { loadDotEnv } from '../../db/settings.ts';
import { runKeysCommand } from './keys-program.ts';

// `list | head`: the reader has seen enough, which is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

loadDotEnv();
process.exitCode = runKeysCommand(process.argv.slice(2), {
  env: process.env,
  now: () => new Date(),
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
});
