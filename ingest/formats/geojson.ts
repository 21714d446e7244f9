import { readFile } from 'node:fs/promises';
import { GeoJsonError, type GeoJsonPage, readFeatureCollection } from '../../db/geojson.ts';
import { decodeText } from './text-encoding.ts';

/**
 * Reads a saved feature collection, a whole page in memory. Old files are windows-1252 and do not say so.
 * @param origin where the file came from, for messages
 * @throws GeoJsonError when it is something else, e.g. a server's error in JSON
 */
export async function readGeoJson(path: string, origin: string): Promise<GeoJsonPage> {
  let page: unknown;
  try {
    page = JSON.parse(decodeText(await readFile(path)).text);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new GeoJsonError(`${origin}: expected GeoJSON, found no JSON: ${cause.message}. Run again later.`, {
      cause,
    });
  }
  return readFeatureCollection(page, origin);
}
