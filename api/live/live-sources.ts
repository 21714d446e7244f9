import { HEIGHT_MODEL } from './ahn.ts';
import { ANNOUNCEMENTS } from './announcements.ts';
import { BAG_API } from './bag-api.ts';
import { BAG_WFS } from './bag-wfs.ts';
import { ENERGY_LABEL_REGISTER } from './ep-online.ts';
import { LEEFBAAROMETER_MAP } from './leefbaarometer.ts';
import type { LiveSource } from './live-source.ts';
import { LOCATIESERVER } from './locatieserver.ts';
import { MONUMENT_MAP } from './rce.ts';
import { LIVE_MAPS } from './rivm-maps.ts';
import { VEHICLE_REGISTER } from './vehicle-register-sources.ts';

interface LiveSwitches {
  readonly LIVE: 'on' | 'off';
  readonly BAG_API_KEY?: string;
  readonly EP_ONLINE_API_KEY?: string;
}

/** Every data set that can be asked live, and whether this service may ask for it. */
export function liveSources(settings: LiveSwitches): { source: LiveSource; isAsked: boolean }[] {
  const isOn = settings.LIVE === 'on';
  const hasBagKey = settings.BAG_API_KEY !== undefined;
  const always = [
    LOCATIESERVER,
    HEIGHT_MODEL,
    ANNOUNCEMENTS,
    LEEFBAAROMETER_MAP,
    ...LIVE_MAPS.map(({ source }) => source),
    MONUMENT_MAP,
    ...Object.values(VEHICLE_REGISTER),
  ];
  return [
    { source: BAG_WFS, isAsked: isOn && !hasBagKey },
    { source: BAG_API, isAsked: isOn && hasBagKey },
    { source: ENERGY_LABEL_REGISTER, isAsked: isOn && settings.EP_ONLINE_API_KEY !== undefined },
    ...always.map((source) => ({ source, isAsked: isOn })),
  ];
}
