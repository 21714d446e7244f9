import * as schema from '../../../db/schema/addresses.ts';
import { ADDRESS_LOCATION } from '../../../db/schema/addresses.ts';
import { fillStreetSearch } from '../../../db/street-index.ts';
import {
  CC0,
  type FetchedFile,
  type Fetcher,
  type FetchRequest,
  type GroupDeclaration,
  type LoadContext,
  type SourceDeclaration,
  UnexpectedFormatError,
} from '../source.ts';
import { AddressStage } from './address-stage.ts';
import { assembleAddresses } from './assemble-addresses.ts';
import { readStateDate, stageExtract } from './bag-extract.ts';
import { readLightStateDate, stageLight } from './bag-light.ts';
import { municipalityOfTowns } from './gwr.ts';
import {
  CBS_MUNICIPALITIES,
  fetchMunicipalities,
  type MunicipalityFiles,
  municipalitiesOn,
  readMunicipalities,
} from './municipalities.ts';

/**
 * The national register of addresses and buildings (BAG). `format: extract` loads the whole register; `format:
 * geopackage` the publisher's light edition, in minutes, but only with main addresses and what is in service:
 * secondary and withdrawn addresses and official short names are not in it.
 */
export const BAG: SourceDeclaration = {
  id: 'bag-extract',
  name: 'Register of addresses and buildings (BAG)',
  publisher: 'Kadaster',
  licence: CC0,
  attribution: 'Source: Kadaster, Basisregistratie Adressen en Gebouwen (BAG), CC0 1.0.',
  homepage: 'https://www.pdok.nl/-/introductie/basisregistratie-adressen-en-gebouwen-ba-1',
  cadence: 'monthly: the state of about the 8th, some days later',
  cron: '0 4 * * *',
  // The publisher has moved these files before; an address that answers 404 is followed by the one before.
  urls: {
    extract: 'https://service.pdok.nl/kadaster/adressen/atom/v1_0/downloads/lvbag-extract-nl.zip',
    extractFormer: 'https://service.pdok.nl/lv/bag/atom/downloads/lvbag-extract-nl.zip',
    geopackage: 'https://service.pdok.nl/kadaster/bag/atom/downloads/bag-light.gpkg',
    geopackageFormer: 'https://service.pdok.nl/lv/bag/atom/downloads/bag-light.gpkg',
  },
  options: { format: 'extract' },
};

/** A smaller national file is not the whole. */
export const MINIMUM_BYTES = { extract: 2_500_000_000, geopackage: 5_000_000_000 } as const;

export interface AddressFiles {
  readonly format: 'extract' | 'geopackage';
  readonly register: FetchedFile;
  /** `YYYY-MM-DD` */
  readonly stateDate: string;
  readonly municipalities: MunicipalityFiles;
}

export const ADDRESSES: GroupDeclaration<AddressFiles> = {
  id: 'addresses',
  sources: [BAG, CBS_MUNICIPALITIES],
  fetch,
  files: ({ register, municipalities }) => [
    register,
    municipalities.rows,
    ...(municipalities.properties === undefined ? [] : [municipalities.properties]),
  ],
  load,
  derive,
  tables: [
    schema.province,
    schema.municipality,
    schema.town,
    schema.street,
    schema.address,
    schema.building,
    schema.withdrawnAddress,
  ],
  minimumRows: {
    province: 12,
    municipality: 300,
    town: 2_000,
    street: 250_000,
    address: 9_000_000,
    building: 9_000_000,
  },
  canaries: [
    {
      name: 'at least 10,000 berths',
      sql: 'SELECT 1 FROM (SELECT count(*) AS n FROM address WHERE object_type = 2) WHERE n >= 10000',
    },
    {
      name: 'at least 20,000 pitches',
      sql: 'SELECT 1 FROM (SELECT count(*) AS n FROM address WHERE object_type = 3) WHERE n >= 20000',
    },
    {
      name: 'the municipality Súdwest-Fryslân, with its diacritics',
      sql: "SELECT 1 FROM municipality WHERE name = 'Súdwest-Fryslân'",
    },
    {
      name: '1181BN 1 lies in Amstelveen, its street in Amsterdam',
      sql: `SELECT 1 FROM address JOIN town ON town.id = address.town_id
             WHERE postcode = '1181BN' AND house_number = 1 AND town.name = 'Amstelveen' LIMIT 1`,
    },
    {
      name: '1011PN 1 is Amstel 1 in Amsterdam',
      sql: `SELECT 1 FROM address JOIN street ON street.id = street_id JOIN town ON town.id = address.town_id
             WHERE postcode = '1011PN' AND house_number = 1 AND street.name = 'Amstel'
               AND town.name = 'Amsterdam' LIMIT 1`,
    },
  ],
  invariants: [
    { name: 'at most twelve provinces', sql: 'SELECT max(0, count(*) - 12) FROM province' },
    {
      name: 'no address of an object that is out of service',
      sql: 'SELECT count(*) FROM address WHERE object_status > 6',
    },
    {
      name: 'no address that is withdrawn as well',
      sql: `SELECT count(*) FROM withdrawn_address
             WHERE EXISTS (SELECT 1 FROM address WHERE address.address_id = withdrawn_address.address_id)`,
    },
    {
      name: 'only units have a building, an area and uses',
      sql: `SELECT count(*) FROM address WHERE object_type <> 1
               AND (building_id IS NOT NULL OR floor_area_m2 IS NOT NULL OR uses IS NOT NULL)`,
    },
    {
      name: 'every point has both kinds of coordinates',
      sql: `SELECT count(*) FROM address
             WHERE (rd_x_m IS NULL) <> (latitude IS NULL) OR (rd_y_m IS NULL) <> (longitude IS NULL)`,
    },
    {
      name: 'every building of an address is there',
      sql: `SELECT count(*) FROM address LEFT JOIN building ON building.id = address.building_id
             WHERE address.building_id IS NOT NULL AND building.id IS NULL`,
    },
    {
      name: 'every town in service has its municipality',
      sql: `SELECT count(DISTINCT town_id) FROM address
             WHERE town_id IN (SELECT id FROM town WHERE in_service AND municipality_code IS NULL)`,
    },
    {
      name: 'every point is in the index of points',
      sql: `SELECT abs((SELECT count(*) FROM address WHERE rd_x_m IS NOT NULL)
                     - (SELECT count(*) FROM ${ADDRESS_LOCATION.table}))`,
    },
  ],
  maximumRejectedShare: 0.001,
};

