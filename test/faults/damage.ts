import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import type { Group } from '../../db/groups.ts';
import { packFolder } from '../../ingest/pipeline/mirror.ts';

/** One file of the sample that stands for all of its format, and what a fault needs to know of it. */
export interface Representative {
  readonly family: string;
  readonly group: Group;
  /** The publisher's file in the mirror; a folder where it is a zip. */
  readonly file: string;
  /** The file within the zip that is damaged, as a path of the mirror. */
  readonly entry?: string;
  readonly format: 'csv' | 'json' | 'xml' | 'grid';
  readonly separator?: string;
  /** Name of the column, property or element that identifies a row. */
  readonly key: string;
  /** Faults that do no harm, and why. */
  readonly harmless?: Readonly<Record<string, string>>;
}

function query(folder: string, begins: string): string {
  const name = readdirSync(join('ingest/sample', folder)).find((candidate) => candidate.startsWith(begins));
  if (name === undefined) throw new Error(`The sample has no ${folder}/${begins}...`);
  return join(folder, name);
}

const LEEFBAAROMETER = 'www.leefbaarometer.nl/resources/open-data-leefbaarometer-meting-2024.zip';
const KEY_FILE = 'download.cbs.nl/postcode/2025-cbs-pc6huisnr20250801_buurt.zip';
const BAG = 'service.pdok.nl/kadaster/adressen/atom/v1_0/downloads/lvbag-extract-nl.zip';
const NO2 = 'data.rivm.nl/data/alo/rivm_nsl_20260401_gm_NO22024.zip';

const NUMBER_IN_URL = 'the number stands at the end of the monument’s page as well';

export const REPRESENTATIVES: readonly Representative[] = [
  {
    family: 'comma-separated text in a zip',
    group: 'liveability',
    file: LEEFBAAROMETER,
    entry: `${LEEFBAAROMETER}/Leefbaarometer 3.0 - Meting 2024 - open data/Leefbaarometer-scores buurten 2002-2024.csv`,
    format: 'csv',
    separator: ',',
    key: 'bu_code',
  },
  {
    family: 'semicolon-separated text in a zip',
    group: 'neighbourhoods',
    file: KEY_FILE,
    entry: `${KEY_FILE}/pc6hnr20250801_gwb.csv`,
    format: 'csv',
    separator: ';',
    key: 'PC6',
  },
  {
    family: 'OData',
    group: 'neighbourhoods',
    file: 'opendata.cbs.nl/ODataFeed/odata/86165NED/TypedDataSet?$format=json',
    format: 'json',
    key: 'WijkenEnBuurten',
  },
  {
    family: 'XML in nested zips',
    group: 'addresses',
    file: BAG,
    entry: `${BAG}/9999VBO08102025.zip/9999VBO08102025-000001.xml`,
    format: 'xml',
    key: 'Objecten:identificatie',
  },
  {
    family: 'a raster in a zip',
    group: 'environment',
    file: NO2,
    entry: `${NO2}/rivm_nsl_20260401_gm_NO22024.asc`,
    format: 'grid',
    key: 'NCOLS',
  },
  {
    family: 'GeoJSON',
    group: 'heritage',
    file: query(
      'data.geo.cultureelerfgoed.nl/openbaar',
      'wfs?service=WFS&version=2.0.0&request=GetFeature&typeNames=openbaar:rijksmonumentpunten',
    ),
    format: 'json',
    key: 'rijksmonument_nummer',
    harmless: {
      'with a bit flipped': 'the name of a member that nobody reads',
      'with its key column renamed': NUMBER_IN_URL,
      'without its key column': NUMBER_IN_URL,
      'with a key column that is suddenly empty': NUMBER_IN_URL,
    },
  },
  {
    family: 'a portal’s rows',
    group: 'vehicles',
    file: 'opendata.rdw.nl/api/views/m9d7-ebf2/rows.csv?accessType=DOWNLOAD',
    format: 'csv',
    separator: ',',
    key: 'Kenteken',
  },
];

