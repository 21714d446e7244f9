import { tileId } from '../../../db/raster.ts';
import { rasterLayer, rasterTile } from '../../../db/schema/environment.ts';
import type { RasterFile } from '../../formats/raster.ts';
import { inFile } from '../format-error.ts';
import { type Canary, type GroupDeclaration, type LoadContext, UnexpectedFormatError } from '../source.ts';
import { AIR_LAYERS } from './air.ts';
import { NOISE_LAYERS } from './noise.ts';
import { openRaster } from './open-raster.ts';
import {
  type FetchedLayer,
  type FetchedRasters,
  fetchLayers,
  type RasterLayerSpec,
} from './raster-layers.ts';
import { type CellCounts, TileWriter } from './tile-writer.ts';

const LAYERS: readonly RasterLayerSpec[] = [...NOISE_LAYERS, ...AIR_LAYERS];
const REQUIRED = LAYERS.filter((layer) => layer.required).map((layer) => `'${layer.key}'`);

/** More impossible numbers than this share of the cells: another quantity, or another unit. */
const LARGEST_IMPOSSIBLE_SHARE = 0.001;

/** Noise and air quality, as rasters that are looked up by place. */
export const ENVIRONMENT: GroupDeclaration<FetchedRasters> = {
  id: 'environment',
  sources: LAYERS.flatMap((layer) => layer.products.map((product) => product.source)),
  fetch: (fetcher) => fetchLayers(fetcher, LAYERS),
  files: (fetched) => fetched.layers.map((layer) => layer.file),

  async load(context, fetched) {
    for (const { sourceId, name } of fetched.absent) {
      context.note(sourceId, `the publisher does not offer ${name}`);
    }
    for (const [index, layer] of fetched.layers.entries()) {
      await inFile(layer.file, 'a GeoTIFF or an Esri ASCII grid', async () => {
        // Beside the build, and named like it: the next run removes what a killed one has left.
        const raster = await openRaster(layer.file, `${context.database.name}-scratch`);
        try {
          await loadLayer(context, layer, raster, index + 1);
        } finally {
          await raster.close();
        }
      });
    }
  },

  tables: [rasterLayer, rasterTile],
  minimumRows: { raster_layer: REQUIRED.length, raster_tile: 1_000 },
  maximumRejectedShare: LARGEST_IMPOSSIBLE_SHARE,
  canaries: [
    {
      name: 'the required layers, over the whole country',
      sql: `SELECT count(*) FROM raster_layer WHERE key IN (${REQUIRED.join(', ')})
               AND west_rd_x_m <= 14000 AND west_rd_x_m + width * cell_size_m >= 277000
               AND north_rd_y_m >= 618000 AND north_rd_y_m - height * cell_size_m <= 308000
            HAVING count(*) = ${REQUIRED.length}`,
    },
    ...LAYERS.map(surfaceCanary),
  ],
  invariants: [
    {
      name: 'noise is between 1 and 120 dB',
      sql: `SELECT count(*) FROM raster_layer
             WHERE unit = 'dB Lden' AND (lowest_value < 1 OR highest_value > 120)`,
    },
    {
      name: 'concentrations are between 0 and 150 ug/m3',
      sql: `SELECT count(*) FROM raster_layer
             WHERE unit = 'ug/m3' AND (lowest_value < 0 OR highest_value > 150)`,
    },
    {
      name: 'every cell is counted once',
      sql: `SELECT count(*) FROM raster_layer
             WHERE value_cells + zero_cells + no_data_cells <> width * height`,
    },
    {
      name: 'every tile lies in a layer',
      sql: `SELECT count(*) FROM raster_tile WHERE NOT EXISTS (
              SELECT 1 FROM raster_layer
               WHERE raster_layer.id = raster_tile.id >> 32
                 AND ((raster_tile.id >> 16) & 65535) * 128 < height AND (raster_tile.id & 65535) * 128 < width)`,
    },
  ],
};

