import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder for the tests of one file, removed after the last of them. Call it at the top level or in a suite. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'facts-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