export interface Fault {
  readonly name: string;
  /** Changes the representative's file in a mirror; `undefined` when the format cannot have this fault. */
  apply(mirror: string, representative: Representative): Promise<boolean> | boolean;
}

/** A fault of the text that the publisher wrote, in the file itself or within the zip. */
function ofText(
  name: string,
  change: (text: string, representative: Representative) => string | Buffer | undefined,
): Fault {
  return {
    name,
    apply(mirror, representative) {
      const path = join(mirror, representative.entry ?? representative.file);
      const changed = change(readFileSync(path, 'utf8'), representative);
      if (changed === undefined) return false;
      writeFileSync(path, changed);
      return true;
    },
  };
}

/** A fault of the bytes that are downloaded: of the zip where it is one. */
function ofBytes(
  name: string,
  change: (bytes: Buffer, representative: Representative) => Buffer | undefined,
): Fault {
  return {
    name,
    async apply(mirror, representative) {
      const path = join(mirror, representative.file);
      const changed = change(await bytesOf(path), representative);
      if (changed === undefined) return false;
      rmSync(path, { recursive: true });
      writeFileSync(path, changed);
      return true;
    },
  };
}

async function bytesOf(path: string): Promise<Buffer> {
  if (!statSync(path).isDirectory()) return readFileSync(path);
  const packed = join(tmpdir(), `packed-${process.pid}.zip`);
  await packFolder(path, packed);
  const bytes = readFileSync(packed);
  rmSync(packed);
  return bytes;
}

const HTML =
  '<!DOCTYPE html>\n<html><head><title>Maintenance</title></head><body>Back soon.</body></html>\n'.padEnd(
    5000,
  );

export const FAULTS: readonly Fault[] = [
  ofBytes('truncated', (bytes) => bytes.subarray(0, Math.floor(bytes.length * 0.6))),
  ofText('truncated before the publisher packed it', (text, { entry }) =>
    entry === undefined ? undefined : text.slice(0, Math.floor(text.length * 0.6)),
  ),
  ofBytes('with a bit flipped', (bytes, { entry }) => {
    // Within the packed file, not in the archive's directory, which is at the end; in plain text in its first key.
    const at = entry === undefined ? 2 : Math.floor(bytes.length / 3);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 0x80, at);
    return bytes;
  }),
  ofBytes('empty', () => Buffer.alloc(0)),
  ofText('empty before the publisher packed it', (_, { entry }) => (entry === undefined ? undefined : '')),
  ofText('with its header only', (text, { format }) => withoutRows(text, format)),
  ofText('in UTF-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')),
  ofBytes('a web page', () => Buffer.from(HTML)),
  ofText('a web page before the publisher packed it', (_, { entry }) =>
    entry === undefined ? undefined : HTML,
  ),
  ofText('with its key column renamed', (text, { key }) => text.replaceAll(key, `${key}_nieuw`)),
  ofText('without its key column', (text, representative) => withoutKey(text, representative)),
  ofText('with a key column that is suddenly empty', (text, representative) =>
    withEmptyKey(text, representative),
  ),
  zipFault('a zip bomb', bomb),
  zipFault('a zip whose entry names a path outside', escapingZip),
];

function withoutRows(text: string, format: Representative['format']): string {
  if (format === 'csv') return `${text.split('\n', 1)[0]}\n`;
  if (format === 'json') return text.replace(/("(?:value|features|bindings)"\s*:\s*\[)[\s\S]*\]/, '$1]');
  if (format === 'xml') return text.replace(/<sl:stand>[\s\S]*<\/sl:stand>/, '');
  return text.split('\n').slice(0, 6).join('\n');
}

