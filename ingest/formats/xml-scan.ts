/**
 * Reading one record of a register: elements in document order, values decoded where they are wanted.
 * See xml-records.ts for why this is not a general XML parser.
 */

/** The XML is not well-formed, is cut short, or holds what is not supported. */
export class XmlRecordError extends Error {
  override readonly name = 'XmlRecordError';
  readonly code = 'bad_xml';
}

/** What {@link scanXml} calls, in document order. Names are local: without their prefix. */
export interface XmlHandler {
  /** An element without child elements; `text` is raw, see {@link decodeXmlText}. */
  leaf(name: string, text: string, parent: string, attributes: string): void;
  /** An element with child elements begins; `attributes` is raw, see {@link xmlAttribute}. */
  open(name: string, parent: string, attributes: string): void;
}

/** A start tag, as it stands between `<` and `>`. */
interface Tag {
  readonly text: string;
  readonly qualified: string;
  readonly local: string;
  readonly attributes: string;
  readonly isEmpty: boolean;
}

const TAG_SLOTS = 4096;
const tags: (Tag | undefined)[] = new Array(TAG_SLOTS).fill(undefined);

/**
 * Walks over the elements of one record.
 * @throws XmlRecordError when it is not well-formed, or holds what is not supported
 */
export function scanXml(xml: string, handler: XmlHandler): void {
  const open: Tag[] = [];
  let parent = '';
  let at = xml.indexOf('<');
  while (at >= 0) {
    if (xml.charCodeAt(at + 1) === SLASH) {
      at = xml.indexOf('<', endOfEndTag(xml, at, open.pop()));
      parent = open[open.length - 1]?.local ?? '';
      continue;
    }
    const tag = tagAt(xml, at + 1);
    const end = at + 1 + tag.text.length;
    const next = xml.indexOf('<', end);
    if (tag.isEmpty) {
      handler.leaf(tag.local, '', parent, tag.attributes);
      at = next;
    } else if (next >= 0 && xml.charCodeAt(next + 1) === SLASH) {
      handler.leaf(tag.local, xml.slice(end + 1, next), parent, tag.attributes);
      at = xml.indexOf('<', endOfEndTag(xml, next, tag));
    } else {
      handler.open(tag.local, parent, tag.attributes);
      open.push(tag);
      parent = tag.local;
      at = next;
    }
  }
  if (open.length > 0) throw malformed(xml, xml.length);
}

const SLASH = 47;
const EXCLAMATION = 33;
const QUESTION = 63;
const GREATER = 62;
const AMPERSAND = 38;

/**
 * The start tag at a position. The same few tags, attributes included, occur a billion times, so whole tags are
 * remembered, found by their length and a few characters: no string is made and no character looked at twice. Tags
 * that share a slot cost time, nothing else.
 */
function tagAt(xml: string, start: number): Tag {
  const length = xml.indexOf('>', start) - start;
  const slot =
    (length * 131 +
      xml.charCodeAt(start + length - 1) * 31 +
      xml.charCodeAt(start + length - 5) * 7 +
      xml.charCodeAt(start + 10)) &
    (TAG_SLOTS - 1);
  const known = tags[slot];
  if (known !== undefined && known.text.length === length && xml.startsWith(known.text, start)) return known;
  const tag = readTag(xml, start);
  tags[slot] = tag;
  return tag;
}

function readTag(xml: string, start: number): Tag {
  const first = xml.charCodeAt(start);
  if (first === EXCLAMATION || first === QUESTION) throw malformed(xml, start);
  const text = xml.slice(start, endOfTag(xml, start));
  const isEmpty = text.endsWith('/');
  const [qualified = ''] = /^[^\s/]*/.exec(text) ?? [];
  if (qualified === '') throw malformed(xml, start);
  const attributes = text.slice(qualified.length, isEmpty ? -1 : undefined);
  return {
    text,
    qualified,
    local: internal(qualified.slice(qualified.indexOf(':') + 1)),
    attributes,
    isEmpty,
  };
}

/** Names of properties are kept once by the engine, and comparing two such strings is comparing two addresses. */
function internal(text: string): string {
  return Object.keys({ [text]: 0 })[0] ?? text;
}

/** Position of the `>` of an end tag, which must be that of the element that is open. */
function endOfEndTag(xml: string, at: number, tag: Tag | undefined): number {
  if (tag === undefined || !xml.startsWith(tag.qualified, at + 2)) throw malformed(xml, at);
  let end = at + 2 + tag.qualified.length;
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
  if (isPlain(text)) return text;
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

/** Without entities and letters beyond ASCII; a loop, since a regular expression costs several times as much. */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === AMPERSAND || character >= 0x80) return false;
  }
  return true;
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

const attributePatterns = new Map<string, RegExp>();

/** The value of an attribute, by its local name, from the raw attributes of a tag. */
export function xmlAttribute(attributes: string, name: string): string | undefined {
  if (!attributes.includes(name)) return undefined;
  let pattern = attributePatterns.get(name);
  if (pattern === undefined) {
    pattern = new RegExp(`[\\s:]${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
    attributePatterns.set(name, pattern);
  }
  const found = pattern.exec(attributes);
  return found === null ? undefined : decodeXmlText(found[1] ?? found[2] ?? '');
}
