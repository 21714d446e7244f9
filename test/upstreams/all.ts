import { AHN_STAND_IN } from './ahn.ts';
import { ANNOUNCEMENTS_STAND_IN } from './announcements.ts';
import { EP_ONLINE_STAND_IN } from './ep-online.ts';
import type { StandIn } from './stand-in.ts';

/** Every publisher that can be stood in for, in the order of their ports. */
export const STAND_INS: readonly StandIn[] = [AHN_STAND_IN, EP_ONLINE_STAND_IN, ANNOUNCEMENTS_STAND_IN];
