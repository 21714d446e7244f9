import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyText } from '../../../api/vocabulary/vehicle-body.ts';
import { colourText } from '../../../api/vocabulary/vehicle-colour.ts';
import { euCategoryText } from '../../../api/vocabulary/vehicle-eu-category.ts';
import { fuelText } from '../../../api/vocabulary/vehicle-fuel.ts';
import {
  INSPECTION_TYPES,
  inspectionCategory,
  inspectionType,
} from '../../../api/vocabulary/vehicle-inspection.ts';
import { vehicleType } from '../../../api/vocabulary/vehicle-kind.ts';
import { makeText, modelText } from '../../../api/vocabulary/vehicle-make.ts';
import { odometerReason, odometerVerdict } from '../../../api/vocabulary/vehicle-odometer.ts';
import { recallHazard, recallStatus } from '../../../api/vocabulary/vehicle-recall.ts';

describe('make', () => {
  it.each([
    ['PEUGEOT', 'Peugeot'],
    ['BMW', 'BMW'],
    ['MINI', 'MINI'],
    ['SEAT', 'Seat'],
    ['FIAT', 'Fiat'],
    ['KTM', 'KTM'],
    ['DS', 'DS'],
    ['MERCEDES-BENZ', 'Mercedes-Benz'],
    ['ALFA ROMEO', 'Alfa Romeo'],
    ['VDL BUS', 'VDL Bus'],
    ['ROLLS ROYCE', 'Rolls-Royce'],
    ['TVR', 'TVR'],
    ['S-KRAFT 3', 'S-Kraft 3'],
    ['  VAN   HOOL ', 'Van Hool'],
    ['Škoda', 'Škoda'],
    ['', null],
    [null, null],
  ])('pitfall 26: %s is written %s', (registered, written) => {
    expect(makeText(registered)).toBe(written);
  });
});

describe('model', () => {
  it.each([
    ['FIAT 500', 'FIAT', '500'],
    ['NISSAN MURANO', 'NISSAN', 'MURANO'],
    ['MERCEDES-BENZ C 180', 'MERCEDES-BENZ', 'C 180'],
    ['3*RFN*', 'PEUGEOT', '3*RFN*'],
    ['"E"', 'OPEL', '"E"'],
    ['MINICAB', 'MINI', 'MINICAB'],
    ['MINI', 'MINI', 'MINI'],
    ['FIAT  ', 'FIAT', 'FIAT'],
    ['  500 ', null, '500'],
    [' ', 'FIAT', null],
    [null, 'FIAT', null],
  ])('pitfall 25: %j of %s is %j', (model, make, written) => {
    expect(modelText(model, make)).toBe(written);
  });

  it('is never empty, whatever is registered', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (model, make) => {
        const written = modelText(model, make);
        return written === null || (written !== '' && written === written.trim());
      }),
    );
  });
});

describe('colour', () => {
  it('has a word for all 14 that are colours', () => {
    const dutch = 'ORANJE ROSE ROOD WIT BLAUW GROEN GEEL GRIJS BRUIN BEIGE PAARS CREME ZWART DIVERSEN'.split(
      ' ',
    );
    expect(dutch.map((colour) => colourText(colour, null))).toEqual(
      'orange pink red white blue green yellow grey brown beige purple cream black various'.split(' '),
    );
  });

  it('pitfall 4: is null, not a sentinel, and names a second one only where there is one', () => {
    expect(colourText(null, null)).toBeNull();
    expect(colourText('GROEN', 'ZWART')).toBe('green and black');
    expect(colourText('GROEN', 'GROEN')).toBe('green');
    expect(colourText('TURKOOIS', null)).toBe('turkoois');
  });
});

