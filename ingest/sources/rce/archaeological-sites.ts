import { readGeoJsonGeometry } from '../../../db/geojson.ts';
import { isListed, numberOf } from '../../../db/monument-values.ts';
import { readGeoJson } from '../../formats/geojson.ts';
import { parseWkt } from '../../formats/wkt.ts';
import type { FetchedFile, Fetcher, LoadContext } from '../source.ts';
import type { AreaWriter } from './area-writer.ts';
import { fieldReader } from './feature-fields.ts';
import { conceptOf, natureOf } from './field-values.ts';
import { ARCHAEOLOGICAL_OUTLINES, CONCEPTS, fetchAnswer, readAnswer } from './linked-data.ts';
import { fetchMapLayer } from './map-layer.ts';
import type { Listing } from './monument-facts.ts';
import { MONUMENT_FIELDS, monumentNumberOf, registerUrlOf } from './monument-points.ts';
import { countOption, MONUMENTS, serviceOption, textOption } from './sources.ts';

export interface SiteFiles {
  readonly service: 'map' | 'linked-data';
  readonly outlines: readonly FetchedFile[];
}

/** Downloads the outlines of monuments, from wherever the option `service` says. */
export async function fetchArchaeologicalSites(fetcher: Fetcher): Promise<SiteFiles> {
  const declaration = fetcher.declaration(MONUMENTS.id);
  const service = serviceOption(declaration);
  if (service === 'linked-data') {
    return { service, outlines: await fetchAnswer(fetcher, ARCHAEOLOGICAL_OUTLINES, MONUMENTS.id) };
  }
  const outlines = await fetchMapLayer(fetcher, {
    sourceId: MONUMENTS.id,
    url: declaration.urls.outlines ?? '',
    layer: textOption(declaration, 'outlinesLayer'),
    sortBy: textOption(declaration, 'sortBy'),
    pageFeatures: countOption(declaration, 'pageFeatures'),
  });
  return { service, outlines };
}

/** Loads the terrains of archaeological monuments as protected areas; outlines of buildings are none. */
export async function loadArchaeologicalSites(
  context: LoadContext,
  files: SiteFiles,
  listings: ReadonlyMap<number, Listing>,
  writer: AreaWriter,
): Promise<void> {
  const write = (number: number, registerUrl: string, read: () => ReturnType<typeof parseWkt>) => {
    if (listings.get(number)?.isListed === false) {
      context.note(MONUMENTS.id, 'outline of a monument that is not listed now');
      return;
    }
    const facts = { kind: 'archaeological_site', number, name: null, registerUrl } as const;
    const designatedOn = listings.get(number)?.since ?? null;
    writer.write(MONUMENTS.id, { ...facts, designatedOn }, read);
  };
  if (files.service === 'linked-data') await eachRow(context, files.outlines, write);
  else await eachFeature(context, files.outlines, write);
}

type WriteSite = (number: number, registerUrl: string, read: () => ReturnType<typeof parseWkt>) => void;

async function eachFeature(
  context: LoadContext,
  files: readonly FetchedFile[],
  write: WriteSite,
): Promise<void> {
  for (const file of files) {
    const { features } = await readGeoJson(file.path, file.url);
    context.read(MONUMENTS.id, features.length);
    if (features.length === 0) continue;
    const field = fieldReader(context, file, features, MONUMENT_FIELDS);
    for (const feature of features) {
      const number = monumentNumberOf(feature, field);
      if (natureOf(field(feature, 'nature')) !== 'archaeological') {
        context.note(MONUMENTS.id, 'outline of a built monument');
      } else if (!isListed(field(feature, 'status'))) {
        context.note(MONUMENTS.id, 'outline of a monument that is not listed now');
      } else if (number === null) {
        const value = JSON.stringify(feature.properties);
        context.reject(MONUMENTS.id, 'no monument number', { value });
      } else {
        write(number, registerUrlOf(context, number, field(feature, 'registerUrl')), () =>
          readGeoJsonGeometry(feature.geometry),
        );
      }
    }
  }
}

async function eachRow(context: LoadContext, files: readonly FetchedFile[], write: WriteSite): Promise<void> {
  for await (const rows of readAnswer(files)) {
    context.read(MONUMENTS.id, rows.length);
    for (const row of rows) {
      const number = numberOf(row.number);
      if (conceptOf(row.status ?? '') !== CONCEPTS.listed) {
        context.note(MONUMENTS.id, 'outline of a monument that is not listed now');
      } else if (number === null) {
        context.reject(MONUMENTS.id, 'no monument number', { value: JSON.stringify(row) });
      } else {
        write(number, registerUrlOf(context, number), () => parseWkt(row.wkt ?? ''));
      }
    }
  }
}
