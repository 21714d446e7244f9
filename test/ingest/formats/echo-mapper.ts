import type { RecordMapper } from '../../../ingest/formats/csv-block-mapper.ts';

/** Gives back the two columns that it is told of. */
export function createMapper(at: { readonly key: number; readonly value: number }): RecordMapper<string[][]> {
  let block: string[][] = [];
  return {
    add(records) {
      for (const fields of records) block.push([fields[at.key] ?? '', fields[at.value] ?? 'absent']);
    },
    end() {
      const result = block;
      block = [];
      return { result };
    },
  };
}
