import { type SourceEdition, UnexpectedFormatError } from '../source.ts';

/**
 * The year that the data of a layer describe, as its name says: the last four digits, before the mark of a
 * correction. `rivm_20250801_Geluid_lden_allebronnen_2022` is of 2022, published in 2025;
 * `rivm_nsl_20260401_gm_PM252024` is PM2.5 of 2024.
 * @returns undefined where the name has none, as those of the moving aliases (`..._actueel`)
 */
export function yearInLayerName(name: string): number | undefined {
  const match = /(?:_|NO2|PM25|PM10)((?:19|20)\d{2})(?:_v\d+|_Int)?$/.exec(name);
  return match === null ? undefined : Number(match[1]);
}

/**
 * The data year of an edition, held against the name of its layer. It is never the day of the download: a raster
 * of 2020 that is fetched today stays one of 2020.
 * @param retrievedYear year of the download; data of a later year are a forecast, whose files are named alike
 * @throws UnexpectedFormatError when the name has no year, another one than the edition, or one that is to come
 */
export function requireDataYear(sourceId: string, edition: SourceEdition, retrievedYear: number): number {
  const year = yearInLayerName(edition.id);
  const problem = (expected: string, found: string, remedy: string) =>
    new UnexpectedFormatError({ sourceId, file: edition.id, expected, found, remedy });
  if (year === undefined) {
    throw problem(
      'a layer name that ends in the year of its data',
      'none',
      'Names that end in "actueel" are moving aliases: give the dated name of the layer in the editions.',
    );
  }
  if (year !== edition.year) {
    throw problem(
      `data of ${edition.year}, as the edition says`,
      `the year ${year} in its name`,
      'Correct the year or the id of the edition.',
    );
  }
  if (year >= retrievedYear) {
    throw problem(
      'a yearly mean of a year that is over',
      `${year}, which is a forecast`,
      'Scenario years have names like those of real ones: leave them out of the editions.',
    );
  }
  return year;
}
