import { statSync } from 'node:fs';
import {
  dayNumber,
  floorArea,
  LAST_OBJECT_STATUS_IN_SERVICE,
  postcode,
  STATUS_OF_BUILDING,
  STATUS_OF_OBJECT,
  wholeNumber,
  yearBuilt,
} from '../../../db/bag-values.ts';
import { areaCentroid, encodeArea, type Point } from '../../../db/geometry.ts';
import { isWithinRdNew } from '../../../db/rd-new.ts';
import { OBJECT_TYPES } from '../../../db/schema/addresses.ts';
import { type ColumnSpec, MissingColumnsError, resolveColumns } from '../../formats/columns.ts';
import { GeoPackage, readGeoPackageGeometry } from '../../formats/geopackage.ts';
import { type FetchedFile, type LoadContext, UnexpectedFormatError } from '../source.ts';
import { type AddressStage, isInSorted, rankOf } from './address-stage.ts';
import { type Refuse, usesOf } from './bag-rows.ts';
import type { TownRelation } from './gwr.ts';

/**
 * The light edition of the register: a GeoPackage with what is in service now, one row an object, without history,
 * numbers or streets of their own. It lacks secondary addresses (tens of thousands, such as Binnenhof 19).
 * Column names have differed between years, so they are looked up; `geom` is found through the file's own list.
 */
const ID = { names: ['identificatie'], required: true } as const;
const STATUS = { names: ['status'], required: true } as const;

const ADDRESS_COLUMNS = {
  id: ID,
  status: STATUS,
  street: { names: ['openbare_ruimte_naam', 'openbare_ruimte'], required: true },
  shortStreet: { names: ['openbare_ruimte_naam_kort'] },
  houseNumber: { names: ['huisnummer'], required: true },
  houseLetter: { names: ['huisletter'], required: true },
  addition: { names: ['toevoeging', 'huisnummertoevoeging'], required: true },
  postcode: { names: ['postcode'], required: true },
  numberId: { names: ['nummeraanduiding_hoofdadres_identificatie'], required: true },
  streetId: { names: ['openbare_ruimte_identificatie'], required: true },
  townId: { names: ['woonplaats_identificatie'], required: true },
} as const;

const UNIT_COLUMNS = {
  ...ADDRESS_COLUMNS,
  floorArea: { names: ['oppervlakte'], required: true },
  uses: { names: ['gebruiksdoel'], required: true },
  buildingId: { names: ['pand_identificatie', 'pandidentificatie'], required: true },
} as const;

const BUILDING_COLUMNS = {
  id: ID,
  status: STATUS,
  yearBuilt: { names: ['bouwjaar', 'oorspronkelijkbouwjaar'], required: true },
} as const;

const TOWN_COLUMNS = {
  id: ID,
  name: { names: ['woonplaats', 'naam', 'woonplaats_naam'], required: true },
  municipality: { names: ['bronhouder_identificatie'], required: true },
} as const;

type Row<Key extends string> = Record<Key, string | null> & { geometry: Buffer | null };

/** The day of the last change in the file, `YYYY-MM-DD`. */
export function readLightStateDate(file: FetchedFile): string {
  const source = new GeoPackage(file.path);
  try {
    const day = source.lastChange()?.slice(0, 10);
    if (day === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(day)) {
      throw unexpected(file, 'a date in gpkg_contents.last_change', String(day));
    }
    return day;
  } finally {
    source.close();
  }
}

/** Reads the light edition into the stage; returns which town lies in which municipality. */
export function stageLight(
  context: LoadContext,
  file: FetchedFile,
  stateDate: string,
  stage: AddressStage,
): TownRelation[] {
  const reader = new LightReader(context, file, stateDate, stage);
  try {
    const relations = reader.towns();
    reader.units();
    reader.places('ligplaats', OBJECT_TYPES.berth);
    reader.places('standplaats', OBJECT_TYPES.pitch);
    reader.buildings();
    stage.commit();
    return relations;
  } finally {
    reader.close();
  }
}

