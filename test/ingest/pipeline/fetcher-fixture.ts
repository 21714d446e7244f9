import { createHash } from 'node:crypto';
import { expect, onTestFinished } from 'vitest';
import { createFetcher, type FetcherOptions } from '../../../ingest/pipeline/fetch.ts';
import { FetchError } from '../../../ingest/pipeline/fetch-error.ts';
import { SILENT } from '../../../ingest/pipeline/progress.ts';
import {
  CC0,
  type Fetcher,
  type FetchRequest,
  type SourceDeclaration,
} from '../../../ingest/sources/source.ts';
import { temporaryDataDir } from '../../db/fixture.ts';
import type { Publisher } from '../../support/publisher.ts';

export const SOURCE: SourceDeclaration = {
  id: 'plates',
  name: 'Plates',
  publisher: 'A publisher',
  licence: CC0,
  attribution: 'A publisher',
  homepage: 'https://example.org/',
  cadence: 'daily',
  cron: '0 6 * * *',
  urls: {},
  appToken: { setting: 'PLATES_TOKEN', header: 'X-App-Token' },
};

export const CSV = 'kenteken,merk\n85XXXB,PEUGEOT\n';
export const ZIP = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(5000, 7)]);

/** A fetcher whose waits take no time; they are noted instead. */
export function fetcher(options: Partial<FetcherOptions> = {}): {
  fetcher: Fetcher;
  waits: number[];
  messages: string[];
  dataDir: string;
} {
  const waits: number[] = [];
  const messages: string[] = [];
  const dataDir = options.dataDir ?? temporaryDataDir();
  const made = createFetcher({
    group: 'vehicles',
    label: 'partial',
    declarations: [SOURCE],
    dataDir,
    userAgent: 'dutch-address-vehicle-facts/0.1.0 (+mailto:operator@example.org)',
    signal: new AbortController().signal,
    progress: { ...SILENT, message: (_, text) => messages.push(text) },
    clock: {
      sleep: async (ms) => {
        waits.push(ms);
      },
      random: () => 0.5,
      now: () => Date.parse('2026-11-27T06:00:00Z'),
    },
    stallMs: 5000,
    maximumTries: 3,
    ...options,
  });
  onTestFinished(() => made.close());
  return { fetcher: made, waits, messages, dataDir };
}

/** Breaks the connection as soon as bytes of an unfinished body have arrived. */
export function cutBy(publisher: Publisher): Pick<FetcherOptions, 'progress'> {
  return { progress: { ...SILENT, stage: () => ({ at: () => publisher.cut(), done: () => {} }) } };
}

export function request(url: string, expect: FetchRequest['expect'] = 'csv'): FetchRequest {
  return { sourceId: 'plates', url, expect };
}

export async function failure(promise: Promise<unknown>): Promise<FetchError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(FetchError);
  return error as FetchError;
}

export function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
