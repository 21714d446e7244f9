import { AHN_STAND_IN } from './ahn.ts';
import { ANNOUNCEMENTS_STAND_IN } from './announcements.ts';
import { BAG_API_STAND_IN } from './bag-api.ts';
import { BAG_WFS_STAND_IN } from './bag-wfs.ts';
import { EP_ONLINE_STAND_IN } from './ep-online.ts';
import { LEEFBAAROMETER_STAND_IN } from './leefbaarometer.ts';
import { LOCATIESERVER_STAND_IN } from './locatieserver.ts';
import { RCE_STAND_IN } from './rce.ts';
import { RIVM_STAND_IN } from './rivm.ts';
import type { StandIn } from './stand-in.ts';
import { VEHICLE_REGISTER_STAND_IN } from './vehicle-register.ts';

/** Every publisher that can be stood in for, in the order of their ports. */
export const STAND_INS: readonly StandIn[] = [
  LOCATIESERVER_STAND_IN,
  BAG_WFS_STAND_IN,
  BAG_API_STAND_IN,
  AHN_STAND_IN,
  EP_ONLINE_STAND_IN,
  ANNOUNCEMENTS_STAND_IN,
  LEEFBAAROMETER_STAND_IN,
  RIVM_STAND_IN,
  RCE_STAND_IN,
  VEHICLE_REGISTER_STAND_IN,
];
