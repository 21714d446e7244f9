import type { TSchema } from 'typebox';
import { AddressLookupSchema } from '../schemas/address-lookup.ts';
import { AddressReverseSchema } from '../schemas/address-reverse.ts';
import { AddressSuggestSchema } from '../schemas/address-suggest.ts';
import { EnergyLabelAnswerSchema } from '../schemas/energy-label.ts';
import { HomeSummarySchema } from '../schemas/home.ts';
import { HomeReportSchema } from '../schemas/home-report.ts';
import { VehicleSummarySchema } from '../schemas/vehicle.ts';
import { VehicleReportSchema } from '../schemas/vehicle-report.ts';
import {
  ADDRESS_ID_ORIGINS,
  LOCATED_ORIGINS,
  MATCH_ORIGINS,
  QUERY_ORIGIN,
  REGISTERED_ADDRESS_ORIGINS,
  SUGGESTION_ORIGINS,
} from './address.ts';
import { RELATED_ORIGINS, SOURCE_ORIGINS } from './common.ts';
import { ENERGY_ANSWER_ORIGINS, HOME_REPORT_ORIGINS, HOME_SUMMARY_ORIGINS } from './home.ts';
import { below, type FieldOrigins, origin, ours } from './origin.ts';
import { VEHICLE_REPORT_ORIGINS, VEHICLE_SUMMARY_ORIGINS } from './vehicle.ts';

/** An answer with facts in it, and where each of its fields comes from. */
export interface DescribedAnswer {
  readonly path: string;
  readonly schema: TSchema;
  readonly origins: FieldOrigins;
}

const NOTE: FieldOrigins = { note: ours('Says what is null and why, and what to keep in mind.') };
const ADDRESS = { ...REGISTERED_ADDRESS_ORIGINS, ...ADDRESS_ID_ORIGINS, ...LOCATED_ORIGINS };

export const DESCRIBED_ANSWERS: readonly DescribedAnswer[] = [
  { path: '/v1/home/basic', schema: HomeSummarySchema, origins: HOME_SUMMARY_ORIGINS },
  { path: '/v1/home/report', schema: HomeReportSchema, origins: HOME_REPORT_ORIGINS },
  {
    path: '/v1/address/lookup',
    schema: AddressLookupSchema,
    origins: { ...ADDRESS, ...MATCH_ORIGINS, ...NOTE, ...SOURCE_ORIGINS, ...RELATED_ORIGINS },
  },
  {
    path: '/v1/address/reverse',
    schema: AddressReverseSchema,
    origins: {
      'nearest[].distance_m': origin(
        ['bag-extract'],
        'point of the object',
        'In a straight line from the point that was asked for.',
      ),
      ...below('nearest[]', { ...ADDRESS, query: QUERY_ORIGIN }),
      ...NOTE,
      ...SOURCE_ORIGINS,
    },
  },
  {
    path: '/v1/address/suggest',
    schema: AddressSuggestSchema,
    origins: { ...SUGGESTION_ORIGINS, ...SOURCE_ORIGINS },
  },
  { path: '/v1/energy-label', schema: EnergyLabelAnswerSchema, origins: ENERGY_ANSWER_ORIGINS },
  { path: '/v1/vehicle/basic', schema: VehicleSummarySchema, origins: VEHICLE_SUMMARY_ORIGINS },
  { path: '/v1/vehicle/report', schema: VehicleReportSchema, origins: VEHICLE_REPORT_ORIGINS },
];
