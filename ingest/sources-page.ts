import { getTableName } from 'drizzle-orm';
import type { Group } from '../db/groups.ts';
import type { GroupDeclaration, SourceDeclaration } from './sources/source.ts';

/** What the page is made of: the declarations themselves, so that it cannot say anything else than they do. */
export interface SourcesPage {
  readonly groups: readonly GroupDeclaration[];
  /** By the id of the source. */
  readonly rejectionReasons: Readonly<Record<string, readonly string[]>>;
  /** Size of a national release, with what it is known from; a group that is not there was not measured. */
  readonly disk: Readonly<Partial<Record<Group, string>>>;
}

/** The sources of the service in Markdown, for people: `docs/sources.md`. */
export function renderSourcesPage({ groups, rejectionReasons, disk }: SourcesPage): string {
  const overview = groups.flatMap((group) =>
    group.sources.map((source) => [
      `[\`${source.id}\`](#${source.id})`,
      group.id,
      source.name,
      source.publisher,
      `[${source.licence.id}](${source.licence.url})`,
      source.cadence,
    ]),
  );
  return `${[
    '# Sources',
    'Generated from the declarations in `ingest/sources/` by `npm run docs:generate`: change those, not this page. ' +
      '`npm run ingest -- probe` asks the publishers whether they still hold; `npm run ingest -- status` tells what ' +
      'is loaded. An operator overrides addresses, editions, options and times in the file that `SOURCES_FILE` names.',
    table(['Source', 'Group', 'Data set', 'Publisher', 'Licence', 'Renewed by its publisher'], overview),
    ...groups.flatMap((group) => [
      ...groupSection(group, disk[group.id]),
      ...group.sources.flatMap((source) => sourceSection(source, rejectionReasons[source.id] ?? [])),
    ]),
  ].join('\n\n')}\n`;
}

function groupSection(group: GroupDeclaration, disk: string | undefined): string[] {
  const floors = Object.entries(group.minimumRows).map(
    ([name, rows]) => `\`${name}\` ${rows.toLocaleString('en')}`,
  );
  return [
    `## Group ${group.id}`,
    list([
      ['Tables', group.tables.map((one) => `\`${getTableName(one)}\``).join(', ')],
      ['Fewest rows of a national release', floors.join(', ') || 'none'],
      [
        'Largest share of rejected rows of a source',
        `${Number((group.maximumRejectedShare * 100).toPrecision(3))} %`,
      ],
      ['Disk, a national release', disk ?? 'not measured'],
    ]),
    'Must be found in a national release:',
    bullets(group.canaries.map(({ name }) => name)),
    'Must hold in every release:',
    bullets(
      group.invariants.map(({ name, tolerated = 0 }) =>
        tolerated === 0 ? name : `${name} (${tolerated.toLocaleString('en')} exceptions tolerated)`,
      ),
    ),
  ];
}

function sourceSection(source: SourceDeclaration, reasons: readonly string[]): string[] {
  const { urls, editions = [], options = {} } = source;
  const addresses = Object.entries(urls).map(([name, url]) => [code(name), url === '' ? 'none' : code(url)]);
  return [
    `### ${source.id}`,
    list([
      ['Data set', `[${source.name}](${source.homepage})`],
      ['Publisher', source.publisher],
      ['Licence', `[${source.licence.id}](${source.licence.url})`],
      ['Attribution', source.attribution],
      ['Renewed by its publisher', source.cadence],
      ['Looked for', `\`${source.cron}\` (cron, Europe/Amsterdam)`],
      ['Rows are rejected for', reasons.map((reason) => `“${reason}”`).join(', ') || 'nothing'],
    ]),
    ...(addresses.length === 0 ? [] : [table(['`urls`', 'Address'], addresses)]),
    ...(editions.length === 0
      ? []
      : [table(['`editions`, year', 'Id', 'Address'], editions.map(editionRow))]),
    ...(Object.keys(options).length === 0
      ? []
      : [
          table(
            ['`options`', 'Default'],
            Object.entries(options).map(([name, value]) => [code(name), code(String(value))]),
          ),
        ]),
  ];
}

function editionRow({ year, id, url }: NonNullable<SourceDeclaration['editions']>[number]): string[] {
  return [String(year), code(id), url === undefined ? 'follows from the id' : code(url)];
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(header), `|${'---|'.repeat(header.length)}`, ...rows.map(line)].join('\n');
}

function list(entries: readonly (readonly [string, string])[]): string {
  return entries.map(([name, text]) => `- **${name}**: ${text}`).join('\n');
}

function bullets(texts: readonly string[]): string {
  return texts.length === 0 ? '- nothing' : texts.map((text) => `- ${text}`).join('\n');
}

/** A bar would end the cell. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function code(text: string): string {
  return text === '' ? 'empty' : `\`${text}\``;
}
