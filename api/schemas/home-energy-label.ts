import { type Static, Type } from 'typebox';
import { ENERGY_CLASSES, ENERGY_LABEL_STATUS_LIST } from '../vocabulary/energy-label.ts';
import { Nullable, OneOf } from './nullable.ts';

const closed = { additionalProperties: false } as const;

const day = (description: string, example: string) =>
  Nullable(Type.String({ format: 'date', description, examples: [example] }));

const figure = (description: string, example: number) =>
  Nullable(Type.Number({ description, examples: [example] }));

export const EnergyLabelBlockSchema = Type.Object(
  {
    label: Nullable(
      OneOf(ENERGY_CLASSES, {
        description:
          'Registered energy class, from G to A+++++. Of several registrations the newest that is valid counts. Null where none is registered; `note` says so.',
        examples: ['B'],
      }),
    ),
    registered_on: day('Day of its registration.', '2026-02-04'),
    valid_until: day('Last day of its validity, as a rule ten years after the survey.', '2036-01-14'),
    status: Nullable(
      OneOf(ENERGY_LABEL_STATUS_LIST, {
        description:
          'What the building was when the label was made: planned (`permit application`), just completed, or existing.',
        examples: ['existing building'],
      }),
    ),
    method: Nullable(
      Type.String({
        description:
          'Method of calculation and kind of survey. Labels of before 2021 were made by other methods, and compare roughly.',
        examples: ['NTA 8800, basic survey'],
      }),
    ),
    energy_use: Type.Object(
      {
        demand_kwh_m2: figure(
          'Energy demand for heating and cooling, kWh a year per m2. NTA 8800 only.',
          109.02,
        ),
        primary_fossil_kwh_m2: figure(
          'Primary fossil energy, kWh a year per m2: what the class follows from for homes. NTA 8800 only.',
          172.52,
        ),
        renewable_share_pct: figure('Share of renewable energy, percent. NTA 8800 only.', 0),
        calculated_kwh_m2: figure('Energy use by calculation, kWh a year per m2. NTA 8800 only.', 172.51),
        calculated_mj: figure(
          'Energy use by calculation of the whole unit, MJ a year, as older methods give it.',
          84_512,
        ),
        co2_kg_m2: figure('Emission of CO2 by calculation, kg a year per m2. NTA 8800 only.', 31.8),
        energy_index: figure('Energy index, without a unit, of older methods.', 1.31),
      },
      {
        description:
          'Calculated for standard behaviour of residents, never measured. Null where the method gives no such figure.',
        ...closed,
      },
    ),
    note: Nullable(
      Type.String({
        description: 'Why this is null or needs care; null when there is nothing to say.',
      }),
    ),
  },
  {
    title: 'EnergyLabel',
    description:
      'Energy label of the unit as registered (EP-Online). A label belongs to one unit and says nothing of others in the building.',
    ...closed,
  },
);

export type EnergyLabelBlock = Static<typeof EnergyLabelBlockSchema>;
