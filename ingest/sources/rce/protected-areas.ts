import { type GeoJsonFeature, readGeoJsonGeometry } from '../../../db/geojson.ts';
import { numberOf, textOf } from '../../../db/monument-values.ts';
import type { ColumnSpec } from '../../formats/columns.ts';
import { readGeoJson } from '../../formats/geojson.ts';
import { parseWkt } from '../../formats/wkt.ts';
import type { FetchedFile, Fetcher, LoadContext } from '../source.ts';
import type { AreaWriter } from './area-writer.ts';
import { type FieldReader, fieldReader } from './feature-fields.ts';
import { conceptOf, dayOf } from './field-values.ts';
import { CONCEPTS, fetchAnswer, readAnswer, TOWNSCAPES, WORLD_HERITAGE } from './linked-data.ts';
import { fetchMapLayer } from './map-layer.ts';
import { countOption, PROTECTED_AREAS, pageOf, serviceOption, textOption } from './sources.ts';

/** Attributes of the layer of townscapes; dates stand twice, as `1969/05/13` and as `19690513`. */
export const TOWNSCAPE_FIELDS = {
  name: { names: ['NAAM', 'name'], required: true },
  status: { names: ['JURSTATUS', 'juridische_status', 'gezichtsstatus'], required: true },
  // BRON_ID is the number of the townscape: Orvelte, 1325, stands between 1324 and 1326 there.
  number: { names: ['gezichtsnummer', 'GEZICHTNR', 'BRON_ID'] },
  designated: { names: ['AANGEWEZEN'] },
  designatedTwin: { names: ['AANGEWEZ_S'] },
  withdrawn: { names: ['INTREKKING'] },
  withdrawnTwin: { names: ['INGETROK_S'] },
} as const satisfies Record<string, ColumnSpec>;

export const WORLD_HERITAGE_FIELDS = {
  name: { names: ['NAAM', 'name'], required: true },
  number: { names: ['werelderfgoednummer', 'WE_NUMMER', 'UNESCO_ID', 'UNESCO_NR'] },
} as const satisfies Record<string, ColumnSpec>;

export interface AreaFiles {
  readonly service: 'map' | 'linked-data';
  readonly townscapes: readonly FetchedFile[];
  readonly worldHeritage: readonly FetchedFile[];
}

/** Downloads townscapes and world heritage, from wherever the option `service` says. */
export async function fetchProtectedAreas(fetcher: Fetcher): Promise<AreaFiles> {
  const declaration = fetcher.declaration(PROTECTED_AREAS.id);
  const service = serviceOption(declaration);
  if (service === 'linked-data') {
    return {
      service,
      townscapes: await fetchAnswer(fetcher, TOWNSCAPES, PROTECTED_AREAS.id),
      worldHeritage: await fetchAnswer(fetcher, WORLD_HERITAGE, PROTECTED_AREAS.id),
    };
  }
  const layer = (url: string | undefined, name: string) =>
    fetchMapLayer(fetcher, {
      sourceId: PROTECTED_AREAS.id,
      url: url ?? '',
      layer: textOption(declaration, name),
      pageFeatures: countOption(declaration, 'pageFeatures'),
    });
  return {
    service,
    townscapes: await layer(declaration.urls.townscapes, 'townscapesLayer'),
    worldHeritage: await layer(declaration.urls.worldHeritage, 'worldHeritageLayer'),
  };
}

/** Loads the areas that are in force. */
export async function loadProtectedAreas(
  context: LoadContext,
  files: AreaFiles,
  writer: AreaWriter,
): Promise<void> {
  if (files.service === 'linked-data') {
    await loadTownscapeRows(context, files.townscapes, writer);
    await loadWorldHeritageRows(context, files.worldHeritage, writer);
    return;
  }
  await eachFeature(context, files.townscapes, TOWNSCAPE_FIELDS, (feature, field) =>
    loadTownscape(context, feature, field, writer),
  );
  await eachFeature(context, files.worldHeritage, WORLD_HERITAGE_FIELDS, (feature, field) =>
    loadWorldHeritage(context, feature, field, writer),
  );
}

async function eachFeature<Key extends string>(
  context: LoadContext,
  files: readonly FetchedFile[],
  specs: Readonly<Record<Key, ColumnSpec>>,
  load: (feature: GeoJsonFeature, field: FieldReader<Key>) => void,
): Promise<void> {
  for (const file of files) {
    const { features } = await readGeoJson(file.path, file.url);
    context.read(PROTECTED_AREAS.id, features.length);
    if (features.length === 0) continue;
    const field = fieldReader(context, file, features, specs);
    for (const feature of features) load(feature, field);
  }
}

