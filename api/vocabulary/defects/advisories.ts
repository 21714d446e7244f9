import type { DefectRow } from './defect-row.ts';

/** Findings about wear within the rules, advice to repair, and what could not be judged. */
export const ADVISORIES: readonly DefectRow[] = [
  ['701', 'by_hand', 'Tyre tread depth between 1.6 and 2.5 mm'],
  ['702', 'by_hand', 'Shock absorber leaking'],
  ['703', 'by_hand', 'Corrosion damage of 1.5 to 2.0 units (E), or more than 15% loss of material thickness'],
  ['704', 'by_hand', 'Wear of up to 1.0 mm in a steering or suspension ball joint'],
  ['705', 'by_hand', 'Mechanical parts of the braking system worn'],
  ['708', 'by_hand', 'Airbag or seat belt pretensioner system not working properly'],
  ['709', 'by_hand', 'Excessive oil leak'],
  ['710', 'by_hand', 'Beam pattern incorrect'],
  ['AC1', 'by_hand', 'Tyre tread depth between 1.6 and 2.5 mm'],
  ['AC2', 'by_hand', 'Shock absorber leaking'],
  ['AC3', 'by_hand', 'Corrosion damage of 1.5 to 2.0 units (E), or more than 15% loss of material thickness'],
  ['AC4', 'by_hand', 'Wear of up to 1.0 mm in a steering or suspension ball joint'],
  ['AC5', 'by_hand', 'Mechanical parts of the braking system worn'],
  ['OP1', 'by_hand', 'Covered part not assessed'],
  ['OP2', 'by_hand', 'Not all fuels could be tested'],
  ['RA1', 'by_hand', 'Warning lamp of the airbag or seat belt system indicates a fault'],
  ['RA2', 'by_hand', 'Excessive leak of other fluids'],
  ['RA3', 'by_hand', 'Warning lamp of the stability control system indicates a fault'],
  ['RA4', 'by_hand', 'Warning lamp of the tyre pressure monitoring system indicates a fault'],
  ['RA5', 'by_hand', 'Warning lamp of the electronic power steering indicates a fault'],
  ['RA6', 'by_hand', 'Warning lamp of the anti-lock braking system (ABS) indicates a fault'],
  ['RA7', 'by_hand', 'Warning lamp of the electronic braking system indicates a fault'],
  ['RA8', 'by_hand', 'Warning lamp of the on-board eCall system indicates a fault'],
];
