import { join } from 'node:path';
import {
  bagPartFile,
  buildingStand,
  deliveryDocument,
  numberStand,
  streetStand,
  townMunicipalityFile,
  townStand,
  unitStand,
} from './bag-xml.ts';
import { csvRows } from './csv-rows.ts';
import { decodeEwkb } from './ewkb.ts';
import type { MirrorContent } from './mirror-folder.ts';

/**
 * A real part of the register, September 2023: units, numbers and buildings of The Hague and Leidschendam-Voorburg
 * as table rows. Written back as extract XML, it goes through the real ingest.
 */
export const CHAIN_STATE_DATE = '2023-09-08';

const FOLDER = '../shared/data/address/bag-chain-denhaag';

/** Street and town names are not in the rows; these stand in. The street's id begins with its municipality's code. */
const TOWNS = {
  '0518': { id: '1245', name: "'s-Gravenhage" },
  '1916': { id: '2468', name: 'Leidschendam' },
} as const;

export interface ChainUnit {
  readonly id: string;
  readonly mainAddress: string;
  readonly secondaryAddresses: readonly string[];
  readonly uses: readonly string[];
  readonly floorArea: number;
  readonly buildings: readonly string[];
  readonly status: string;
  readonly occurrence: number;
  readonly validFrom: string;
  readonly x: number;
  readonly y: number;
}

export interface ChainNumber {
  readonly id: string;
  readonly number: number;
  readonly letter: string;
  readonly addition: string;
  readonly postcode: string;
  readonly street: string;
  readonly status: string;
  readonly objectType: string;
  readonly occurrence: number;
  readonly validFrom: string;
}

export interface ChainBuilding {
  readonly id: string;
  readonly year: number;
  readonly status: string;
  readonly occurrence: number;
  readonly validFrom: string;
  readonly rings: ReturnType<typeof decodeEwkb>;
}

export interface Chain {
  readonly units: readonly ChainUnit[];
  readonly numbers: readonly ChainNumber[];
  readonly buildings: readonly ChainBuilding[];
}

export function readChain(): Chain {
  return {
    units: csvRows<UnitColumn>(join(FOLDER, 'verblijfsobject.csv')).map((row) => {
      const [x, y] = decodeEwkb(row.geometrie)[0]?.[0] ?? [0, 0];
      return {
        ...versionOf(row),
        mainAddress: idOf(row.hoofdadresnummeraanduidingref),
        secondaryAddresses: arrayOf(row.nevenadresnummeraanduidingref).map(idOf),
        uses: arrayOf(row.gebruiksdoel),
        floorArea: Number(row.oppervlakte),
        buildings: arrayOf(row.pandref).map(idOf),
        x,
        y,
      };
    }),
    numbers: csvRows<NumberColumn>(join(FOLDER, 'nummeraanduiding.csv')).map((row) => ({
      ...versionOf(row),
      number: Number(row.huisnummer),
      letter: row.huisletter,
      addition: row.huisnummertoevoeging,
      postcode: row.postcode,
      street: idOf(row.openbareruimteref),
      objectType: row.typeadresseerbaarobject,
    })),
    buildings: csvRows<BuildingColumn>(join(FOLDER, 'pand.csv')).map((row) => ({
      ...versionOf(row),
      year: Number(row.oorspronkelijkbouwjaar),
      rings: decodeEwkb(row.geometrie),
    })),
  };
}

export function standInStreetName(streetId: string): string {
  return `Straat ${streetId.slice(-6)}`;
}

export function standInTownName(streetId: string): string {
  return townOf(streetId).name;
}

/** The chain as the folder of an extract's zip file. */
export function chainExtract(chain: Chain): MirrorContent {
  const day = CHAIN_STATE_DATE.split('-').reverse().join('');
  const zipped = (kind: string, stands: readonly string[]) => ({
    [`9999${kind}${day}.zip`]: {
      [`9999${kind}${day}-000001.xml`]: bagPartFile(kind, CHAIN_STATE_DATE, stands),
    },
  });
  const made = { occurrence: 1, validFrom: '2010-01-01' };
  const streets = [...new Set(chain.numbers.map((number) => number.street))].sort();
  return {
    ...zipped(
      'WPL',
      Object.values(TOWNS).map((town) => townStand({ ...made, ...town, status: 'Woonplaats aangewezen' })),
    ),
    ...zipped(
      'OPR',
      streets.map((id) =>
        streetStand({
          ...made,
          id,
          name: standInStreetName(id),
          town: townOf(id).id,
          status: 'Naamgeving uitgegeven',
        }),
      ),
    ),
    ...zipped(
      'NUM',
      chain.numbers.map((number) => numberStand({ ...number, number: String(number.number) })),
    ),
    ...zipped(
      'VBO',
      chain.units.map((unit) => unitStand({ ...unit, floorArea: String(unit.floorArea) })),
    ),
    ...zipped('LIG', []),
    ...zipped('STA', []),
    ...zipped(
      'PND',
      chain.buildings.map((building) => buildingStand({ ...building, year: String(building.year) })),
    ),
    [`GEM-WPL-RELATIE-${day}.zip`]: {
      [`GEM-WPL-RELATIE-${day}-000001.xml`]: townMunicipalityFile(
        CHAIN_STATE_DATE,
        Object.entries(TOWNS).map(([municipality, town]) => [town.id, municipality] as const),
      ),
    },
    'Leveringsdocument-BAG-Extract.xml': deliveryDocument(CHAIN_STATE_DATE),
  };
}

type VersionColumn = 'identificatie' | 'status' | 'voorkomenidentificatie' | 'begingeldigheid' | 'geometrie';
type UnitColumn =
  | VersionColumn
  | 'gebruiksdoel'
  | 'oppervlakte'
  | 'hoofdadresnummeraanduidingref'
  | 'nevenadresnummeraanduidingref'
  | 'pandref';
type NumberColumn =
  | VersionColumn
  | 'huisnummer'
  | 'huisletter'
  | 'huisnummertoevoeging'
  | 'postcode'
  | 'typeadresseerbaarobject'
  | 'openbareruimteref';
type BuildingColumn = VersionColumn | 'oorspronkelijkbouwjaar';

function versionOf(row: Record<VersionColumn, string>) {
  return {
    id: idOf(row.identificatie),
    status: row.status,
    occurrence: Number(row.voorkomenidentificatie),
    validFrom: row.begingeldigheid,
  };
}

/** `NL.IMBAG.Pand.1916100000085839` -> `1916100000085839` */
function idOf(reference: string): string {
  return reference.split('.').at(-1) ?? '';
}

/** A PostgreSQL array of plain words: `{woonfunctie,kantoorfunctie}`. */
function arrayOf(text: string): string[] {
  return text
    .replace(/^\{|\}$/g, '')
    .split(',')
    .map((item) => item.replace(/^"|"$/g, ''))
    .filter((item) => item !== '');
}

function townOf(streetId: string) {
  return streetId.startsWith('0518') ? TOWNS['0518'] : TOWNS['1916'];
}
