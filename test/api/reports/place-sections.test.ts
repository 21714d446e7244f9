import { join } from 'node:path';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { Agent } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../../api/config.ts';
import { createLiveClients } from '../../../api/live/clients.ts';
import { UpstreamUnavailable } from '../../../api/live/upstream-unavailable.ts';
import { environmentSection } from '../../../api/reports/sections/environment.ts';
import { heritageReportSection } from '../../../api/reports/sections/heritage-report.ts';
import { liveabilityReportSection } from '../../../api/reports/sections/liveability-report.ts';
import type { ReportContext } from '../../../api/reports/sections/section.ts';
import { EnvironmentBlockSchema } from '../../../api/schemas/home-environment.ts';
import { HeritageReportBlockSchema } from '../../../api/schemas/home-heritage-report.ts';
import { LiveabilityReportBlockSchema } from '../../../api/schemas/home-liveability-report.ts';
import type { Snapshot } from '../../../db/store.ts';
import { askSection, samplePlaces } from '../../support/place-sections.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { LEEFBAAROMETER_STAND_IN } from '../../upstreams/leefbaarometer.ts';
import { RCE_STAND_IN } from '../../upstreams/rce.ts';
import { RIVM_STAND_IN } from '../../upstreams/rivm.ts';
import { startUpstreams, type Upstreams } from '../../upstreams/server.ts';
import type { Misbehaviour } from '../../upstreams/stand-in.ts';

/** Local release or none x publisher right, slow, down or wrong x live on or off, for the blocks of a place. */

const root = temporaryFolder();
let upstreams: Upstreams;
let loaded: Snapshot;
let absent: Snapshot;
beforeAll(async () => {
  upstreams = await startUpstreams({ standIns: [LEEFBAAROMETER_STAND_IN, RIVM_STAND_IN, RCE_STAND_IN] });
  loaded = await samplePlaces(join(root, 'loaded'), ['environment', 'heritage', 'liveability']);
  absent = await samplePlaces(join(root, 'absent'), []);
});
afterEach(async () => {
  for (const id of ['leefbaarometer', 'rivm', 'rce']) await upstreams.misbehave(id, undefined);
  (upstreams.requests as unknown[]).length = 0;
});
afterAll(async () => {
  await upstreams.close();
  for (const snapshot of [loaded, absent]) snapshot.database.close();
});

interface Block {
  readonly name: string;
  readonly upstream: string;
  readonly section: (context: ReportContext) => Promise<{ note: string | null }>;
  readonly schema: TSchema;
  /** In the block, where a release or the publisher has it. */
  readonly found: object;
  /** Also asked live, it is null; with a release it is not. */
  readonly onlyLocal: string | null;
  readonly unknown: object;
}

const BLOCKS: readonly Block[] = [
  {
    name: 'environment',
    upstream: 'rivm',
    section: environmentSection,
    schema: EnvironmentBlockSchema,
    found: {
      noise_lden_db: { year: 2022, all_sources: 50, level: 'good' },
      air_ug_m3: { year: 2024 },
    },
    onlyLocal: null,
    unknown: { noise_lden_db: { year: null, all_sources: null }, air_ug_m3: { no2: null } },
  },
  {
    name: 'heritage',
    upstream: 'rce',
    section: heritageReportSection,
    schema: HeritageReportBlockSchema,
    found: {
      listed_monuments_within_25m: [
        { number: 990001, category: 'homes and housing complexes', location_quality: 'exact' },
      ],
    },
    onlyLocal: 'protected_areas',
    unknown: { is_listed_monument: null, listed_monuments_within_25m: null, protected_areas: null },
  },
  {
    name: 'liveability',
    upstream: 'leefbaarometer',
    section: liveabilityReportSection,
    schema: LiveabilityReportBlockSchema,
    found: { year: 2024, level: 'neighbourhood', score: 4.215, class: 'very good' },
    onlyLocal: 'percentile',
    unknown: { year: null, score: null, class: null, percentile: null },
  },
];

const ADDRESS = 'Koepoortstraat 2, Doesburg';
const MISBEHAVIOURS: readonly (Misbehaviour | undefined)[] = [
  undefined,
  'stall',
  'down',
  'wrong_object',
  'html',
];

