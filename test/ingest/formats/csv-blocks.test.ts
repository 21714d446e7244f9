import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { CsvError } from '../../../ingest/formats/csv.ts';
import { countCsvRecords, readCsvBlocks } from '../../../ingest/formats/csv-blocks.ts';
import { stringify } from './csv-text.ts';
import { createMapper } from './echo-mapper.ts';

const folder = mkdtempSync(join(tmpdir(), 'csv-blocks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function fileOf(content: string | Buffer): string {
  files += 1;
  const path = join(folder, `${files}.csv`);
  writeFileSync(path, content);
  return path;
}

async function read(path: string, options: { threads?: number; blockBytes?: number } = {}) {
  const blocks = readCsvBlocks({
    path,
    mapper: { url: new URL('./echo-mapper.ts', import.meta.url), createMapper },
    columns: (header) => ({ key: header.indexOf('key'), value: header.indexOf('value') }),
    threads: 0,
    ...options,
  });
  const records: string[][] = [];
  const firstLines: number[] = [];
  let endByte = 0;
  for await (const block of blocks) {
    records.push(...block.result);
    firstLines.push(block.firstLine);
    endByte = block.endByte;
  }
  return { records, firstLines, endByte };
}

describe('reading CSV in blocks', () => {
  it('gives the wanted columns, whatever their order, and says where it is', async () => {
    const text = 'other,value,key\nx,1,a\nx,2,b\n';
    expect(await read(fileOf(text))).toEqual({
      records: [
        ['a', '1'],
        ['b', '2'],
      ],
      firstLines: [2],
      endByte: text.length,
    });
  });

  it('a wanted column that is absent is nowhere', async () => {
    expect((await read(fileOf('key,other\na,1\n'))).records).toEqual([['a', 'absent']]);
  });

  it('pitfall 10: a byte order mark does not hide the first column', async () => {
    expect((await read(fileOf('\uFEFFkey,value\na,1\n'))).records).toEqual([['a', '1']]);
    expect((await read(fileOf('\uFEFF"\uFEFFkey",value\na,1\n'))).records).toEqual([['a', '1']]);
  });

  it('pitfall 37: quotes, commas and line breaks inside fields shift nothing, wherever a block ends', async () => {
    const fields = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', 'ë', ' '), maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fields, fields, fields), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 120, max: 400 }),
        async (rows, blockBytes) => {
          const path = fileOf(stringify([['key', 'x', 'value'], ...rows]));
          const { records } = await read(path, { blockBytes });
          expect(records).toEqual(rows.map(([key, , value]) => [key, value]));
          expect(await countCsvRecords(path)).toBe(rows.length);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('threads give the same, in the order of the file', async () => {
    const rows = Array.from({ length: 5000 }, (_, n) => [`k${n}`, 'x', `"${n}" é,`]);
    const path = fileOf(stringify([['key', 'x', 'value'], ...rows]));
    const alone = await read(path, { blockBytes: 4096 });
    expect(alone.records).toHaveLength(5000);
    expect(await read(path, { blockBytes: 4096, threads: 2 })).toEqual(alone);
  });

  it.each([0, 1])('says where a file goes wrong (%i threads)', async (threads) => {
    const lines = Array.from({ length: 100 }, (_, n) => `${n},x`).join('\n');
    const path = fileOf(`key,value\n${lines}\n1,2,3\n`);
    const reading = read(path, { threads, blockBytes: 256 });
    await expect(reading).rejects.toThrow(CsvError);
    await expect(reading).rejects.toThrow(/from line \d+: a record has 3 fields, the header 2/);
  });

  it('refuses other encodings, unclosed quotes, empty files and headers without the columns', async () => {
    await expect(read(fileOf(Buffer.from('key,value\nPeugeot,caf\xe9\n', 'latin1')))).rejects.toThrow(
      'not UTF-8',
    );
    const unclosed = `key,value\n"a,1\n${'b,2\n'.repeat(500)}`;
    await expect(read(fileOf(unclosed), { blockBytes: 512 })).rejects.toThrow('a quote is not closed');
    await expect(read(fileOf(''))).rejects.toThrow('no header line');
    await expect(read(fileOf('a,b\n1,2\n'))).rejects.toThrow('none of the wanted columns');
  });

  it('a file with a header only has no records', async () => {
    expect((await read(fileOf('key,value\n'))).records).toEqual([]);
    expect((await read(fileOf('key,value'))).records).toEqual([]);
    expect(await countCsvRecords(fileOf('key,value'))).toBe(0);
  });
});
