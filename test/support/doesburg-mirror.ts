import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MirrorContent } from './mirror-folder.ts';

/** State date of the real extract of Doesburg. */
export const DOESBURG_STATE_DATE = '2020-09-15';

const FOLDER = '../shared/data/address/bag-extract';
const DAY = '15092020';

/**
 * The real extract of Doesburg, cut, in the nesting of a delivery. The parts that must not be read (under
 * investigation, inactive, not of the register) are in it too.
 */
export function doesburgExtract(): MirrorContent {
  const part = (kind: string) => ({
    [`9999${kind}${DAY}.zip`]: { [`0221${kind}${DAY}-000001.xml`]: real(`0221${kind}${DAY}-000001.xml`) },
  });
  return {
    ...part('WPL'),
    ...part('OPR'),
    ...part('NUM'),
    ...part('VBO'),
    ...part('LIG'),
    ...part('STA'),
    [`9999PND${DAY}.zip`]: {
      [`0221PND${DAY}-000001.xml`]: real(`0221PND${DAY}-000001.xml`),
      [`0221PND${DAY}-000002.xml`]: withoutBuildings(real(`0221PND${DAY}-000001.first300.xml`), [
        // Stands in the other file too: a real delivery holds each version once.
        '0221100000311191',
      ]),
    },
    [`9999InOnderzoek${DAY}.zip`]: {
      [`9999IOVBO${DAY}.zip`]: {
        [`0221IOVBO${DAY}-000001.xml`]: real(`0221IOVBO${DAY}-000001.first40.xml`),
      },
      [`9999IOPND${DAY}.zip`]: {
        [`0221IOPND${DAY}-000001.xml`]: real(`0221IOPND${DAY}-000001.first20.xml`),
      },
    },
    [`9999Inactief${DAY}.zip`]: {
      [`9999IAVBO${DAY}.zip`]: {
        [`0221IAVBO${DAY}-000001.xml`]: real(`0221IAVBO${DAY}-000001.empty.xml`),
      },
    },
    [`9999NietBag${DAY}.zip`]: {
      [`9999NBNUM${DAY}.zip`]: { [`0221NBNUM${DAY}-000001.xml`]: real(`0221NBNUM${DAY}-000001.xml`) },
    },
    [`GEM-WPL-RELATIE-${DAY}.zip`]: {
      [`GEM-WPL-RELATIE-${DAY}-000001.xml`]: real(`GEM-WPL-RELATIE-${DAY}-000001.cut.xml`),
    },
    'Leveringsdocument-BAG-Extract.xml': real('Leveringsdocument-BAG-Extract.xml'),
  };
}

/** Every municipality since 1970 with its first and last day, as one file. */
export function municipalityHistory(): string {
  return readFileSync('../shared/data/address/bag-csv/gemeentelijke-indeling.csv', 'utf8');
}

function real(name: string): string {
  return readFileSync(join(FOLDER, name), 'utf8');
}

function withoutBuildings(xml: string, ids: readonly string[]): string {
  return xml.replace(/<sl:stand>.*?<\/sl:stand>/gs, (stand) =>
    ids.some((id) => stand.includes(`>${id}</Objecten:identificatie>`)) ? '' : stand,
  );
}
