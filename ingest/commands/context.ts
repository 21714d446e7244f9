import { closest, distance } from 'fastest-levenshtein';
import { type Group, isGroup } from '../../db/groups.ts';
import { LockedError } from '../../db/lock.ts';
import { SettingsError } from '../../db/settings.ts';
import type { IngestSettings } from '../config.ts';
import type { ProgressReporter } from '../pipeline/progress.ts';
import type { GroupDeclaration } from '../sources/source.ts';

/** What the process tells its caller. After an interruption it is 128 + the signal's number, as shells have it. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  locked: 3,
  unreachable: 4,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** All that a command needs of the process it runs in. */
export interface CommandContext {
  readonly settings: IngestSettings;
  /** With the operator's overrides applied. */
  readonly groups: readonly GroupDeclaration[];
  /** Results: for people, or JSON where that was asked for. */
  readonly print: (text: string) => void;
  /** What went wrong, and what is under way. */
  readonly warn: (text: string) => void;
  readonly progress: ProgressReporter;
  /** Aborted when the operator stops the command. */
  readonly signal: AbortSignal;
}

/** The command was called in a way that it does not know; the sentence says what it knows. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code = 'wrong_usage';
}

/** Farther than this from any known word, it is not a slip of the pen. */
const LARGEST_SLIP = 3;

/**
 * The groups that were named, in the order in which they are loaded; all of them when none was.
 * @throws UsageError naming the groups there are, and the nearest
 */
export function chooseGroups(
  groups: readonly GroupDeclaration[],
  names: readonly string[],
  commands: readonly string[] = [],
): readonly GroupDeclaration[] {
  const known = groups.map((group) => group.id as string);
  for (const name of names) {
    if (known.includes(name)) continue;
    if (isGroup(name)) {
      throw new UsageError(
        `The group ${name} is left out by a setting. Write VEHICLE_HISTORY=on to load it.`,
      );
    }
    const nearest = closest(name.toLowerCase(), [...known, ...commands]);
    const hint = distance(name.toLowerCase(), nearest) <= LARGEST_SLIP ? ` Did you mean "${nearest}"?` : '';
    throw new UsageError(`There is no group "${name}".${hint} The groups are: ${known.join(', ')}.`);
  }
  return names.length === 0 ? groups : groups.filter((group) => names.includes(group.id));
}

/** The one group that a command is for. */
export function chooseGroup(groups: readonly GroupDeclaration[], name: string): Group {
  const [group] = chooseGroups(groups, [name]);
  if (group === undefined) throw new UsageError('Name a group.');
  return group.id;
}

/** The exit code for an error that ended a command. */
export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof UsageError || error instanceof SettingsError) return EXIT.usage;
  return error instanceof LockedError ? EXIT.locked : EXIT.failed;
}

/** An error in a sentence; with DEBUG set also where it arose. */
export function errorText(error: unknown, env: NodeJS.ProcessEnv = process.env): string {
  if (!(error instanceof Error)) return String(error);
  const debug = env.DEBUG !== undefined && env.DEBUG !== '';
  return debug ? (error.stack ?? error.message) : error.message;
}