async function fetch(fetcher: Fetcher): Promise<AddressFiles> {
  const { options, urls } = fetcher.declaration(BAG.id);
  const format = options?.format;
  if (format !== 'extract' && format !== 'geopackage') {
    throw new UnexpectedFormatError({
      sourceId: BAG.id,
      file: 'options.format',
      expected: '"extract" or "geopackage"',
      found: JSON.stringify(format),
      remedy: 'Change it in the file that SOURCES_FILE names.',
    });
  }
  const isExtract = format === 'extract';
  const register = await firstThatExists(
    fetcher,
    isExtract ? [urls.extract, urls.extractFormer] : [urls.geopackage, urls.geopackageFormer],
    { expect: isExtract ? 'zip' : 'sqlite', minimumBytes: MINIMUM_BYTES[format] },
  );
  const stateDate = isExtract ? await readStateDate(register) : readLightStateDate(register);
  return { format, register, stateDate, municipalities: await fetchMunicipalities(fetcher, stateDate) };
}

async function firstThatExists(
  fetcher: Fetcher,
  urls: readonly (string | undefined)[],
  request: Pick<FetchRequest, 'expect' | 'minimumBytes'>,
): Promise<FetchedFile> {
  const known = urls.filter((url): url is string => url !== undefined && url !== '');
  for (const url of known.slice(0, -1)) {
    const file = await fetcher.optionalFile({ sourceId: BAG.id, url, ...request });
    if (file !== undefined) return file;
  }
  return fetcher.file({ sourceId: BAG.id, url: known.at(-1) ?? '', ...request });
}

async function load(context: LoadContext, files: AddressFiles): Promise<void> {
  const { register, stateDate } = files;
  const municipalities = municipalitiesOn(await readMunicipalities(files.municipalities), stateDate);
  context.read(CBS_MUNICIPALITIES.id, municipalities.size);
  context.describe(CBS_MUNICIPALITIES.id, {
    edition: files.municipalities.edition,
    ...(files.municipalities.year === null ? {} : { dataYear: files.municipalities.year }),
    stateDate,
  });
  context.describe(BAG.id, {
    edition: files.format === 'extract' ? 'BAG 2.0 extract' : 'BAG light (main addresses only)',
    dataYear: Number(stateDate.slice(0, 4)),
    stateDate,
  });
  context.commit();
  const stage = new AddressStage(context.database);
  try {
    const relations =
      files.format === 'extract'
        ? await stageExtract(context, register, stateDate, stage)
        : stageLight(context, register, stateDate, stage);
    stage.commit();
    const towns = municipalityOfTowns(relations, stateDate, (code) => municipalities.has(code));
    assembleAddresses(context, BAG.id, municipalities, towns);
  } finally {
    stage.close();
  }
}

function derive(context: LoadContext): void {
  context.commit();
  const points = context.progress('addresses: points');
  context.database.exec(`
    INSERT INTO ${ADDRESS_LOCATION.table} (${ADDRESS_LOCATION.columns.join(', ')})
      SELECT id, rd_x_m, rd_x_m, rd_y_m, rd_y_m FROM address WHERE rd_x_m IS NOT NULL AND rd_y_m IS NOT NULL
  `);
  points.done();
  const streets = context.progress('addresses: street search');
  fillStreetSearch(context.database);
  streets.done();
}
