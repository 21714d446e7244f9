import { surroundingRegions } from '../../db/queries/neighbourhoods.ts';
import { HOME_SOURCES } from './home-sources.ts';
import type { SectionContext } from './sections/section.ts';

/** A neighbourhood or district; null where it is not known. */
export interface NamedArea {
  readonly code: string | null;
  readonly name: string | null;
}

type AreaContext = Pick<SectionContext, 'snapshot' | 'neighbourhood' | 'sources'> &
  Partial<Pick<SectionContext, 'resolved'>>;

/**
 * The neighbourhood of an address, and where it comes from. Where the figures are not loaded, what the geocoder said of
 * an address that was asked live is better than nothing.
 * @param usedFor the field of the answer, for `source`
 */
export function neighbourhoodOf(context: AreaContext, usedFor: string): NamedArea {
  const { neighbourhood, resolved } = context;
  const { region } = neighbourhood;
  if (region !== undefined) {
    useLocator(context, usedFor);
    return { code: region.code, name: region.name };
  }
  return neighbourhood.missing === 'not_loaded'
    ? asGeocoded(context, resolved?.live?.geocoded.neighbourhood, usedFor)
    : { code: null, name: null };
}

/** The district around the neighbourhood, as {@link neighbourhoodOf}. */
export function districtOf(context: AreaContext, usedFor: string): NamedArea {
  const { snapshot, neighbourhood, resolved } = context;
  const { region } = neighbourhood;
  if (region === undefined) {
    return neighbourhood.missing === 'not_loaded'
      ? asGeocoded(context, resolved?.live?.geocoded.district, usedFor)
      : { code: null, name: null };
  }
  const { district } = surroundingRegions(snapshot, region);
  const code = district?.code ?? region.districtCode;
  if (code !== null) useLocator(context, usedFor);
  return { code, name: district?.name ?? null };
}

function useLocator({ snapshot, neighbourhood, resolved, sources }: AreaContext, usedFor: string): void {
  if (neighbourhood.region === undefined) return;
  const live = resolved?.live;
  if (neighbourhood.by === 'geocoder') {
    if (live !== undefined) sources.useLive(live.geocoder.source, live.geocoder.answer, usedFor);
    return;
  }
  const source = neighbourhood.by === 'key' ? HOME_SOURCES.postcodeKeys : HOME_SOURCES.areas;
  sources.use(snapshot.require('neighbourhoods'), source, usedFor);
}

function asGeocoded(
  { resolved, sources }: AreaContext,
  area: NamedArea | null | undefined,
  usedFor: string,
): NamedArea {
  const live = resolved?.live;
  if (area == null || live === undefined) return { code: null, name: null };
  sources.useLive(live.geocoder.source, live.geocoder.answer, usedFor);
  return { code: area.code, name: area.name };
}
