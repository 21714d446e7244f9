import { join } from 'node:path';
import { Check } from 'typebox/value';
import { afterAll, describe, expect, it } from 'vitest';
import { resolveAddress } from '../../../api/reports/resolve-address.ts';
import { schoolsSection } from '../../../api/reports/sections/schools.ts';
import { SourceList } from '../../../api/reports/source.ts';
import { SchoolsSchema } from '../../../api/schemas/home-schools.ts';
import { DatasetUnavailableError, type Snapshot } from '../../../db/store.ts';
import { SCHOOLS } from '../../../ingest/sources/duo/schools.ts';
import { ADDRESSES } from '../../../ingest/sources/kadaster/addresses.ts';
import { ingestFromMirror, snapshotOf } from '../../support/group-run.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** The publisher's rows of the sample, through the ingest. */
const root = temporaryFolder();
const open: Snapshot[] = [];
const sample = load('sample', true);

async function load(name: string, withSchools: boolean): Promise<Snapshot> {
  const dataDir = join(root, name);
  await ingestFromMirror(ADDRESSES, { dataDir, mirror: 'ingest/sample', label: 'sample' });
  if (withSchools) await ingestFromMirror(SCHOOLS, { dataDir, mirror: 'ingest/sample', label: 'sample' });
  const snapshot = snapshotOf(dataDir);
  open.push(snapshot);
  return snapshot;
}

function schoolsOf(snapshot: Snapshot, q: string, located = true) {
  const resolved = resolveAddress(snapshot, { q });
  const address = located ? resolved.address : { ...resolved.address, rdXM: null, rdYM: null };
  const sources = new SourceList();
  const neighbourhood = { region: undefined, missing: 'not_loaded' } as const;
  const context = { snapshot, resolved, address, neighbourhood, today: '2026-11-27', sources };
  return { ...schoolsSection(context), sources: sources.toArray() };
}

afterAll(() => {
  for (const snapshot of open) snapshot.database.close();
});

describe('schools', () => {
  it('are the three nearest of each kind, the nearest first, in English', async () => {
    const { schools, sources } = schoolsOf(await sample, 'Koepoortstraat 4, Doesburg');
    expect(Check(SchoolsSchema, schools)).toBe(true);
    expect(schools?.map(({ type }) => type)).toEqual([
      ...Array(3).fill('primary school'),
      ...Array(3).fill('secondary school'),
    ]);
    const distances = schools?.map(({ distance_m }) => distance_m) ?? [];
    expect(distances.slice(0, 3)).toEqual(distances.slice(0, 3).toSorted((one, other) => one - other));
    expect(distances.slice(3)).toEqual(distances.slice(3).toSorted((one, other) => one - other));
    expect(schools?.[0]).toEqual({
      name: 'Basisschool De Koepoort',
      type: 'primary school',
      denomination: 'public',
      distance_m: expect.any(Number),
      location_quality: 'address',
    });
    expect(distances[0]).toBeLessThan(50);
    expect(sources.map(({ id, used_for, mode }) => [id, used_for, mode])).toEqual([
      ['duo-schools', ['schools'], 'sample'],
    ]);
  });

  it('whose number the register does not have are measured to their postcode, and say so', async () => {
    const { schools } = schoolsOf(await sample, 'Halve Maanweg 3, Doesburg');
    expect(schools?.find(({ name }) => name === 'College De IJssel')).toMatchObject({
      location_quality: 'postcode',
      denomination: 'interdenominational Christian',
    });
  });

  it('are not known where the address has no location', async () => {
    const { schools, schools_note, sources } = schoolsOf(await sample, 'Koepoortstraat 4, Doesburg', false);
    expect(schools).toBeNull();
    expect(schools_note).toBe('The register has no usable location of this object.');
    expect(sources).toEqual([]);
  });

  it('are unavailable where they are not loaded', async () => {
    const without = await load('without', false);
    expect(() => schoolsOf(without, 'Koepoortstraat 4, Doesburg')).toThrow(DatasetUnavailableError);
  });
});
