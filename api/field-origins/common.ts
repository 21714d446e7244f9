import { type FieldOrigins, ours } from './origin.ts';

/** What every answer ends with. */
export const SOURCE_ORIGINS: FieldOrigins = {
  source: ours(
    'One element for each data set that this answer used. `name`, `publisher`, `licence`, `attribution`, `url`, `data_year` and `as_of` are as the release or the live source declares them; `mode` tells which of the two.',
  ),
};

export const RELATED_ORIGINS: FieldOrigins = {
  related: ours("Other paths that take the same address, with the operator's prices."),
};

export const UNAVAILABLE_ORIGINS: FieldOrigins = {
  unavailable: ours('Blocks whose source failed; filled only where `allow_partial=true` was asked for.'),
};
