import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readXmlRecords } from '../../../../ingest/formats/xml-records.ts';
import { openZip } from '../../../../ingest/formats/zip.ts';
import {
  type BagRecord,
  type BagType,
  readBagRecord,
} from '../../../../ingest/sources/kadaster/bag-records.ts';
import { stateOfVersion } from '../../../../ingest/sources/kadaster/current-version.ts';
import {
  municipalityOfTowns,
  RELATION_ELEMENT,
  readTownRelation,
  type TownRelation,
} from '../../../../ingest/sources/kadaster/gwr.ts';
import { municipalitiesOn, readMunicipalities } from '../../../../ingest/sources/kadaster/municipalities.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { referenceRecords, referenceRelations } from './reference-parser.ts';

const FOLDER = '../shared/data/address/bag-extract';
const HISTORY = '../shared/data/cbs/gemeentelijke-indeling_1970-2025.csv';

const TYPES: readonly (readonly [RegExp, BagType])[] = [
  [/WPL/, 'Woonplaats'],
  [/OPR/, 'OpenbareRuimte'],
  [/NUM/, 'Nummeraanduiding'],
  [/VBO|vbo/, 'Verblijfsobject'],
  [/LIG/, 'Ligplaats'],
  [/STA/, 'Standplaats'],
  [/PND|pand/, 'Pand'],
];

async function fastRecords(bytes: Buffer, type: BagType, pieceBytes: number): Promise<BagRecord[]> {
  const records: BagRecord[] = [];
  for await (const batch of readXmlRecords(piecesOf(bytes, pieceBytes), 'stand', 'test')) {
    for (const xml of batch) records.push(readBagRecord(xml, type));
  }
  return records;
}

async function* piecesOf(bytes: Buffer, pieceBytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

describe.skipIf(!existsSync(FOLDER))('the real extract of Doesburg, 2020-09-15', () => {
  const files = existsSync(FOLDER)
    ? readdirSync(FOLDER)
        // Under investigation: another structure, which is not read.
        .filter((name) => name.endsWith('.xml') && !/IO|GEM-WPL|Leverings/.test(name))
        .sort()
    : [];

  it.each(files)('%s: the fast reader finds what a general parser finds', async (name) => {
    const bytes = readFileSync(join(FOLDER, name));
    const type = TYPES.find(([pattern]) => pattern.test(name))?.[1] as BagType;
    const expected = referenceRecords(bytes.toString('utf8'));
    expect(await fastRecords(bytes, type, 64 * 1024)).toEqual(expected);
    // Pieces that end within tags, comments and characters.
    if (bytes.length < 60_000) expect(await fastRecords(bytes, type, 7)).toEqual(expected);
    expect(await fastRecords(bytes, type, 997)).toEqual(expected);
  });

  it('a file without objects is a file without objects', async () => {
    const bytes = readFileSync(join(FOLDER, '0221IAVBO15092020-000001.empty.xml'));
    expect(await fastRecords(bytes, 'Verblijfsobject', 100)).toEqual([]);
  });

  it('of all versions of a building exactly one is current, and same-day versions never held', async () => {
    const bytes = readFileSync(join(FOLDER, '0221PND15092020-000001.first300.xml'));
    const records = await fastRecords(bytes, 'Pand', 64 * 1024);
    expect(records).toHaveLength(300);
    const current = records.filter((record) => stateOfVersion(record, '2020-09-15') === 'current');
    const complete = new Set(records.map((record) => record.id));
    expect(current.length).toBe(complete.size);
    expect(new Set(current.map((record) => record.id)).size).toBe(current.length);
  });

  it('6981CH 4 is under renovation with 223 m2 in its fourth version, and in no other', async () => {
    const bytes = readFileSync(join(FOLDER, '0221VBO15092020-000001.xml'));
    const versions = (await fastRecords(bytes, 'Verblijfsobject', 4096)).filter(
      (record) => record.id === 221010000330226,
    );
    expect(versions).toHaveLength(4);
    const current = versions.filter((record) => stateOfVersion(record, '2020-09-15') === 'current');
    expect(current).toMatchObject([
      { version: 4, status: 'Verbouwing verblijfsobject', floorArea: '223', uses: ['woonfunctie'] },
    ]);
  });

  it('pitfall 1: a number with a town of its own keeps it', async () => {
    const bytes = readFileSync(join(FOLDER, '0221NUM15092020-000001.xml'));
    const records = await fastRecords(bytes, 'Nummeraanduiding', 4096);
    expect(
      records.filter((record) => record.type === 'Nummeraanduiding' && record.townId !== null),
    ).toMatchObject([{ id: 362200001221879, houseNumber: '9', postcode: null, townId: 1050 }]);
  });
});

describe.skipIf(!existsSync(FOLDER))('pitfall 27: towns and municipalities, all 8,504 real relations', () => {
  const scratch = temporaryFolder();

  async function relations(): Promise<{ fast: TownRelation[]; xml: string }> {
    const archive = await openZip(join(FOLDER, 'BAGNLDL-15092020-small.zip'));
    const inner = await archive.openNested(archive.find(/GEM-WPL-RELATIE/), join(scratch, 'nested'));
    const pieces: Buffer[] = [];
    for await (const piece of await inner.stream(inner.find(/\.xml$/))) pieces.push(piece as Buffer);
    inner.close();
    archive.close();
    const fast: TownRelation[] = [];
    const bytes = Buffer.concat(pieces);
    for await (const batch of readXmlRecords(Readable.from([bytes]), RELATION_ELEMENT, 'gwr')) {
      for (const xml of batch) fast.push(readTownRelation(xml));
    }
    return { fast, xml: bytes.toString('utf8') };
  }

  it('are read as by a general parser, and leave 355 municipalities and no town in two', async () => {
    const { fast, xml } = await relations();
    expect(fast).toEqual(referenceRelations(xml));
    expect(fast).toHaveLength(8504);
    const stateDate = '2020-09-15';
    const history = await readMunicipalities({
      form: 'history',
      edition: 'history',
      year: null,
      rows: {
        sourceId: '',
        url: HISTORY,
        path: HISTORY,
        bytes: 0,
        sha256: '',
        etag: null,
        lastModified: null,
        retrievedAt: '',
        unchanged: false,
      },
    });
    const existing = municipalitiesOn(history, stateDate);
    expect(existing.size).toBe(355);
    // With dates and status alone, 59 towns lie in more than one municipality.
    const candidates = new Map<number, Set<string>>();
    for (const relation of fast) {
      if (
        relation.status !== 'definitief' ||
        stateOfVersion({ ...relation, id: 0, version: 1, removed: false }, stateDate) !== 'current'
      )
        continue;
      const found = candidates.get(relation.townId) ?? new Set();
      candidates.set(relation.townId, found.add(relation.municipality));
    }
    expect([...candidates.values()].filter((found) => found.size > 1)).toHaveLength(59);

    const chosen = municipalityOfTowns(fast, stateDate, (code) => existing.has(code));
    expect(chosen.size).toBe(2620);
    expect(new Set(chosen.values()).size).toBe(355);
    expect(chosen.get(2142)).toBe('0221');
    // Both candidates of these two exist: the later relation counts.
    expect([chosen.get(2531), chosen.get(2457)]).toEqual(['0074', '1731']);
  });
});
