import { sampleRasters } from '../ingest/rivm/sample-rasters.ts';
import { featuresAnswer, wmsException } from './map-service.ts';
import type { StandIn, StandInAnswer, StandInRequest } from './stand-in.ts';

interface Raster {
  readonly west: number;
  readonly south: number;
  readonly cell: number;
  readonly rows: readonly (readonly number[])[];
}

function readAscii(text: string): Raster {
  const lines = text.trim().split('\n');
  const header = new Map(lines.slice(0, 6).map((line) => line.split(' ') as [string, string]));
  const number = (name: string) => Number(header.get(name));
  return {
    west: number('XLLCORNER'),
    south: number('YLLCORNER'),
    cell: number('CELLSIZE'),
    rows: lines.slice(6).map((line) => line.split(' ').map(Number)),
  };
}

/** The sample's rasters by layer; the newer edition of railways is not among them. */
const LAYERS: ReadonlyMap<string, Raster> = new Map(
  [...sampleRasters()].map(([path, text]) => [/([^/]+)\.asc$/.exec(path)?.[1] ?? '', readAscii(text)]),
);

/** Noise and air maps, by the figure of the cell under a pixel; one layer at a time. */
export const RIVM_STAND_IN: StandIn = {
  id: 'rivm',
  setting: 'RIVM_WMS_URL',
  answer: (request) => answerFigure(request, 'GRAY_INDEX'),
  /** As the publisher's other service answers, of the background alone. */
  wrongObject: (request) => answerFigure(request, 'conc_NO2_2025'),
};

function answerFigure({ query }: StandInRequest, property: string): StandInAnswer {
  if (query.get('REQUEST') !== 'GetFeatureInfo' || query.get('CRS') !== 'EPSG:28992') {
    return wmsException('InvalidParameterValue', 'Not a question for a figure in the Dutch grid.');
  }
  const name = query.get('QUERY_LAYERS') ?? '';
  const raster = LAYERS.get(name);
  if (raster === undefined) return wmsException('LayerNotDefined', 'Could not find the layer.');
  const [west = 0, south = 0, east = 0, north = 0] = (query.get('BBOX') ?? '').split(',').map(Number);
  const x = west + ((Number(query.get('I')) + 0.5) * (east - west)) / Number(query.get('WIDTH'));
  const y = north - ((Number(query.get('J')) + 0.5) * (north - south)) / Number(query.get('HEIGHT'));
  const row = raster.rows.length - 1 - Math.floor((y - raster.south) / raster.cell);
  const figure = raster.rows[row]?.[Math.floor((x - raster.west) / raster.cell)];
  return featuresAnswer(
    figure === undefined ? [] : [{ id: '', geometry: null, properties: { [property]: figure } }],
  );
}
