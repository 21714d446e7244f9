import { Type } from 'typebox';

const price = (what: string, value: string) =>
  Type.String({
    pattern: '^(?!0*(\\.0*)?$)[0-9]{1,4}(\\.[0-9]{1,6})?$',
    default: value,
    description: `Price of ${what}, US dollars.`,
  });

/** Environment variables about what a call costs. */
export const PriceSettings = Type.Object({
  PRICE_HOME_REPORT_USD: price('a full address report', '0.04'),
  PRICE_VEHICLE_REPORT_USD: price('a full vehicle report', '0.02'),
  PRICE_ADDRESS_LOOKUP_USD: price('an address lookup, also by location', '0.002'),
  PRICE_ENERGY_LABEL_USD: price('an energy label', '0.005'),
});

/** Every operation that is paid for, and the setting that holds its price. */
const PRICE_OF = {
  homeReport: 'PRICE_HOME_REPORT_USD',
  vehicleReport: 'PRICE_VEHICLE_REPORT_USD',
  addressLookup: 'PRICE_ADDRESS_LOOKUP_USD',
  addressReverse: 'PRICE_ADDRESS_LOOKUP_USD',
  energyLabel: 'PRICE_ENERGY_LABEL_USD',
} as const satisfies Record<string, keyof typeof PriceSettings.properties>;

export type PaidOperation = keyof typeof PRICE_OF;

/** US dollars as decimal texts, e.g. `0.04`: what is settled is counted in millionths, never in binary fractions. */
export type Prices = Readonly<Record<PaidOperation, string>>;

export function pricesOf(settings: Readonly<Record<keyof typeof PriceSettings.properties, string>>): Prices {
  const entries = Object.entries(PRICE_OF).map(([operation, setting]) => [operation, settings[setting]]);
  return Object.fromEntries(entries) as Record<PaidOperation, string>;
}
