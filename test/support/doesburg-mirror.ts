import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bagPartFile, streetStand, townStand, unitStand } from './bag-xml.ts';
import type { MirrorContent } from './mirror-folder.ts';

/** State date of the real extract of Doesburg. */
export const DOESBURG_STATE_DATE = '2020-09-15';

const FOLDER = '../shared/data/address/bag-extract';
const DAY = '15092020';

/** A real number in it lies on a street of Amsterdam and has a town of its own, Amstelveen (1050). */
export const OWN_TOWN_NUMBER = '0362200001221879';

/**
 * The real extract of Doesburg, cut, in the nesting of a delivery. The parts that must not be read (under
 * investigation, inactive, not of the register) are in it too.
 */
export function doesburgExtract(): MirrorContent {
  const part = (kind: string, standIns?: string) => ({
    [`9999${kind}${DAY}.zip`]: {
      [`0221${kind}${DAY}-000001.xml`]: real(`0221${kind}${DAY}-000001.xml`),
      ...(standIns === undefined ? {} : { [`0221${kind}${DAY}-000002.xml`]: standIns }),
    },
  });
  const standIns = surroundingsOfOwnTownNumber();
  return {
    ...part('WPL', standIns.towns),
    ...part('OPR', standIns.street),
    ...part('NUM'),
    ...part('VBO', standIns.unit),
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

/** The cut left out what belongs to that number: its street, the two towns and its unit stand in. */
function surroundingsOfOwnTownNumber() {
  const made = { occurrence: 1, validFrom: '2014-01-10' };
  return {
    towns: bagPartFile('WPL', DOESBURG_STATE_DATE, [
      townStand({ ...made, id: '3594', name: 'Amsterdam', status: 'Woonplaats aangewezen' }),
      townStand({ ...made, id: '1050', name: 'Amstelveen', status: 'Woonplaats aangewezen' }),
    ]),
    street: bagPartFile('OPR', DOESBURG_STATE_DATE, [
      streetStand({
        ...made,
        id: '0363300000003944',
        name: 'Kalfjeslaan',
        town: '3594',
        status: 'Naamgeving uitgegeven',
      }),
    ]),
    unit: bagPartFile('VBO', DOESBURG_STATE_DATE, [
      unitStand({
        ...made,
        id: '0362010001221880',
        status: 'Verblijfsobject in gebruik',
        mainAddress: OWN_TOWN_NUMBER,
        secondaryAddresses: [],
        x: 120679,
        y: 481747,
        uses: ['woonfunctie'],
        floorArea: '90',
        buildings: ['0362100001221881'],
      }),
    ]),
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
