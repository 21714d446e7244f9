import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DESCRIBED_ANSWERS } from '../../../api/field-origins/answers.ts';
import {
  NEIGHBOURHOOD_ORIGINS,
  NEIGHBOURHOOD_REPORT_ORIGINS,
} from '../../../api/field-origins/neighbourhood.ts';
import { originPathOf } from '../../../api/field-origins/origin.ts';
import { schemaFields } from '../../../api/field-origins/schema-fields.ts';
import { fieldTable, renderFieldTable } from '../../../api/field-origins/table.ts';
import { liveSources } from '../../../api/live/live-sources.ts';
import { DISTANCE_COLUMNS } from '../../../ingest/sources/cbs/distance-columns.ts';
import { FIGURE_COLUMNS } from '../../../ingest/sources/cbs/figure-columns.ts';
import { GROUP_DECLARATIONS } from '../../../ingest/sources/index.ts';

const SOURCE_IDS = new Set([
  ...GROUP_DECLARATIONS.flatMap((group) => group.sources.map(({ id }) => id)),
  ...liveSources({ LIVE: 'on' }).map(({ source }) => source.id),
]);

describe.each(DESCRIBED_ANSWERS)('the fields of $path', ({ schema, origins }) => {
  const fields = schemaFields(schema).map(({ path }) => path);

  it('all have an origin', () => {
    expect(fields.filter((field) => originPathOf(field, origins) === undefined)).toEqual([]);
  });

  it('are there for every origin', () => {
    const used = new Set(fields.map((field) => originPathOf(field, origins)));
    expect(Object.keys(origins).filter((path) => !used.has(path))).toEqual([]);
  });

  it('come from sources that are declared', () => {
    const named = Object.values(origins).flatMap(({ sources }) => sources);
    expect([...new Set(named)].filter((id) => !SOURCE_IDS.has(id))).toEqual([]);
  });

  it('name the field of a publisher wherever they come from one', () => {
    for (const { sources, publisherField } of Object.values(origins)) {
      expect(publisherField === null).toBe(sources.length === 0);
    }
  });

  it('are all described by the schema', () => {
    const undescribed = schemaFields(schema).filter(({ description }) => description === '');
    expect(undescribed.map(({ path }) => path)).toEqual([]);
  });
});

describe('the table of fields', () => {
  it('names the columns of Statistics Netherlands that the ingest reads', () => {
    const named = Object.values({ ...NEIGHBOURHOOD_ORIGINS, ...NEIGHBOURHOOD_REPORT_ORIGINS })
      .filter(({ sources }) => sources.includes('cbs-key-figures') || sources.includes('cbs-proximity'))
      .map(({ publisherField }) => publisherField?.split(' ')[0]);
    const read = [...Object.values(FIGURE_COLUMNS), ...Object.values(DISTANCE_COLUMNS)].map(
      ({ stems }) => stems[0],
    );
    expect(read.filter((column) => !named.includes(column) && column !== 'AantalInkomensontvangers')).toEqual(
      [],
    );
    const notColumns = ['year', 'WijkenEnBuurten'];
    expect(
      named.filter((column) => !notColumns.includes(column ?? '') && !read.some((stem) => stem === column)),
    ).toEqual([]);
  });

  it('is the page in docs', () => {
    const page = readFileSync(new URL('../../../docs/fields.md', import.meta.url), 'utf8');
    expect(page).toBe(renderFieldTable());
  });

  it('tells of one field what it means, whose it is and how it is made', () => {
    const basic = fieldTable().find(({ answer }) => answer === '/v1/vehicle/basic');
    expect(basic?.fields.find(({ path }) => path === 'insured')).toEqual({
      path: 'insured',
      type: 'boolean or null',
      description: expect.stringContaining('third-party insurance'),
      sources: ['registered-vehicles'],
      publisherField: 'WAM verzekerd',
      rule: expect.stringContaining('N.v.t.'),
    });
  });

  it.each([
    ['building.unit.use', { 'building.unit': 1, building: 2, 'building.unit.use': 3 }, 'building.unit.use'],
    ['building.unit.use', { building: 2, 'building.unit.us': 1 }, 'building'],
    ['source[].id', { source: 1, sour: 2 }, 'source'],
    ['permits_note', { permits: 1 }, undefined],
  ])('gives %s the origin with the longest path', (field, paths, expected) => {
    const origins = Object.fromEntries(
      Object.keys(paths).map((path) => [path, { sources: [], publisherField: null, rule: path }]),
    );
    expect(originPathOf(field, origins)).toBe(expected);
  });
});
