import { INSPECTION_SOURCES } from '../../api/reports/vehicle-sources.ts';
import type { ReleaseLabel } from '../../db/groups.ts';
import type { ManifestEntry } from '../../db/manifest.ts';
import { plateToInteger } from '../../db/plate.ts';
import * as schema from '../../db/schema/inspections.ts';
import { publishTestRelease } from './store.ts';

export interface TestReport {
  readonly plate: string;
  readonly date: string;
  /** A periodic inspection unless said otherwise. */
  readonly kind?: string;
  readonly validUntil?: string;
}

export interface TestDefect {
  readonly plate: string;
  readonly date: string;
  readonly code: string;
}

export interface TestInspections {
  readonly reports?: readonly TestReport[];
  readonly defects?: readonly TestDefect[];
  readonly label?: ReleaseLabel;
}

const NOON = 1200;
const AUTHORITY_ID = 1;

/** Publishes a release of the inspections with a few rows, all by one body at noon. */
export function publishInspections(
  dataDir: string,
  { reports = [], defects = [], label = 'national' }: TestInspections,
): ManifestEntry {
  return publishTestRelease(dataDir, {
    group: 'inspections',
    label,
    sources: Object.values(INSPECTION_SOURCES).map((id) => ({ id })),
    fill(database) {
      const kinds = [...new Set(reports.map(({ kind = 'periodieke controle' }) => kind))];
      const codes = [...new Set(defects.map(({ code }) => code))];
      database.insert(schema.inspectionAuthority).values({ id: AUTHORITY_ID, code: 'AL' }).run();
      kinds.forEach((text, at) => {
        database
          .insert(schema.inspectionKind)
          .values({ id: at + 1, text })
          .run();
      });
      codes.forEach((text, at) => {
        database
          .insert(schema.defectCode)
          .values({ id: at + 1, text })
          .run();
      });
      for (const { plate, date, kind = 'periodieke controle', validUntil } of reports) {
        database
          .insert(schema.inspection)
          .values({
            plate: plateToInteger(plate),
            dateYyyymmdd: yyyymmdd(date),
            timeHhmm: NOON,
            authorityId: AUTHORITY_ID,
            kindId: kinds.indexOf(kind) + 1,
            validUntilYyyymmdd: validUntil === undefined ? null : yyyymmdd(validUntil),
          })
          .run();
      }
      for (const { plate, date, code } of defects) {
        database
          .insert(schema.inspectionDefect)
          .values({
            plate: plateToInteger(plate),
            dateYyyymmdd: yyyymmdd(date),
            timeHhmm: NOON,
            authorityId: AUTHORITY_ID,
            codeId: codes.indexOf(code) + 1,
            count: 1,
          })
          .run();
      }
      database.insert(schema.inspectionWindow).values({ id: 1, oldestYyyymmdd: 20231101 }).run();
    },
  });
}

function yyyymmdd(day: string): number {
  return Number(day.replaceAll('-', ''));
}
