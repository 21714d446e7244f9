import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReleaseLabel } from '../../../db/groups.ts';
import { address, OBJECT_STATUSES, OBJECT_TYPES, street, town } from '../../../db/schema/addresses.ts';
import { DUO_SCHOOLS } from '../../../ingest/sources/duo/school-files.ts';
import { SCHOOLS } from '../../../ingest/sources/duo/schools.ts';
import { UnexpectedFormatError } from '../../../ingest/sources/source.ts';
import { ingestFromMirror } from '../../support/group-run.ts';
import { writeToMirror } from '../../support/mirror-folder.ts';
import { openRelease } from '../../support/release-file.ts';
import { publishTestRelease } from '../../support/store.ts';

const HEADER = [
  'PROVINCIE',
  'INSTELLINGSCODE',
  'VESTIGINGSCODE',
  'VESTIGINGSNAAM',
  'STRAATNAAM',
  'HUISNUMMER-TOEVOEGING',
  'POSTCODE',
  'PLAATSNAAM',
  'GEMEENTENUMMER',
  'DENOMINATIE',
  'TELEFOONNUMMER',
  'INTERNETADRES',
  'STRAATNAAM CORRESPONDENTIEADRES',
];
const FORMER_HEADER = HEADER.map(
  (name) => ({ INSTELLINGSCODE: 'BRIN NUMMER', VESTIGINGSCODE: 'VESTIGINGSNUMMER' })[name] ?? name,
);
const VALUES: Readonly<Record<string, string>> = {
  PROVINCIE: 'Gelderland',
  INSTELLINGSCODE: '32JK',
  VESTIGINGSCODE: '32JK00',
  VESTIGINGSNAAM: 'De Klaverweide',
  STRAATNAAM: 'Koepoortstraat',
  'HUISNUMMER-TOEVOEGING': '2',
  POSTCODE: '6981 AS',
  PLAATSNAAM: 'DOESBURG',
  GEMEENTENUMMER: '0221',
  DENOMINATIE: 'Openbaar',
  TELEFOONNUMMER: '0313123456',
  INTERNETADRES: 'www.klaverweide.example',
  'STRAATNAAM CORRESPONDENTIEADRES': 'Elders',
};
type Cells = Readonly<Record<string, string>>;

let folder: string;
let dataDir: string;
let mirror: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'schools-'));
  dataDir = join(folder, 'data');
  mirror = join(folder, 'mirror');
  write('secondary', csv([...HEADER, 'ONDERWIJSSTRUCTUUR'], []));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function csv(header: readonly string[], rows: readonly Cells[], separator = ','): string {
  const lines = rows.map((cells) => HEADER.map((name) => cells[name] ?? VALUES[name] ?? ''));
  const quoted = [header, ...lines].map((cells) =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator),
  );
  // Each line of a table with one more column than the others ends in that column.
  return quoted
    .map((line, at) => (at > 0 && header.length > HEADER.length ? `${line}${separator}""` : line))
    .join('\r\n');
}

function write(kind: string, content: string | Buffer): void {
  writeToMirror(mirror, DUO_SCHOOLS.urls[kind] ?? '', content);
}

const ingest = (label: ReleaseLabel = 'partial') => ingestFromMirror(SCHOOLS, { dataDir, mirror, label });

function stored(columns: string): Record<string, unknown>[] {
  const database = openRelease(dataDir, 'schools');
  try {
    return database.prepare<[], Record<string, unknown>>(`SELECT ${columns} FROM school ORDER BY id`).all();
  } finally {
    database.close();
  }
}

async function loaded(cells: Cells, columns: string): Promise<Record<string, unknown> | undefined> {
  write('primary', csv(HEADER, [cells]));
  await ingest();
  return stored(columns)[0];
}

