/** What the register concludes from the odometer readings it was given. Readings themselves are not published. */
export const ODOMETER_VERDICTS = ['logical', 'illogical', 'no_judgement', 'not_registered'] as const;

export type OdometerVerdict = (typeof ODOMETER_VERDICTS)[number];

const VERDICTS: ReadonlyMap<string, OdometerVerdict> = new Map([
  ['Logisch', 'logical'],
  ['Onlogisch', 'illogical'],
  ['Geen oordeel', 'no_judgement'],
  ['Niet geregistreerd', 'not_registered'],
]);

/** Null where the register says nothing, or something that is not known here. */
export function odometerVerdict(dutch: string | null): OdometerVerdict | null {
  return dutch === null ? null : (VERDICTS.get(dutch) ?? null);
}

/** The reasons behind a verdict, by code, in our own words. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['00', 'each reading is higher than the one before'],
  ['01', 'the counter stops short of 999,999 or has rolled over, so no judgement is possible'],
  ['02', 'the counter was replaced or repaired'],
  ['03', 'each reading is higher than the one before'],
  ['04', 'a later reading is lower than an earlier one: turned back, or a typing error'],
  ['05', 'the vehicle was registered abroad, or changed so that it got another plate'],
  ['06', 'there are fewer than two readings'],
  ['07', 'an earlier register of readings had judged it illogical'],
  ['NG', 'no odometer readings are registered'],
]);

/** English reason of an odometer code (`code_toelichting_tellerstandoordeel`); null where it is not known. */
export function odometerReason(code: string | null): string | null {
  return code === null ? null : (REASONS.get(code) ?? null);
}
