import { XmlRecordError } from './xml-scan.ts';

/**
 * A fast reader for registers: huge, machine-written XML files that hold one small record after another.
 *
 * A general XML parser reads some 40 MB/s, which is half an hour for the national register of addresses; this one
 * cuts the text at the record's end tag and reads each record flat, several times as fast. What it leaves out
 * (document types, CDATA, processing instructions inside the body) it refuses; it never guesses. In the tests a
 * general parser is the reference: both must find the same.
 *
 * Text is held as bytes, one character each (latin1), until {@link decodeXmlText} is asked for a value: most values
 * are digits and need no decoding, and a piece of the file may end within a character.
 */

/** A record or a preamble that is larger than this means that the file is not what it should be. */
const MAXIMUM_RECORD_BYTES = 64 * 1024 * 1024;
const MAXIMUM_HEAD_BYTES = 1024 * 1024;

/**
 * Cuts a stream of pieces into records, each from `<prefix:name ...>` to its end tag. It works on bytes and makes a
 * string of its own of each record: parts of one long string are several times slower to read.
 */
export class XmlRecordCutter {
  /** What stands before the first record: declaration, root and whatever the publisher says about the delivery. */
  head = '';
  /** Records found so far. */
  records = 0;
  readonly #file: string;
  readonly #firstRecord: RegExp;
  /** Bytes that may end within a comment. */
  #tail: Buffer = Buffer.alloc(0);
  /** Bytes without comments that are not cut yet. */
  #rest: Buffer = Buffer.alloc(0);
  #openTag = Buffer.alloc(0);
  #closeTag = Buffer.alloc(0);
  #inFooter = false;

  /** @param record local name of the repeated element, whatever its prefix; @param file for messages */
  constructor(record: string, file: string) {
    this.#file = file;
    this.#firstRecord = new RegExp(`<((?:[\\w.-]+:)?${record})(?=[\\s/>])`);
  }

  /** Takes the next piece of the file and returns the records that it completes. */
  push(piece: Buffer): string[] {
    const clean = this.#withoutComments(joined(this.#tail, piece));
    this.#rest = joined(this.#rest, clean);
    if (this.#openTag.length === 0 && !this.#findFirstRecord()) return [];
    const records = this.#cut();
    this.records += records.length;
    return records;
  }

  /** Call after the last piece. @throws XmlRecordError when the file is cut short */
  end(): void {
    const rest = this.#rest.toString('latin1').trimEnd();
    if (this.#openTag.length === 0) this.head = rest;
    const root = /<([\w.:-]+)/.exec(this.head.replace(/<\?[^>]*\?>/g, ''))?.[1];
    if (root === undefined) throw this.#error('it has no root element', this.head);
    this.#checkHead();
    if (this.#tail.length > 0 || !rest.endsWith(`</${root}>`)) {
      throw this.#error(`it does not end with </${root}>: it is cut short`, rest.slice(-80));
    }
    if (this.#inFooter && !/^(?:<\/[\w.:-]+\s*>\s*)+$/.test(rest)) {
      throw this.#error('something else follows the records', rest);
    }
  }

  /** The bytes without comments; an unfinished comment, or what may be the begin of one, waits for the next piece. */
  #withoutComments(bytes: Buffer): Buffer {
    this.#tail = Buffer.alloc(0);
    const parts: Buffer[] = [];
    let from = 0;
    for (let start = bytes.indexOf('<!--'); start >= 0; start = bytes.indexOf('<!--', from)) {
      parts.push(bytes.subarray(from, start));
      const end = bytes.indexOf('-->', start + 4);
      if (end < 0) {
        this.#wait(bytes.subarray(start));
        return Buffer.concat(parts);
      }
      from = end + 3;
    }
    const partial = /<(?:!-?)?$/.exec(bytes.toString('latin1', Math.max(from, bytes.length - 3)));
    const stop = bytes.length - (partial?.[0].length ?? 0);
    this.#wait(bytes.subarray(stop));
    parts.push(bytes.subarray(from, stop));
    return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
  }

  #wait(tail: Buffer): void {
    if (tail.length > MAXIMUM_RECORD_BYTES) throw this.#error('a comment does not end', textOf(tail));
    this.#tail = tail;
  }

