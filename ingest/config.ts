import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { groupsLeftOut, SettingsError, StoreSettings } from '../db/settings.ts';
import { cronProblem } from './schedule-plan.ts';
import type { GroupDeclaration, SourceDeclaration, SourceOverride } from './sources/source.ts';

/** Settings of the ingest; each is documented in `.env.example`. */
export const IngestSettings = Type.Object({
  ...StoreSettings.properties,
  SOURCES_FILE: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'JSON file with other addresses, editions, options or times of sources.',
    }),
  ),
  KEEP_RELEASES: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 2,
    description: 'Releases of each group that stay on the disk, the served one included: 1 to 100.',
  }),
});

export type IngestSettings = Static<typeof IngestSettings>;

const Edition = Type.Object(
  {
    year: Type.Integer({ minimum: 1900, maximum: 2200 }),
    id: Type.String({ minLength: 1, maxLength: 200 }),
    url: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
  },
  { additionalProperties: false },
);

const Override = Type.Object(
  {
    cron: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    urls: Type.Optional(Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 2000 }))),
    editions: Type.Optional(Type.Array(Edition, { minItems: 1 })),
    options: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
    ),
  },
  { additionalProperties: false },
);

/**
 * The groups to bring up to date: without those that the operator does without, and with what the operator changes
 * of their sources.
 * @throws SettingsError as {@link withOverrides}
 */
export function groupsToLoad(
  groups: readonly GroupDeclaration[],
  settings: Pick<IngestSettings, 'SOURCES_FILE' | 'VEHICLE_HISTORY'>,
): readonly GroupDeclaration[] {
  const leftOut = groupsLeftOut(settings);
  // The file may go on naming sources of a group that is left out.
  return withOverrides(groups, settings.SOURCES_FILE).filter((group) => !leftOut.includes(group.id));
}

const ACCEPTED = '"cron", "urls", "editions" and "options"';

/**
 * Reads the groups with what the operator changes of their sources.
 * @param path the JSON file `{ "<source id>": { "cron", "urls", "editions", "options" } }`; without one, nothing changes
 * @throws SettingsError naming the file and everything in it that cannot be used
 */
export function withOverrides(
  groups: readonly GroupDeclaration[],
  path: string | undefined,
): readonly GroupDeclaration[] {
  if (path === undefined) return groups;
  const overrides = loadSourceOverrides(
    path,
    groups.flatMap((group) => group.sources),
  );
  return groups.map((group) => ({
    ...group,
    sources: group.sources.map((source) => applyOverride(source, overrides.get(source.id))),
  }));
}

/**
 * Reads and validates the file of overrides.
 * @throws SettingsError naming the file, the keys that cannot be used, and what is accepted
 */
export function loadSourceOverrides(
  path: string,
  sources: readonly SourceDeclaration[],
): ReadonlyMap<string, SourceOverride> {
  const parsed = readJson(path);
  const problems: string[] = [];
  const overrides = new Map<string, SourceOverride>();
  for (const [id, value] of Object.entries(parsed)) {
    const source = sources.find((candidate) => candidate.id === id);
    if (source === undefined) {
      const known = sources.map((candidate) => candidate.id).join(', ');
      problems.push(`"${id}" is not a source. The sources are: ${known}.`);
      continue;
    }
    problems.push(...overrideProblems(source, value).map((problem) => `${id}.${problem}`));
    overrides.set(id, value as SourceOverride);
  }
  if (problems.length === 0) return overrides;
  throw new SettingsError(
    `${path} (SOURCES_FILE) cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
  );
}

/** The declaration as the operator wants it: addresses and options are merged by name, the rest replaced. */
export function applyOverride(
  declaration: SourceDeclaration,
  override: SourceOverride | undefined,
): SourceDeclaration {
  if (override === undefined) return declaration;
  return {
    ...declaration,
    ...(override.cron === undefined ? {} : { cron: override.cron }),
    ...(override.editions === undefined ? {} : { editions: override.editions }),
    ...(override.urls === undefined ? {} : { urls: { ...declaration.urls, ...override.urls } }),
    ...(override.options === undefined ? {} : { options: { ...declaration.options, ...override.options } }),
  };
}

function readJson(path: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new SettingsError(
      `${path} (SOURCES_FILE) cannot be read: ${(cause as Error).message}. Correct the path, or leave it unset.`,
      { cause },
    );
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw new SettingsError(`${path} (SOURCES_FILE) is not valid JSON: ${(cause as Error).message}.`, {
      cause,
    });
  }
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
    return parsed as Record<string, unknown>;
  }
  throw new SettingsError(
    `${path} (SOURCES_FILE) must be a JSON object: { "<source>": { ... } } with ${ACCEPTED} of each source.`,
  );
}

/** What of one source's override cannot be used; each begins with its key. */
function overrideProblems(source: SourceDeclaration, value: unknown): string[] {
  if (!Value.Check(Override, value)) {
    const problems = Value.Errors(Override, value).map(({ instancePath, message }) => {
      const key = instancePath.split('/').slice(1).join('.');
      return `${key === '' ? 'override' : key}: ${message}. Accepted are ${ACCEPTED}, as in the source's declaration.`;
    });
    return [...new Set(problems)];
  }
  return [
    ...cronProblems(value.cron),
    ...urlProblems(source, value.urls ?? {}),
    ...editionProblems(source, value.editions),
    ...optionProblems(source, value.options ?? {}),
  ];
}

function cronProblems(cron: string | undefined): string[] {
  const problem = cron === undefined ? undefined : cronProblem(cron);
  if (problem === undefined) return [];
  return [
    `cron: "${cron}" is not a cron expression (${problem}). For example "0 5 9 * *", the 9th at 05:00.`,
  ];
}

function urlProblems(source: SourceDeclaration, urls: Readonly<Record<string, string>>): string[] {
  return Object.entries(urls).flatMap(([name, url]) => {
    if (!(name in source.urls)) {
      return [`urls.${name}: there is no such address. The source has: ${namesOf(source.urls)}.`];
    }
    return isUsableAddress(url) ? [] : [`urls.${name}: "${url}" is not ${ADDRESSES}.`];
  });
}

function editionProblems(source: SourceDeclaration, editions: SourceOverride['editions']): string[] {
  if (editions === undefined) return [];
  if (source.editions === undefined)
    return ['editions: this source has no editions; set its "urls" instead.'];
  return editions.flatMap(({ id, url }) =>
    url === undefined || isUsableAddress(url) ? [] : [`editions.${id}.url: "${url}" is not ${ADDRESSES}.`],
  );
}

function optionProblems(
  source: SourceDeclaration,
  options: NonNullable<SourceOverride['options']>,
): string[] {
  const known = source.options ?? {};
  return Object.entries(options).flatMap(([name, value]) => {
    const standard = known[name];
    if (standard === undefined) {
      return [`options.${name}: there is no such option. The source has: ${namesOf(known) || 'none'}.`];
    }
    if (typeof value === typeof standard) return [];
    return [`options.${name}: must be a ${typeof standard}, for example ${JSON.stringify(standard)}.`];
  });
}

const ADDRESSES = 'an https address, a file: address or an absolute path';

function isUsableAddress(url: string): boolean {
  return isAbsolute(url) || /^(https?|file):\/\/\S+$/.test(url);
}

function namesOf(record: Readonly<Record<string, unknown>>): string {
  return Object.keys(record).join(', ');
}
