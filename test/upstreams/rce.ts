import { readFileSync } from 'node:fs';
import { featuresAnswer, type MapFeature, wfsException } from './map-service.ts';
import type { StandIn, StandInAnswer, StandInRequest } from './stand-in.ts';

const POINTS = new URL(
  '../../ingest/sample/data.geo.cultureelerfgoed.nl/openbaar/wfs%3Fservice=WFS&version=2.0.0&request=GetFeature&typeNames=openbaar:rijksmonumentpunten&outputFormat=application%252Fjson&srsName=EPSG:28992&sortBy=rijksmonument_nummer&count=10000&startIndex=0',
  import.meta.url,
);

interface MonumentPoint extends MapFeature {
  readonly geometry: { readonly coordinates: readonly [number, number] };
}

const MONUMENTS = (JSON.parse(readFileSync(POINTS, 'utf8')) as { features: MonumentPoint[] }).features;

/** The sample's monuments, those under procedure and taken off the list among them, by a box in the Dutch grid. */
export const RCE_STAND_IN: StandIn = {
  id: 'rce',
  setting: 'RCE_WFS_URL',
  answer: (request) => answerMonuments(request, true),
  /** The box is not looked at. */
  wrongObject: (request) => answerMonuments(request, false),
};

function answerMonuments({ query }: StandInRequest, inBox: boolean): StandInAnswer {
  if (query.get('typeNames') !== 'openbaar:rijksmonumentpunten') {
    return wfsException('InvalidParameterValue', 'Feature type unknown');
  }
  const [west = 0, south = 0, east = 0, north = 0] = (query.get('bbox') ?? '').split(',').map(Number);
  const found = MONUMENTS.filter(({ geometry: { coordinates } }) => {
    const [x, y] = coordinates;
    return (x >= west && x <= east && y >= south && y <= north) === inBox;
  });
  const sent = found.slice(0, Number(query.get('count') ?? 1000));
  return featuresAnswer(sent, found.length);
}
