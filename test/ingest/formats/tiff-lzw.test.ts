import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeTiffLzw, LzwError } from '../../../ingest/formats/tiff-lzw.ts';

/** Packs codes with the widths that the decoder has to expect: 9 bits, and wider one code before they are needed. */
class Packer {
  readonly bytes: number[] = [];
  #bits = 0;
  #count = 0;

  put(code: number, width: number): void {
    this.#bits = (this.#bits << width) | code;
    this.#count += width;
    while (this.#count >= 8) {
      this.#count -= 8;
      this.bytes.push((this.#bits >>> this.#count) & 0xff);
    }
    this.#bits &= (1 << this.#count) - 1;
  }

  end(): Uint8Array {
    if (this.#count > 0) this.put(0, 8 - this.#count);
    return Uint8Array.from(this.bytes);
  }
}

/** The plain algorithm of the TIFF specification. */
function encode(data: Uint8Array): Uint8Array {
  const packer = new Packer();
  let table = new Map<string, number>();
  const codeOf = (text: string) => (text.length === 1 ? text.charCodeAt(0) : (table.get(text) as number));
  // Entries that the decoder has when it reads the next code: one fewer than the encoder.
  const width = () => {
    const size = 258 + table.size;
    return size >= 2048 ? 12 : size >= 1024 ? 11 : size >= 512 ? 10 : 9;
  };
  packer.put(256, 9);
  let text = '';
  for (const byte of data) {
    const longer = text + String.fromCharCode(byte);
    if (longer.length === 1 || table.has(longer)) {
      text = longer;
      continue;
    }
    packer.put(codeOf(text), width());
    table.set(longer, 258 + table.size);
    if (258 + table.size === 4094) {
      packer.put(256, 12);
      table = new Map();
    }
    text = String.fromCharCode(byte);
  }
  if (text !== '') {
    packer.put(codeOf(text), width());
    // The decoder makes an entry of this code too.
    table.set('end', 258 + table.size);
  }
  packer.put(257, width());
  return packer.end();
}

describe('blocks compressed with LZW', () => {
  it('the example of the TIFF specification', () => {
    const packer = new Packer();
    for (const code of [256, 7, 258, 8, 8, 258, 6, 6, 257]) packer.put(code, 9);
    expect([...decodeTiffLzw(packer.end(), 100)]).toEqual([7, 7, 7, 8, 8, 7, 7, 6, 6]);
  });

  it('come back whole: runs, noise, and more strings than the table holds', () => {
    const data = fc.oneof(
      fc.uint8Array({ maxLength: 40_000, size: 'max' }),
      fc.uint8Array({ maxLength: 20_000, size: 'max', max: 3 }),
      fc
        .tuple(fc.uint8Array({ minLength: 1, maxLength: 9 }), fc.integer({ min: 1, max: 4000 }))
        .map(([part, times]) =>
          Uint8Array.from({ length: part.length * times }, (_, at) => part[at % part.length] as number),
        ),
    );
    fc.assert(
      fc.property(data, (bytes) => {
        const decoded = decodeTiffLzw(encode(bytes), bytes.length);
        expect(Buffer.from(decoded).equals(Buffer.from(bytes))).toBe(true);
      }),
      { numRuns: 80 },
    );
  });

  it('give no more than was asked for, whatever they hold', () => {
    const bomb = encode(new Uint8Array(2_000_000));
    expect(bomb.length).toBeLessThan(10_000);
    expect(decodeTiffLzw(bomb, 1000)).toEqual(new Uint8Array(1000));
  });

  it('that end without the end code, or in the middle, give what is there', () => {
    const whole = encode(Uint8Array.from({ length: 500 }, (_, at) => at % 7));
    const cut = decodeTiffLzw(whole.subarray(0, whole.length >> 1), 500);
    expect(cut.length).toBeGreaterThan(0);
    expect(cut.length).toBeLessThan(500);
    expect([...cut]).toEqual(Array.from(cut, (_, at) => at % 7));
  });

  it('with a code that has no meaning yet are refused', () => {
    for (const codes of [[256, 300], [256, 7, 260], [300]]) {
      const packer = new Packer();
      for (const code of codes) packer.put(code, 9);
      expect(() => decodeTiffLzw(packer.end(), 100)).toThrow(LzwError);
    }
  });

  it('any bytes at all end in an answer or in that error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000, size: 'max' }), (bytes) => {
        try {
          expect(decodeTiffLzw(bytes, 5000).length).toBeLessThanOrEqual(5000);
        } catch (error) {
          expect(error).toBeInstanceOf(LzwError);
        }
      }),
      { numRuns: 300 },
    );
  });
});