describe("a school, from the publisher's row", () => {
  it('keeps name, denomination, address and website, and nothing of telephone and correspondence', async () => {
    expect(await loaded({}, '*')).toEqual({
      id: 1,
      kind: 'primary',
      location_code: '32JK00',
      name: 'De Klaverweide',
      denomination: 'Openbaar',
      structure: null,
      street: 'Koepoortstraat',
      house_number: 2,
      house_number_suffix: null,
      postcode: '6981AS',
      town: 'DOESBURG',
      municipality_code: 'GM0221',
      website: 'www.klaverweide.example',
      rd_x_m: null,
      rd_y_m: null,
      location_quality: null,
    });
  });

  it.each([
    ['a blank is no website', { INTERNETADRES: ' ' }, { website: null }],
    ['a mail address is no website', { INTERNETADRES: 'juf@school.example' }, { website: null }],
    ['a number that lost its zeros', { GEMEENTENUMMER: '221' }, { municipality_code: 'GM0221' }],
    ['padded place name of older files', { PLAATSNAAM: 'DOESBURG          ' }, { town: 'DOESBURG' }],
    ['a number without its institution', { VESTIGINGSCODE: '1' }, { location_code: '32JK01' }],
    ['no readable postcode', { POSTCODE: '6981' }, { postcode: null }],
    [
      'a quoted name with quotes',
      { VESTIGINGSNAAM: 'De "Brug", locatie Oost' },
      { name: 'De "Brug", locatie Oost' },
    ],
  ])('%s', async (_what, cells, expected) => {
    expect(await loaded(cells as Cells, Object.keys(expected).join(', '))).toEqual(expected);
  });

  it('is rejected without a code or a name, and the rest is loaded', async () => {
    write(
      'primary',
      csv(HEADER, [{ VESTIGINGSCODE: 'onbekend' }, { VESTIGINGSNAAM: ' ', VESTIGINGSCODE: '32JK01' }, {}]),
    );
    const group = { ...SCHOOLS, maximumRejectedShare: 1 };
    const report = await ingestFromMirror(group, { dataDir, mirror });
    expect(report.rejected.map(({ reason, rows }) => [reason, rows])).toEqual([
      ['not a code of a location', 1],
      ['no name', 1],
    ]);
    expect(stored('location_code')).toEqual([{ location_code: '32JK00' }]);
  });

  it('stands once, though its row stands twice', async () => {
    write('primary', csv(HEADER, [{}, { 'HUISNUMMER-TOEVOEGING': '4' }]));
    const report = await ingest();
    expect(stored('house_number')).toEqual([{ house_number: 2 }]);
    expect(report.notes).toContainEqual({
      sourceId: DUO_SCHOOLS.id,
      text: 'location stands twice: the first row is kept',
      rows: 1,
    });
  });
});

describe('a file', () => {
  const accents = [{ VESTIGINGSNAAM: 'Hindoeïstische school Curaçao' }];

  it.each([
    ['the portal: UTF-8 with a byte order mark, commas', HEADER, ',', 'utf8'],
    ['older ones: windows-1252, semicolons, BRIN NUMMER', FORMER_HEADER, ';', 'latin1'],
  ] as const)('of %s', async (_what, header, separator, encoding) => {
    const mark = encoding === 'utf8' ? '\uFEFF' : '';
    write('primary', Buffer.from(`${mark}${csv(header, accents, separator)}`, encoding));
    await ingest();
    expect(stored('name, location_code')).toEqual([
      { name: 'Hindoeïstische school Curaçao', location_code: '32JK00' },
    ]);
  });

  it('without the name of the location is not loaded, and the error names the column', async () => {
    write(
      'primary',
      csv(
        HEADER.map((name) => (name === 'VESTIGINGSNAAM' ? 'NAAM' : name)),
        [{}],
      ),
    );
    await expect(ingest()).rejects.toThrow(UnexpectedFormatError);
    await expect(ingest()).rejects.toThrow('VESTIGINGSNAAM');
  });

  it('with a row of another length is not loaded, and the error names the file', async () => {
    write('primary', `${csv(HEADER, [{}])}32JK,00,te veel\n`);
    await expect(ingest()).rejects.toThrow(
      /vestigingenbo\.csv.*expected a CSV with the columns of primary schools/,
    );
  });

  it('of special schools may be missing; where it is there, its sort is the structure', async () => {
    write('primary', csv(HEADER, [{}]));
    const without = await ingest();
    expect(without.notes.map(({ text }) => text)).toContain('the file of special schools is not there');
    const header = HEADER.map((name) => (name === 'PROVINCIE' ? 'SOORT PRIMAIR ONDERWIJS' : name));
    write('special', csv(header, [{ PROVINCIE: 'SBO' }]));
    const withIt = await ingest();
    expect(withIt.notes.map(({ text }) => text)).not.toContain('the file of special schools is not there');
    // The same code in another file is another school.
    expect(stored('kind, location_code, structure')).toEqual([
      { kind: 'primary', location_code: '32JK00', structure: null },
      { kind: 'special', location_code: '32JK00', structure: 'SBO' },
    ]);
  });
});

