import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type ManifestEntry,
  ManifestError,
  manifestPath,
  readManifest,
  replaceFile,
  setCurrent,
} from '../../db/manifest.ts';
import { temporaryDataDir } from './fixture.ts';

const ENTRY: ManifestEntry = {
  release: '20261127T060000000Z-3fa1',
  file: 'vehicles/20261127T060000000Z-3fa1.sqlite',
  label: 'national',
  publishedAt: '2026-11-27T06:10:00.000Z',
};

describe('reading current.json', () => {
  it('takes an absent file for an empty store', () => {
    expect(readManifest(temporaryDataDir())).toEqual({ groups: {} });
  });

  it.each([
    ['a file that was cut', '{"groups": {"vehi', 'is not valid JSON'],
    ['an empty file', '', 'is not valid JSON'],
    ['another JSON document', '[]', 'has no "groups" object'],
    ['groups that are a list', '{"groups": []}', 'has no "groups" object'],
    [
      'an entry without a file',
      '{"groups": {"vehicles": {"release": "r"}}}',
      'incomplete entry for "vehicles"',
    ],
    [
      'a label that does not exist',
      JSON.stringify({ groups: { vehicles: { ...ENTRY, label: 'nationwide' } } }),
      'incomplete entry for "vehicles"',
    ],
  ])('refuses %s, and says how to repair it', (_, content, problem) => {
    const dataDir = temporaryDataDir();
    writeFileSync(manifestPath(dataDir), content);
    expect(() => readManifest(dataDir)).toThrow(ManifestError);
    expect(() => readManifest(dataDir)).toThrow(problem);
    expect(() => readManifest(dataDir)).toThrow(/Delete it, then run "npm run ingest -- rollback <group>"/);
  });

  it('passes over a group that another version knows', () => {
    const dataDir = temporaryDataDir();
    writeFileSync(
      manifestPath(dataDir),
      JSON.stringify({ groups: { vehicles: ENTRY, rails: { gauge: 1435 } } }),
    );
    expect(readManifest(dataDir)).toEqual({ groups: { vehicles: ENTRY } });
  });
});

describe('writing current.json', () => {
  it('changes one group and leaves the others, those of another version too', () => {
    const dataDir = temporaryDataDir();
    const rails = { gauge: 1435 };
    writeFileSync(manifestPath(dataDir), JSON.stringify({ groups: { vehicles: ENTRY, rails } }));
    const addresses: ManifestEntry = { ...ENTRY, file: 'addresses/a.sqlite', label: 'partial' };
    setCurrent(dataDir, 'addresses', addresses);
    expect(JSON.parse(readFileSync(manifestPath(dataDir), 'utf8'))).toEqual({
      groups: { vehicles: ENTRY, rails, addresses },
    });
  });

  it('never writes over what it cannot read', () => {
    const dataDir = temporaryDataDir();
    writeFileSync(manifestPath(dataDir), 'not JSON');
    expect(() => setCurrent(dataDir, 'vehicles', ENTRY)).toThrow(ManifestError);
    expect(readFileSync(manifestPath(dataDir), 'utf8')).toBe('not JSON');
  });

  it('leaves nothing beside the file', () => {
    const dataDir = temporaryDataDir();
    setCurrent(dataDir, 'vehicles', ENTRY);
    setCurrent(dataDir, 'vehicles', ENTRY);
    expect(readdirSync(dataDir)).toEqual(['current.json']);
  });

  it('leaves the old file, and nothing else, when the new one cannot be put in its place', () => {
    const dataDir = temporaryDataDir();
    const occupied = `${dataDir}/occupied`;
    replaceFile(`${occupied}/inside`, 'kept');
    // A folder cannot be replaced by a file.
    expect(() => replaceFile(occupied, 'new')).toThrow();
    expect(readdirSync(dataDir)).toEqual(['occupied']);
    expect(readFileSync(`${occupied}/inside`, 'utf8')).toBe('kept');
  });
});
