import { expect } from 'vitest';

/**
 * Compares a complete answer with the one that is kept, field by field: a changed field shows as a changed line. To
 * keep what is answered now, run `npx vitest run <test> --update` and read the diff.
 * @param path of the kept answer, from the test's folder
 */
export async function expectGolden(answer: unknown, path: string): Promise<void> {
  const text = JSON.stringify(answer, withoutTimes, 2);
  await expect(`${text}\n`).toMatchFileSnapshot(path);
}

/** When data were retrieved differs from run to run. */
function withoutTimes(key: string, value: unknown): unknown {
  return key === 'retrieved_at' ? '(time)' : value;
}
