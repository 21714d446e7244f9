/** What drives a vehicle. */
export const DRIVETRAINS = [
  'combustion',
  'bi_fuel',
  'hybrid',
  'plug_in_hybrid',
  'electric',
  'fuel_cell',
] as const;

export type Drivetrain = (typeof DRIVETRAINS)[number];
