import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TObject } from 'typebox';
import { describe, expect, it } from 'vitest';
import { ServerSettings } from '../api/config.ts';
import { StoreSettings } from '../db/settings.ts';
import { IngestSettings } from '../ingest/config.ts';

/** What the schemas of the settings say, in the form of `.env.example`. */
interface Setting {
  description: string;
  /** Empty for a setting without a default. */
  value: string;
}

function settingsOf(...schemas: TObject[]): Record<string, Setting> {
  const settings: Record<string, Setting> = {};
  for (const schema of schemas) {
    for (const [name, property] of Object.entries(schema.properties)) {
      const { description = '', default: value } = property as { description?: string; default?: unknown };
      settings[name] = { description, value: value === undefined ? '' : String(value) };
    }
  }
  return settings;
}

/** Comment lines that end in `#NAME=value`; a heading is followed by a blank line and describes nothing. */
function readExample(): Record<string, Setting> {
  const text = readFileSync(fileURLToPath(new URL('../.env.example', import.meta.url)), 'utf8');
  const settings: Record<string, Setting> = {};
  let comment: string[] = [];
  for (const line of text.split('\n')) {
    const setting = /^#?(?<name>[A-Z][A-Z0-9_]*)=(?<value>.*)$/.exec(line)?.groups;
    if (setting?.name !== undefined) {
      settings[setting.name] = { description: comment.join(' '), value: setting.value ?? '' };
    }
    if (line.startsWith('# ')) comment.push(line.slice(2));
    else comment = [];
  }
  return settings;
}

describe('.env.example', () => {
  it('has every setting, with its description and default, and nothing else', () => {
    expect(readExample()).toEqual(settingsOf(StoreSettings, ServerSettings, IngestSettings));
  });

  it('sets nothing when it is copied to .env as it is', () => {
    const text = readFileSync(fileURLToPath(new URL('../.env.example', import.meta.url)), 'utf8');
    expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
  });
});