interface Suffixed {
  readonly houseNumber: number;
  readonly houseLetter?: string;
  readonly addition?: string;
}

function publishAddresses(
  rows: readonly Suffixed[],
  id: string,
  { label = 'partial', firstX = 206_401 } = {},
): void {
  publishTestRelease(dataDir, {
    group: 'addresses',
    id,
    label: label as ReleaseLabel,
    sources: [],
    fill(database) {
      database.insert(town).values({ id: 1, name: 'Doesburg' }).run();
      database.insert(street).values({ id: 1, name: 'Koepoortstraat', townId: 1, inService: true }).run();
      for (const [at, row] of rows.entries()) {
        const register = { addressId: at + 1, objectId: at + 1, objectType: OBJECT_TYPES.unit };
        const place = { postcode: '6981AS', streetId: 1, townId: 1, rdXM: firstX + at, rdYM: 447_400 };
        database
          .insert(address)
          .values({ ...row, ...register, ...place, objectStatus: OBJECT_STATUSES.in_use, isMain: true })
          .run();
      }
    },
  });
}

describe('a school is located in the addresses that are served', () => {
  /** Addresses of Koepoortstraat, 6981AS Doesburg, from x = 206,401 m on, a metre apart. */
  const addresses: readonly Suffixed[] = [
    { houseNumber: 2, houseLetter: 'A' },
    { houseNumber: 2 },
    { houseNumber: 2, houseLetter: 'A', addition: '1' },
    { houseNumber: 43, addition: 'H' },
    { houseNumber: 43, addition: '1' },
  ];

  it.each([
    ['2', 206_402, 'address'],
    ['2-A', 206_401, 'address'],
    ['2 a', 206_401, 'address'],
    ['2 A-1', 206_403, 'address'],
    // A range: its last number is no suffix.
    ['2-8', 206_402, 'address'],
    // The number exists with suffixes only.
    ['43', 206_404, 'address'],
    ['43-1', 206_405, 'address'],
    // No such number: the mean of the postcode's addresses.
    ['12', 206_403, 'postcode'],
    ['ong.', 206_403, 'postcode'],
  ])('number %j stands at x = %d, by its %s', async (text, x, quality) => {
    publishAddresses(addresses, 'one');
    expect(await loaded({ 'HUISNUMMER-TOEVOEGING': text }, 'rd_x_m, rd_y_m, location_quality, town')).toEqual(
      { rd_x_m: x, rd_y_m: 447_400, location_quality: quality, town: 'Doesburg' },
    );
  });

  it('has no coordinates where its postcode is not known', async () => {
    publishAddresses(addresses, 'one');
    expect(await loaded({ POSTCODE: '6981 ZZ' }, 'rd_x_m, location_quality, town')).toEqual({
      rd_x_m: null,
      location_quality: null,
      town: 'DOESBURG',
    });
  });

  it('has none without addresses, nor by those of another label, and the release says so', async () => {
    publishAddresses(addresses, 'one', { label: 'sample' });
    write('primary', csv(HEADER, [{}]));
    const report = await ingest('partial');
    expect(stored('rd_x_m')).toEqual([{ rd_x_m: null }]);
    expect(report.notes.map(({ text }) => text)).toContain(
      'no coordinates: there is no partial release of the addresses',
    );
  });

  it('new addresses locate the schools anew; the same ones are nothing new', async () => {
    write('primary', csv(HEADER, [{}]));
    publishAddresses(addresses, '20261101T000000Z-one');
    expect((await ingest()).outcome).toBe('published');
    expect((await ingest()).outcome).toBe('unchanged');
    publishAddresses([{ houseNumber: 2 }], '20261102T000000Z-two', { firstX: 206_409 });
    const report = await ingest();
    expect(report.outcome).toBe('published');
    expect(stored('rd_x_m')).toEqual([{ rd_x_m: 206_409 }]);
    expect(report.notes).toContainEqual({
      sourceId: DUO_SCHOOLS.id,
      text: 'found in the addresses of 20261102T000000Z-two',
      rows: 1,
    });
  });
});
