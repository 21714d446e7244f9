import { readXmlRecords } from '../../formats/xml-records.ts';
import { decodeXmlText, XmlRecordError } from '../../formats/xml-scan.ts';
import { openZip, type ZipArchive, type ZipEntry } from '../../formats/zip.ts';
import { inFile } from '../format-error.ts';
import { type FetchedFile, type LoadContext, UnexpectedFormatError } from '../source.ts';
import { type AddressStage, isInSorted } from './address-stage.ts';
import { type BagRecord, type BagType, readBagRecord } from './bag-records.ts';
import { buildingRow, isInService, numberRow, objectRow, type Refuse, rankOfPicked } from './bag-rows.ts';
import { type Picked, VersionPicker } from './current-version.ts';
import { RELATION_ELEMENT, readTownRelation, type TownRelation } from './gwr.ts';

/**
 * The BAG 2.0 extract: a zip of zips of XML files with 10,000 objects each, some 75 GB in all, with the whole
 * history of every object. Buildings come last: only then is it known of which the outline is needed.
 *
 * Left aside: `InOnderzoek`, `Inactief` and `NietBag`, which hold one more level of zips. What is under investigation
 * holds until it is changed; the other two are objects that were taken out.
 */
const PARTS: readonly { type: BagType; letters: string }[] = [
  { type: 'Woonplaats', letters: 'WPL' },
  { type: 'OpenbareRuimte', letters: 'OPR' },
  { type: 'Nummeraanduiding', letters: 'NUM' },
  { type: 'Verblijfsobject', letters: 'VBO' },
  { type: 'Ligplaats', letters: 'LIG' },
  { type: 'Standplaats', letters: 'STA' },
  { type: 'Pand', letters: 'PND' },
];

/** The prefix is 9999 for the country and a municipality's code for a part of it; the date is DDMMYYYY. */
const partZip = (letters: string) => new RegExp(`(^|/)\\d{4}${letters}\\d{8}\\.zip$`);
const RELATIONS_ZIP = /(^|\/)GEM-WPL-RELATIE-\d{8}\.zip$/;
const DELIVERY_DOCUMENT = /(^|\/)Leveringsdocument-BAG-Extract\.xml$/;
/** What every extract holds. */
export const EXTRACT_ENTRIES: readonly RegExp[] = [
  DELIVERY_DOCUMENT,
  RELATIONS_ZIP,
  ...PARTS.map(({ letters }) => partZip(letters)),
];
const LONGEST_DELIVERY_DOCUMENT = 1024 * 1024;

/**
 * The state date of an extract, `YYYY-MM-DD`, from its delivery document.
 * @throws UnexpectedFormatError
 */
export function readStateDate(file: FetchedFile): Promise<string> {
  return inFile(file, EXPECTED_FILE, () => stateDateOf(file));
}

async function stateDateOf(file: FetchedFile): Promise<string> {
  const archive = await openZip(file.path);
  try {
    const entry = archive.find(DELIVERY_DOCUMENT);
    if (entry.bytes > LONGEST_DELIVERY_DOCUMENT) {
      throw unexpected(file, entry.name, 'a short document', `${entry.bytes} bytes`);
    }
    let text = '';
    for await (const piece of await archive.stream(entry)) text += (piece as Buffer).toString('latin1');
    const date = stateDateIn(text);
    if (date === undefined) throw unexpected(file, entry.name, 'a StandTechnischeDatum', text.slice(0, 80));
    return date;
  } finally {
    archive.close();
  }
}

function stateDateIn(text: string): string | undefined {
  return /StandTechnischeDatum>\s*(\d{4}-\d{2}-\d{2})\s*</.exec(text)?.[1];
}

/**
 * Reads the extract into the stage.
 * @returns the relations of towns and municipalities
 * @throws UnexpectedFormatError when it is not what this source knows
 */
export function stageExtract(
  context: LoadContext,
  file: FetchedFile,
  stateDate: string,
  stage: AddressStage,
): Promise<TownRelation[]> {
  return inFile(file, EXPECTED_FILE, () => stageAll(context, file, stateDate, stage));
}

const EXPECTED_FILE = 'an extract of the register: a zip of zips of XML files';

async function stageAll(
  context: LoadContext,
  file: FetchedFile,
  stateDate: string,
  stage: AddressStage,
): Promise<TownRelation[]> {
  const archive = await openZip(file.path);
  try {
    const reader = new ExtractReader(context, file, archive, stateDate);
    const relations = await reader.relations();
    for (const { type, letters } of PARTS) await reader.stageType(type, letters, stage);
    return relations;
  } finally {
    archive.close();
  }
}

class ExtractReader {
  readonly #context: LoadContext;
  readonly #file: FetchedFile;
  readonly #archive: ZipArchive;
  readonly #stateDate: string;
  readonly #refuse: Refuse;

  constructor(context: LoadContext, file: FetchedFile, archive: ZipArchive, stateDate: string) {
    this.#context = context;
    this.#file = file;
    this.#archive = archive;
    this.#stateDate = stateDate;
    this.#refuse = (reason, value) => context.reject(file.sourceId, reason, { value });
  }