class LightReader {
  readonly #context: LoadContext;
  readonly #file: FetchedFile;
  readonly #stage: AddressStage;
  readonly #source: GeoPackage;
  readonly #stateDate: string;
  readonly #rank: number;
  readonly #refuse: Refuse;
  readonly #streets = new Set<number>();

  constructor(context: LoadContext, file: FetchedFile, stateDate: string, stage: AddressStage) {
    this.#context = context;
    this.#file = file;
    this.#stage = stage;
    this.#stateDate = stateDate;
    this.#rank = rankOf(true, dayNumber(stateDate));
    this.#refuse = (reason, value) => context.reject(file.sourceId, reason, { value });
    this.#source = new GeoPackage(file.path);
  }

  close(): void {
    this.#source.close();
  }

  towns(): TownRelation[] {
    const relations: TownRelation[] = [];
    for (const row of this.#rows('woonplaats', TOWN_COLUMNS)) {
      const id = wholeNumber(row.id);
      const code = row.municipality?.replace(/^GM/, '').padStart(4, '0');
      if (id === null || row.name === null) {
        this.#refuse('town without an id or name', `${row.id}: ${row.name}`);
        continue;
      }
      this.#stage.town({ id, rank: this.#rank, name: row.name, inService: true });
      if (code === undefined || !/^\d{4}$/.test(code)) continue;
      relations.push({
        townId: id,
        municipality: code,
        beginsOn: this.#stateDate,
        endsOn: null,
        status: 'definitief',
      });
    }
    return relations;
  }

