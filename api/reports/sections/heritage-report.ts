import {
  isTiedToAddress,
  type Monument,
  monumentsOfBuilding,
  monumentsOfObject,
  type NearbyMonument,
} from '../../../db/queries/heritage.ts';
import type { AttachedRelease } from '../../../db/store.ts';
import { MONUMENT_MAP } from '../../live/rce.ts';
import type { HeritageReportBlock } from '../../schemas/home-heritage-report.ts';
import { MONUMENT_CATEGORIES, PROTECTED_AREA_TEXTS } from '../../vocabulary/heritage.ts';
import { translate } from '../../vocabulary/translate.ts';
import { HOME_SOURCES } from '../home-sources.ts';
import {
  approximateSentence,
  HERITAGE_RADIUS_M,
  heritageNote,
  localHeritage,
  monumentNumbers,
} from '../local-heritage.ts';
import { noteOf, type ReportContext } from './section.ts';

type ReportMonument = NonNullable<HeritageReportBlock['listed_monuments_within_25m']>[number];

const NO_LOCATION =
  'The address has no usable location, so monuments near it and protected areas are not known here.';

/**
 * Whether the address is listed, listed monuments near it, and protected areas that it lies in. Without a release,
 * the monuments are asked of the publisher.
 * @throws UpstreamUnavailable
 */
export async function heritageReportSection(context: ReportContext): Promise<HeritageReportBlock> {
  const release = context.snapshot.releases.heritage;
  if (release !== undefined) return localBlock(context, release);
  if (context.live !== undefined) return liveBlock(context);
  return unknown('The register of monuments and protected areas is not loaded on this service.');
}

function localBlock(context: ReportContext, release: AttachedRelease): HeritageReportBlock {
  const { address } = context;
  const { rdXM, rdYM } = address;
  if (rdXM === null || rdYM === null) {
    const { listed, note } = listing(context, release, null);
    return { ...unknown(noteOf(NO_LOCATION, note)), is_listed_monument: listed };
  }
  const heritage = localHeritage(context, release, rdXM, rdYM);
  const { listed, note } = listing(context, release, heritage.nearby);
  return {
    is_listed_monument: listed,
    listed_monuments_within_25m: heritage.nearby.map((monument) => ({
      register_url: monument.registerUrl,
      listed_since: monument.listedSince,
      ...factsOf(monument),
    })),
    protected_areas: heritage.areas.map(({ kind, name, registerUrl }) => ({
      type: PROTECTED_AREA_TEXTS[kind],
      name,
      register_url: registerUrl,
    })),
    note: noteOf(note, heritageNote(heritage)),
  };
}

/**
 * Whether the register says that the address, or its building, is a monument. It ties most monuments to addresses,
 * not all: one close by that is tied to none may be this very house.
 * @param nearby null where the address has no location to look around
 */
function listing(
  { snapshot, address, sources }: ReportContext,
  release: AttachedRelease,
  nearby: readonly NearbyMonument[] | null,
): { listed: boolean | null; note: string | null } {
  const usedFor = 'heritage.is_listed_monument';
  const own = monumentsOfObject(snapshot, address.objectId);
  if (own.length > 0) {
    sources.use(release, HOME_SOURCES.monumentFacts, usedFor);
    return { listed: true, note: nearby === null ? ownSentence(own) : null };
  }
  const ofBuilding = address.buildingId === null ? [] : monumentsOfBuilding(snapshot, address.buildingId);
  if (ofBuilding.length > 0) {
    sources.use(release, HOME_SOURCES.monumentFacts, usedFor);
    return {
      listed: true,
      note: `The register says that the building of this address is listed (${monumentNumbers(ofBuilding)}).`,
    };
  }
  if (!release.sources.has(HOME_SOURCES.monumentFacts)) {
    return { listed: null, note: 'Which addresses are listed monuments is not loaded on this service.' };
  }
  if (nearby === null) return { listed: null, note: null };
  const untied = nearby.filter(
    ({ number, nature }) => nature === 'built' && !isTiedToAddress(snapshot, number),
  );
  if (untied.length > 0) {
    return {
      listed: null,
      note: `The register names no address for ${monumentNumbers(untied)} close by, so whether this address is listed is not known.`,
    };
  }
  sources.use(release, HOME_SOURCES.monumentFacts, usedFor);
  return { listed: false, note: null };
}

function ownSentence(monuments: readonly Monument[]): string {
  return `The register says that this address itself is listed (${monumentNumbers(monuments)}).`;
}

async function liveBlock({ address, live, signal, sources }: ReportContext): Promise<HeritageReportBlock> {
  const { rdXM, rdYM } = address;
  if (live === undefined || rdXM === null || rdYM === null) return unknown(NO_LOCATION);
  const answer = await live.monuments.monumentsWithin(rdXM, rdYM, HERITAGE_RADIUS_M, signal);
  sources.useLive(MONUMENT_MAP, answer, 'heritage.listed_monuments_within_25m');
  return {
    is_listed_monument: null,
    listed_monuments_within_25m: answer.value.map((monument) => ({
      register_url: monument.registerUrl,
      listed_since: null,
      ...factsOf(monument),
    })),
    protected_areas: null,
    note: noteOf(
      'The publisher was asked for monuments near the address only: days of listing, which addresses are listed, and protected areas are not loaded on this service.',
      approximateSentence(answer.value),
    ),
  };
}

function factsOf(
  monument: Pick<NearbyMonument, 'number' | 'mainCategory' | 'distanceM' | 'locationQuality'>,
): Omit<ReportMonument, 'register_url' | 'listed_since'> {
  const { number, mainCategory, distanceM, locationQuality } = monument;
  return {
    number,
    category: mainCategory === null ? null : translate(MONUMENT_CATEGORIES, mainCategory),
    distance_m: Math.round(distanceM * 10) / 10,
    location_quality: locationQuality,
  };
}

function unknown(note: string | null): HeritageReportBlock {
  return { is_listed_monument: null, listed_monuments_within_25m: null, protected_areas: null, note };
}
