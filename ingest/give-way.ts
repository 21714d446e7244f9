import { constants, getPriority, setPriority } from 'node:os';

/**
 * Lets the server on the same machine go first whenever both want a processor. Measured on two cores at 500 requests
 * a second: with it, the slowest hundredth of the answers during publishes takes a third longer than in quiet, and
 * four times as long without.
 */
export function giveWayToServer(): void {
  const wanted = constants.priority.PRIORITY_BELOW_NORMAL;
  // Higher numbers give way to lower ones; an operator who asked for more of it keeps that.
  if (getPriority() < wanted) setPriority(wanted);
}
