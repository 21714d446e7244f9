import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RowColumn, RowPacker, RowUnpacker } from '../../../ingest/sources/rdw/packed-rows.ts';

interface Row {
  number: number | null;
  flag: boolean | null;
  word: string | null;
  other: string | null;
  text: string | null;
}

const COLUMNS: readonly RowColumn<Row>[] = [
  { key: 'number', as: 'number', get: (row) => row.number },
  { key: 'flag', as: 'number', get: (row) => row.flag },
  { key: 'word', as: { vocabulary: 'words' }, get: (row) => row.word },
  { key: 'other', as: { vocabulary: 'others' }, get: (row) => row.other },
  { key: 'text', as: 'text', get: (row) => row.text },
];

describe('rows packed for another thread', () => {
  it('come out as they went in, block after block, from several packers that forget', () => {
    const word = fc.option(fc.constantFrom('', 'a', 'b', 'c', 'd', 'e'));
    const row = fc.record({
      number: fc.option(fc.double({ noNaN: true })),
      flag: fc.option(fc.boolean()),
      word,
      other: word,
      text: fc.option(fc.string({ maxLength: 4 })),
    });
    const blocks = fc.array(
      fc.record({ packer: fc.constantFrom(0, 1), rows: fc.array(row, { maxLength: 6 }) }),
    );
    fc.assert(
      fc.property(blocks, (sent) => {
        const packers = [new RowPacker(COLUMNS, 1, 2), new RowPacker(COLUMNS, 2, 2)];
        const unpacker = new RowUnpacker(COLUMNS, (vocabulary, text) => `${vocabulary}:${text}`);
        const received: unknown[] = [];
        for (const { packer, rows } of sent) {
          const chosen = packers[packer];
          for (const values of rows) chosen?.add(values);
          const packed = structuredClone(chosen?.end());
          if (packed !== undefined) unpacker.unpack(packed, (values) => received.push([...values]));
        }
        const expected = sent.flatMap(({ rows }) =>
          rows.map((values) => [
            values.number,
            values.flag === null ? null : Number(values.flag),
            values.word === null ? null : `words:${values.word}`,
            values.other === null ? null : `others:${values.other}`,
            values.text,
          ]),
        );
        expect(received).toEqual(expected);
      }),
    );
  });

  it('names a rejected record by its place in the block', () => {
    const packer = new RowPacker(COLUMNS, 0);
    const mapper = packer.mapper(
      ([text]) =>
        text === 'bad' ? 'not good' : { number: 1, flag: null, word: null, other: null, text: text ?? null },
      0,
    );
    mapper.add([['fine'], ['bad']]);
    mapper.add([['fine'], ['bad']]);
    expect(mapper.end().result.rejected).toEqual([
      { reason: 'not good', row: 1, value: 'bad' },
      { reason: 'not good', row: 3, value: 'bad' },
    ]);
    expect(mapper.end().result.rejected).toEqual([]);
  });
});