  async relations(): Promise<TownRelation[]> {
    const relations: TownRelation[] = [];
    await this.#eachRecord('towns and municipalities', RELATIONS_ZIP, RELATION_ELEMENT, undefined, (xml) => {
      relations.push(readTownRelation(xml));
    });
    return relations;
  }

  async stageType(type: BagType, letters: string, stage: AddressStage): Promise<void> {
    const picker = new VersionPicker<BagRecord>(this.#stateDate);
    const put = this.#writer(type, stage);
    await this.#eachRecord(`addresses: ${type}`, partZip(letters), 'stand', letters, (xml) => {
      const picked = picker.push(readBagRecord(xml, type));
      if (picked !== undefined) put(picked);
    });
    const last = picker.flush();
    if (last !== undefined) put(last);
    stage.commit();
    this.#context.read(this.#file.sourceId, picker.versions);
  }

  #writer(type: BagType, stage: AddressStage): (picked: Picked<BagRecord>) => void {
    const refuse = this.#refuse;
    const stateYear = Number(this.#stateDate.slice(0, 4));
    const shared = type === 'Pand' ? stage.sharedBuildingIds() : new Float64Array();
    return ({ version, isCurrent }) => {
      switch (version.type) {
        case 'Woonplaats': {
          const picked = { version, isCurrent };
          const { id, name } = version;
          stage.town({ id, rank: rankOfPicked(picked), name, inService: isInService(picked, refuse) });
          break;
        }
        case 'OpenbareRuimte': {
          const picked = { version, isCurrent };
          const { id, name, shortName, kind, townId } = version;
          const inService = isInService(picked, refuse);
          stage.street({ id, rank: rankOfPicked(picked), name, shortName, kind, townId, inService });
          break;
        }
        case 'Nummeraanduiding': {
          const row = numberRow({ version, isCurrent }, refuse);
          if (row !== undefined) stage.number(row);
          break;
        }
        case 'Pand': {
          const row = buildingRow({ version, isCurrent }, stateYear, isInSorted(shared, version.id), refuse);
          if (row !== undefined) stage.building(row);
          break;
        }
        default: {
          const row = objectRow({ version, isCurrent }, refuse);
          if (row !== undefined) stage.object(row);
        }
      }
    };
  }

  /** Hands out the records of all files of one inner zip, in the order of their names. */
  async #eachRecord(
    title: string,
    zipName: RegExp,
    element: string,
    objectType: string | undefined,
    take: (xml: string) => void,
  ): Promise<void> {
    const entry = this.#archive.find(zipName);
    // Beside the build, so that what a killed run leaves is removed with it; a mirror may be read-only.
    const inner = await this.#archive.openNested(entry, `${this.#context.database.name}-nested`);
    const progress = this.#context.progress(title, entry.bytes);
    try {
      const parts = inner.entries.filter((part) => part.name.endsWith('.xml'));
      if (parts.length === 0) throw unexpected(this.#file, entry.name, 'XML files', 'none');
      parts.sort((a, b) => (a.name < b.name ? -1 : 1));
      let bytes = 0;
      let rows = 0;
      for (const part of parts) {
        rows += await this.#eachRecordOfPart(inner, part, element, objectType, take);
        bytes += part.compressedBytes;
        progress.at(bytes, rows);
      }
    } finally {
      inner.close();
      progress.done();
    }
  }

  async #eachRecordOfPart(
    inner: ZipArchive,
    part: ZipEntry,
    element: string,
    objectType: string | undefined,
    take: (xml: string) => void,
  ): Promise<number> {
    let rows = 0;
    const checkHead = (head: string) => this.#checkHead(head, part.name, objectType);
    try {
      const batches = readXmlRecords(await inner.stream(part), element, part.name, checkHead);
      for await (const batch of batches) {
        this.#context.signal.throwIfAborted();
        for (const xml of batch) take(xml);
        rows += batch.length;
      }
    } catch (error) {
      if (!(error instanceof XmlRecordError) || error.message.startsWith(part.name)) throw error;
      throw new XmlRecordError(`${part.name}: ${error.message}`, { cause: error });
    }
    return rows;
  }

  /** A file of another type or another delivery that slipped into the zip would be mixed in unnoticed. */
  #checkHead(head: string, name: string, objectType: string | undefined): void {
    const date = stateDateIn(head);
    if (date !== undefined && date !== this.#stateDate) {
      throw unexpected(this.#file, name, `the state of ${this.#stateDate}`, date);
    }
    const stated = /objectType>([^<]*)</.exec(head)?.[1];
    if (objectType !== undefined && stated !== undefined && decodeXmlText(stated) !== objectType) {
      throw unexpected(this.#file, name, `objects of the type ${objectType}`, stated);
    }
  }
}

function unexpected(file: FetchedFile, name: string, expected: string, found: string): UnexpectedFormatError {
  return new UnexpectedFormatError({
    sourceId: file.sourceId,
    file: `${file.url}: ${name}`,
    expected,
    found,
    remedy: 'The publisher may have changed the format: look for a newer version of this service.',
  });
}
