import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutColumns } from '../../../ingest/formats/csv-cut.ts';
import { stringify } from './csv-text.ts';

function cut(text: string, keep: readonly number[]): string {
  const bytes = new TextEncoder().encode(text);
  return new TextDecoder().decode(bytes.subarray(0, cutColumns(bytes, bytes.length, Uint8Array.from(keep))));
}

describe('cutting columns out of CSV text', () => {
  it('leaves the other columns as they are', () => {
    expect(cut('a,b,c,d\n1,,3,4\n', [1, 0, 1, 0])).toBe('a,c\n1,3\n');
    expect(cut('a,b,c,d\n1,,3,4\n', [0, 1, 1, 1])).toBe('b,c,d\n,3,4\n');
    expect(cut('a,b,c,d\n1,,3,4\n', [0, 0, 0, 1])).toBe('d\n4\n');
    expect(cut('a,b\n1,2\n', [1, 1])).toBe('a,b\n1,2\n');
  });

  it('sees commas, line breaks and doubled quotes inside quotes as text', () => {
    const text = '1,"a, ""E""\nb",3\n"x","","z"\n';
    expect(cut(text, [1, 0, 1])).toBe('1,3\n"x","z"\n');
    expect(cut(text, [0, 1, 0])).toBe('"a, ""E""\nb"\n""\n');
  });

  it('takes a last line without its end, Windows line ends and empty lines', () => {
    expect(cut('a,b,c\n1,2,3', [1, 0, 0])).toBe('a\n1\n');
    expect(cut('a,b,c\n1,2,3', [1, 1, 1])).toBe('a,b,c\n1,2,3');
    expect(cut('a,b,c\r\n1,2,3\r\n', [0, 1, 1])).toBe('b,c\n2,3\n');
    expect(cut('a,b\n\n\r\n1,2\n', [1, 0])).toBe('a\n1\n');
  });

  it('refuses a record that has not as many fields as the header', () => {
    expect(() => cut('a,b\n1,2,3\n', [1, 0])).toThrow('a record has 3 fields, the header 2.');
    expect(() => cut('a,b\n1\n', [1, 0])).toThrow('a record has 1 fields, the header 2.');
  });

  it('is what csv-parse makes of the whole, less the columns', () => {
    const field = fc.string({ unit: fc.constantFrom('a', 'é', ' ', '"', ',', '\n', '7'), maxLength: 6 });
    const table = fc.integer({ min: 2, max: 6 }).chain((width) =>
      fc.record({
        rows: fc.array(fc.array(field, { minLength: width, maxLength: width }), {
          minLength: 1,
          maxLength: 8,
        }),
        keep: fc
          .array(fc.constantFrom(0, 1), { minLength: width, maxLength: width })
          .filter((flags) => flags.includes(1)),
      }),
    );
    fc.assert(
      fc.property(table, fc.boolean(), ({ rows, keep }, endsWithNewline) => {
        const text = stringify(rows).slice(0, endsWithNewline ? undefined : -1);
        const whole: string[][] = parse(text, { skip_empty_lines: true });
        const expected = whole.map((fields) => fields.filter((_, at) => keep[at] === 1));
        expect(parse(cut(text, keep), { skip_empty_lines: true })).toEqual(expected);
      }),
    );
  });
});
