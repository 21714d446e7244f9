import { describe, expect, it } from 'vitest';
import { HOME_SOURCES } from '../../../api/reports/home-sources.ts';
import { SourceList } from '../../../api/reports/source.ts';
import { VEHICLE_SOURCES } from '../../../api/reports/vehicle-sources.ts';
import type { ReleaseLabel } from '../../../db/groups.ts';
import type { AttachedSource } from '../../../db/store.ts';
import { GROUP_DECLARATIONS } from '../../../ingest/sources/index.ts';

const attached = (id: string): AttachedSource => ({
  id,
  name: 'Name',
  publisher: 'Publisher',
  licence: 'CC-BY-4.0',
  licenceUrl: 'https://creativecommons.org/licenses/by/4.0/',
  attribution: 'Source: Publisher',
  url: 'https://publisher.example',
  edition: '2025',
  dataYear: 2025,
  stateDate: '2025-01-01',
  retrievedAt: '2026-11-27T05:10:00.000Z',
  rejectedRows: 0,
});

const release = (label: ReleaseLabel) => ({
  group: 'vehicles' as const,
  label,
  sources: new Map([
    ['one', attached('one')],
    ['two', attached('two')],
  ]),
});

describe('source[]', () => {
  it('has each source once, in the order of first use, with all that it was used for', () => {
    const list = new SourceList();
    list.use(release('national'), 'two', 'building');
    list.use(release('national'), 'one', 'address');
    list.use(release('national'), 'two', 'address');
    list.use(release('national'), 'two', 'building');
    expect(list.toArray().map(({ id, used_for }) => [id, used_for])).toEqual([
      ['two', ['building', 'address']],
      ['one', ['address']],
    ]);
  });

  it.each([
    ['national', 'local'],
    ['partial', 'local'],
    ['sample', 'sample'],
  ] as const)('from a %s release is %s', (label, mode) => {
    const list = new SourceList();
    list.use(release(label), 'one', 'address');
    expect(list.toArray()).toEqual([
      {
        id: 'one',
        used_for: ['address'],
        name: 'Name',
        publisher: 'Publisher',
        licence: 'CC-BY-4.0',
        licence_url: 'https://creativecommons.org/licenses/by/4.0/',
        attribution: 'Source: Publisher',
        url: 'https://publisher.example',
        data_year: 2025,
        as_of: '2025-01-01',
        retrieved_at: '2026-11-27T05:10:00.000Z',
        mode,
      },
    ]);
  });

  it('leaves out what the release was built without', () => {
    const list = new SourceList();
    list.use(release('partial'), 'three', 'address');
    expect(list.toArray()).toEqual([]);
  });
});

it('names sources as the ingest declares them', () => {
  const declared = GROUP_DECLARATIONS.flatMap(({ sources }) => sources.map(({ id }) => id));
  for (const id of [...Object.values(HOME_SOURCES), ...Object.values(VEHICLE_SOURCES)]) {
    expect(declared).toContain(id);
  }
});
