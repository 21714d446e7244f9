import type { Config } from '../config.ts';
import type { AddressRegister } from './address-register.ts';
import { HeightModel } from './ahn.ts';
import { AnnouncementService } from './announcements.ts';
import { createBagApi } from './bag-api.ts';
import { createBagWfs } from './bag-wfs.ts';
import { EnergyLabelRegister } from './ep-online.ts';
import type { Geocoder } from './geocoder.ts';
import { LeefbaarometerMap } from './leefbaarometer.ts';
import { createLocatieserver } from './locatieserver.ts';
import { MonumentMap } from './rce.ts';
import { EnvironmentMaps } from './rivm.ts';
import type { UpstreamDeps } from './upstream.ts';
import { VehicleRegister } from './vehicle-register.ts';

/** The publishers that are asked while a caller waits; one property each. */
export interface LiveClients {
  readonly geocoder: Geocoder;
  /** The API of Kadaster with the operator's own key, the WFS of PDOK without. */
  readonly addressRegister: AddressRegister;
  readonly heightModel: HeightModel;
  /** Undefined without the operator's own key. */
  readonly energyLabels: EnergyLabelRegister | undefined;
  readonly announcements: AnnouncementService;
  readonly liveability: LeefbaarometerMap;
  readonly environmentMaps: EnvironmentMaps;
  readonly monuments: MonumentMap;
  readonly vehicleRegister: VehicleRegister;
}

/** Makes the clients; nothing is asked yet. */
export function createLiveClients({ live }: Config, deps: UpstreamDeps): LiveClients {
  return {
    geocoder: createLocatieserver(live.LOCATIESERVER_URL, deps),
    addressRegister:
      live.BAG_API_KEY === undefined
        ? createBagWfs(live.BAG_WFS_URL, deps)
        : createBagApi(live.BAG_API_URL, live.BAG_API_KEY, deps),
    heightModel: new HeightModel(live.AHN_WCS_URL, deps),
    energyLabels:
      live.EP_ONLINE_API_KEY === undefined
        ? undefined
        : new EnergyLabelRegister(live.EP_ONLINE_URL, live.EP_ONLINE_API_KEY, deps),
    announcements: new AnnouncementService(live.ANNOUNCEMENTS_URL, deps),
    liveability: new LeefbaarometerMap(live.LEEFBAAROMETER_WFS_URL, deps),
    environmentMaps: new EnvironmentMaps(live.RIVM_WMS_URL, deps),
    monuments: new MonumentMap(live.RCE_WFS_URL, deps),
    vehicleRegister: new VehicleRegister(live, deps),
  };
}
