import type { StandInAnswer } from './stand-in.ts';

/** A feature of GeoServer, as its WFS and WMS write it. */
export interface MapFeature {
  readonly id: string;
  readonly geometry: unknown;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Features as GeoServer sends them: `matched` says how many the whole question has. */
export function featuresAnswer(features: readonly MapFeature[], matched = features.length): StandInAnswer {
  return {
    contentType: 'application/json;charset=UTF-8',
    body: JSON.stringify({
      type: 'FeatureCollection',
      features: features.map((feature) => ({ type: 'Feature', geometry_name: 'geom', ...feature })),
      totalFeatures: matched,
      numberMatched: matched,
      numberReturned: features.length,
      timeStamp: '2026-11-27T11:00:00.000Z',
      crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::28992' } },
    }),
  };
}

/** An error of WFS 2.0: XML whatever format was asked for. */
export function wfsException(code: string, text: string): StandInAnswer {
  return {
    status: 400,
    contentType: 'application/xml',
    body:
      '<?xml version="1.0" encoding="UTF-8"?><ows:ExceptionReport xmlns:ows="http://www.opengis.net/ows/1.1" version="2.0.0">' +
      `<ows:Exception exceptionCode="${code}" locator="typeName"><ows:ExceptionText>${text}</ows:ExceptionText></ows:Exception>` +
      '</ows:ExceptionReport>',
  };
}

/** An error of WMS 1.3: with status 200. */
export function wmsException(code: string, text: string): StandInAnswer {
  return {
    contentType: 'text/xml;charset=UTF-8',
    body:
      '<?xml version="1.0" encoding="UTF-8" standalone="no"?><ServiceExceptionReport xmlns="http://www.opengis.net/ogc" version="1.3.0">' +
      `<ServiceException code="${code}" locator="QUERY_LAYERS">${text}</ServiceException></ServiceExceptionReport>`,
  };
}
