/**
 * The dataset groups. A group is one SQLite file that is built, checked, published and rolled back as a whole.
 * SQLite attaches at most 10 files to a connection, so groups stay few.
 */
export const GROUPS = [
  'addresses',
  'neighbourhoods',
  'liveability',
  'environment',
  'heritage',
  'schools',
  'vehicles',
  'inspections',
] as const;

export type Group = (typeof GROUPS)[number];

/** Narrows a string, e.g. a command-line argument, to a group's name. */
export function isGroup(value: string): value is Group {
  return (GROUPS as readonly string[]).includes(value);
}

/**
 * What a release may be taken for: the whole country, a part of it (a test, a region), or the bundled sample.
 * Every answer from a release that is not `national` says so.
 */
export const RELEASE_LABELS = ['national', 'partial', 'sample'] as const;

export type ReleaseLabel = (typeof RELEASE_LABELS)[number];
