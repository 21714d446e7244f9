import { SCHOOL_LOCATION, school } from '../../../db/schema/schools.ts';
import type { GroupDeclaration, LoadContext } from '../source.ts';
import { DUO_SCHOOLS, fetchSchools, openSchools, type SchoolFile } from './school-files.ts';
import { type SchoolLocation, SchoolLocator } from './school-locator.ts';
import type { SchoolRow } from './school-rows.ts';

/** School locations, with the coordinates of the addresses that are served when they are loaded. */
export const SCHOOLS: GroupDeclaration<readonly SchoolFile[]> = {
  id: 'schools',
  sources: [DUO_SCHOOLS],
  reads: ['addresses'],
  fetch: fetchSchools,
  files: (fetched) => fetched.map(({ file }) => file),

  async load(context, fetched) {
    const addresses = context.release('addresses');
    const locator = addresses === undefined ? undefined : new SchoolLocator(addresses);
    if (locator === undefined) {
      context.note(DUO_SCHOOLS.id, `no coordinates: there is no ${context.label} release of the addresses`);
    }
    if (!fetched.some(({ kind }) => kind === 'special')) {
      context.note(DUO_SCHOOLS.id, 'the file of special schools is not there');
    }
    try {
      const locate = (row: SchoolRow) => {
        const location = locator?.locate(row);
        if (addresses !== undefined) context.note(DUO_SCHOOLS.id, noteOf(location, addresses.id));
        return location;
      };
      await loadSchools(context, fetched, locate);
    } finally {
      locator?.close();
    }
  },

  derive({ database }) {
    database.exec(
      `INSERT INTO ${SCHOOL_LOCATION}
       SELECT id, rd_x_m, rd_x_m, rd_y_m, rd_y_m FROM school WHERE rd_x_m IS NOT NULL`,
    );
  },

  tables: [school],
  // Some 6,100 primary, 640 secondary and 570 special locations in 2024.
  minimumRows: { school: 6_600 },
  maximumRejectedShare: 0.005,
  canaries: [
    {
      name: '6,000 primary schools or more',
      sql: `SELECT count(*) FROM school WHERE kind = 'primary' HAVING count(*) >= 6000`,
    },
    {
      name: '600 secondary schools or more',
      sql: `SELECT count(*) FROM school WHERE kind = 'secondary' HAVING count(*) >= 600`,
    },
    {
      name: 'a structure of nine of ten secondary schools',
      sql: `SELECT count(*) FROM school WHERE kind = 'secondary' HAVING count(structure) >= 0.9 * count(*)`,
    },
    {
      name: 'nine of ten schools at their address, or none where no addresses are loaded',
      sql: `SELECT count(*) FROM school
            HAVING count(rd_x_m) = 0 OR sum(location_quality = 'address') >= 0.9 * count(*)`,
    },
  ],
  invariants: [
    {
      name: 'located schools lie in the Netherlands',
      sql: `SELECT count(*) FROM school
             WHERE rd_x_m NOT BETWEEN 0 AND 280000 OR rd_y_m NOT BETWEEN 300000 AND 625000`,
    },
    {
      name: 'a school has both coordinates and their quality, or none of them',
      sql: `SELECT count(*) FROM school
             WHERE (rd_x_m IS NULL) <> (rd_y_m IS NULL) OR (rd_x_m IS NULL) <> (location_quality IS NULL)`,
    },
    {
      name: 'every located school can be found by its place',
      sql: `SELECT abs((SELECT count(rd_x_m) FROM school) - (SELECT count(*) FROM ${SCHOOL_LOCATION}))`,
    },
  ],
};

/** Says in the release which addresses its coordinates come from. */
function noteOf(location: SchoolLocation | undefined, addresses: string): string {
  if (location === undefined) return `not found in the addresses of ${addresses}: no coordinates`;
  if (location.quality === 'address') return `found in the addresses of ${addresses}`;
  return `only its postcode is in the addresses of ${addresses}: the middle of the postcode`;
}

async function loadSchools(
  context: LoadContext,
  files: readonly SchoolFile[],
  locate: (row: SchoolRow) => SchoolLocation | undefined,
): Promise<void> {
  const insert = context.insert(school, [
    'kind',
    'locationCode',
    'name',
    'denomination',
    'structure',
    'street',
    'houseNumber',
    'houseNumberSuffix',
    'postcode',
    'town',
    'municipalityCode',
    'website',
    'rdXM',
    'rdYM',
    'locationQuality',
  ]);
  const seen = new Set<string>();
  let read = 0;
  for (const file of files) {
    const { header, batches, parser } = await openSchools(file);
    context.columns(DUO_SCHOOLS.id, header);
    for (const column of parser.absent) context.note(DUO_SCHOOLS.id, `no column of the ${column}`);
    const progress = context.progress(`${file.kind} schools`);
    let line = 1;
    for await (const rows of batches) {
      for (const row of rows) {
        line += 1;
        const parsed = parser.parse(row);
        if (typeof parsed === 'string') {
          context.reject(DUO_SCHOOLS.id, parsed, { line, value: row.slice(0, 8).join(',') });
          continue;
        }
        const key = `${parsed.kind} ${parsed.locationCode}`;
        if (seen.has(key)) {
          context.note(DUO_SCHOOLS.id, 'location stands twice: the first row is kept');
          continue;
        }
        seen.add(key);
        const location = locate(parsed);
        if (parsed.houseNumber === null) context.note(DUO_SCHOOLS.id, 'no house number');
        insert([
          parsed.kind,
          parsed.locationCode,
          parsed.name,
          parsed.denomination,
          parsed.structure,
          parsed.street,
          parsed.houseNumber,
          parsed.suffix,
          parsed.postcode,
          location?.town ?? parsed.town,
          parsed.municipalityCode,
          parsed.website,
          location?.xM ?? null,
          location?.yM ?? null,
          location?.quality ?? null,
        ]);
      }
      progress.at(0, line - 1);
    }
    progress.done();
    read += line - 1;
  }
  context.read(DUO_SCHOOLS.id, read);
  describeState(context, files);
}

/** The files name no date of their own: the day on which the oldest of them was written stands in. */
function describeState(context: LoadContext, files: readonly SchoolFile[]): void {
  const times = files.map(({ file }) => Date.parse(file.lastModified ?? ''));
  const oldest = Math.min(...times);
  if (Number.isNaN(oldest)) return;
  context.describe(DUO_SCHOOLS.id, { stateDate: new Date(oldest).toISOString().slice(0, 10) });
}