describe('kind', () => {
  it('has a word for all 15', () => {
    const dutch = [
      'Personenauto',
      'Bromfiets',
      'Motorfiets',
      'Aanhangwagen',
      'Middenasaanhangwagen',
      'Land- of bosbouwtrekker',
      'Land- of bosb aanhw of getr uitr stuk',
      'Oplegger',
      'Motorrijtuig met beperkte snelheid',
      'Driewielig motorrijtuig',
      'Mobiele machine',
      'Bus',
      'Autonome aanhangwagen',
      'Motorfiets met zijspan',
    ];
    const english = dutch.map((kind) => vehicleType(kind, null, null));
    expect(english).toEqual([
      'Passenger car',
      'Moped',
      'Motorcycle',
      'Trailer',
      'Centre-axle trailer',
      'Agricultural or forestry tractor',
      'Agricultural trailer or towed equipment',
      'Semi-trailer',
      'Limited-speed motor vehicle',
      'Three-wheeled motor vehicle',
      'Mobile machine',
      'Bus',
      'Full (drawbar) trailer',
      'Motorcycle with sidecar',
    ]);
  });

  it.each([
    [3500, 'N1', 'Van'],
    [3501, 'N1', 'Truck'],
    [null, 'N1', 'Van'],
    [null, 'N3', 'Truck'],
    [null, null, 'Commercial vehicle'],
  ])('tells a van from a truck: %s kg, category %s', (massMaxKg, category, expected) => {
    expect(vehicleType('Bedrijfsauto', massMaxKg, category)).toBe(expected);
  });

  it('is null or Dutch where it is not known', () => {
    expect(vehicleType(null, 1000, 'M1')).toBeNull();
    expect(vehicleType('Luchtkussenvoertuig', null, null)).toBe('luchtkussenvoertuig');
  });
});

it('fuels', () => {
  expect('Benzine Elektriciteit Diesel LPG CNG LNG Alcohol Waterstof'.split(' ').map(fuelText)).toEqual(
    'petrol electricity diesel lpg cng lng ethanol hydrogen'.split(' '),
  );
});

it('bodies, in any case', () => {
  expect(bodyText('stationwagen')).toBe('estate');
  expect(bodyText('MPV')).toBe('MPV');
  expect(bodyText('Kampeerwagen')).toBe('motorhome');
  expect(bodyText('strooiwagen')).toBe('strooiwagen');
  expect(bodyText(null)).toBeNull();
});

/** As the register writes them. With its two words for "none", which are null in the store, there are 95. */
const REGISTERED_BODIES = `
  aanhangwagentrekker
  aanhangw. Met stijve dissel
  achterwaartse kipper
  afneembare bovenbouw
  afzetbak
  ambulance
  asfaltkipper
  bergingsvoertuig
  betonmixer
  betonpomp
  boorwagen
  brandweerwagen
  bus
  cabriolet
  caravan
  chassis cabine
  compressor
  containercarrier
  coupe
  demonstratiewagen
  destructorwagen
  detailhandel/expositiedoel.
  dieplader
  dolly
  driewielig motorrijtuig (L5e)
  driewielig motorrijtuig (L7e)
  driezijdige kipper
  faecalienwagen
  geconditioneerd voertuig
  gecond. met temperatuurreg.
  gecond. zndr temperatuurreg.
  gedeeltelijk open wagen
  geluidswagen
  gepantserd voertuig
  gesloten opbouw
  hatchback
  hoogwerker
  huifopbouw
  kaal chassis
  kampeerwagen
  kantoorwagen
  keetwagen
  kipper
  koelwagen
  kolkenzuiger
  kraanwagen
  ladderwagen
  lijkwagen
  limousine
  medische hulpwagen
  meetwagen
  mobiele kraan
  mobiele zender
  montagewagen
  MPV
  neerklapbare zijschotten
  niet nader aangeduid
  open laadvloer
  open met kraan
  open wagen
  open wagen met vast dak
  opleggertrekker
  pick-up truck
  reparatiewagen
  resteelwagen
  sedan
  servicewagen
  speciale groep
  sproeiwagen
  stationwagen
  straatveegwagen
  straatvgr,reiniger,rioolzgr
  takelwagen
  tank v.v. gevaarl. Stoffen
  tankwagen
  taxi
  terreinvoertuig
  truckstationwagen
  tweezijdige kipper
  v.vervoer zweefvliegtuigen
  veewagen
  verhuiswagen
  vervoer van uitzond. Lading
  voertuig met haakarm
  voor rolstoelen toegankelijk voertuig
  voor vervoer boomstammen
  voor vervoer boten
  voor vervoer personen
  voor vervoer voertuigen
  voor vervoer wissellaadbakken
  vrieswagen
  vuilniswagen
  woonwagen
`;