function ask(snapshot: Snapshot, { section }: Block, live: boolean, deadlineMs = 5000, q = ADDRESS) {
  const dispatcher = new Agent();
  onTestFinished(() => dispatcher.destroy());
  const deps = { now: () => new Date('2026-11-27T11:00:00Z'), dispatcher };
  const clients = live ? createLiveClients(readConfig({ ...upstreams.env }), deps) : undefined;
  const signal = AbortSignal.timeout(deadlineMs);
  return askSection(snapshot, { section, q, live: clients, signal });
}

describe.each(BLOCKS)('$name', (block) => {
  it.each(MISBEHAVIOURS)(
    'comes from the release where there is one, whatever the publisher does: %s',
    async (how) => {
      await upstreams.misbehave(block.upstream, how);
      for (const live of [true, false]) {
        const answer = await ask(loaded, block, live);
        expect(Check(block.schema, answer.block)).toBe(true);
        expect(answer.block).toMatchObject(block.found);
        expect(new Set(answer.sources.map(({ mode }) => mode))).toEqual(new Set(['sample']));
        if (block.onlyLocal !== null) {
          expect((answer.block as Record<string, unknown>)[block.onlyLocal]).not.toBeNull();
        }
      }
      expect(upstreams.requests).toEqual([]);
    },
  );

  it('comes from the publisher where there is no release, and says so', async () => {
    const answer = await ask(absent, block, true);
    expect(Check(block.schema, answer.block)).toBe(true);
    expect(answer.block).toMatchObject(block.found);
    expect(answer.sources.length).toBeGreaterThan(0);
    for (const { mode, retrieved_at } of answer.sources) {
      expect([mode, retrieved_at]).toEqual(['live', '2026-11-27T11:00:00.000Z']);
    }
    if (block.onlyLocal !== null) {
      expect((answer.block as Record<string, unknown>)[block.onlyLocal]).toBeNull();
      expect(answer.block.note).toMatch(/^The publisher was asked for .* not loaded on this service\./);
    }
  });

  it.each([
    ['stall', 'timeout'],
    ['down', 'unreachable'],
    ['wrong_object', 'unexpected_answer'],
    ['html', 'unexpected_answer'],
    ['status_500', 'bad_status'],
  ] as const)('is not available where there is neither: %s', async (misbehaviour, reason) => {
    await upstreams.misbehave(block.upstream, misbehaviour);
    const asked = ask(absent, block, true, misbehaviour === 'stall' ? 300 : 5000);
    await expect(asked).rejects.toBeInstanceOf(UpstreamUnavailable);
    await expect(asked).rejects.toMatchObject({ upstreamId: block.upstream, reason });
  });

  it('is null with a note where there is no release and nothing is asked live', async () => {
    const answer = await ask(absent, block, false);
    expect(Check(block.schema, answer.block)).toBe(true);
    expect(answer.block).toMatchObject(block.unknown);
    expect(answer.block.note).toMatch(/not loaded on this service\.$/);
    expect(answer.sources).toEqual([]);
  });

  it('is null with a note without a location, and asks nobody', async () => {
    const answer = await askSection(absent, {
      section: block.section,
      q: ADDRESS,
      located: false,
      live: createLiveClients(readConfig({ ...upstreams.env }), { now: () => new Date() }),
    });
    expect(answer.block).toMatchObject(block.unknown);
    expect(answer.block.note).toMatch(/no usable location/);
    expect(upstreams.requests).toEqual([]);
  });
});

describe('liveability from the publisher', () => {
  const liveability = BLOCKS.find(({ name }) => name === 'liveability') as Block;

  it.each([
    [
      'is that of the district where the neighbourhood has no score',
      'De Ruijterkade 105-1, Amsterdam',
      { level: 'district', score: 4.218, class: 'very good' },
      /^The neighbourhood has no score of its own; these are of its district, Burgwallen-Nieuwe Zijde\./,
    ],
    [
      'is null where neither has one, which is no failure',
      'Park & Ride Noord 3, Amsterdam',
      { year: null, level: null, score: null },
      /gives no score for this neighbourhood nor its district/,
    ],
  ])('%s', async (_case, q, expected, note) => {
    const { block } = await ask(absent, liveability, true, 5000, q);
    expect(Check(LiveabilityReportBlockSchema, block)).toBe(true);
    expect(block).toMatchObject(expected);
    expect(block.note).toMatch(note);
  });
});
