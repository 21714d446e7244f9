import { createWriteStream, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { openEsriAscii } from '../../formats/esri-ascii.ts';
import { openGeoTiff } from '../../formats/geotiff.ts';
import type { RasterFile } from '../../formats/raster.ts';
import { openZip, type ZipEntry } from '../../formats/zip.ts';
import { type FetchedFile, UnexpectedFormatError } from '../source.ts';

/**
 * Opens a downloaded raster: a zip that holds one GeoTIFF or Esri ASCII grid, or the bare file. What it is is looked
 * at, not believed by its name. A raster cannot be read through an inflating stream, so that an entry of a zip is
 * first written to `scratch`, which `close` deletes.
 * @throws UnexpectedFormatError, RasterError, ZipError
 */
export async function openRaster(file: FetchedFile, scratch: string): Promise<RasterFile> {
  if ((await firstBytes(file.path)) !== 'PK\x03\x04') return openBare(file.path, file.url);
  rmSync(scratch, { force: true });
  try {
    const name = await extract(file, scratch);
    const raster = await openBare(scratch, name);
    const close = async () => {
      await raster.close();
      rmSync(scratch, { force: true });
    };
    return {
      grid: raster.grid,
      declaredNoData: raster.declaredNoData,
      bands: () => raster.bands(),
      close,
    };
  } catch (error) {
    rmSync(scratch, { force: true });
    throw error;
  }
}

async function extract(file: FetchedFile, scratch: string): Promise<string> {
  const zip = await openZip(file.path);
  try {
    const entry = rasterEntry(zip.entries, file);
    await pipeline(await zip.stream(entry), createWriteStream(scratch, { flags: 'wx' }));
    return `${file.url} > ${entry.name}`;
  } finally {
    zip.close();
  }
}

/** Beside the raster lie readme files, world files and statistics (`.tif.aux.xml`). */
function rasterEntry(entries: readonly ZipEntry[], file: FetchedFile): ZipEntry {
  const rasters = entries.filter((entry) => /\.(tiff?|asc)$/i.test(entry.name));
  const [first] = rasters;
  if (first !== undefined && rasters.length === 1) return first;
  throw new UnexpectedFormatError({
    sourceId: file.sourceId,
    file: file.url,
    expected: 'one GeoTIFF or Esri ASCII grid in the zip',
    found: rasters.length === 0 ? namesOf(entries) : namesOf(rasters),
    remedy: 'Give the address of the layer itself as the url of its edition.',
  });
}

function namesOf(entries: readonly ZipEntry[]): string {
  const names = entries.slice(0, 10).map((entry) => entry.name);
  return names.join(', ') || 'no entries';
}

async function openBare(path: string, name: string): Promise<RasterFile> {
  const start = await firstBytes(path);
  return /^(II|MM)/.test(start) ? openGeoTiff(path, name) : openEsriAscii(path, name);
}

async function firstBytes(path: string): Promise<string> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await handle.close();
  }
}
