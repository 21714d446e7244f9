import { type Command, CommanderError } from 'commander';
import { SettingsError } from '../../db/settings.ts';

/** The process that a command line belongs to. */
export interface CommandHost {
  readonly env: NodeJS.ProcessEnv;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
}

const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Runs one command line of an operator. Never throws: what went wrong is written, and told by the exit code. */
export function runCommand(program: Command, argv: readonly string[], { writeError }: CommandHost): ExitCode {
  try {
    program.parse([...argv], { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    writeError(`${(error as Error).message}\n`);
    return error instanceof SettingsError ? EXIT.usage : EXIT.failed;
  }
}
