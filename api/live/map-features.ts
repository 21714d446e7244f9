import {
  GeoJsonError,
  type GeoJsonFeature,
  type GeoJsonPage,
  type PlaneGeometry,
  readFeatureCollection,
  readGeoJsonGeometry,
} from '../../db/geojson.ts';
import { UnexpectedAnswer, type UpstreamAnswer } from './upstream-answer.ts';

/** Media types under which map services send features as GeoJSON. Their errors come as XML, often with status 200. */
export const FEATURE_TYPES = ['application/json', 'application/geo+json'];

/** @throws UnexpectedAnswer when the answer is no feature collection */
export function readMapFeatures(answer: UpstreamAnswer): GeoJsonPage {
  return readable(() => readFeatureCollection(answer.json(), 'the answer'));
}

/** @throws UnexpectedAnswer when the feature's geometry is not what its type says */
export function readMapGeometry(feature: GeoJsonFeature): PlaneGeometry | null {
  return readable(() => readGeoJsonGeometry(feature.geometry));
}

function readable<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof GeoJsonError) throw new UnexpectedAnswer('it holds no GeoJSON that can be read');
    throw error;
  }
}
