import { type Finding, verifyGroup } from '../../db/verify.ts';
import { type CommandContext, chooseGroups, EXIT, type ExitCode } from './context.ts';
import { toJson } from './json.ts';
import { size } from './wording.ts';

/** Checks every release file of the named groups; of all when none was named. */
export function verify(
  context: CommandContext,
  names: readonly string[],
  options: { json?: boolean },
): ExitCode {
  const findings: Finding[] = [];
  for (const group of chooseGroups(context.groups, names)) {
    for (const finding of verifyGroup(context.settings.DATA_DIR, group.id)) {
      findings.push(finding);
      if (options.json !== true) context.print(findingText(finding));
    }
  }
  const damaged = findings.filter((finding) => finding.state === 'damaged');
  if (options.json === true) context.print(toJson({ files: findings }));
  else if (findings.length === 0) context.print('There are no releases yet. Run "npm run ingest".');
  return damaged.length === 0 ? EXIT.ok : EXIT.failed;
}

function findingText({ file, state, problems, bytes, current }: Finding): string {
  const served = current ? ', served' : '';
  const lines = problems.map((problem) => `\n    ${problem}`).join('');
  return `${state.padEnd(8)} ${file} (${size(bytes)}${served})${lines}`;
}