/** A layer that may be missing is held to its surface where it is there. */
function surfaceCanary({ key, required, minimumKm2 }: RasterLayerSpec): Canary {
  const missing = required ? 0 : 1;
  return {
    name: `${minimumKm2} km2 or more with a figure in ${key}`,
    sql: `SELECT 1 WHERE coalesce((SELECT value_cells * cell_size_m * cell_size_m >= ${minimumKm2}e6
                                     FROM raster_layer WHERE key = '${key}'), ${missing})`,
  };
}

async function loadLayer(
  context: LoadContext,
  { spec, product, edition, file }: FetchedLayer,
  raster: RasterFile,
  id: number,
): Promise<void> {
  const sourceId = file.sourceId;
  const { grid } = raster;
  const insertTile = context.insert(rasterTile, ['id', 'data']);
  const writer = new TileWriter(grid, spec.quantity, raster.declaredNoData, (tileRow, tileColumn, data) =>
    insertTile([tileId(id, tileRow, tileColumn), data]),
  );
  const progress = context.progress(edition.id, file.bytes);
  for await (const band of raster.bands()) {
    context.signal.throwIfAborted();
    writer.add(band);
    const rows = band.firstRow + band.rows;
    progress.at(Math.round((file.bytes * rows) / grid.height), rows * grid.width);
  }
  writer.end();
  progress.done();
  context.read(sourceId, grid.width * grid.height);
  requirePossible(context, sourceId, edition.id, writer.counts, spec);
  insertLayer(context, { spec, product, edition, file }, raster, id, writer.counts);
  context.describe(sourceId, { edition: edition.id, dataYear: edition.year });
}

/** A few odd cells are counted and left out; many mean that the layer is not what it was taken for. */
function requirePossible(
  context: LoadContext,
  sourceId: string,
  name: string,
  counts: CellCounts,
  spec: RasterLayerSpec,
): void {
  const { impossible, example } = counts;
  if (impossible === 0 || example === null) return;
  const figures = counts.value + impossible;
  if (impossible > figures * LARGEST_IMPOSSIBLE_SHARE) {
    throw new UnexpectedFormatError({
      sourceId,
      file: name,
      expected: `${spec.quantity.range}`,
      found: `${impossible} of ${figures} cells outside of that, such as ${example.value}`,
      remedy:
        'The publisher probably changed the unit or the fill value: compare the layer with cell-values.ts.',
    });
  }
  for (let cell = 0; cell < impossible; cell += 1) {
    context.reject(sourceId, 'impossible figure', {
      line: example.row + 1,
      value: `${name}: ${example.value} in column ${example.column + 1}`,
    });
  }
}

function insertLayer(
  context: LoadContext,
  { spec, product, edition, file }: FetchedLayer,
  { grid }: RasterFile,
  id: number,
  counts: CellCounts,
): void {
  const { scale } = spec.quantity;
  const figure = (stored: number | null) => (stored === null ? null : stored / Math.round(1 / scale));
  const insert = context.insert(rasterLayer, [
    'id',
    'key',
    'sourceId',
    'name',
    'product',
    'dataYear',
    'unit',
    'encoding',
    'scale',
    'noData',
    'westRdXM',
    'northRdYM',
    'cellSizeM',
    'width',
    'height',
    'valueCells',
    'zeroCells',
    'noDataCells',
    'lowestValue',
    'highestValue',
  ]);
  insert([
    id,
    spec.key,
    file.sourceId,
    edition.id,
    product.product,
    edition.year,
    spec.quantity.unit,
    spec.quantity.encoding,
    scale,
    spec.quantity.noData,
    grid.westM,
    grid.northM,
    grid.cellSizeM,
    grid.width,
    grid.height,
    counts.value,
    counts.zero,
    counts.noData,
    figure(counts.lowest),
    figure(counts.highest),
  ]);
}