  #findFirstRecord(): boolean {
    const text = this.#rest.toString('latin1');
    const found = this.#firstRecord.exec(text);
    if (found === null) {
      if (text.length > MAXIMUM_HEAD_BYTES) {
        throw this.#error(`it has no ${this.#firstRecord.source} where the records should begin`, text);
      }
      return false;
    }
    this.head = text.slice(0, found.index);
    this.#checkHead();
    this.#openTag = Buffer.from(`<${found[1]}`);
    this.#closeTag = Buffer.from(`</${found[1]}>`);
    this.#rest = this.#rest.subarray(found.index);
    return true;
  }

  #cut(): string[] {
    const bytes = this.#rest;
    const records: string[] = [];
    let at = 0;
    while (!this.#inFooter) {
      while ((bytes[at] ?? 255) <= 32) at += 1;
      if (bytes.length - at <= this.#openTag.length) break;
      if (!startsWith(bytes, this.#openTag, at)) {
        if (bytes[at] !== 0x3c || bytes[at + 1] !== 0x2f) {
          throw this.#error(
            `something else than ${this.#openTag}> stands between records`,
            textOf(bytes, at),
          );
        }
        this.#inFooter = true;
        break;
      }
      const close = bytes.indexOf(this.#closeTag, at);
      if (close < 0) break;
      const end = close + this.#closeTag.length;
      records.push(bytes.toString('latin1', at, end));
      at = end;
    }
    this.#rest = bytes.subarray(at);
    if (this.#rest.length > MAXIMUM_RECORD_BYTES) {
      throw this.#error(`a record does not end with ${this.#closeTag}`, textOf(this.#rest));
    }
    return records;
  }

  #checkHead(): void {
    const { head } = this;
    if (head.includes('<!DOCTYPE')) throw this.#error('it declares a document type, which is refused', head);
    const encoding = /^(?:ï»¿)?\s*<\?xml[^>]*\bencoding\s*=\s*["']([^"']+)["']/.exec(head)?.[1];
    if (encoding !== undefined && !/^(utf-?8|us-ascii)$/i.test(encoding)) {
      throw this.#error(`it is encoded in ${encoding}; only UTF-8 is read`, head);
    }
  }

  #error(problem: string, context: string): XmlRecordError {
    const near = context.trim().slice(0, 80);
    return new XmlRecordError(`${this.#file}: ${problem}, after ${this.records} records, near "${near}".`);
  }
}

function joined(first: Buffer, second: Buffer): Buffer {
  return first.length === 0 ? second : Buffer.concat([first, second]);
}

function startsWith(bytes: Buffer, prefix: Buffer, at: number): boolean {
  for (let offset = 0; offset < prefix.length; offset += 1) {
    if (bytes[at + offset] !== prefix[offset]) return false;
  }
  return true;
}

function textOf(bytes: Buffer, from = 0): string {
  return bytes.toString('latin1', from, from + 100);
}

/**
 * Reads the records of a stream, in batches.
 * @param onHead called once, before the first record: with what stands before it
 */
export async function* readXmlRecords(
  input: AsyncIterable<Buffer>,
  record: string,
  file: string,
  onHead: (head: string) => void = () => {},
): AsyncGenerator<readonly string[]> {
  const cutter = new XmlRecordCutter(record, file);
  let headSeen = false;
  for await (const piece of input) {
    const records = cutter.push(piece);
    if (records.length === 0) continue;
    if (!headSeen) onHead(cutter.head);
    headSeen = true;
    yield records;
  }
  cutter.end();
  if (!headSeen) onHead(cutter.head);
}
