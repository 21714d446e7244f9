import { HOME_SOURCES } from './home-sources.ts';
import type { SectionContext } from './sections/section.ts';

/** `resolved` is left out for rows that come from the store for certain. */
type RegisterContext = Pick<SectionContext, 'snapshot' | 'sources'> &
  Partial<Pick<SectionContext, 'resolved'>>;

/** Notes where the spelling, the ids and the location of the address come from. @param usedFor for `source` */
export function useAddressSource({ snapshot, resolved, sources }: RegisterContext, usedFor: string): void {
  const live = resolved?.live;
  if (live !== undefined) sources.useLive(live.geocoder.source, live.geocoder.answer, usedFor);
  else sources.use(snapshot.require('addresses'), HOME_SOURCES.register, usedFor);
}

/** Notes where the municipality of the address comes from. */
export function useMunicipalitySource(
  { snapshot, resolved, sources }: RegisterContext,
  usedFor: string,
): void {
  const live = resolved?.live;
  if (live !== undefined) sources.useLive(live.geocoder.source, live.geocoder.answer, usedFor);
  else sources.use(snapshot.require('addresses'), HOME_SOURCES.municipalities, usedFor);
}

/**
 * Notes where the facts of the unit and its building come from.
 * @throws UpstreamUnavailable when they were asked for and did not come
 */
export function useBuildingSource({ snapshot, resolved, sources }: RegisterContext, usedFor: string): void {
  const register = resolved?.live?.register;
  if (register === undefined) {
    sources.use(snapshot.require('addresses'), HOME_SOURCES.register, usedFor);
    return;
  }
  if (register.failure !== undefined) throw register.failure;
  sources.useLive(register.source, register.answer, usedFor);
}
