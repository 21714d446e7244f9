import { environmentAt } from '../../../db/queries/environment.ts';
import { RASTER_KEYS, type RasterKey } from '../../../db/schema/environment.ts';
import type { AttachedRelease } from '../../../db/store.ts';
import { type EnvironmentBlock, WHO_GUIDELINES } from '../../schemas/home-environment.ts';
import { noiseLevel } from '../../vocabulary/noise.ts';
import { airYear, ENVIRONMENT_FIELDS, type Figure, type Figures, noiseYear } from '../environment-figures.ts';
import { environmentNote } from '../environment-note.ts';
import type { ReportContext } from './section.ts';

/**
 * Noise and air quality at the address, from the loaded maps, or else from the publisher's map service.
 * @throws UpstreamUnavailable
 */
export async function environmentSection(context: ReportContext): Promise<EnvironmentBlock> {
  const { snapshot, address, live } = context;
  const release = snapshot.releases.environment;
  if (release === undefined && live === undefined) {
    return block({}, 'The noise and air maps are not loaded on this service.');
  }
  const { rdXM, rdYM } = address;
  if (rdXM === null || rdYM === null) {
    return block({}, 'The address has no usable location, so noise and air quality are not known here.');
  }
  const figures =
    release === undefined
      ? await liveFigures(context, rdXM, rdYM)
      : localFigures(context, release, rdXM, rdYM);
  return block(figures, environmentNote(figures));
}

function localFigures(
  { snapshot, sources }: ReportContext,
  release: AttachedRelease,
  rdXM: number,
  rdYM: number,
): Figures {
  const readings = environmentAt(snapshot, rdXM, rdYM);
  const figures: Partial<Record<RasterKey, Figure>> = {};
  for (const key of RASTER_KEYS) {
    const reading = readings[key];
    if (reading === null) continue;
    const { value, state, layer } = reading;
    sources.use(release, layer.sourceId, `environment.${ENVIRONMENT_FIELDS[key]}`);
    figures[key] = { value, state, dataYear: layer.dataYear, product: layer.product };
  }
  return figures;
}

async function liveFigures(
  { live, sources, signal }: ReportContext,
  rdXM: number,
  rdYM: number,
): Promise<Figures> {
  const readings = await live?.environmentMaps.readingsAt(rdXM, rdYM, signal);
  const figures: Partial<Record<RasterKey, Figure>> = {};
  for (const key of RASTER_KEYS) {
    const answer = readings?.[key];
    if (answer === null || answer === undefined) continue;
    const { value, state, dataYear, map } = answer.value;
    sources.useLive(map.source, answer, `environment.${ENVIRONMENT_FIELDS[key]}`, { dataYear });
    figures[key] = { value, state, dataYear, product: map.product };
  }
  return figures;
}

function block(figures: Figures, note: string | null): EnvironmentBlock {
  const figureOf = (key: RasterKey) => figures[key]?.value ?? null;
  const allSources = figureOf('noise_all_sources');
  return {
    noise_lden_db: {
      year: noiseYear(figures),
      all_sources: allSources,
      road: figureOf('noise_road'),
      rail: figureOf('noise_rail'),
      aircraft: figureOf('noise_aircraft'),
      industry: figureOf('noise_industry'),
      wind_turbines: figureOf('noise_wind_turbines'),
      level: allSources === null ? null : noiseLevel(allSources),
      who_guideline: WHO_GUIDELINES.noise,
    },
    air_ug_m3: {
      year: airYear(figures),
      no2: figureOf('air_no2'),
      pm25: figureOf('air_pm25'),
      pm10: figureOf('air_pm10'),
      who_guideline: WHO_GUIDELINES.air,
    },
    note,
  };
}