it('bodies have an English word for all 93 that the register uses', () => {
  const dutch = REGISTERED_BODIES.trim()
    .split('\n')
    .map((body) => body.trim());
  expect(new Set(dutch).size).toBe(93);
  const alike = [
    'MPV',
    'ambulance',
    'bus',
    'caravan',
    'compressor',
    'coupe',
    'dolly',
    'hatchback',
    'limousine',
  ];
  const same = dutch.filter((body) => bodyText(body)?.toLowerCase() === body.toLowerCase());
  expect(same.sort()).toEqual([...alike, 'taxi'].sort());
});

it.each([
  ['M1', 'passenger car'],
  ['M1G', 'passenger car'],
  ['N2G', 'truck over 3.5 t up to 12 t'],
  ['O4', 'trailer over 10 t'],
  ['L1e', 'light two-wheeled vehicle (moped)'],
  ['L3e-A1', 'motorcycle'],
  ['L6e-BP', 'light quadricycle'],
  ['T1b', 'wheeled tractor'],
  ['C2', 'tracked tractor'],
  ['R3a', 'agricultural trailer'],
  ['S2', 'towed agricultural equipment'],
  ['T', null],
  ['M9', null],
  ['X9', null],
  ['', null],
  [null, null],
])('EU category %s: %s', (category, expected) => {
  expect(euCategoryText(category)).toBe(expected);
});

it('fuels by the longer names of former years', () => {
  const gases = [
    'LPG (Liquified Petrol Gas)',
    'CNG (Compressed Natural Gas)',
    'Liquified Natural Gas (Cryogeen)',
  ];
  expect(gases.map(fuelText)).toEqual(['lpg', 'cng', 'lng']);
});

it.each([
  ['AL', 'APK Lichte voertuigen', 'light'],
  ['AZ', null, 'heavy'],
  [null, 'APK Zware voertuigen', 'heavy'],
  ['CA', 'Controleapparaten', 'tachograph'],
  ['GI', 'Gasinstallaties', 'gas'],
  ['LP', 'Inbouw LPG', 'gas'],
  ['XX', 'Iets anders', 'other'],
  [null, null, null],
])('an inspecting body %s "%s" is %s', (code, name, expected) => {
  expect(inspectionCategory(code, name)).toBe(expected);
});

it('inspections, all five kinds and what may come', () => {
  const kinds = [
    'periodieke controle',
    'inbouw',
    'manipulatie tacho',
    'uitbouw',
    'zegelverbreking tacho',
    'nieuw',
  ];
  expect(kinds.map(inspectionType)).toEqual(INSPECTION_TYPES);
  expect(inspectionType(null)).toBeNull();
});

it('odometer verdicts and the reasons of all nine codes', () => {
  expect(['Logisch', 'Onlogisch', 'Geen oordeel', 'Niet geregistreerd'].map(odometerVerdict)).toEqual([
    'logical',
    'illogical',
    'no_judgement',
    'not_registered',
  ]);
  expect(odometerVerdict(null)).toBeNull();
  const codes = ['00', '01', '02', '03', '04', '05', '06', '07', 'NG'];
  for (const code of codes) expect(odometerReason(code), code).toBeTruthy();
  expect(odometerReason('99')).toBeNull();
});

it('recall codes', () => {
  expect(['ONG', 'TEL', 'BRA', 'MIL', 'XXX'].map(recallHazard)).toEqual([
    'injury_accident',
    'injury',
    'fire',
    'environment',
    null,
  ]);
  expect(['O', 'P', 'Q'].map(recallStatus)).toEqual(['open', 'repaired', null]);
});
