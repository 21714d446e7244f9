import { closest } from 'fastest-levenshtein';
import { createAsker } from '../pipeline/asker.ts';
import { type ProbeFinding, type ProbeState, probeSource } from '../pipeline/probe.ts';
import { userAgent } from '../pipeline/user-agent.ts';
import type { Probe } from '../sources/probe.ts';
import type { GroupDeclaration, SourceDeclaration } from '../sources/source.ts';
import { type CommandContext, EXIT, type ExitCode, UsageError } from './context.ts';
import { toJson } from './json.ts';

export interface ProbeOptions {
  readonly mirror?: string | undefined;
  readonly json?: boolean | undefined;
}

/** What came out of asking for one source. */
interface SourceProbe {
  readonly source: string;
  readonly state: ProbeState;
  readonly findings: readonly ProbeFinding[];
}

/** The worst says how it stands with a source; one that was only told to be absent is none the worse for it. */
const WORST_FIRST: readonly ProbeState[] = ['drifted', 'unreachable', 'agrees', 'absent'];

/** Asks publishers whether they still have what the sources declare, and says what to change. Loads nothing. */
export async function probe(
  context: CommandContext,
  probes: Readonly<Record<string, readonly Probe[]>>,
  names: readonly string[],
  options: ProbeOptions,
): Promise<ExitCode> {
  const sources = chooseSources(context.groups, names);
  const asker = createAsker({
    mirror: options.mirror,
    userAgent: userAgent(context.settings.OPERATOR_CONTACT),
    signal: context.signal,
  });
  const results: SourceProbe[] = [];
  try {
    for (const source of sources) {
      const findings = await probeSource(source, probes[source.id] ?? [], asker);
      const state = WORST_FIRST.find((worst) => findings.some((finding) => finding.state === worst));
      const result = { source: source.id, state: state ?? 'absent', findings };
      results.push(result);
      if (options.json !== true) context.print(resultText(result));
    }
  } finally {
    await asker.close();
  }
  if (options.json === true) context.print(toJson({ sources: results }));
  else context.print(summary(results));
  return exitCode(results);
}

/**
 * The sources that were named, by their own names or those of their groups; all of them when none was.
 * @throws UsageError naming the nearest source or group
 */
function chooseSources(groups: readonly GroupDeclaration[], names: readonly string[]): SourceDeclaration[] {
  const all = groups.flatMap((group) =>
    group.sources.map((source) => ({ group: group.id as string, source })),
  );
  const known = [...new Set(all.flatMap(({ group, source }) => [group, source.id]))];
  for (const name of names) {
    if (known.includes(name)) continue;
    throw new UsageError(
      `There is no source "${name}". Did you mean "${closest(name.toLowerCase(), known)}"? ` +
        `The sources are: ${all.map(({ source }) => source.id).join(', ')}.`,
    );
  }
  return all
    .filter(({ group, source }) => names.length === 0 || names.includes(group) || names.includes(source.id))
    .map(({ source }) => source);
}

/** Drift needs a person; a publisher that cannot be reached now may be there in an hour. */
function exitCode(results: readonly SourceProbe[]): ExitCode {
  if (results.some(({ state }) => state === 'drifted')) return EXIT.failed;
  return results.some(({ state }) => state === 'unreachable') ? EXIT.unreachable : EXIT.ok;
}

function resultText({ source, state, findings }: SourceProbe): string {
  if (findings.length === 0) return `${source}: nothing to ask: its options leave it out`;
  const lines = findings.map(({ state: one, text, change }) => {
    const where =
      one === 'drifted' ? `\n${' '.repeat(15)}Change ${change}.` : change === null ? '' : `, ${change}`;
    return `  ${one.padEnd(11)}  ${text}${where}`;
  });
  return [`${source}: ${state}`, ...lines].join('\n');
}

function summary(results: readonly SourceProbe[]): string {
  const counts = WORST_FIRST.map((state) => {
    const sources = results.filter((result) => result.state === state).length;
    return sources === 0 ? undefined : `${sources} ${state}`;
  });
  return `${results.length} sources: ${counts.filter((text) => text !== undefined).join(', ')}.`;
}
