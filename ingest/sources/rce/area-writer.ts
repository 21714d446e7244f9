import { toRdArea } from '../../../db/dutch-coordinates.ts';
import { GeoJsonError, type PlaneGeometry } from '../../../db/geojson.ts';
import { type Area, boundingBox, encodeArea } from '../../../db/geometry.ts';
import {
  OUTLINE_BOX,
  type ProtectedAreaKind,
  protectedArea,
  protectedAreaOutline,
} from '../../../db/schema/heritage.ts';
import { WktError } from '../../formats/wkt.ts';
import type { Insert, LoadContext } from '../source.ts';

export interface AreaFacts {
  readonly kind: ProtectedAreaKind;
  readonly number: number | null;
  readonly name: string | null;
  readonly designatedOn: string | null;
  readonly registerUrl: string | null;
}

/**
 * Writes protected areas, one row each with an outline for every polygon. What comes in parts (some world heritage
 * sites are many records under one number) becomes one area.
 */
export class AreaWriter {
  readonly #context: LoadContext;
  readonly #insertArea: Insert;
  readonly #insertOutline: Insert;
  readonly #insertBox: (values: readonly number[]) => void;
  readonly #ids = new Map<string, number>();
  #areas = 0;
  #outlines = 0;

  constructor(context: LoadContext) {
    this.#context = context;
    this.#insertArea = context.insert(protectedArea, [
      'id',
      'kind',
      'number',
      'name',
      'designatedOn',
      'registerUrl',
    ]);
    this.#insertOutline = context.insert(protectedAreaOutline, ['id', 'areaId', 'rings']);
    const box = context.database.prepare(`INSERT INTO ${OUTLINE_BOX} VALUES (?, ?, ?, ?, ?)`);
    this.#insertBox = (values) => void box.run(...values);
  }

  /**
   * Writes the polygons of an area, or of a part of one; what cannot be is a rejected row of the source.
   * @param read yields the geometry in RD New or WGS84
   */
  write(sourceId: string, facts: AreaFacts, read: () => PlaneGeometry | null): void {
    const example = { value: `${facts.kind} ${facts.number ?? ''} ${facts.name ?? ''}` };
    let geometry: PlaneGeometry | null;
    try {
      geometry = read();
    } catch (error) {
      if (!(error instanceof GeoJsonError || error instanceof WktError)) throw error;
      this.#context.reject(sourceId, 'outline cannot be read', {
        value: `${example.value}: ${error.message}`,
      });
      return;
    }
    if (geometry?.type === 'points') {
      this.#context.note(sourceId, 'point of an area');
      return;
    }
    const area = geometry === null ? undefined : toRdArea(geometry.area);
    if (area === undefined) {
      const reason = geometry === null ? 'no outline' : 'outline outside the Netherlands';
      this.#context.reject(sourceId, reason, example);
    } else {
      this.#writeOutlines(this.#idOf(facts), area);
    }
  }

  #idOf(facts: AreaFacts): number {
    const key = `${facts.kind} ${facts.number ?? facts.name ?? `unnamed ${this.#areas}`}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    this.#areas += 1;
    this.#ids.set(key, this.#areas);
    const { kind, number, name, designatedOn, registerUrl } = facts;
    this.#insertArea([this.#areas, kind, number, name, designatedOn, registerUrl]);
    return this.#areas;
  }

  #writeOutlines(areaId: number, area: Area): void {
    for (const polygon of area) {
      const box = boundingBox([polygon]);
      if (box === undefined) continue;
      this.#outlines += 1;
      this.#insertOutline([this.#outlines, areaId, encodeArea([polygon])]);
      this.#insertBox([this.#outlines, box.minX, box.maxX, box.minY, box.maxY]);
    }
  }
}
