import { eq, sql } from 'drizzle-orm';
import { cellAt, decodeTile, TileCache, tileId } from '../raster.ts';
import { RASTER_KEYS, type RasterKey, rasterLayer, rasterTile } from '../schema/environment.ts';
import { preparedQuery, type Snapshot } from '../store.ts';

type RasterLayer = typeof rasterLayer.$inferSelect;

/** Facts of a raster that belong to each of its figures. */
export type RasterFacts = Readonly<
  Pick<RasterLayer, 'sourceId' | 'name' | 'product' | 'dataYear' | 'unit' | 'cellSizeM'>
>;

export type ReadingState =
  /** The figure of the cell that holds the place. */
  | 'value'
  /** Noise: the place was looked at, and no source of this kind reaches it. Not silence, and not 0 dB. */
  | 'no_source'
  /** The publisher has no figure for the place. */
  | 'no_data'
  /** The place lies outside the raster. */
  | 'outside';

/** What one raster says of one place. */
export interface RasterReading {
  readonly layer: RasterFacts;
  /** In the unit of the layer; null unless `state` is `value`. */
  readonly value: number | null;
  readonly state: ReadingState;
}

/** By raster; null for one that is not loaded. */
export type EnvironmentReadings = Readonly<Record<RasterKey, RasterReading | null>>;

/** Some 2 MB for all requests: 9 rasters of a few places each. */
const TILES = new TileCache(96);

const layers = preparedQuery((database) => {
  const rows = database.select().from(rasterLayer).all();
  return new Map(rows.map((row) => [row.key, row]));
});

const tileData = preparedQuery((database) =>
  database
    .select({ data: rasterTile.data })
    .from(rasterTile)
    .where(eq(rasterTile.id, sql.placeholder('id')))
    .prepare(),
);

/**
 * What each raster says of a place in metres of the Dutch grid (RD New).
 * @throws DatasetUnavailableError when no release of the environment is loaded, TileError when its file is damaged
 */
export function environmentAt(snapshot: Snapshot, rdXM: number, rdYM: number): EnvironmentReadings {
  const release = snapshot.require('environment').id;
  const loaded = layers(snapshot);
  const readings = RASTER_KEYS.map((key) => {
    const layer = loaded.get(key);
    return [key, layer === undefined ? null : readLayer(snapshot, release, layer, rdXM, rdYM)] as const;
  });
  return Object.fromEntries(readings) as Record<RasterKey, RasterReading | null>;
}

function readLayer(
  snapshot: Snapshot,
  release: string,
  layer: RasterLayer,
  rdXM: number,
  rdYM: number,
): RasterReading {
  const { sourceId, name, product, dataYear, unit, cellSizeM } = layer;
  const facts = { sourceId, name, product, dataYear, unit, cellSizeM };
  const without = (state: ReadingState) => ({ layer: facts, value: null, state });
  const place = cellAt(layer, rdXM, rdYM);
  if (place === undefined) return without('outside');
  const id = tileId(layer.id, place.tileRow, place.tileColumn);
  const tile = TILES.get(release, id, () => {
    const row = tileData(snapshot).get({ id });
    return row === undefined ? null : decodeTile(row.data, layer.encoding);
  });
  const stored = tile?.cell(place.index) ?? layer.noData;
  if (stored === layer.noData) return without('no_data');
  if (stored === 0 && unit === 'dB Lden') return without('no_source');
  // The division of a whole number gives the nearest decimal; a product of the scale would not.
  return { layer: facts, value: stored / Math.round(1 / layer.scale), state: 'value' };
}
