import { readFileSync } from 'node:fs';
import type { SchoolKind } from '../../db/schema/schools.ts';
import { DUO_SCHOOLS } from '../../ingest/sources/duo/school-files.ts';
import { writeToMirror } from './mirror-folder.ts';

const FOLDER = '../shared/data/address/schools';

/** A real school of November 2024, with the coordinates that a re-user added from the address register. */
export interface RealSchool {
  readonly kind: SchoolKind;
  readonly type: string;
  readonly locationCode: string;
  readonly name: string;
  readonly denomination: string;
  readonly website: string;
  readonly street: string;
  readonly houseNumber: number;
  readonly houseLetter: string | null;
  readonly postcode: string;
  readonly town: string;
  readonly municipality: string;
  readonly province: string;
  readonly longitude: number;
  readonly latitude: number;
}

interface Feature {
  readonly properties: Readonly<Record<string, string | number | null>>;
  readonly geometry: { readonly coordinates: readonly [number, number] };
}

const SPECIAL_TYPES = ['SBAO', 'SO', 'VSO', '(V)SO'];

export function realSchools(): RealSchool[] {
  const path = `${FOLDER}/duo_schools_2024-11-22_geocoded_by_edugis_selected.geojson`;
  const { features } = JSON.parse(readFileSync(path, 'utf8')) as { features: Feature[] };
  return features.map(({ properties, geometry }) => {
    const text = (name: string) => String(properties[name] ?? '');
    return {
      kind: kindOf(text('type')),
      type: text('type'),
      locationCode: text('vestigingscode'),
      name: text('naam'),
      denomination: text('denominatie'),
      website: text('internetadres'),
      street: text('straat'),
      houseNumber: Number(properties.huisnummer),
      houseLetter: text('huisletter') || null,
      postcode: text('postcode'),
      town: text('plaats'),
      municipality: text('gemeente'),
      province: text('provincie'),
      longitude: geometry.coordinates[0],
      latitude: geometry.coordinates[1],
    };
  });
}

function kindOf(type: string): SchoolKind {
  if (type === 'basisschool') return 'primary';
  return SPECIAL_TYPES.includes(type) ? 'special' : 'secondary';
}

/** The lists of columns, as the real files had them, under the names of the program that read them. */
const COLUMN_LISTS: Readonly<Record<SchoolKind, string>> = {
  primary: '02_alle_schoolvestigingen_basisonderwijs_utf8 31',
  secondary: '02_alle_vestigingen_vo_utf8 32',
  special: '09_alle_vestigingen_sbo_so_en_vs 34',
};

/** The publisher's own names where they are not the reader's in capitals. */
const PUBLISHED_NAMES: Readonly<Record<string, string>> = {
  instellingencode: 'INSTELLINGSCODE',
  instellingcode: 'INSTELLINGSCODE',
  huisnummer_toevoeging: 'HUISNUMMER-TOEVOEGING',
  gemeentecode: 'GEMEENTENUMMER',
};

/** Lays the real schools out as the publisher's three files of that month: semicolons, windows-1252. */
export function writeSchoolsMirror(mirror: string): void {
  const schools = realSchools();
  for (const [kind, list] of Object.entries(COLUMN_LISTS)) {
    const columns = columnOrder(list);
    const header = columns.map((name) => PUBLISHED_NAMES[name] ?? name.toUpperCase().replaceAll('_', ' '));
    const rows = schools
      .filter((school) => school.kind === kind)
      .map((school) => columns.map((column) => cellOf(school, column)));
    const lines = [header, ...rows].map((cells) => cells.join(';'));
    writeToMirror(mirror, DUO_SCHOOLS.urls[kind] ?? '', Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1'));
  }
}

function columnOrder(list: string): readonly string[] {
  const lines = readFileSync(`${FOLDER}/duo_column_order_2024-11.txt`, 'utf8').split('\n');
  return lines[lines.indexOf(list) + 1]?.split(';') ?? [];
}

/** Town names are in capitals and padded, numbers and letters in one column. What is not known stays empty. */
function cellOf(school: RealSchool, column: string): string {
  switch (column) {
    case 'provincie':
      return school.province;
    case 'instellingencode':
    case 'instellingcode':
      return school.locationCode.slice(0, 4);
    case 'vestigingscode':
      return school.locationCode;
    case 'vestigingsnaam':
      return school.name;
    case 'straatnaam':
      return school.street;
    case 'huisnummer_toevoeging':
      return school.houseLetter === null
        ? String(school.houseNumber)
        : `${school.houseNumber}-${school.houseLetter}`;
    case 'postcode':
      return `${school.postcode.slice(0, 4)} ${school.postcode.slice(4)}`;
    case 'plaatsnaam':
      return school.town.toUpperCase().padEnd(24);
    case 'gemeentenaam':
      return school.municipality;
    case 'denominatie':
      return school.denomination;
    case 'internetadres':
      return school.website;
    case 'onderwijsstructuur':
    case 'soort_primair_onderwijs':
      return school.type;
    default:
      return '';
  }
}
