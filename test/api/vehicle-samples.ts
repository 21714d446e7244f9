import type { TestVehicle } from '../support/vehicle-store.ts';

/** A plain car with nothing to say against it; the register's own row of 85XXXB, with newer dates. */
export const PLAIN_CAR: TestVehicle = {
  plate: '85XXXB',
  kind: 'Personenauto',
  make: 'PEUGEOT',
  model: '3*RFN*',
  body: 'hatchback',
  primaryColour: 'ZWART',
  firstAdmission: '2001-07-20',
  firstDutchRegistration: '2001-07-20',
  holderSince: '2021-02-24',
  inspectionExpiry: '2027-09-20',
  insured: true,
  exported: false,
  openRecallIndicated: false,
  taxi: false,
  transferPossible: true,
  odometerVerdict: 'Logisch',
  odometerCode: '00',
  euCategory: 'M1',
  massMaxKg: 1719,
  fuels: [{ fuel: 'Benzine', emissionCode: '3' }],
};

export const SAMPLES: readonly TestVehicle[] = [
  PLAIN_CAR,
  // Its zeros are the point: a plate is text, and O001TJ would be another one.
  { ...PLAIN_CAR, plate: '0001TJ', make: 'FIAT', model: 'FIAT 500', secondaryColour: 'GROEN' },
  {
    plate: 'WX12YZ',
    kind: 'Middenasaanhangwagen',
    make: 'HAPERT',
    model: 'AZURE',
    firstAdmission: '2015-05-01',
    firstDutchRegistration: '2015-05-01',
    insuranceNotApplicable: true,
    odometerVerdict: 'Niet geregistreerd',
    odometerCode: 'NG',
  },
  {
    ...PLAIN_CAR,
    plate: 'AE1234',
    make: 'VOLVO',
    model: 'P 1800',
    firstAdmission: '1966-04-04',
    firstDutchRegistration: '1966-04-04',
    inspectionExpiry: '2019-05-01',
  },
  {
    ...PLAIN_CAR,
    plate: '00BBL8',
    openRecallIndicated: true,
    recalls: [
      { reference: 'MGP240221', statusCode: 'P' },
      { reference: 'MGP180384', statusCode: 'O', hazardCodes: ['ONG'] },
    ],
  },
];
