import { asc, eq, sql } from 'drizzle-orm';
import { recallHazard, recallNotice } from '../schema/vehicles.ts';
import { preparedQuery, type Snapshot } from '../store.ts';
import { recallNoticeOf } from '../vehicle-register/recall-notice.ts';
import type { RecallNotice } from '../vehicle-register/registered-vehicle.ts';

const noticeQuery = preparedQuery((database) =>
  database
    .select()
    .from(recallNotice)
    .where(eq(recallNotice.reference, sql.placeholder('reference')))
    .prepare(),
);

const hazardQuery = preparedQuery((database) =>
  database
    .select({ code: recallHazard.code })
    .from(recallHazard)
    .where(eq(recallHazard.reference, sql.placeholder('reference')))
    .orderBy(asc(recallHazard.code))
    .prepare(),
);

/**
 * The notice of a recall, without the vehicles that it is about.
 * @returns `undefined` when it is not held, as for a recall that is newer than the release
 * @throws DatasetUnavailableError when there is no release of the vehicles
 */
export function findRecallNotice(snapshot: Snapshot, reference: string): RecallNotice | undefined {
  snapshot.require('vehicles');
  const row = noticeQuery(snapshot).get({ reference });
  if (row === undefined) return undefined;
  const hazards = hazardQuery(snapshot).all({ reference });
  return recallNoticeOf(
    row,
    hazards.map(({ code }) => code),
  );
}
