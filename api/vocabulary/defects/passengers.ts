import type { DefectRow } from './defect-row.ts';

/** Findings about buses, taxis and the transport of wheelchairs and stretchers. */
export const PASSENGERS: readonly DefectRow[] = [
  ['676', 'by_glossary', 'More seats or benches than stated in the document'],
  ['677', 'by_glossary', 'Inadequate passage to a door'],
  ['678', 'by_glossary', 'Passage to an exit obstructed'],
  ['679', 'by_glossary', 'Interior of taxi or public transport vehicle does not match the document'],
  ['680', 'by_glossary', 'Cable of the emergency hammer not long enough'],
  ['681', 'by_glossary', 'Emergency hammer missing'],
  ['682', 'by_glossary', 'Emergency exit in the roof missing'],
  ['683', 'by_glossary', 'Emergency exit in the roof cannot be opened (from inside or outside)'],
  ['684', 'by_glossary', 'Sliding door cannot be opened by its second handle'],
  ['688', 'by_glossary', 'Restraints and belts damaged'],
  ['689', 'by_glossary', 'Wheelchair tie-down system or belts missing'],
  ['690', 'by_glossary', 'Restraint and belt without a working fastener'],
  ['691', 'by_glossary', 'Rails or tie-down system for wheelchairs defective'],
  ['692', 'by_glossary', 'Tie-down system cannot be attached to its anchorage'],
  ['693', 'by_inference', 'Locking device cannot be operated by hand, or does not work'],
  ['694', 'by_glossary', 'Place for a lying passenger without a device that secures the stretcher'],
  ['695', 'by_glossary', 'Safety provision of a place for a lying passenger missing or defective'],
  ['N05', 'by_glossary', 'Wheelchair lift or ramp does not meet the requirements'],
];
