import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { openZip, ZipError } from '../../../ingest/formats/zip.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder();
let files = 0;

type Entries = Readonly<Record<string, { content: Buffer; stored?: boolean }>>;

async function zipOf(entries: Entries): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, { content, stored = false }] of Object.entries(entries)) {
    zip.addBuffer(content, name, { compress: !stored });
  }
  zip.end();
  return bytesOf(zip.outputStream as Readable);
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

function onDisk(bytes: Buffer): string {
  const path = join(folder, `${files++}.zip`);
  writeFileSync(path, bytes);
  return path;
}

const TEXT = Buffer.from('<a>één</a>'.repeat(50_000));

describe('a zip file', () => {
  it('gives its entries back, stored and deflated, and leaves out what macOS adds', async () => {
    const zip = await openZip(
      onDisk(
        await zipOf({
          'a.xml': { content: TEXT },
          'sub/b.xml': { content: TEXT, stored: true },
          'empty.xml': { content: Buffer.alloc(0) },
          '__MACOSX/._a.xml': { content: TEXT },
          '.DS_Store': { content: TEXT },
        }),
      ),
    );
    expect(zip.entries.map((entry) => entry.name)).toEqual(['a.xml', 'sub/b.xml', 'empty.xml']);
    for (const name of ['a.xml', 'b.xml']) {
      expect(TEXT.equals(await bytesOf(await zip.stream(zip.find(new RegExp(name)))))).toBe(true);
    }
    expect(await bytesOf(await zip.stream(zip.find(/empty/)))).toEqual(Buffer.alloc(0));
    zip.close();
  });

  it('names what it holds when an entry is missing', async () => {
    const zip = await openZip(onDisk(await zipOf({ 'a.xml': { content: TEXT } })));
    expect(() => zip.find(/GEM-WPL/)).toThrow(/no entry matches .*GEM-WPL.*it holds a\.xml/);
    zip.close();
  });

  it.each([true, false])('pitfall 13: a zip in a zip opens, stored there: %s', async (stored) => {
    const inner = await zipOf({
      '0221VBO-000001.xml': { content: TEXT },
      'two.xml': { content: Buffer.from('2') },
    });
    const outer = await openZip(
      onDisk(
        await zipOf({
          'before.txt': { content: TEXT, stored: true },
          '9999VBO.zip': { content: inner, stored },
        }),
      ),
    );
    const scratch = join(folder);
    const before = readdirSync(scratch).length;
    const nested = await outer.openNested(outer.find(/VBO/), join(scratch, 'nested'));
    expect(nested.entries.map((entry) => entry.name)).toEqual(['0221VBO-000001.xml', 'two.xml']);
    // Twice, and at once: both read the same file.
    const [first, second] = await Promise.all(
      nested.entries.map(async (entry) => bytesOf(await nested.stream(entry))),
    );
    expect(first !== undefined && TEXT.equals(first)).toBe(true);
    expect(second?.toString()).toBe('2');
    expect(readdirSync(scratch).length - before).toBe(stored ? 0 : 1);
    nested.close();
    expect(readdirSync(scratch).length).toBe(before);
    outer.close();
  });

  it('three levels deep, too', async () => {
    const innermost = await zipOf({ 'x.xml': { content: Buffer.from('x') } });
    const middle = await zipOf({ 'middle.zip': { content: innermost, stored: true } });
    const outer = await openZip(onDisk(await zipOf({ 'outer.zip': { content: middle, stored: true } })));
    const nested = await outer.openNested(outer.find(/outer/), join(folder, 'nested'));
    const deepest = await nested.openNested(nested.find(/middle/), join(folder, 'nested'));
    expect((await bytesOf(await deepest.stream(deepest.find(/x/)))).toString()).toBe('x');
    for (const archive of [deepest, nested, outer]) archive.close();
  });

  it('a stream that is left halfway does not close the file for others', async () => {
    const inner = await zipOf({ 'a.xml': { content: TEXT, stored: true }, 'b.xml': { content: TEXT } });
    const outer = await openZip(onDisk(await zipOf({ 'inner.zip': { content: inner, stored: true } })));
    const nested = await outer.openNested(outer.find(/inner/), join(folder, 'nested'));
    for await (const piece of await nested.stream(nested.find(/a\.xml/))) {
      expect((piece as Buffer).length).toBeGreaterThan(0);
      break;
    }
    expect(TEXT.equals(await bytesOf(await nested.stream(nested.find(/b\.xml/))))).toBe(true);
    nested.close();
    outer.close();
  });
});

describe('a damaged or hostile zip file is refused', () => {
  async function failureOf(bytes: Buffer): Promise<unknown> {
    try {
      const zip = await openZip(onDisk(bytes));
      try {
        for (const entry of zip.entries) await bytesOf(await zip.stream(entry));
      } finally {
        zip.close();
      }
    } catch (error) {
      return error;
    }
    return undefined;
  }

  it('that is none, or is cut short', async () => {
    expect(await failureOf(Buffer.from('<html>Not found</html>'))).toBeInstanceOf(ZipError);
    const whole = await zipOf({ 'a.xml': { content: TEXT } });
    expect(await failureOf(whole.subarray(0, -30))).toBeInstanceOf(ZipError);
  });

  it.each([true, false])('of which a byte was flipped, stored: %s', async (stored) => {
    const whole = await zipOf({ 'a.xml': { content: TEXT, stored } });
    const flipped = Buffer.from(whole);
    flipped.writeUInt8(flipped.readUInt8(60) ^ 1, 60);
    const failure = await failureOf(flipped);
    expect(failure).toBeInstanceOf(Error);
    expect((failure as Error).message).toMatch(/checksum|invalid|incorrect|unexpected|more than|ends after/);
  });

  it.each([1, -1])('of which the directory states another size (%i)', async (difference) => {
    const whole = await zipOf({ 'a.xml': { content: TEXT } });
    const changed = Buffer.from(whole);
    const directory = changed.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    changed.writeUInt32LE(TEXT.length + difference, directory + 24);
    const failure = await failureOf(changed);
    expect(failure).toBeInstanceOf(ZipError);
    expect((failure as Error).message).toMatch(difference > 0 ? /ends after/ : /more than/);
  });

  it('that would inflate beyond measure', async () => {
    const bomb = await zipOf({ 'bomb.xml': { content: Buffer.alloc(40 * 1024 * 1024) } });
    expect(bomb.length).toBeLessThan(100_000);
    expect((await failureOf(bomb)) as Error).toMatchObject({ code: 'bad_zip', message: /would inflate/ });
  });

  it('the file itself is untouched by reading', async () => {
    const bytes = await zipOf({ 'a.xml': { content: TEXT } });
    const path = onDisk(bytes);
    const zip = await openZip(path);
    await bytesOf(await zip.stream(zip.find(/a/)));
    zip.close();
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });
});
