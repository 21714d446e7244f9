import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { downloadDataSet } from '../../../ingest/sources/rdw/download.ts';
import { RECALL_STATUS, RECALL_STATUS_REQUEST } from '../../../ingest/sources/rdw/recall-status.ts';
import type { FetchedFile, Fetcher } from '../../../ingest/sources/source.ts';

const folder = mkdtempSync(join(tmpdir(), 'rdw-download-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ROWS = [
  ['00BBL8', 'MGP220252', 'O'],
  ['0BBL89', 'MGP220252', 'P'],
  ['47NGF2', 'MGP149902', 'P'],
] as const;

interface Portal {
  columns?: readonly string[];
  /** The n-th answer about when the rows were renewed. */
  renewedAt?: (asked: number) => number;
  /** What the portal sends for a shard, at the n-th time of asking. */
  shard?: (first: string, asked: number) => readonly (readonly string[])[];
  download?: string;
}

/** A portal in memory; it behaves as the real one does when asked as `Portal` says. */
function portal(options: Portal = {}): { fetcher: Fetcher; asked: string[] } {
  const asked: string[] = [];
  const { columns = ['kenteken', 'referentiecode_rdw', 'code_status', 'status'] } = options;
  const rowsOf = (first: string) => ROWS.filter(([plate]) => plate.startsWith(first));
  const times = (url: string) => asked.filter((earlier) => earlier === url).length;
  const answer = (url: URL): string => {
    if (url.pathname.startsWith('/api/views/') && url.pathname.endsWith('.json')) {
      const rowsUpdatedAt = options.renewedAt?.(times(url.href)) ?? Date.UTC(2026, 10, 21) / 1000;
      return JSON.stringify({ rowsUpdatedAt, columns: columns.map((fieldName) => ({ fieldName })) });
    }
    const first = /^starts_with\(kenteken,'(.)'\)$/.exec(url.searchParams.get('$where') ?? '')?.[1] ?? '';
    if (url.pathname.endsWith('.json')) return JSON.stringify([{ count: String(rowsOf(first).length) }]);
    const rows = options.shard?.(first, times(url.href)) ?? rowsOf(first);
    return `"kenteken","referentiecode_rdw","code_status"\n${rows.map((row) => `"${row.join('","')}"\n`).join('')}`;
  };
  const file = async ({ sourceId, url }: { sourceId: string; url: string }): Promise<FetchedFile> => {
    asked.push(url);
    const path = join(folder, `${asked.length}-${Math.random()}`);
    writeFileSync(path, answer(new URL(url)));
    return {
      sourceId,
      url,
      path,
      bytes: 1,
      sha256: '',
      etag: null,
      lastModified: null,
      retrievedAt: '2026-11-21T06:00:00Z',
      unchanged: false,
    };
  };
  const fetcher: Fetcher = {
    label: 'national',
    declaration: () => ({ ...RECALL_STATUS, options: { download: options.download ?? 'shards' } }),
    file,
    optionalFile: file,
  };
  return { fetcher, asked };
}

describe('downloading a data set of the register in shards', () => {
  it('asks for 36 parts and gets those that have rows', async () => {
    const { fetcher, asked } = portal();
    const { files, stateDate } = await downloadDataSet(fetcher, RECALL_STATUS_REQUEST);
    expect(files).toHaveLength(2);
    expect(stateDate).toBe('2026-11-21');
    expect(asked.filter((url) => url.includes('count'))).toHaveLength(36);
  });

  it('pitfall 11 and 12: every part has a limit and a total order, and is never paged by offset', async () => {
    const { fetcher, asked } = portal();
    await downloadDataSet(fetcher, RECALL_STATUS_REQUEST);
    const parts = asked.filter((url) => url.includes('.csv')).map((url) => new URL(url).searchParams);
    expect(parts).not.toHaveLength(0);
    for (const part of parts) {
      expect(Number(part.get('$limit'))).toBeGreaterThan(1_000_000);
      expect(part.get('$order')).toBe(':id');
      expect(part.has('$offset')).toBe(false);
    }
  });

  it('pitfall 13: only columns that the portal has are asked for', async () => {
    const { fetcher, asked } = portal({
      columns: ['kenteken', 'code_status', 'referentiecode_rdw', 'nieuw'],
    });
    await downloadDataSet(fetcher, RECALL_STATUS_REQUEST);
    const part = asked.find((url) => url.includes('.csv'));
    expect(new URL(part ?? '').searchParams.get('$select')).toBe('kenteken,referentiecode_rdw,code_status');
  });

  it('a needed column that is gone stops it, and is named', async () => {
    const { fetcher } = portal({ columns: ['kenteken', 'code_status'] });
    await expect(downloadDataSet(fetcher, RECALL_STATUS_REQUEST)).rejects.toThrow(/Referentiecode RDW/);
  });

  it('asks for an incomplete part once more', async () => {
    const { fetcher } = portal({
      shard: (first, asked) => ROWS.filter(([plate]) => plate.startsWith(first)).slice(asked === 1 ? 1 : 0),
    });
    await expect(downloadDataSet(fetcher, RECALL_STATUS_REQUEST)).resolves.toBeDefined();
  });

  it('pitfall 12: a part that stays incomplete stops it', async () => {
    const { fetcher } = portal({ shard: () => [] });
    await expect(downloadDataSet(fetcher, RECALL_STATUS_REQUEST)).rejects.toThrow(
      /0 rows where the portal counts \d/,
    );
  });

  it('begins anew when the portal renews its rows meanwhile, and stops when it does so again', async () => {
    const once = portal({ renewedAt: (asked) => (asked === 1 ? 1 : 2) });
    expect((await downloadDataSet(once.fetcher, RECALL_STATUS_REQUEST)).files).toHaveLength(2);
    expect(once.asked.filter((url) => url.includes('count'))).toHaveLength(72);
    const always = portal({ renewedAt: (asked) => asked });
    await expect(downloadDataSet(always.fetcher, RECALL_STATUS_REQUEST)).rejects.toThrow(
      /renewed its rows during each download/,
    );
  });

  it('refuses a way that does not exist', async () => {
    const { fetcher } = portal({ download: 'pages' });
    await expect(downloadDataSet(fetcher, RECALL_STATUS_REQUEST)).rejects.toThrow(
      'Write one of: rows, shards',
    );
  });
});
