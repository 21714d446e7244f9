import { exampleSources } from '../openapi/source-examples.ts';
import type { VehicleSummary } from './vehicle.ts';

/** A complete answer of `/v1/vehicle/basic`, as the bundled sample gives it, for the document. */
export const VEHICLE_SUMMARY_EXAMPLE: VehicleSummary = {
  plate: 'T905GL',
  plate_formatted: 'T-905-GL',
  make: 'Mitsubishi',
  model: 'OUTLANDER',
  vehicle_type: 'Passenger car',
  colour: 'grey',
  first_registered: '2019-12-04',
  age_years: 6,
  fuel: ['petrol', 'electricity'],
  euro_class: 'EURO 6 AG',
  apk_expiry: '2027-12-04',
  apk_valid: true,
  insured: true,
  open_recall: false,
  odometer_verdict: 'logical',
  risk_level: 'low',
  note: null,
  source: exampleSources({
    'registered-vehicles': ['vehicle', 'open_recall', 'odometer_verdict', 'risk_level'],
    'vehicle-fuel': ['fuel', 'euro_class'],
    'recall-status': ['open_recall', 'risk_level'],
    'inspection-reports': ['risk_level'],
    'inspection-defects': ['risk_level'],
  }),
};
