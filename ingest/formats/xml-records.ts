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
export class XmlRecordError extends Error {
  override readonly name = 'XmlRecordError';
  readonly code = 'bad_xml';
}

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
        if (bytes[at] !== 60 || bytes[at + 1] !== SLASH) {
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

/** What {@link scanXml} calls, in document order. Names are local: without their prefix. */
export interface XmlHandler {
  /** An element without child elements; `text` is raw, see {@link decodeXmlText}. */
  leaf(name: string, text: string, parent: string, attributes: string): void;
  /** An element with child elements begins; `attributes` is raw, see {@link xmlAttribute}. */
  open(name: string, parent: string, attributes: string): void;
}

interface Name {
  readonly qualified: string;
  readonly local: string;
}

const NAME_SLOTS = 1024;
const names: (Name | undefined)[] = new Array(NAME_SLOTS).fill(undefined);

/**
 * The name between two positions. The same few names occur a billion times, so they are remembered by a few of their
 * characters: neither a string nor its hash is made. Names that share a slot only cost time.
 */
function nameAt(xml: string, start: number, end: number): Name {
  const length = end - start;
  const slot =
    (length * 131 + xml.charCodeAt(end - 1) * 31 + xml.charCodeAt(end - 4) * 7 + xml.charCodeAt(start + 10)) %
    NAME_SLOTS;
  const known = names[slot];
  if (known !== undefined && known.qualified.length === length && xml.startsWith(known.qualified, start)) {
    return known;
  }
  const qualified = xml.slice(start, end);
  const name = { qualified, local: qualified.slice(qualified.indexOf(':') + 1) };
  if (length > 0) names[slot] = name;
  return name;
}

/**
 * Walks over the elements of one record.
 * @throws XmlRecordError when it is not well-formed, or holds what is not supported
 */
export function scanXml(xml: string, handler: XmlHandler): void {
  const open: Name[] = [];
  let parent = '';
  let at = xml.indexOf('<');
  while (at >= 0) {
    const first = xml.charCodeAt(at + 1);
    if (first === SLASH) {
      at = xml.indexOf('<', endOfEndTag(xml, at, open.pop()));
      parent = open[open.length - 1]?.local ?? '';
      continue;
    }
    if (first === EXCLAMATION || first === QUESTION) throw malformed(xml, at);
    const nameEnd = endOfName(xml, at + 1);
    const end = endOfTag(xml, nameEnd);
    const empty = xml.charCodeAt(end - 1) === SLASH;
    const name = nameAt(xml, at + 1, nameEnd);
    const attributes = nameEnd < end ? xml.slice(nameEnd, empty ? end - 1 : end) : '';
    const next = xml.indexOf('<', end);
    if (empty) {
      handler.leaf(name.local, '', parent, attributes);
      at = next;
    } else if (next >= 0 && xml.charCodeAt(next + 1) === SLASH) {
      handler.leaf(name.local, xml.slice(end + 1, next), parent, attributes);
      at = xml.indexOf('<', endOfEndTag(xml, next, name));
    } else {
      handler.open(name.local, parent, attributes);
      open.push(name);
      parent = name.local;
      at = next;
    }
  }
  if (open.length > 0) throw malformed(xml, xml.length);
}

const SLASH = 47;
const EXCLAMATION = 33;
const QUESTION = 63;
const GREATER = 62;

/** Position of the `>` of an end tag, which must be that of the element that is open. */
function endOfEndTag(xml: string, at: number, name: Name | undefined): number {
  if (name === undefined || !xml.startsWith(name.qualified, at + 2)) throw malformed(xml, at);
  let end = at + 2 + name.qualified.length;
  while (xml.charCodeAt(end) <= 32) end += 1;
  if (xml.charCodeAt(end) !== GREATER) throw malformed(xml, at);
  return end;
}

/** Position of the `>` that ends a start tag; one inside a quoted attribute does not. */
function endOfTag(xml: string, from: number): number {
  let quote = 0;
  for (let at = from; at < xml.length; at += 1) {
    const character = xml.charCodeAt(at);
    if (quote !== 0) {
      if (character === quote) quote = 0;
    } else if (character === GREATER) return at;
    else if (character === 34 || character === 39) quote = character;
  }
  throw malformed(xml, from);
}

function endOfName(xml: string, from: number): number {
  let at = from;
  for (; ; at += 1) {
    const character = xml.charCodeAt(at);
    if (character === GREATER || character === SLASH || character <= 32 || Number.isNaN(character)) return at;
  }
}

function malformed(xml: string, at: number): XmlRecordError {
  const near = xml.slice(Math.max(0, at - 40), at + 80);
  return new XmlRecordError(`A record is not well-formed, or holds what is not supported, near "${near}".`);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * The value of raw text: UTF-8 and entities decoded, blanks around it removed.
 * @throws XmlRecordError for an unknown entity or bytes that are not UTF-8
 */
export function decodeXmlText(raw: string): string {
  const text = trimBlanks(raw);
  if (!/[&\x80-\xff]/.test(text)) return text;
  let decoded: string;
  try {
    decoded = utf8.decode(Buffer.from(text, 'latin1'));
  } catch (cause) {
    throw new XmlRecordError(`"${text}" is not UTF-8.`, { cause });
  }
  return decoded.replace(/&(#x[0-9a-fA-F]{1,6}|#[0-9]{1,7}|\w+);?/g, (whole, name: string) => {
    const value = name.startsWith('#x')
      ? codePoint(Number.parseInt(name.slice(2), 16))
      : name.startsWith('#')
        ? codePoint(Number.parseInt(name.slice(1), 10))
        : ENTITIES[name];
    if (value === undefined || !whole.endsWith(';')) {
      throw new XmlRecordError(`Unknown entity ${whole} in "${decoded}".`);
    }
    return value;
  });
}

/** Not `trim`: that would take the second byte of an `à` (C3 A0) for a no-break space. */
function trimBlanks(raw: string): string {
  let start = 0;
  let end = raw.length;
  while (start < end && raw.charCodeAt(start) <= 32) start += 1;
  while (end > start && raw.charCodeAt(end - 1) <= 32) end -= 1;
  return raw.slice(start, end);
}

function codePoint(code: number): string | undefined {
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** The value of an attribute, by its local name, from the raw attributes of a tag. */
export function xmlAttribute(attributes: string, name: string): string | undefined {
  const found = new RegExp(`[\\s:]${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  return found === null ? undefined : decodeXmlText(found[1] ?? found[2] ?? '');
}
