import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as after } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { NO_RATE_LIMITS } from './no-limits.ts';

/** What a finished command said. */
export interface CommandResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Variables of the developer's own shell or .env must not decide what a test sees. */
const NEUTRAL_ENV = {
  LOG_LEVEL: 'error',
  HOST: '127.0.0.1',
  SOURCES_FILE: '',
  VEHICLE_HISTORY: '',
  // No test asks a publisher, unless it says whom.
  LIVE: 'off',
  NO_COLOR: '1',
  ...NO_RATE_LIMITS,
} as const;

/** Runs `npm run ingest -- <args>` as an operator would: in a process of its own, on a data folder of its own. */
export async function runIngest(
  args: readonly string[],
  env: Readonly<Record<string, string>> & { readonly DATA_DIR: string },
): Promise<CommandResult> {
  const child = start('ingest/cli.ts', args, env);
  const output = collect(child);
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { exitCode, ...output };
}

/**
 * As {@link runIngest}, for what must succeed.
 * @throws with all that the command said when it did not
 */
export async function ingestOrThrow(
  args: readonly string[],
  env: Readonly<Record<string, string>> & { readonly DATA_DIR: string },
): Promise<CommandResult> {
  const result = await runIngest(args, env);
  if (result.exitCode === 0) return result;
  throw new Error(
    `ingest ${args.join(' ')} ended with ${result.exitCode}:\n${result.stdout}${result.stderr}`,
  );
}

export interface Service {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly pid: number;
  /** All that it has written so far. */
  output(): string;
  /** Ends it as a supervisor does, and waits. */
  stop(): Promise<number | null>;
}

/** Starts the real server on a free port and waits until it answers. */
export async function startService(
  env: Readonly<Record<string, string>> & { readonly DATA_DIR: string },
): Promise<Service> {
  const port = await freePort();
  const child = start('api/server.ts', [], { ...env, PORT: String(port) });
  return whenListening(child, `http://127.0.0.1:${port}`);
}

/** Starts a shell command that ends up serving on PORT, such as `npm start`. */
export async function startShell(
  command: string,
  env: Readonly<Record<string, string>> & { readonly DATA_DIR: string },
): Promise<Service> {
  const port = await freePort();
  const child = spawn('bash', ['-c', command], {
    env: { ...process.env, ...NEUTRAL_ENV, ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that what the shell has started can be ended with it.
    detached: true,
  });
  return whenListening(child, `http://127.0.0.1:${port}`);
}

function start(script: string, args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', script, ...args], {
    env: { ...process.env, ...NEUTRAL_ENV, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function collect(child: ChildProcess): { stdout: string; stderr: string } {
  const output = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  return output;
}

/** Starting takes a second or two; a machine that does much else at the time may need a minute. */
const LISTENING_WITHIN_MS = 180_000;

/** For hooks that load data and start a server. */
export const START_TIMEOUT_MS = 300_000;

async function whenListening(child: ChildProcess, url: string): Promise<Service> {
  const output = collect(child);
  const said = () => output.stdout + output.stderr;
  const exited = once(child, 'close').then(() => undefined);
  const deadline = Date.now() + LISTENING_WITHIN_MS;
  while (!(await answers(url))) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`The server ended with ${child.exitCode ?? child.signalCode}:\n${said()}`);
    }
    if (Date.now() > deadline) {
      kill(child);
      throw new Error(`The server did not answer on ${url}:\n${said()}`);
    }
    await after(50);
  }
  return {
    url,
    pid: child.pid ?? 0,
    output: said,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await exited;
      return child.exitCode;
    },
  };
}

/** Ends a child and, of a shell, what it has started. */
function kill(child: ChildProcess): void {
  try {
    process.kill(-(child.pid ?? 0), 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

function answers(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  );
}
