import { boundingBox, encodeArea } from '../../../db/geometry.ts';
import { isWithinRdNew } from '../../../db/rd-new.ts';
import { regionArea } from '../../../db/schema/neighbourhoods-areas.ts';
import { type LoadContext, UnexpectedFormatError } from '../source.ts';
import type { AreaRegister } from './areas.ts';
import { parseFigure, parseRegionCode } from './cells.ts';
import { DISTRICT_MAP, MAP_LAYERS, type MapFiles } from './district-map.ts';
import { type MapFeature, readMapLayer } from './map-features.ts';

/** Fictitious neighbourhoods of water; the tables of figures do not have them. */
const WATER_CODE = /^BU.*999[78]$/;
/** Belgian enclaves have a municipality of their own. */
const BELGIAN_MUNICIPALITY = 'GM0998';

/**
 * Loads the outlines on land; no map is no error here.
 * @param areas every region of the key figures, whose areas these are
 * @throws UnexpectedFormatError when the map is of another year than its edition
 */
export async function loadMap(
  context: LoadContext,
  files: MapFiles | undefined,
  areas: AreaRegister,
): Promise<void> {
  if (files === undefined) {
    context.note(DISTRICT_MAP.id, 'no map is offered');
    return;
  }
  const { id, year } = files.edition;
  const loader = new OutlineLoader(context, year, areas);
  let read = 0;
  for (const layer of MAP_LAYERS) {
    const progress = context.progress(`outlines: ${layer}`);
    for await (const feature of readMapLayer(files, layer)) {
      if (feature.year !== null && feature.year !== year) throw otherYear(files, feature.year);
      loader.take(feature);
      read += 1;
      if (read % 500 === 0) progress.at(0, read);
    }
    progress.done();
  }
  context.read(DISTRICT_MAP.id, read);
  context.describe(DISTRICT_MAP.id, { edition: id, dataYear: year, stateDate: `${year}-01-01` });
}

class OutlineLoader {
  readonly #context: LoadContext;
  readonly #year: number;
  readonly #areas: AreaRegister;
  readonly #insert: ReturnType<LoadContext['insert']>;
  readonly #insertBox: (box: readonly number[]) => void;
  #nextId = 1;

  constructor(context: LoadContext, year: number, areas: AreaRegister) {
    this.#context = context;
    this.#year = year;
    this.#areas = areas;
    this.#insert = context.insert(regionArea, ['id', 'regionId', 'editionYear', 'residents', 'rings']);
    const box = context.database.prepare<[readonly number[]]>(
      'INSERT INTO region_area_box (id, min_x_m, max_x_m, min_y_m, max_y_m) VALUES (?, ?, ?, ?, ?)',
    );
    this.#insertBox = (values) => box.run(values);
  }

  take({ code, name, water, residents, area }: MapFeature): void {
    const region = parseRegionCode(code);
    const reject = (reason: string) => {
      this.#context.reject(DISTRICT_MAP.id, reason, { value: String(code) });
    };
    if (region === undefined) reject('unknown region code');
    else if (water === 'B' || region.municipalityCode === BELGIAN_MUNICIPALITY)
      this.#leaveOut('Belgian enclave');
    else if (water === 'JA' || WATER_CODE.test(region.code)) this.#leaveOut('water area');
    else {
      const box = area === null ? undefined : boundingBox(area);
      if (area === null || box === undefined) reject('no outline');
      else if (!isWithinRdNew(box.minX, box.minY) || !isWithinRdNew(box.maxX, box.maxY)) {
        reject('outline outside the country');
      } else {
        const id = this.#nextId;
        this.#nextId += 1;
        const regionId = this.#areas.meantBy(region, name, this.#year).id;
        this.#insert([id, regionId, this.#year, parseFigure(residents) ?? null, encodeArea(area)]);
        this.#insertBox([id, box.minX, box.maxX, box.minY, box.maxY]);
      }
    }
  }

  #leaveOut(text: string): void {
    this.#context.note(DISTRICT_MAP.id, `${text}, left out`);
  }
}

function otherYear({ edition }: MapFiles, found: number): UnexpectedFormatError {
  return new UnexpectedFormatError({
    sourceId: DISTRICT_MAP.id,
    file: edition.url ?? edition.id,
    expected: `the map of ${edition.year}`,
    found: `that of ${found}`,
    remedy: 'Correct the editions of the source.',
  });
}
