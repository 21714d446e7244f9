import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { type Static, type TObject, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Group } from './groups.ts';

/** A setting is missing or malformed. The message lists every bad setting and what to write. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly code = 'invalid_settings';
}

/** Settings that both the ingest and the server need. */
export const StoreSettings = Type.Object({
  DATA_DIR: Type.String({
    minLength: 1,
    default: './data',
    description: 'Folder that holds everything that is written: releases, downloads, keys, payments.',
  }),
  OPERATOR_CONTACT: Type.Optional(
    Type.String({
      pattern: '^[\\x21-\\x7E]{3,200}$',
      description:
        'Mail address or web page of the operator, without blanks; told to publishers with each download and each question.',
    }),
  ),
  VEHICLE_APP_TOKEN: Type.Optional(
    Type.String({
      pattern: '^[\\x21-\\x7E]{1,200}$',
      description: 'App token of the vehicle register portal, which allows more requests. Not needed.',
    }),
  ),
  VEHICLE_HISTORY: Type.Unsafe<'on' | 'off'>({
    type: 'string',
    enum: ['on', 'off'],
    default: 'on',
    description:
      'on or off: whether inspections of vehicles and their defects, 9 GB to download, are loaded and answered from.',
  }),
});

export type StoreSettings = Static<typeof StoreSettings>;

/** The groups that the operator does without: neither loaded, nor waited for, nor answered from. */
export function groupsLeftOut(settings: Pick<StoreSettings, 'VEHICLE_HISTORY'>): readonly Group[] {
  return settings.VEHICLE_HISTORY === 'off' ? ['inspections'] : [];
}

/** Reads `.env` from the working folder where there is one; variables that are already set win. */
export function loadDotEnv(): void {
  if (existsSync('.env')) loadEnvFile('.env');
}

/**
 * Validates environment variables once, at start. Numbers and booleans are converted from text, an empty value
 * counts as not set, defaults are filled in.
 * @throws SettingsError naming each bad setting, what it holds and what is accepted
 */
export function readSettings<Schema extends TObject>(schema: Schema, env: NodeJS.ProcessEnv): Static<Schema> {
  const raw: Record<string, string> = {};
  for (const key of Object.keys(schema.properties)) {
    const value = env[key];
    if (value !== undefined && value !== '') raw[key] = value;
  }
  const settings = Value.Default(schema, Value.Convert(schema, raw));
  const errors = Value.Errors(schema, settings);
  if (errors.length === 0) return settings as Static<Schema>;
  const names = new Set(errors.flatMap((error) => settingsOf(error, schema)));
  const lines = [...names].map((name) => problemText(name, schema, env));
  throw new SettingsError(`These settings cannot be used:\n${lines.join('\n')}`);
}

/** A value that is refused is named by its path; values that are missing are named together, by one error. */
function settingsOf(error: { instancePath: string; params?: unknown }, schema: TObject): string[] {
  const fromPath = error.instancePath.split('/')[1];
  if (fromPath !== undefined && fromPath !== '') return [fromPath];
  const missing = (error.params as { requiredProperties?: string[] } | undefined)?.requiredProperties;
  return missing ?? Object.keys(schema.properties);
}

function problemText(name: string, schema: TObject, env: NodeJS.ProcessEnv): string {
  const property = schema.properties[name] as { description?: string; default?: unknown } | undefined;
  const secret = /KEY|SECRET|TOKEN/.test(name);
  const given =
    env[name] === undefined || env[name] === '' ? 'is not set' : `is ${secret ? 'set' : `"${env[name]}"`}`;
  const example = property?.default === undefined ? '' : ` For example: ${name}=${String(property.default)}`;
  return `  ${name} ${given}. ${property?.description ?? ''}${example}`;
}
