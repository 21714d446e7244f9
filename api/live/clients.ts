import type { Config } from '../config.ts';
import { HeightModel } from './ahn.ts';
import { AnnouncementService } from './announcements.ts';
import { EnergyLabelRegister } from './ep-online.ts';
import { LeefbaarometerMap } from './leefbaarometer.ts';
import { MonumentMap } from './rce.ts';
import { EnvironmentMaps } from './rivm.ts';
import type { UpstreamDeps } from './upstream.ts';

/** The publishers that are asked while a caller waits; one property each. */
export interface LiveClients {
  readonly heightModel: HeightModel;
  /** Undefined without the operator's own key. */
  readonly energyLabels: EnergyLabelRegister | undefined;
  readonly announcements: AnnouncementService;
  readonly liveability: LeefbaarometerMap;
  readonly environmentMaps: EnvironmentMaps;
  readonly monuments: MonumentMap;
}

/** Makes the clients; nothing is asked yet. */
export function createLiveClients({ live }: Config, deps: UpstreamDeps): LiveClients {
  return {
    heightModel: new HeightModel(live.AHN_WCS_URL, deps),
    energyLabels:
      live.EP_ONLINE_API_KEY === undefined
        ? undefined
        : new EnergyLabelRegister(live.EP_ONLINE_URL, live.EP_ONLINE_API_KEY, deps),
    announcements: new AnnouncementService(live.ANNOUNCEMENTS_URL, deps),
    liveability: new LeefbaarometerMap(live.LEEFBAAROMETER_WFS_URL, deps),
    environmentMaps: new EnvironmentMaps(live.RIVM_WMS_URL, deps),
    monuments: new MonumentMap(live.RCE_WFS_URL, deps),
  };
}
