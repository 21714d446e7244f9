import type { Probe } from '../probe.ts';
import { yearInLayerName } from './layer-name.ts';
import { layerUrl } from './raster-layers.ts';

/** The one raster in the zip; what lies beside it is of no use. */
const RASTER_ENTRY = /\.(tiff?|asc)$/i;

/** Of a map that comes as a zip in a folder. */
function layerProbes(file: string, minimumBytes: number, optional: boolean): readonly Probe[] {
  return [
    {
      name: 'the map',
      addresses: (declaration) =>
        (declaration.editions ?? [])
          .filter(({ id }) => yearInLayerName(id) !== undefined)
          .map((edition) => ({ url: layerUrl(declaration, edition), edition })),
      ask: 'first',
      optional,
      expect: { kind: 'zip', entries: [RASTER_ENTRY], minimumBytes },
      declared: { file, key: 'editions' },
    },
  ];
}

export const NOISE_PROBES = layerProbes('rivm/noise.ts', 10_000, false);
export const AIR_PROBES = layerProbes('rivm/air.ts', 50_000, false);
/** A load takes it only where the map of the Atlas is not to be had. */
export const AIR_BACKGROUND_PROBES = layerProbes('rivm/air.ts', 50_000, true);
