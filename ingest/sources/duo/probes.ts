import { SCHOOL_KINDS, type SchoolKind } from '../../../db/schema/schools.ts';
import type { Probe } from '../probe.ts';
import { SMALLEST_BYTES } from './school-files.ts';
import { SchoolParser } from './school-rows.ts';

/** A header that the parser takes is one that can be loaded. */
function checkHeader(kind: SchoolKind, header: readonly string[]): readonly string[] {
  return new SchoolParser(kind, header).absent.map((column) => `no column of the ${column}`);
}

export const SCHOOL_PROBES: readonly Probe[] = SCHOOL_KINDS.map((kind) => ({
  name: `the file of ${kind} schools`,
  addresses: ({ urls }) => [{ url: urls[kind] ?? '' }],
  ask: 'first',
  optional: kind === 'special',
  expect: {
    kind: 'csv',
    header: (header) => checkHeader(kind, header),
    minimumBytes: SMALLEST_BYTES[kind],
  },
  declared: { file: 'duo/school-files.ts', key: `urls.${kind}` },
}));
