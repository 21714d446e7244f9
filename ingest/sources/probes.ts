import { LIVEABILITY_PROBES } from './bzk/probes.ts';
import {
  DISTRICT_MAP_PROBES,
  KEY_FIGURE_PROBES,
  POLICE_CRIME_PROBES,
  POSTCODE_KEY_PROBES,
  PROXIMITY_PROBES,
  SALE_PRICE_PROBES,
} from './cbs/probes.ts';
import { SCHOOL_PROBES } from './duo/probes.ts';
import { BAG_PROBES, MUNICIPALITY_PROBES } from './kadaster/probes.ts';
import type { Probe } from './probe.ts';
import { LINKED_DATA_PROBES, MONUMENT_PROBES, PROTECTED_AREA_PROBES } from './rce/probes.ts';
import { VEHICLE_PROBES } from './rdw/probes.ts';
import { AIR_BACKGROUND_PROBES, AIR_PROBES, NOISE_PROBES } from './rivm/probes.ts';

/** What is asked of each source's publisher, by the id of the source. Every source has some. */
export const PROBES: Readonly<Record<string, readonly Probe[]>> = {
  'bag-extract': BAG_PROBES,
  'bzk-leefbaarometer': LIVEABILITY_PROBES,
  'cbs-areas': DISTRICT_MAP_PROBES,
  'cbs-key-figures': KEY_FIGURE_PROBES,
  'cbs-municipalities': MUNICIPALITY_PROBES,
  'cbs-municipality-periods': MUNICIPALITY_PROBES,
  'cbs-postcode-keys': POSTCODE_KEY_PROBES,
  'cbs-proximity': PROXIMITY_PROBES,
  'cbs-sale-prices': SALE_PRICE_PROBES,
  'duo-schools': SCHOOL_PROBES,
  'police-crime': POLICE_CRIME_PROBES,
  'rce-linked-data': LINKED_DATA_PROBES,
  'rce-monuments': MONUMENT_PROBES,
  'rce-protected-areas': PROTECTED_AREA_PROBES,
  'rivm-air-no2': AIR_PROBES,
  'rivm-air-no2-background': AIR_BACKGROUND_PROBES,
  'rivm-air-pm10': AIR_PROBES,
  'rivm-air-pm10-background': AIR_BACKGROUND_PROBES,
  'rivm-air-pm25': AIR_PROBES,
  'rivm-air-pm25-background': AIR_BACKGROUND_PROBES,
  'rivm-noise-aircraft': NOISE_PROBES,
  'rivm-noise-all-sources': NOISE_PROBES,
  'rivm-noise-industry': NOISE_PROBES,
  'rivm-noise-rail': NOISE_PROBES,
  'rivm-noise-road': NOISE_PROBES,
  'rivm-noise-wind-turbines': NOISE_PROBES,
  ...VEHICLE_PROBES,
};
