import type { GeoJsonFeature } from '../../../db/geojson.ts';
import { type ColumnSpec, MissingColumnsError, resolveColumns } from '../../formats/columns.ts';
import { type FetchedFile, type LoadContext, UnexpectedFormatError } from '../source.ts';

/** Reads attributes of features by our own names for them. */
export type FieldReader<Key extends string> = (feature: GeoJsonFeature, key: Key) => unknown;

/**
 * Finds attributes by any of their names, without case: map services, shapefiles (which cut names to 10 characters)
 * and older editions differ. Attributes are looked for in all features of a page, since empty ones may be left out,
 * and all of them are told to the release.
 * @throws UnexpectedFormatError when a required one is in none
 */
export function fieldReader<Key extends string>(
  context: LoadContext,
  file: FetchedFile,
  features: readonly GeoJsonFeature[],
  specs: Readonly<Record<Key, ColumnSpec>>,
): FieldReader<Key> {
  const names = [...new Set(features.flatMap(({ properties }) => Object.keys(properties)))];
  context.columns(file.sourceId, names);
  try {
    const { index } = resolveColumns(specs, names);
    return (feature, key) => {
      const name = names[index[key]];
      return name === undefined ? undefined : feature.properties[name];
    };
  } catch (cause) {
    if (!(cause instanceof MissingColumnsError)) throw cause;
    throw new UnexpectedFormatError({
      sourceId: file.sourceId,
      file: file.url,
      expected: `the attributes ${cause.missing.join(', ')}`,
      found: `only ${names.slice(0, 40).join(', ')}`,
      remedy: 'If the publisher renamed an attribute, add its new name to the names of that attribute.',
    });
  }
}
