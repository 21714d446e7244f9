import type { VehicleSummary } from './vehicle.ts';

/** A complete answer of `/v1/vehicle/basic`, for the document. */
export const VEHICLE_SUMMARY_EXAMPLE: VehicleSummary = {
  plate: '85XXXB',
  plate_formatted: '85-XX-XB',
  make: 'Peugeot',
  model: '3*RFN*',
  vehicle_type: 'Passenger car',
  colour: 'black',
  first_registered: '2001-07-20',
  age_years: 25,
  fuel: ['petrol'],
  euro_class: 'EURO 3',
  apk_expiry: '2027-09-20',
  apk_valid: true,
  insured: true,
  open_recall: false,
  odometer_verdict: 'logical',
  risk_level: 'low',
  note: null,
  source: [
    {
      id: 'registered-vehicles',
      used_for: ['vehicle', 'open_recall', 'odometer_verdict', 'risk_level'],
      name: 'Dutch vehicle register open data: registered vehicles',
      publisher: 'Dutch vehicle register (open data portal)',
      licence: 'CC0-1.0',
      licence_url: 'https://creativecommons.org/publicdomain/zero/1.0/',
      attribution: 'Dutch vehicle register open data, CC0.',
      url: 'https://opendata.rdw.nl/d/m9d7-ebf2',
      data_year: null,
      as_of: '2026-11-26',
      retrieved_at: '2026-11-27T05:10:00.000Z',
      mode: 'local',
    },
  ],
};
