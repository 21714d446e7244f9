import type { Quantity } from '../../../db/cell-values.ts';
import type { RasterKey } from '../../../db/schema/environment.ts';
import {
  type FetchedFile,
  type Fetcher,
  type FetchRequest,
  type SourceDeclaration,
  type SourceEdition,
  UnexpectedFormatError,
} from '../source.ts';
import { requireDataYear } from './layer-name.ts';

/** One raster of the environment, and where it may come from. */
export interface RasterLayerSpec {
  readonly key: RasterKey;
  readonly quantity: Quantity;
  /** Without it there is no release; others may be missing. */
  readonly required: boolean;
  /** Fewest km2 of the country with a figure: far under what the layer can have, far over what a cut one has. */
  readonly minimumKm2: number;
  /** Products that give it, the best first. They are never mixed: the first that is to be had is all of it. */
  readonly products: readonly RasterProduct[];
}

export interface RasterProduct {
  readonly source: SourceDeclaration;
  /** What its figures cover, in English. */
  readonly product: string;
  readonly minimumBytes: number;
}

export interface FetchedLayer {
  readonly spec: RasterLayerSpec;
  readonly product: RasterProduct;
  readonly edition: SourceEdition;
  readonly file: FetchedFile;
}

/** An edition that is declared and that the publisher does not offer (any more, or yet). */
export interface AbsentEdition {
  readonly sourceId: string;
  readonly name: string;
}

export interface FetchedRasters {
  readonly layers: readonly FetchedLayer[];
  readonly absent: readonly AbsentEdition[];
}

/**
 * Gets the newest edition of the best product of each layer.
 * @throws UnexpectedFormatError when nothing of a required layer is to be had, or an edition's year is not its name's
 */
export async function fetchLayers(
  fetcher: Fetcher,
  specs: readonly RasterLayerSpec[],
): Promise<FetchedRasters> {
  const layers: FetchedLayer[] = [];
  const absent: AbsentEdition[] = [];
  for (const spec of specs) {
    const layer = await fetchLayer(fetcher, spec, absent);
    if (layer !== undefined) layers.push(layer);
  }
  return { layers, absent };
}

async function fetchLayer(
  fetcher: Fetcher,
  spec: RasterLayerSpec,
  absent: AbsentEdition[],
): Promise<FetchedLayer | undefined> {
  const tried: string[] = [];
  for (const product of spec.products) {
    const declaration = fetcher.declaration(product.source.id);
    for (const edition of declaration.editions ?? []) {
      // Before the download: of a name without a year, or of another one, nothing can be used.
      requireDataYear(declaration.id, edition, Number.POSITIVE_INFINITY);
      const url = layerUrl(declaration, edition);
      const { minimumBytes } = product;
      const request: FetchRequest = { sourceId: declaration.id, url, expect: kindOf(url), minimumBytes };
      const file = await fetcher.optionalFile(request);
      if (file === undefined) {
        absent.push({ sourceId: declaration.id, name: edition.id });
        tried.push(url);
        continue;
      }
      requireDataYear(declaration.id, edition, new Date(file.retrievedAt).getUTCFullYear());
      return { spec, product, edition, file };
    }
  }
  if (!spec.required) return undefined;
  throw new UnexpectedFormatError({
    sourceId: spec.products[0]?.source.id ?? spec.key,
    file: tried.join(', ') || spec.key,
    expected: `the layer ${spec.key}`,
    found: 'nothing at any of these addresses',
    remedy:
      'Look its present name up at the publisher, and give it with its year in the editions of this source, ' +
      'in the file that SOURCES_FILE names.',
  });
}

/** The address of a layer: that of the edition, or a zip of its name in the folder. */
export function layerUrl({ urls }: SourceDeclaration, edition: SourceEdition): string {
  return edition.url ?? `${urls.folder ?? ''}${edition.id}.zip`;
}

/** A layer may also be given as a bare raster, e.g. one that an operator has rewritten. */
export function kindOf(url: string): FetchRequest['expect'] {
  if (/\.tiff?(\?|$)/i.test(url)) return 'any';
  return /\.asc(\?|$)/i.test(url) ? 'csv' : 'zip';
}
