import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A command in a process of its own, as an operator starts it. */
export interface CommandProcess {
  readonly child: ChildProcess;
  /** All that it has written so far. */
  readonly output: { stdout: string; stderr: string };
  /** Resolves to the exit code at its end. */
  readonly ended: Promise<number | null>;
}

/** Starts `ingest/cli.ts` or `ingest/schedule.ts`. A developer's own settings do not reach it. */
export function startCommand(
  script: 'cli' | 'schedule',
  args: readonly string[],
  env: Readonly<Record<string, string>> & { readonly DATA_DIR: string },
): CommandProcess {
  const neutral = {
    SOURCES_FILE: '',
    KEEP_RELEASES: '',
    OPERATOR_CONTACT: '',
    VEHICLE_APP_TOKEN: '',
    DEBUG: '',
  };
  const child = spawn(process.execPath, ['--import', 'tsx', `ingest/${script}.ts`, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...neutral, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  return { child, output, ended: once(child, 'close').then(([code]) => code as number | null) };
}

/** Runs a command to its end. */
export async function runCommand(
  ...command: Parameters<typeof startCommand>
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const { output, ended } = startCommand(...command);
  const code = await ended;
  return { code, ...output };
}

/** A publisher that takes requests and never answers. */
export async function silentPublisher(): Promise<{ url: string; asked: Promise<void> }> {
  const server = createServer();
  const asked = once(server, 'request').then(() => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { url: `http://127.0.0.1:${address.port}`, asked };
}
