import { describe, expect, it } from 'vitest';
import { UpstreamUnavailable } from '../../../api/live/upstream-unavailable.ts';
import { reportUnavailable } from '../../../api/reports/report-failures.ts';
import { runSections, type Section } from '../../../api/reports/run-sections.ts';
import type { ReportContext } from '../../../api/reports/sections/section.ts';
import { SourceList } from '../../../api/reports/source.ts';
import { DatasetUnavailableError } from '../../../db/store.ts';

const AHN = { id: 'ahn', name: 'the height model AHN' };
const EP = { id: 'ep-online', name: 'the register of energy labels' };
const NOTICES = { id: 'announcements', name: 'the official notices' };

const source = (id: string) => ({
  id,
  name: id,
  publisher: 'A publisher',
  licence: 'CC0-1.0',
  licenceUrl: 'https://creativecommons.org/publicdomain/zero/1.0/',
  attribution: 'A publisher, CC0.',
  url: `https://publisher.example/${id}`,
});
const ANSWER = { mode: 'live', retrievedAt: '2026-11-27T11:00:00.000Z' } as const;

/** Sections see only what they use of it. */
const context = () =>
  ({ sources: new SourceList(), signal: new AbortController().signal }) as unknown as ReportContext;

function run(sections: Readonly<Record<string, Section<unknown>>>) {
  const report = context();
  return runSections(sections, report).then((made) => ({ ...made, sources: report.sources.toArray() }));
}

const uses =
  (id: string, block: string, value: unknown): Section<unknown> =>
  ({ sources }) => {
    sources.useLive(source(id), ANSWER, block);
    return value;
  };
const fails =
  (error: Error, id?: string): Section<unknown> =>
  async ({ sources }) => {
    if (id !== undefined) sources.useLive(source(id), ANSWER, 'elevation');
    await Promise.resolve();
    throw error;
  };

describe('sections', () => {
  it('run side by side: none waits for another', async () => {
    let arrived = 0;
    let release: () => void = () => {};
    const all = new Promise<void>((resolve) => {
      release = resolve;
    });
    const meets: Section<unknown> = async () => {
      arrived += 1;
      if (arrived === 3) release();
      await all;
      return arrived;
    };
    expect((await run({ one: meets, two: meets, three: meets })).blocks).toEqual({
      one: 3,
      two: 3,
      three: 3,
    });
  });

  it('name their sources in their own order, however long each takes, and each source once', async () => {
    const slow: Section<unknown> = async (one) => {
      await new Promise((resolve) => setImmediate(resolve));
      return uses('a', 'heritage', 1)(one);
    };
    const { sources } = await run({
      heritage: slow,
      liveability: uses('b', 'liveability', 2),
      schools: uses('a', 'schools', 3),
    });
    expect(sources.map(({ id, used_for }) => [id, used_for])).toEqual([
      ['a', ['heritage', 'schools']],
      ['b', ['liveability']],
    ]);
  });

  it('that fail are null and named; the rest stands, and no source of a null block is named', async () => {
    const { blocks, failures, sources } = await run({
      elevation: fails(new UpstreamUnavailable(AHN, 'timeout', 'no answer within 2500 ms'), 'ahn'),
      safety: uses('police', 'safety', { year: 2025 }),
      schools: fails(new DatasetUnavailableError('schools')),
    });
    expect(blocks).toEqual({ elevation: null, safety: { year: 2025 }, schools: null });
    expect(sources.map(({ id }) => id)).toEqual(['police']);
    expect(failures.map(({ unavailable }) => unavailable)).toEqual([
      { block: 'elevation', source_id: 'ahn', reason: 'The height model AHN did not answer in time.' },
      {
        block: 'schools',
        source_id: 'schools',
        reason: 'The data of the group "schools" are not loaded, or their file cannot be read.',
      },
    ]);
  });

  it('with a fault of ours end the report: that is no unavailable source', async () => {
    const fault = new TypeError('undefined is not a function');
    await expect(run({ safety: uses('police', 'safety', 1), schools: fails(fault) })).rejects.toBe(fault);
  });
});

describe('the error of a report', () => {
  const failuresOf = async (...errors: Error[]) => {
    const sections = Object.fromEntries(errors.map((error, at) => [`block_${at}`, fails(error)]));
    return reportUnavailable((await run(sections)).failures);
  };

  it('names every source that failed, and the longest wait', async () => {
    const problem = await failuresOf(
      new UpstreamUnavailable(AHN, 'timeout', ''),
      new UpstreamUnavailable(EP, 'too_many_requests', '', { retryAfterS: 90 }),
      new UpstreamUnavailable(NOTICES, 'bad_status', 'secret detail'),
    );
    expect(problem).toMatchObject({ code: 'upstream_unavailable', statusCode: 503 });
    expect(problem.members.unavailable?.map(({ source_id }) => source_id)).toEqual([
      'ahn',
      'ep-online',
      'announcements',
    ]);
    expect(problem.message).toBe(
      'The height model AHN did not answer in time. The register of energy labels asks this service to wait. The official notices answers with an error.',
    );
    expect(problem.headers).toEqual({ 'retry-after': '90' });
    expect(problem.hint).toContain('Try again in 90 seconds. Nothing was charged. With allow_partial=true');
  });

  it('is of the data where only those are missing, and names the groups', async () => {
    const problem = await failuresOf(
      new DatasetUnavailableError('neighbourhoods'),
      new DatasetUnavailableError('neighbourhoods'),
    );
    expect(problem).toMatchObject({ code: 'dataset_unavailable', statusCode: 503 });
    expect(problem.members.datasets).toEqual(['neighbourhoods']);
    expect(problem.members.unavailable).toHaveLength(2);
  });
});
