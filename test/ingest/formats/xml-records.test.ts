import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readXmlRecords } from '../../../ingest/formats/xml-records.ts';
import { decodeXmlText, scanXml, XmlRecordError, xmlAttribute } from '../../../ingest/formats/xml-scan.ts';

async function recordsOf(text: string, pieceBytes = 1_000_000): Promise<{ records: string[]; head: string }> {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) pieces.push(bytes.subarray(at, at + pieceBytes));
  let head = 'never told';
  const records: string[] = [];
  for await (const batch of readXmlRecords(Readable.from(pieces), 'stand', 'part.xml', (text) => {
    head = text;
  })) {
    records.push(...batch);
  }
  return { records, head };
}

function events(xml: string): string[] {
  const seen: string[] = [];
  scanXml(xml, {
    open: (name, parent, attributes) => seen.push(`<${name} in ${parent || 'nothing'}${attributes}>`),
    leaf: (name, text, parent) => seen.push(`${parent}/${name}=${decodeXmlText(text)}`),
  });
  return seen;
}

const FILE = '<?xml version="1.0" encoding="UTF-8"?>\n<r:root xmlns:r="x"><r:info>2020</r:info>';

describe('cutting records', () => {
  it('cuts at the record, not at elements that begin with its name', async () => {
    const { records, head } = await recordsOf(
      `${FILE}<r:standBestand>\n<r:stand><a>1</a></r:stand><r:stand><a>2</a></r:stand>\n</r:standBestand></r:root>`,
    );
    expect(records).toEqual(['<r:stand><a>1</a></r:stand>', '<r:stand><a>2</a></r:stand>']);
    expect(head).toContain('<r:info>2020</r:info>');
  });

  it('finds the same whatever the pieces, also when they end within a character, a tag or a comment', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('é', 'ij', '<!-- <r:stand> -->', '&amp;', '\n', 'Súdwest'), {
          maxLength: 6,
        }),
        fc.integer({ min: 1, max: 40 }),
        async (words, pieceBytes) => {
          const stands = words.map((word) => `<r:stand><a>${word}</a></r:stand>`).join('<!--x-->\n');
          const text = `${FILE}<r:all>${stands}</r:all></r:root>`;
          const whole = await recordsOf(text);
          expect(await recordsOf(text, pieceBytes)).toEqual(whole);
          expect(whole.records).toHaveLength(words.length);
        },
      ),
    ));

  it('a comment hides what it holds, records and their ends included', async () => {
    const { records } = await recordsOf(
      `${FILE}<r:all><!-- <r:stand>no</r:stand> --><r:stand><a>1</a><!-- </r:stand> --></r:stand></r:all></r:root>`,
      3,
    );
    expect(records).toEqual(['<r:stand><a>1</a></r:stand>']);
  });

  it('pitfall 13: a part may hold no records at all', async () => {
    const { records, head } = await recordsOf(`${FILE}<r:all></r:all></r:root>`);
    expect(records).toEqual([]);
    expect(head).toContain('2020');
  });

  it('takes whatever prefix the records have, and none', async () => {
    expect((await recordsOf('<root><stand>1</stand></root>')).records).toEqual(['<stand>1</stand>']);
    expect((await recordsOf('<root><n-1:stand>1</n-1:stand></root>')).records).toHaveLength(1);
  });

  it.each([
    ['cut within a record', `${FILE}<r:all><r:stand><a>1</a>`, /cut short/],
    ['cut after a record', `${FILE}<r:all><r:stand><a>1</a></r:stand>`, /cut short/],
    ['a comment that does not end', `${FILE}<r:all><r:stand/><!-- </r:all></r:root>`, /cut short|end with/],
    [
      'a prefix that changes',
      `${FILE}<r:all><r:stand>1</r:stand><q:stand>2</q:stand></r:all></r:root>`,
      /between records/,
    ],
    [
      'text between records',
      `${FILE}<r:all><r:stand>1</r:stand>x<r:stand>2</r:stand></r:all></r:root>`,
      /between records/,
    ],
    [
      'records after the end',
      `${FILE}<r:all><r:stand>1</r:stand></r:all><r:stand>2</r:stand></r:root>`,
      /follows the records/,
    ],
    [
      'a document type',
      `<!DOCTYPE r [<!ENTITY a "b">]>${FILE}<r:all><r:stand>1</r:stand></r:all></r:root>`,
      /document type/,
    ],
    [
      'another encoding',
      '<?xml version="1.0" encoding="ISO-8859-1"?><root><stand>1</stand></root>',
      /ISO-8859-1/,
    ],
    ['no XML at all', 'Service unavailable', /no root element/],
  ])('refuses %s, and says where', async (_what, text, message) => {
    const failure = await recordsOf(text, 11).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(XmlRecordError);
    expect((failure as XmlRecordError).message).toMatch(message);
    expect((failure as XmlRecordError).message).toContain('part.xml');
  });
});

describe('walking over a record', () => {
  it('tells local names, parents and attributes, and takes empty elements for empty texts', () => {
    expect(
      events(
        '<s:stand>\n <o:Pand gml:id="a&gt;b>c"> <o:id domein=\'x\'>1</o:id ><o:none/><o:empty></o:empty></o:Pand></s:stand>',
      ),
    ).toEqual([
      '<stand in nothing>',
      '<Pand in stand gml:id="a&gt;b>c">',
      'Pand/id=1',
      'Pand/none=',
      'Pand/empty=',
    ]);
  });

  it.each([
    '<a><b>1</c></a>',
    '<a><b>1</a></b>',
    '<a><b>1</b>',
    '<a><b><![CDATA[1]]></b></a>',
    '<a><?pi?></a>',
    '<a b="1><c>1</c></a>',
  ])('refuses %s', (xml) => {
    expect(() => events(xml)).toThrow(XmlRecordError);
  });

  it('reads any names, also those that share a slot of the name memory', () =>
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[A-Za-z][A-Za-z0-9_.-]{0,20}$/), { maxLength: 30 }),
        (names) => {
          const xml = `<p:root><x>1</x>${names.map((name) => `<p:${name}>${name}</p:${name}>`).join('')}</p:root>`;
          expect(events(xml).slice(2)).toEqual(names.map((name) => `root/${name}=${name}`));
        },
      ),
    ));
});

describe('values', () => {
  it('decodes UTF-8 and entities, and nothing twice', () => {
    const raw = Buffer.from("  Br&#226;nbuorren &amp;lt; 'S&#xFA;dk&apos;t Ĳ é ").toString('latin1');
    expect(decodeXmlText(raw)).toBe("Brânbuorren &lt; 'Súdk't Ĳ é");
  });

  it('any text survives being written and read, also one that ends in à (C3 A0)', () => {
    const roundTrip = (text: string) => {
      const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      return decodeXmlText(Buffer.from(escaped).toString('latin1'));
    };
    expect(roundTrip('Là')).toBe('Là');
    const graphemes = fc.string({ unit: 'grapheme' }).filter((text) => text.trim() === text);
    fc.assert(fc.property(graphemes, (text) => void expect(roundTrip(text)).toBe(text)));
  });

  it.each(['&nbsp;', '&amp', '&#1114112;', '\xff'])('refuses %s', (raw) => {
    expect(() => decodeXmlText(raw)).toThrow(XmlRecordError);
  });

  it('finds an attribute by its local name only', () => {
    expect(xmlAttribute(' xsrsDimension="9" gml:srsDimension = \'3\' count="5"', 'srsDimension')).toBe('3');
    expect(xmlAttribute(' discount="5"', 'count')).toBeUndefined();
  });
});
