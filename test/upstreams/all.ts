import type { StandIn } from './stand-in.ts';

/** Every publisher that can be stood in for, in the order of their ports. */
export const STAND_INS: readonly StandIn[] = [];
