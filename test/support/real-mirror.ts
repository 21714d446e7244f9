import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { sampleRasters } from '../ingest/rivm/sample-rasters.ts';
import { doesburgExtract, municipalityHistory } from './doesburg-mirror.ts';
import { HERITAGE_OVERRIDES, writeHeritageMirror } from './heritage-mirror.ts';
import { defectCatalogueCsv, inspectionDefectsCsv, inspectionReportsCsv } from './inspection-mirror.ts';
import { writeKeyFigures2020Mirror } from './kwb-2020-mirror.ts';
import { LEEFBAAROMETER_OVERRIDE, writeLeefbaarometerMirror } from './leefbaarometer-mirror.ts';
import { writeToMirror } from './mirror-folder.ts';
import { writeSchoolsMirror } from './schools-mirror.ts';
import {
  fuelCsv,
  odometerTextsCsv,
  recallHazardsCsv,
  recallNoticesCsv,
  recallStatusCsv,
  vehiclesCsv,
} from './vehicle-register-mirror.ts';

/** Whether the real publishers' files are at hand. */
export const HAS_REAL_FILES = existsSync('../shared/data');

export const EXTRACT_URL =
  'https://service.pdok.nl/kadaster/adressen/atom/v1_0/downloads/lvbag-extract-nl.zip';
export const HISTORY_URL = 'https://example.org/gemeentelijke-indeling.csv';
const POSTCODE_KEYS_URL = 'https://www.cbs.nl/-/media/_excel/2020/39/2020-cbs-pc6huisnr20200801-buurt.zip';

/** The SOURCES_FILE of an operator who loads these files. */
export const REAL_OVERRIDES = {
  'cbs-municipalities': { urls: { history: HISTORY_URL } },
  'bzk-leefbaarometer': LEEFBAAROMETER_OVERRIDE,
  ...HERITAGE_OVERRIDES,
} as const;

/** Lays the real files of all groups out as one mirror folder. */
export async function layOutRealFiles(mirror: string): Promise<void> {
  writeToMirror(mirror, EXTRACT_URL, doesburgExtract());
  writeToMirror(mirror, HISTORY_URL, municipalityHistory());
  await writeKeyFigures2020Mirror(mirror);
  // No real key file is at hand: one line stands in, under the header of 2020.
  writeToMirror(mirror, POSTCODE_KEYS_URL, {
    'pc6hnr20200801_gwb.csv':
      'PC6;Huisnummer;Buurt2020;Wijk2020;Gemeente2020\n6981CH;4;02210100;022101;0221\n',
  });
  writeLeefbaarometerMirror(mirror);
  writeHeritageMirror(mirror);
  writeSchoolsMirror(mirror);
  // No real raster of noise or air is at hand: invented ones stand in.
  for (const [path, text] of sampleRasters())
    writeToMirror(mirror, `https://${dirname(path)}`, { [basename(path)]: text });
  const vehicleDataSets = {
    'm9d7-ebf2': vehiclesCsv(),
    '8ys7-d773': fuelCsv(),
    't49b-isb7': recallStatusCsv(),
    'j9yg-7rg9': recallNoticesCsv(),
    '9ihi-jgpf': recallHazardsCsv(),
    'jqs4-4kvw': odometerTextsCsv(),
    'sgfe-77wx': inspectionReportsCsv(),
    'a34c-vvps': inspectionDefectsCsv(),
    'hx2c-gt7k': defectCatalogueCsv(),
  };
  for (const [id, csv] of Object.entries(vehicleDataSets)) {
    writeToMirror(mirror, `https://opendata.rdw.nl/api/views/${id}/rows.csv?accessType=DOWNLOAD`, csv);
  }
}
