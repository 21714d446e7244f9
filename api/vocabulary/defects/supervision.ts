import type { DefectRow } from './defect-row.ts';

/** Findings about the supervision of inspectors. Nothing here is about the vehicle. */
export const SUPERVISION: readonly DefectRow[] = [
  ['01L', 'by_glossary', 'Check for manipulation demonstrably incomplete'],
  ['02L', 'by_inference', 'After a spot check, no data of the recognition on the last technical printout'],
  ['882', 'by_glossary', 'A failure item given wrongly'],
  ['883', 'by_glossary', 'An advisory item given wrongly'],
  ['884', 'by_glossary', 'A repair advice item given wrongly'],
  ['885', 'by_glossary', 'No AC1: tyre tread depth between 1.6 and 2.5 mm'],
  ['886', 'by_glossary', 'No AC2: shock absorber leaking'],
  [
    '887',
    'by_glossary',
    'No AC3: corrosion damage of 1.5 to 2.0 units (E), or more than 15% loss of thickness',
  ],
  ['888', 'by_glossary', 'No AC4: wear of up to 1.0 mm in a steering or suspension ball joint'],
  ['889', 'by_glossary', 'No AC5: mechanical parts of the braking system worn'],
  ['890', 'by_glossary', 'A repair advice item forgotten'],
  ['891', 'by_glossary', 'Advisory item should have been a failure item of grade 3'],
  ['892', 'by_glossary', 'Advisory item should have been a failure item of grade 4'],
  ['893', 'by_glossary', 'Failure item should have been an advisory item'],
  ['999', 'by_inference', 'Spot check report not signed by or on behalf of the inspector'],
];
