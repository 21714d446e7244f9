import { eq, sql } from 'drizzle-orm';
import { plateToInteger } from '../plate.ts';
import {
  defectCatalogue,
  defectCode,
  inspection,
  inspectionAuthority,
  inspectionDefect,
  inspectionKind,
  inspectionWindow,
} from '../schema/inspections.ts';
import { preparedQuery, type Snapshot } from '../store.ts';
import { isoDate } from '../vehicle-register/field-values.ts';
import {
  assembleInspections,
  type DefectReport,
  type InspectionHistory,
  type InspectionReport,
} from '../vehicle-register/inspection-history.ts';
import { clockText, meaningOn } from '../vehicle-register/parse-inspection.ts';

const reportQuery = preparedQuery((database) =>
  database
    .select({
      row: inspection,
      kind: inspectionKind.text,
      authorityCode: inspectionAuthority.code,
      authority: inspectionAuthority.text,
    })
    .from(inspection)
    .leftJoin(inspectionKind, eq(inspectionKind.id, inspection.kindId))
    .leftJoin(inspectionAuthority, eq(inspectionAuthority.id, inspection.authorityId))
    .where(eq(inspection.plate, sql.placeholder('plate')))
    .prepare(),
);

const defectQuery = preparedQuery((database) =>
  database
    .select({ row: inspectionDefect, code: defectCode.text, authorityCode: inspectionAuthority.code })
    .from(inspectionDefect)
    .innerJoin(defectCode, eq(defectCode.id, inspectionDefect.codeId))
    .leftJoin(inspectionAuthority, eq(inspectionAuthority.id, inspectionDefect.authorityId))
    .where(eq(inspectionDefect.plate, sql.placeholder('plate')))
    .prepare(),
);

const meaningQuery = preparedQuery((database) =>
  database
    .select({
      validFrom: defectCatalogue.validFromYyyymmdd,
      validUntil: defectCatalogue.validUntilYyyymmdd,
      text: defectCatalogue.text,
    })
    .from(defectCatalogue)
    .where(eq(defectCatalogue.code, sql.placeholder('code')))
    .prepare(),
);

const windowQuery = preparedQuery((database) => database.select().from(inspectionWindow).limit(1).prepare());

/**
 * The inspections of one plate that are held, with the defects found at each.
 * @param plate normalised: six characters, see `normalisePlate`
 * @returns no inspections for a plate that has none, which most trailers and motorcycles have not
 * @throws DatasetUnavailableError when there is no release of the inspections
 */
export function historyOf(snapshot: Snapshot, plate: string): InspectionHistory {
  snapshot.require('inspections');
  const key = plateToInteger(plate);
  const reports = reportQuery(snapshot)
    .all({ plate: key })
    .map(
      ({ row, kind, authorityCode, authority }): InspectionReport => ({
        date: isoDay(row.dateYyyymmdd),
        time: clockText(statedTime(row.timeHhmm)),
        kind,
        authorityCode,
        authority,
        validUntil: isoDate(row.validUntilYyyymmdd),
      }),
    );
  const defects = defectQuery(snapshot)
    .all({ plate: key })
    .map(
      ({ row, code, authorityCode }): DefectReport => ({
        date: isoDay(row.dateYyyymmdd),
        time: clockText(statedTime(row.timeHhmm)),
        authorityCode,
        code,
        count: row.count,
        description: meaningOf(snapshot, code, row.dateYyyymmdd),
      }),
    );
  const window = windowQuery(snapshot).get();
  return {
    since: isoDate(window?.oldestYyyymmdd ?? null),
    inspections: assembleInspections(reports, defects),
  };
}

function meaningOf(snapshot: Snapshot, code: string, yyyymmdd: number): string | null {
  return meaningOn(yyyymmdd, meaningQuery(snapshot).all({ code }));
}

/** Days are a part of the key and so never missing. */
function isoDay(yyyymmdd: number): string {
  return isoDate(yyyymmdd) ?? '';
}

function statedTime(hhmm: number): number | null {
  return hhmm < 0 ? null : hhmm;
}
