import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { mirrorPaths } from '../../ingest/pipeline/mirror.ts';
import type { SourceOverride } from '../../ingest/sources/source.ts';
import { CBS_2023_OVERRIDES, writeCbs2023Mirror } from './cbs-2023-mirror.ts';
import { type MirrorContent, writeToMirror } from './mirror-folder.ts';
import { EXTRACT_URL, layOutRealFiles, REAL_OVERRIDES } from './real-mirror.ts';

/** Outlines of 14 neighbourhoods, which the real addresses of The Hague lie in. */
const OUTLINES = 'wijkenbuurten_2022_buurten_denhaag_leidschendam-voorburg_rd.geojson';

/** The SOURCES_FILE of an operator who loads all real files that go together. */
export const REPORT_OVERRIDES: Readonly<Record<string, SourceOverride>> = {
  ...REAL_OVERRIDES,
  ...CBS_2023_OVERRIDES,
  'cbs-areas': {
    editions: [{ year: 2022, id: OUTLINES, url: join(process.cwd(), '../shared/data/cbs', OUTLINES) }],
  },
};

/**
 * Lays out what a report can be made of: as `layOutRealFiles`, with home values, prices, distances and outlines.
 * @param extract the part of the address register
 */
export async function layOutReportFiles(mirror: string, extract: MirrorContent): Promise<void> {
  await layOutRealFiles(mirror);
  await writeCbs2023Mirror(mirror);
  for (const path of mirrorPaths(mirror, EXTRACT_URL)) rmSync(path, { recursive: true, force: true });
  writeToMirror(mirror, EXTRACT_URL, extract);
}