/** What the status of a townscape means. Designated ones were called "rijksmonument" in older editions. */
export function townscapeState(status: unknown): 'in force' | 'not in force' | 'unknown' {
  const text = textOf(status)?.toLowerCase() ?? '';
  if (/^rijks(monument|beschermd)/.test(text) || text === 'beschermd') return 'in force';
  return /^(in procedure|gewaardeerd|ingetrokken|vervallen)/.test(text) ? 'not in force' : 'unknown';
}

function loadTownscape(
  context: LoadContext,
  feature: GeoJsonFeature,
  field: FieldReader<keyof typeof TOWNSCAPE_FIELDS>,
  writer: AreaWriter,
): void {
  const state = townscapeState(field(feature, 'status'));
  const name = textOf(field(feature, 'name'));
  if (state === 'unknown') {
    const value = `${name ?? ''}: ${textOf(field(feature, 'status')) ?? 'none'}`;
    context.reject(PROTECTED_AREAS.id, 'status of the townscape is not known', { value });
    return;
  }
  const withdrawn = firstOf(field(feature, 'withdrawn'), field(feature, 'withdrawnTwin'));
  if (state === 'not in force' || withdrawn !== null) {
    context.note(PROTECTED_AREAS.id, 'townscape that is not in force: in procedure, or withdrawn');
    return;
  }
  const number = numberOf(field(feature, 'number'));
  writer.write(
    PROTECTED_AREAS.id,
    {
      kind: 'townscape',
      number,
      name,
      designatedOn: dayOf(firstOf(field(feature, 'designated'), field(feature, 'designatedTwin'))) ?? null,
      registerUrl: areaPage(context, 'townscapePage', number),
    },
    () => readGeoJsonGeometry(feature.geometry),
  );
}

function loadWorldHeritage(
  context: LoadContext,
  feature: GeoJsonFeature,
  field: FieldReader<keyof typeof WORLD_HERITAGE_FIELDS>,
  writer: AreaWriter,
): void {
  // Around a site lies a zone that is not the site; under which attribute an edition says so is not certain.
  if (Object.values(feature.properties).some((value) => /buffer/i.test(textOf(value) ?? ''))) {
    context.note(PROTECTED_AREAS.id, 'buffer zone of a world heritage site');
    return;
  }
  const number = numberOf(field(feature, 'number'));
  writer.write(
    PROTECTED_AREAS.id,
    {
      kind: 'world_heritage',
      number,
      name: textOf(field(feature, 'name')),
      designatedOn: null,
      registerUrl: areaPage(context, 'worldHeritagePage', number),
    },
    () => readGeoJsonGeometry(feature.geometry),
  );
}

async function loadTownscapeRows(
  context: LoadContext,
  files: readonly FetchedFile[],
  writer: AreaWriter,
): Promise<void> {
  for await (const rows of readAnswer(files)) {
    context.read(PROTECTED_AREAS.id, rows.length);
    for (const row of rows) {
      if (conceptOf(row.status ?? '') !== CONCEPTS.protectedTownscape) {
        context.note(PROTECTED_AREAS.id, 'townscape that is not in force: in procedure, or withdrawn');
        continue;
      }
      const number = numberOf(row.number);
      const facts = {
        kind: 'townscape',
        number,
        name: textOf(row.name),
        designatedOn: dayOf(row.designated) ?? null,
        registerUrl: areaPage(context, 'townscapePage', number),
      } as const;
      writer.write(PROTECTED_AREAS.id, facts, () => parseWkt(row.wkt ?? ''));
    }
  }
}

async function loadWorldHeritageRows(
  context: LoadContext,
  files: readonly FetchedFile[],
  writer: AreaWriter,
): Promise<void> {
  for await (const rows of readAnswer(files)) {
    context.read(PROTECTED_AREAS.id, rows.length);
    for (const row of rows) {
      const number = numberOf(row.number);
      const facts = {
        kind: 'world_heritage',
        number,
        name: textOf(row.name),
        designatedOn: null,
        registerUrl: areaPage(context, 'worldHeritagePage', number),
      } as const;
      writer.write(PROTECTED_AREAS.id, facts, () => parseWkt(row.wkt ?? ''));
    }
  }
}

function firstOf(...values: readonly unknown[]): string | null {
  return values.map(textOf).find((text) => text !== null) ?? null;
}

function areaPage(context: LoadContext, option: string, number: number | null): string | null {
  return number === null ? null : pageOf(textOption(context.declaration(PROTECTED_AREAS.id), option), number);
}
