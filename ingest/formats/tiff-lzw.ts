/** The compressed bytes of a block are no LZW stream. */
export class LzwError extends Error {
  override readonly name = 'LzwError';
  readonly code = 'bad_lzw';
}

const CLEAR = 256;
const END = 257;
const FIRST_FREE = 258;
const SHORTEST_CODE_BITS = 9;
const LONGEST_CODE_BITS = 12;
const TABLE_SIZE = 2 ** LONGEST_CODE_BITS;
const NONE = -1;

/**
 * Decompresses one LZW block of a TIFF file: codes of 9 to 12 bits, the highest bit first, which grow one code
 * early. The raster library's own decoder collects each byte as an array element, which makes a country of single
 * floats take hours, and its output has no bound.
 * @param maximumBytes of the output; what the block holds beyond that is left
 * @throws LzwError for codes that cannot occur
 */
export function decodeTiffLzw(input: Uint8Array, maximumBytes: number): Uint8Array<ArrayBuffer> {
  // The string of a code is that of its prefix and one more byte.
  const prefix = new Uint16Array(TABLE_SIZE);
  const last = new Uint8Array(TABLE_SIZE);
  const lengths = new Uint16Array(TABLE_SIZE);
  for (let byte = 0; byte < 256; byte += 1) {
    last[byte] = byte;
    lengths[byte] = 1;
  }
  // The last string may be longer than what is still wanted.
  const output = new Uint8Array(maximumBytes + TABLE_SIZE);
  let written = 0;
  let next = FIRST_FREE;
  let codeBits = SHORTEST_CODE_BITS;
  let previous = NONE;
  let bits = 0;
  let bitCount = 0;
  let at = 0;

  while (written < maximumBytes) {
    while (bitCount < codeBits && at < input.length) {
      bits = (bits << 8) | (input[at] as number);
      bitCount += 8;
      at += 1;
    }
    // Some writers leave the end code out.
    if (bitCount < codeBits) break;
    bitCount -= codeBits;
    const code = bits >>> bitCount;
    bits &= (1 << bitCount) - 1;
    if (code === END) break;
    if (code === CLEAR) {
      next = FIRST_FREE;
      codeBits = SHORTEST_CODE_BITS;
      previous = NONE;
      continue;
    }
    const isKnown = code < CLEAR || (code < next && previous !== NONE);
    if (!isKnown && (previous === NONE || code !== next)) {
      throw new LzwError(`the code ${code} occurs before it has a meaning.`);
    }
    // A code that is only just being made stands for the string before it and that string's first byte.
    const known = isKnown ? code : previous;
    const length = lengths[known] as number;
    let rest = known;
    for (let to = written + length - 1; to >= written; to -= 1) {
      output[to] = last[rest] as number;
      rest = prefix[rest] as number;
    }
    const first = output[written] as number;
    written += length;
    if (!isKnown) {
      output[written] = first;
      written += 1;
    }
    if (previous !== NONE && next < TABLE_SIZE) {
      prefix[next] = previous;
      last[next] = first;
      lengths[next] = (lengths[previous] as number) + 1;
      next += 1;
      if (next >= (1 << codeBits) - 1 && codeBits < LONGEST_CODE_BITS) codeBits += 1;
    }
    previous = code;
  }
  return output.slice(0, Math.min(written, maximumBytes));
}
