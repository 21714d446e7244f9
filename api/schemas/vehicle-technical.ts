import { type Static, Type } from 'typebox';
import { DRIVETRAINS } from '../vocabulary/vehicle-drivetrain.ts';
import { Nullable, OneOf } from './nullable.ts';

const count = (description: string) => Nullable(Type.Integer({ minimum: 0, description }));
const kilograms = (what: string) => count(`${what}, kg.`);
const centimetres = (what: string) => count(`${what}, cm.`);
const words = (description: string, example?: string) =>
  Nullable(Type.String({ description, ...(example === undefined ? {} : { examples: [example] }) }));

export const VehicleSpecificationsSchema = Type.Object(
  {
    body: words('Body in English; in Dutch where the register has a new word.', 'hatchback'),
    seats: count("Seats, the driver's included."),
    doors: count('Doors, without the tailgate.'),
    wheels: count('Wheels.'),
    cylinders: count('Cylinders.'),
    engine_cc: count('Engine capacity, cubic centimetres.'),
    mass_empty_kg: kilograms('Mass of the empty vehicle'),
    mass_running_kg: kilograms('Mass in running order'),
    mass_max_kg: kilograms('Largest permitted mass'),
    mass_technical_max_kg: kilograms('Largest technically permissible mass'),
    mass_combination_max_kg: kilograms('Largest mass of vehicle and trailer together'),
    payload_kg: kilograms('Payload'),
    tow_braked_kg: kilograms('Largest mass of a braked trailer'),
    tow_unbraked_kg: kilograms('Largest mass of an unbraked trailer'),
    length_cm: centimetres('Length'),
    width_cm: centimetres('Width'),
    height_cm: centimetres('Height'),
    wheelbase_cm: centimetres('Wheelbase'),
    top_speed_kmh: count('Top speed by construction, km/h.'),
    eu_category: words('EU vehicle category.', 'M1'),
    eu_category_description: words('The EU vehicle category in words.', 'passenger car'),
    efficiency_class: words('Energy efficiency class among cars of its size, `A` to `G`.', 'B'),
    type_approval: words('Number of the type approval.', 'e1*2007/46*1682*07'),
    type: words('Type in the type approval.'),
    variant: words('Variant in the type approval.'),
    version: words('Version in the type approval.'),
    tachograph_expiry: Nullable(
      Type.String({
        format: 'date',
        description: 'Last day on which the inspection of the tachograph is valid, `YYYY-MM-DD`.',
      }),
    ),
  },
  {
    title: 'VehicleSpecifications',
    description: 'Technical data. Null is not recorded; the register writes 0 for that in old rows.',
    additionalProperties: false,
  },
);

export type VehicleSpecifications = Static<typeof VehicleSpecificationsSchema>;

const kilowatts = (description: string) => Nullable(Type.Number({ description, examples: [100] }));

export const VehiclePowerSchema = Type.Object(
  {
    power_kw: kilowatts(
      'Largest power of a single motor, kW. The motors of a hybrid are not added up: what they give together is not registered.',
    ),
    power_hp: count('The same in metric horsepower.'),
    power_kw_per_fuel: Type.Array(
      Type.Object(
        {
          fuel: words('Fuel, as in `fuel`.', 'petrol'),
          power_kw: kilowatts(
            'Net maximum power; of an electric motor its maximum, or else its continuous power.',
          ),
        },
        { title: 'VehicleFuelPower', additionalProperties: false },
      ),
      { description: 'Power for each fuel, in the order of the register.' },
    ),
    drivetrain: Nullable(
      OneOf(DRIVETRAINS, {
        description: 'What drives it; null where no fuel is registered, as for a trailer.',
        examples: ['plug_in_hybrid'],
      }),
    ),
    electric_range_km: Nullable(
      Type.Number({
        description: 'Range on a full battery by WLTP, or by another test where that is not registered.',
      }),
    ),
  },
  { title: 'VehiclePower', description: 'Motors.', additionalProperties: false },
);

export type VehiclePower = Static<typeof VehiclePowerSchema>;

export const CO2_CYCLES = ['wltp', 'nedc'] as const;

const grams = (description: string) => Nullable(Type.Number({ description, examples: [122] }));

export const VehicleCo2Schema = Type.Object(
  {
    g_per_km: grams(
      'CO2, grams per km: by WLTP where that is registered, else by NEDC. 0 where electricity is the only fuel.',
    ),
    cycle: Nullable(
      OneOf(CO2_CYCLES, {
        description:
          'Test that `g_per_km` is from. The two are not comparable: WLTP gives about a quarter more for the same car.',
        examples: ['wltp'],
      }),
    ),
    weighted: Nullable(
      Type.Boolean({
        description:
          'Whether `g_per_km` is weighted over driving with a charged and with an empty battery, as for plug-in hybrids.',
      }),
    ),
    wltp_g_per_km: grams(
      'CO2 by WLTP, grams per km; weighted where that is registered for a plug-in hybrid.',
    ),
    nedc_g_per_km: grams(
      'CO2 by NEDC, grams per km; weighted where that is registered for a plug-in hybrid.',
    ),
    consumption_l_per_100km: Nullable(
      Type.Number({
        description:
          'Fuel consumption by the test that `cycle` names, litres per 100 km (kg for gas). Null where the CO2 is weighted.',
      }),
    ),
  },
  { title: 'VehicleCo2', description: 'Emission of CO2 by type approval.', additionalProperties: false },
);

export type VehicleCo2 = Static<typeof VehicleCo2Schema>;