function withoutKey(text: string, { format, key, separator = ',' }: Representative): string | undefined {
  if (format === 'csv') {
    const at = columnOf(text, key, separator);
    return eachLine(text, separator, (cells) => cells.filter((_, position) => position !== at));
  }
  if (format === 'json') return text.replaceAll(new RegExp(`"${key}":("[^"]*"|[^,}]*),`, 'g'), '');
  if (format === 'xml') return text.replaceAll(new RegExp(`<${key}[^>]*>[^<]*</${key}>`, 'g'), '');
  return text.replace(new RegExp(`^${key}.*\n`), '');
}

function withEmptyKey(text: string, { format, key, separator = ',' }: Representative): string | undefined {
  if (format === 'csv') {
    const at = columnOf(text, key, separator);
    return eachLine(text, separator, (cells, line) => (line === 0 ? cells : cells.with(at, '')));
  }
  if (format === 'json')
    return text.replaceAll(new RegExp(`"${key}":("[^"]*"|[^,}]*)`, 'g'), `"${key}":null`);
  if (format === 'xml') return text.replaceAll(new RegExp(`(<${key}[^>]*>)[^<]*(</${key}>)`, 'g'), '$1$2');
  return undefined;
}

function columnOf(text: string, key: string, separator: string): number {
  return (text.split('\n', 1)[0] ?? '').split(separator).indexOf(key);
}

function eachLine(
  text: string,
  separator: string,
  change: (cells: string[], line: number) => string[],
): string {
  const lines = text.trimEnd().split('\n');
  return `${lines.map((line, number) => change(line.split(separator), number).join(separator)).join('\n')}\n`;
}

/** Every row twice. Registers have been published so, after a failed merge. */
export const DOUBLED: Fault = ofText('with its rows doubled', (text, { format }) => {
  if (format === 'csv') {
    const [header, ...rows] = text.trimEnd().split('\n');
    return `${[header, ...rows, ...rows].join('\n')}\n`;
  }
  if (format === 'json') {
    return text.replace(/("(?:value|features)"\s*:\s*\[)([\s\S]*)\]/, '$1$2,$2]');
  }
  if (format === 'xml') return text.replace(/(<sl:stand>[\s\S]*<\/sl:stand>)/, '$1$1');
  return undefined;
});

export const NEW_COLUMN: Fault = ofText('with a new column', (text, { format, key, separator = ',' }) => {
  if (format === 'csv') {
    return eachLine(text, separator, (cells, line) => [...cells, line === 0 ? 'nieuw_kenmerk' : '1']);
  }
  // An OData table tells its columns in a document of their own.
  if (text.includes('"features"')) return text.replaceAll(`"${key}":`, `"nieuw_kenmerk":1,"${key}":`);
  return undefined;
});

/** A fault that only a zip can have: a zip with one entry, deflated, in the place of the publisher's. */
function zipFault(name: string, make: (entryName: string, content: Buffer) => Buffer): Fault {
  return {
    name,
    apply(mirror, { file, entry }) {
      if (entry === undefined) return false;
      // The entry that is asked for: the file itself, or the zip around it.
      const [inZip = ''] = entry.slice(file.length + 1).split(/(?<=\.zip)\//);
      const path = join(mirror, entry);
      const content = readFileSync(path);
      const folder = join(mirror, file);
      rmSync(folder, { recursive: true });
      writeFileSync(folder, make(inZip, content));
      return true;
    },
  };
}

function bomb(entryName: string): Buffer {
  return zipOf([[entryName, Buffer.alloc(64 * 1024 * 1024)]]);
}

function escapingZip(entryName: string, content: Buffer): Buffer {
  return zipOf([
    ['../../escaped.csv', Buffer.from('a;b\n')],
    [entryName, content],
  ]);
}

/** Written by hand, since no writer of zips puts such names into one. */
function zipOf(entries: readonly (readonly [name: string, content: Buffer])[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of entries) {
    const packed = deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, tail, Buffer.from(name)]),
    );
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, central, Buffer.from('PK\x05\x06', 'latin1'), end]);
}
