import { Check } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { liveabilitySection } from '../../../api/reports/sections/liveability.ts';
import { liveabilityReportSection } from '../../../api/reports/sections/liveability-report.ts';
import { LiveabilityReportBlockSchema } from '../../../api/schemas/home-liveability-report.ts';
import { LIVEABILITY_CLASSES, liveabilityClass } from '../../../api/vocabulary/liveability.ts';
import type { Snapshot } from '../../../db/store.ts';
import { askSection, samplePlaces } from '../../support/place-sections.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const dataDir = temporaryFolder();
let snapshot: Snapshot;
beforeAll(async () => {
  snapshot = await samplePlaces(dataDir, ['liveability']);
});
afterAll(() => snapshot.database.close());

const ask = (q: string) => askSection(snapshot, { section: liveabilityReportSection, q });
const NO_DEVELOPMENT = { since_year: null, score_change: null, previous_class: null };

describe('the liveability of an address', () => {
  it('has the score, its class and the change since the measurement before', async () => {
    const { block, sources } = await ask('Amstel 1, Amsterdam');
    expect(Check(LiveabilityReportBlockSchema, block)).toBe(true);
    // 4.345241951 in 2024, 4.333041951 in 2022.
    expect(block).toMatchObject({
      year: 2024,
      level: 'neighbourhood',
      percentile: expect.any(Number),
      score: 4.345,
      class: 'excellent',
      development: { since_year: 2022, score_change: 0.012, previous_class: 'excellent' },
      note: null,
    });
    expect(sources.map(({ id, used_for }) => [id, used_for])).toEqual([
      ['bzk-leefbaarometer', ['liveability']],
    ]);
  });

  it('says where the class has changed', async () => {
    // 4.192006 in 2024 and 4.179806 in 2022, on either side of the limit of "very good".
    const { block } = await ask('Stationsstraat 12, Ermelo');
    expect(block).toMatchObject({
      score: 4.192,
      class: 'very good',
      development: { since_year: 2022, score_change: 0.012, previous_class: 'good' },
    });
  });

  it('is that of the district where the neighbourhood has no score, and says so', async () => {
    const { block } = await ask('De Ruijterkade 105-1, Amsterdam');
    expect(block).toMatchObject({ level: 'district', score: 4.218, class: 'very good' });
    expect(block.note).toMatch(/rank its district, Burgwallen-Nieuwe Zijde/);
  });

  it('keeps the free figures as they are', async () => {
    for (const q of ['Amstel 1, Amsterdam', 'De Ruijterkade 105-1, Amsterdam']) {
      const { block } = await ask(q);
      const free = await askSection(snapshot, { section: async (context) => liveabilitySection(context), q });
      expect(block).toMatchObject(free.block);
    }
  });

  it('is null where there is no score, and says why', async () => {
    const q = "Plein 1813 4, 's-Gravenhage";
    const { block, sources } = await askSection(snapshot, {
      q,
      section: (context) =>
        liveabilityReportSection({
          ...context,
          neighbourhood: { region: undefined, missing: 'no_postcode' },
        }),
    });
    expect(Check(LiveabilityReportBlockSchema, block)).toBe(true);
    expect(block).toMatchObject({ year: null, score: null, class: null, development: NO_DEVELOPMENT });
    expect(block.note).toMatch(/neighbourhood is not known/);
    expect(sources).toEqual([]);
  });
});

describe('classes of liveability', () => {
  it('are nine, "weak" above "insufficient", and null beyond', () => {
    expect(LIVEABILITY_CLASSES).toHaveLength(9);
    expect([1, 3, 4, 9].map(liveabilityClass)).toEqual(['very poor', 'insufficient', 'weak', 'excellent']);
    expect([0, 10, 4.5].map(liveabilityClass)).toEqual([null, null, null]);
  });
});
