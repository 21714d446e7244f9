import { LIVEABILITY } from './bzk/liveability.ts';
import { NEIGHBOURHOODS } from './cbs/neighbourhoods.ts';
import { SCHOOLS } from './duo/schools.ts';
import { ADDRESSES } from './kadaster/addresses.ts';
import { HERITAGE } from './rce/heritage.ts';
import { INSPECTIONS } from './rdw/inspections.ts';
import { VEHICLES } from './rdw/vehicles.ts';
import { ENVIRONMENT } from './rivm/environment.ts';
import type { GroupDeclaration } from './source.ts';

/**
 * All groups, in the order in which they are brought up to date when several are due: the small ones first, so that
 * a new installation can answer something soon. Schools come after the addresses, in which they are looked up.
 */
export const GROUP_DECLARATIONS: readonly GroupDeclaration[] = [
  LIVEABILITY,
  NEIGHBOURHOODS,
  ENVIRONMENT,
  HERITAGE,
  ADDRESSES,
  SCHOOLS,
  VEHICLES,
  INSPECTIONS,
];
