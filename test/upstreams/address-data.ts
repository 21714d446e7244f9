/**
 * What the stand-ins of the geocoder and of the register of addresses know: invented addresses in invented streets, in
 * the publishers' words.
 */

export interface KnownBuilding {
  readonly id: string;
  readonly yearBuilt: number;
  readonly status: string;
  /** Corners of a square, RD New metres. */
  readonly square: readonly [minX: number, minY: number, maxX: number, maxY: number];
}

export interface KnownObject {
  readonly id: string;
  readonly kind: 'Verblijfsobject' | 'Ligplaats' | 'Standplaats';
  readonly status: string;
  readonly area?: number;
  readonly uses?: readonly string[];
  readonly buildings?: readonly string[];
  readonly at: readonly [xM: number, yM: number];
}

export interface KnownAddress {
  readonly id: string;
  readonly object: string;
  readonly street: string;
  readonly shortName?: string;
  readonly streetId: string;
  readonly number: number;
  readonly letter?: string;
  readonly addition?: string;
  readonly postcode?: string;
  readonly town: keyof typeof TOWNS;
  readonly secondary?: boolean;
}

export const TOWNS = {
  Amsterdam: {
    code: '3594',
    municipality: 'Amsterdam',
    municipalityCode: '0363',
    province: 'Noord-Holland',
    provinceCode: 'PV27',
    neighbourhood: ['BU0363AF09', 'Waterloopleinbuurt'],
    district: ['WK0363AF', 'Nieuwmarkt/Lastage'],
  },
  /** Merged into Amsterdam: an index that has not been renewed still carries the old codes. */
  Weesp: {
    code: '3631',
    municipality: 'Weesp',
    municipalityCode: '0457',
    province: 'Noord-Holland',
    provinceCode: 'PV27',
    neighbourhood: ['BU04570001', 'Centrum'],
    district: ['WK045700', 'Binnenstad'],
  },
  "'s-Gravenhage": {
    code: '1245',
    municipality: "'s-Gravenhage",
    municipalityCode: '0518',
    province: 'Zuid-Holland',
    provinceCode: 'PV28',
    neighbourhood: ['BU05182811', 'Voorhout'],
    district: ['WK051828', 'Centrum'],
  },
} as const;

export const BUILDINGS: readonly KnownBuilding[] = [
  {
    id: '0363100900000001',
    yearBuilt: 1988,
    status: 'Pand in gebruik',
    square: [121800, 486700, 121830, 486730],
  },
  {
    id: '0363100900000002',
    yearBuilt: 1905,
    status: 'Verbouwing pand',
    square: [121830, 486700, 121860, 486730],
  },
  {
    id: '0363100900000003',
    yearBuilt: 1005,
    status: 'Pand in gebruik',
    square: [121900, 486800, 121910, 486810],
  },
];

const inUse = { kind: 'Verblijfsobject', status: 'Verblijfsobject in gebruik' } as const;

export const OBJECTS: readonly KnownObject[] = [
  {
    ...inUse,
    id: '0363010900000001',
    area: 85,
    uses: ['woonfunctie'],
    buildings: ['0363100900000001'],
    at: [121810.5, 486710.25],
  },
  {
    ...inUse,
    id: '0363010900000002',
    area: 60,
    uses: ['kantoorfunctie', 'winkelfunctie'],
    buildings: ['0363100900000001'],
    at: [121820, 486720],
  },
  // In two buildings; its point lies in the second.
  {
    ...inUse,
    id: '0363010900000003',
    area: 240,
    uses: ['winkelfunctie'],
    buildings: ['0363100900000001', '0363100900000002'],
    at: [121840, 486710],
  },
  // One address, two objects: the second is not in use yet.
  {
    ...inUse,
    id: '0363010900000005',
    area: 90,
    uses: ['woonfunctie'],
    buildings: ['0363100900000001'],
    at: [121812, 486712],
  },
  {
    id: '0363010900000004',
    kind: 'Verblijfsobject',
    status: 'Verblijfsobject gevormd',
    area: 91,
    uses: ['woonfunctie'],
    buildings: ['0363100900000001'],
    at: [121813, 486713],
  },
  { id: '0363020900000006', kind: 'Ligplaats', status: 'Plaats aangewezen', at: [121700, 486600] },
  // Gone in the register, still in the geocoder.
  {
    id: '0363010900000007',
    kind: 'Verblijfsobject',
    status: 'Verblijfsobject ingetrokken',
    area: 50,
    uses: ['woonfunctie'],
    buildings: ['0363100900000001'],
    at: [121815, 486715],
  },
  // The dummies of the register: 1 m2 in a building of 1005.
  {
    ...inUse,
    id: '0363010900000009',
    area: 1,
    uses: ['overige gebruiksfunctie'],
    buildings: ['0363100900000003'],
    at: [121905, 486805],
  },
  {
    ...inUse,
    id: '0457010900000010',
    area: 100,
    uses: ['woonfunctie'],
    buildings: [],
    at: [131347.551, 479845.751],
  },
  {
    ...inUse,
    id: '0518010900000011',
    area: 120,
    uses: ['woonfunctie'],
    buildings: [],
    at: [81400, 455000],
  },
];

const street = { street: 'Nieuwe Proefweg', shortName: 'N Proefwg', streetId: '0363300900000001' } as const;
const amsterdam = { ...street, postcode: '1011ZZ', town: 'Amsterdam' } as const;

export const ADDRESSES: readonly KnownAddress[] = [
  { ...amsterdam, id: '0363200900000001', object: '0363010900000001', number: 12 },
  { ...amsterdam, id: '0363200900000002', object: '0363010900000002', number: 14, letter: 'A' },
  {
    ...amsterdam,
    id: '0363200900000003',
    object: '0363010900000003',
    number: 14,
    letter: 'a',
    addition: '2',
  },
  { ...amsterdam, id: '0363200900000004', object: '0363010900000004', number: 16 },
  { ...amsterdam, id: '0363200900000005', object: '0363010900000005', number: 16 },
  { ...amsterdam, id: '0363200900000007', object: '0363010900000007', number: 99 },
  // The register does not have its object.
  { ...amsterdam, id: '0363200900000008', object: '0363010900000008', number: 77 },
  { ...amsterdam, id: '0363200900000009', object: '0363010900000009', number: 18 },
  // A secondary address of number 12, around the corner, on the same number of the same postcode as another street.
  {
    id: '0363200900000012',
    object: '0363010900000001',
    street: 'Proefsteeg',
    streetId: '0363300900000002',
    number: 1,
    postcode: '1011ZZ',
    town: 'Amsterdam',
    secondary: true,
  },
  {
    id: '0363200900000006',
    object: '0363020900000006',
    street: 'Proefkade',
    streetId: '0363300900000003',
    number: 1,
    postcode: '1011ZZ',
    town: 'Amsterdam',
  },
  {
    id: '0457200900000010',
    object: '0457010900000010',
    street: 'Proefgracht',
    streetId: '0457300900000001',
    number: 72,
    postcode: '1381ZZ',
    town: 'Weesp',
  },
  // No postcode, by design.
  {
    id: '0518200900000011',
    object: '0518010900000011',
    street: 'Nieuwe Proefweg',
    streetId: '0518300900000001',
    number: 3,
    town: "'s-Gravenhage",
  },
];

export function objectOf(id: string): KnownObject | undefined {
  return OBJECTS.find((object) => object.id === id);
}

/** `14A-2`, as publishers write the number on a door. */
export function doorNumber({ number, letter = '', addition }: KnownAddress): string {
  return `${number}${letter}${addition === undefined ? '' : `-${addition}`}`;
}
