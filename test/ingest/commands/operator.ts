import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings } from '../../../db/settings.ts';
import type { CommandContext } from '../../../ingest/commands/context.ts';
import { IngestSettings } from '../../../ingest/config.ts';
import { SILENT } from '../../../ingest/pipeline/progress.ts';
import type { GroupDeclaration } from '../../../ingest/sources/source.ts';
import { temporaryDataDir } from '../../db/fixture.ts';
import { groupDeclaration } from '../group-declaration.ts';
import { YEARS } from '../pipeline/years-group.ts';

const LINES = ['2018,100', '2020,200', '2022,300', '2024,400'];

/** One group that loads a small file from a mirror, and one whose publisher is down. */
const GROUPS: readonly GroupDeclaration[] = [
  groupDeclaration(
    'vehicles',
    { 'rdw-vehicles': '0 6 * * *' },
    {
      fetch: () =>
        Promise.reject(Object.assign(new Error('The publisher is down.'), { code: 'fetch_failed' })),
    },
  ),
  YEARS,
];

/** Somebody at a command line: a data folder, a mirror, and what was printed. */
export interface Operator {
  readonly dataDir: string;
  readonly mirror: string;
  readonly context: CommandContext;
  readonly printed: string[];
  readonly warned: string[];
  readonly stop: () => void;
  /** Replaces the publisher's file. */
  readonly publish: (lines: readonly string[]) => void;
  /** The last printed text, as JSON. */
  readonly json: () => unknown;
}

export function operator(groups: readonly GroupDeclaration[] = GROUPS): Operator {
  const dataDir = temporaryDataDir();
  const mirror = temporaryDataDir();
  const printed: string[] = [];
  const warned: string[] = [];
  const stopping = new AbortController();
  mkdirSync(join(mirror, 'example.org'));
  const publish = (lines: readonly string[]) =>
    writeFileSync(join(mirror, 'example.org', 'years.csv'), `${lines.join('\n')}\n`);
  publish(LINES);
  return {
    dataDir,
    mirror,
    printed,
    warned,
    publish,
    stop: () => stopping.abort(new Error('Stopped by SIGTERM.')),
    json: () => JSON.parse(printed.at(-1) ?? ''),
    context: {
      settings: readSettings(IngestSettings, { DATA_DIR: dataDir }),
      groups,
      print: (text) => printed.push(text),
      warn: (text) => warned.push(text),
      progress: SILENT,
      signal: stopping.signal,
    },
  };
}
