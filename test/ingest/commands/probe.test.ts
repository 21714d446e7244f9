import { describe, expect, it } from 'vitest';
import { probe } from '../../../ingest/commands/probe.ts';
import { withOverrides } from '../../../ingest/config.ts';
import { GROUP_DECLARATIONS } from '../../../ingest/sources/index.ts';
import { PROBES } from '../../../ingest/sources/probes.ts';
import { operator } from './operator.ts';

const SAMPLE = 'ingest/sample';
const SOURCES = GROUP_DECLARATIONS.flatMap((group) => group.sources);

/** Sources that a load falls back to, which the sample therefore does not need. */
const FALLBACKS = /^rivm-air-\w+-background$/;

interface Printed {
  readonly sources: readonly {
    source: string;
    state: string;
    findings: readonly { change: string | null }[];
  }[];
}

describe('probe', () => {
  it('knows every source, and none that is no more', () => {
    const probed = Object.keys(PROBES).filter((id) => (PROBES[id] ?? []).length > 0);
    expect(probed.sort()).toEqual([...new Set(SOURCES.map(({ id }) => id))].sort());
  });

  it('finds in the sample what every source declares', async () => {
    const { context, json } = operator(withOverrides(GROUP_DECLARATIONS, undefined));
    expect(await probe(context, PROBES, [], { mirror: SAMPLE, json: true })).toBe(0);
    const { sources } = json() as Printed;
    const states = sources.map(({ source, state }) => [source, state]);
    expect(states).toEqual(SOURCES.map(({ id }) => [id, FALLBACKS.test(id) ? 'absent' : 'agrees']));
  });

  it('names file, line and key of what a publisher has moved', async () => {
    const moved = GROUP_DECLARATIONS.map((group) => ({
      ...group,
      sources: group.sources.map((source) => ({
        ...source,
        urls: { ...source.urls, extract: 'https://a.example/b' },
      })),
    })).filter(({ id }) => id === 'addresses');
    const { context, printed } = operator(moved);
    const gone = { ...PROBES, 'bag-extract': (PROBES['bag-extract'] ?? []).slice(0, 1) };
    // The address before it is still in the declaration, and not in the sample either.
    expect(await probe(context, gone, ['bag-extract'], { mirror: SAMPLE })).toBe(1);
    expect(printed[0]).toMatch(/^bag-extract: drifted\n {2}drifted +bag-extract: https:\/\/a\.example\/b, /);
    expect(printed[0]).toMatch(/Change ingest\/sources\/kadaster\/addresses\.ts:\d+ \(urls\.extract\)\./);
    expect(printed.at(-1)).toBe('1 sources: 1 drifted.');
  });

  it('tells a publisher that cannot be reached from one that has moved', async () => {
    const { context, printed } = operator();
    const down = {
      years: [
        {
          name: 'the years',
          addresses: () => [{ url: 'http://127.0.0.1:9/years.csv' }],
          ask: 'first',
          expect: { kind: 'file', begins: 'csv' },
          declared: { file: 'rdw/data-set.ts', key: 'urls.rows' },
        },
      ],
    } as const;
    expect(await probe(context, down, ['years'], {})).toBe(4);
    expect(printed[0]).toMatch(/^years: unreachable\n/);
  });

  it('takes the names of groups too, and knows the nearest of a name that is none', async () => {
    const { context, json } = operator(GROUP_DECLARATIONS);
    await probe(context, PROBES, ['liveability'], { mirror: SAMPLE, json: true });
    expect((json() as Printed).sources.map(({ source }) => source)).toEqual(['bzk-leefbaarometer']);
    await expect(probe(context, PROBES, ['bag-extrakt'], {})).rejects.toThrow(/Did you mean "bag-extract"\?/);
  });
});
