import { placeNames } from '../../../db/place-names.ts';
import type { Announcement } from '../../live/announcement-records.ts';
import { ANNOUNCEMENTS } from '../../live/announcements.ts';
import type { Permit } from '../../schemas/home-permits.ts';
import { isPermitKind, permitStage, permitTypeText } from '../../vocabulary/permit.ts';
import { placeOfNotice } from '../notice-place.ts';
import { noteOf, type ReportContext } from './section.ts';

/** Two keys of the report: a list cannot carry its own note. */
export interface PermitsSection {
  readonly permits: Permit[] | null;
  readonly permits_note: string | null;
}

/**
 * Official notices of the last 24 months about permits for the address and its postcode, the newest first.
 * @throws UpstreamUnavailable
 */
export async function permitsSection(context: ReportContext): Promise<PermitsSection> {
  const { address, live, signal, sources, today } = context;
  if (live === undefined) {
    return { permits: null, permits_note: 'Official notices are asked live, which is off on this service.' };
  }
  const since = twoYearsBefore(today);
  const towns = placeNames(address.town);
  const answer = await live.announcements.search(
    {
      postcode: address.postcode,
      streetAndNumber: `${address.street} ${address.houseNumber}`,
      towns,
      since,
    },
    signal,
  );
  sources.useLive(ANNOUNCEMENTS, answer, 'permits');
  const { announcements, total } = answer.value;
  const permits = distinct(announcements)
    .filter(({ kind, publishedOn }) => isPermitKind(kind) && publishedOn >= since)
    .flatMap((notice) => {
      const place = placeOfNotice(notice, address, towns);
      return place === null ? [] : [permitOf(notice, place)];
    })
    .sort((left, right) => (left.date < right.date ? 1 : left.date > right.date ? -1 : 0));
  return {
    permits,
    permits_note: noteOf(
      total > announcements.length &&
        `Only the newest ${announcements.length} of ${total} notices that mention the address or its postcode were looked at, so older ones may be missing.`,
      address.postcode === null && 'This address has no postcode: only notices that name it are listed.',
    ),
  };
}

function permitOf(notice: Announcement, concerns: Permit['concerns']): Permit {
  return {
    date: notice.publishedOn,
    type: permitTypeText(notice.kind, notice.activities),
    stage: permitStage(notice.title),
    concerns,
    title: notice.title,
    authority: notice.authority,
    url: notice.url,
  };
}

/** A notice may come twice, and may have been published twice under two numbers; the steps of one case all stay. */
function distinct(notices: readonly Announcement[]): Announcement[] {
  const seen = new Set<string>();
  return notices.filter(({ id, publishedOn, kind, title, authority }) => {
    const keys = [id, [publishedOn, kind, title.toLowerCase(), authority].join('|')];
    const isNew = keys.every((key) => !seen.has(key));
    for (const key of keys) seen.add(key);
    return isNew;
  });
}

/** @param day `YYYY-MM-DD` */
function twoYearsBefore(day: string): string {
  const before = `${Number(day.slice(0, 4)) - 2}${day.slice(4)}`;
  return before.endsWith('-02-29') ? before.replace(/29$/, '28') : before;
}