  units(): void {
    for (const row of this.#rows('verblijfsobject', UNIT_COLUMNS)) {
      this.#object(row, OBJECT_TYPES.unit, {
        floorAreaM2: floorArea(row.floorArea),
        uses: usesOf(list(row.uses), Number(row.id), this.#refuse),
        buildingIds: list(row.buildingId).flatMap((text) => wholeNumber(text) ?? []),
      });
    }
  }

  places(layer: 'ligplaats' | 'standplaats', type: number): void {
    for (const row of this.#rows(layer, ADDRESS_COLUMNS)) {
      this.#object(row, type, { floorAreaM2: null, uses: null, buildingIds: [] });
    }
  }

  buildings(): void {
    const shared = this.#stage.sharedBuildingIds();
    const stateYear = Number(this.#stateDate.slice(0, 4));
    for (const row of this.#rows('pand', BUILDING_COLUMNS)) {
      const id = wholeNumber(row.id);
      const status = STATUS_OF_BUILDING[row.status ?? ''];
      if (id === null || status === undefined) {
        this.#refuse('building without an id or with an unknown status', `${row.id}: ${row.status}`);
        continue;
      }
      const outline =
        row.geometry !== null && isInSorted(shared, id) ? readGeoPackageGeometry(row.geometry) : null;
      const area = outline?.type === 'area' ? encodeArea(outline.area) : null;
      this.#stage.building({
        id,
        rank: this.#rank,
        yearBuilt: yearBuilt(row.yearBuilt, stateYear),
        status,
        area,
      });
    }
  }

  #object(
    row: Row<keyof typeof ADDRESS_COLUMNS>,
    type: number,
    facts: { floorAreaM2: number | null; uses: number | null; buildingIds: readonly number[] },
  ): void {
    const rank = this.#rank;
    const id = wholeNumber(row.id);
    const numberId = wholeNumber(row.numberId);
    const streetId = wholeNumber(row.streetId);
    const townId = wholeNumber(row.townId);
    const houseNumber = wholeNumber(row.houseNumber);
    const status = STATUS_OF_OBJECT[row.status ?? ''];
    if (id === null || status === undefined) {
      this.#refuse('object without an id or with an unknown status', `${row.id}: ${row.status}`);
      return;
    }
    if (
      numberId === null ||
      streetId === null ||
      townId === null ||
      houseNumber === null ||
      row.street === null
    ) {
      this.#refuse('object without a complete address', String(row.id));
      return;
    }
    const code = postcode(row.postcode);
    if (code === undefined)
      this.#refuse('postcode is not four digits and two letters', `${row.id}: ${row.postcode}`);
    if (!this.#streets.has(streetId)) {
      this.#streets.add(streetId);
      const { street: name, shortStreet: shortName } = row;
      this.#stage.street({ id: streetId, rank, name, shortName, kind: null, townId, inService: true });
    }
    const { houseLetter, addition } = row;
    this.#stage.number({
      id: numberId,
      rank,
      postcode: code ?? null,
      houseNumber,
      houseLetter,
      addition,
      streetId,
      townId,
      inService: true,
    });
    const inService = status <= LAST_OBJECT_STATUS_IN_SERVICE;
    const location = this.#location(row.geometry, id);
    this.#stage.object({
      ...facts,
      id,
      rank,
      type,
      status,
      inService,
      location,
      mainNumberId: numberId,
      otherNumberIds: [],
    });
  }

  #location(bytes: Buffer | null, id: number): Point | null {
    const geometry = bytes === null ? null : readGeoPackageGeometry(bytes);
    const point = geometry?.type === 'area' ? areaCentroid(geometry.area) : geometry;
    if (point === null || point === undefined || !isWithinRdNew(point.x, point.y)) {
      this.#refuse('object without a point in the Netherlands', String(id));
      return null;
    }
    return { x: Math.round(point.x * 1000) / 1000, y: Math.round(point.y * 1000) / 1000 };
  }

  /** The wanted columns of a layer as texts (ids were numbers in some years), with its geometry. */
  *#rows<Key extends string>(layer: string, specs: Readonly<Record<Key, ColumnSpec>>): Generator<Row<Key>> {
    const columns = this.#source.columns(layer);
    const geometry = this.#source.geometryColumn(layer);
    const wanted = this.#wanted(layer, specs, columns).map(
      ([key, column]) =>
        `${column === undefined ? 'NULL' : `CAST(${quoted(column)} AS TEXT)`} AS ${quoted(key)}`,
    );
    wanted.push(`${geometry === undefined ? 'NULL' : quoted(geometry)} AS geometry`);
    const bytes = statSync(this.#file.path).size;
    const progress = this.#context.progress(`addresses: ${layer}`, bytes);
    const sql = `SELECT ${wanted.join(', ')} FROM ${quoted(layer)}`;
    let rows = 0;
    for (const row of this.#source.database.prepare<[], Row<Key>>(sql).iterate()) {
      for (const [key] of Object.entries(specs)) {
        // Empty texts stand for "none" in some years.
        if (row[key as Key] === '') (row as Record<string, unknown>)[key] = null;
      }
      yield row;
      rows += 1;
      if (rows % 10_000 !== 0) continue;
      this.#context.signal.throwIfAborted();
      progress.at(0, rows);
    }
    progress.done();
    this.#context.read(this.#file.sourceId, rows);
  }

  #wanted<Key extends string>(
    layer: string,
    specs: Readonly<Record<Key, ColumnSpec>>,
    columns: readonly string[],
  ): [Key, string | undefined][] {
    try {
      const { index } = resolveColumns(specs, columns);
      return (Object.keys(specs) as Key[]).map((key) => [key, columns[index[key]]]);
    } catch (cause) {
      if (!(cause instanceof MissingColumnsError)) throw cause;
      throw unexpected(this.#file, `the layer ${layer} as this source knows it`, cause.message);
    }
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** `winkelfunctie,woonfunctie` */
function list(text: string | null): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function unexpected(file: FetchedFile, expected: string, found: string): UnexpectedFormatError {
  return new UnexpectedFormatError({
    sourceId: file.sourceId,
    file: file.url,
    expected,
    found,
    remedy: 'Load the extract instead (options.format), or look for a newer version of this service.',
  });
}
