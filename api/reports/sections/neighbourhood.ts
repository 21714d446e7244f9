import { figuresOfRegion, type RegionFigures } from '../../../db/queries/neighbourhoods.ts';
import { distancesOfRegion, type RegionDistances } from '../../../db/queries/proximity.ts';
import type { NeighbourhoodBlock } from '../../schemas/home.ts';
import { describeDistances } from '../distances.ts';
import { HOME_SOURCES } from '../home-sources.ts';
import { distanceSentences, topicSentences } from './neighbourhood-notes.ts';
import { NO_NEIGHBOURHOOD_TEXTS, noteOf, type SectionContext } from './section.ts';

/** The distances of the summary. */
const HEADLINE_AMENITIES = ['gpPractice', 'supermarket', 'trainStation'] as const;

/** Headline figures of the neighbourhood, each topic from the newest year in which it is published. */
export function neighbourhoodSection({
  snapshot,
  neighbourhood,
  sources,
}: SectionContext): NeighbourhoodBlock {
  const { region, missing } = neighbourhood;
  if (region === undefined) return block(undefined, NO_NEIGHBOURHOOD_TEXTS[missing]);
  const figures = figuresOfRegion(snapshot, region);
  const distances = distancesOfRegion(snapshot, region, figures.distance);
  const release = snapshot.require('neighbourhoods');
  const use = (sourceId: string, name: string) => sources.use(release, sourceId, `neighbourhood.${name}`);
  if (figures.people.dataYear !== null) use(HOME_SOURCES.keyFigures, 'people');
  if (figures.housing.dataYear !== null) use(HOME_SOURCES.keyFigures, 'housing');
  for (const amenity of HEADLINE_AMENITIES) {
    const { dataYear, origin } = distances[amenity];
    const source = origin === 'proximity' ? HOME_SOURCES.proximity : HOME_SOURCES.keyFigures;
    if (dataYear !== null) use(source, 'distance_km');
  }
  const shown = describeDistances(distances, HEADLINE_AMENITIES);
  const note = noteOf(
    ...topicSentences([
      ['residents and households', figures.people],
      ['home value and ownership', figures.housing],
    ]),
    ...distanceSentences(shown),
  );
  return block({ figures, distances, dataYear: shown.dataYear }, note);
}

interface Found {
  readonly figures: RegionFigures;
  readonly distances: RegionDistances;
  /** Of the distances. */
  readonly dataYear: number | null;
}

function block(found: Found | undefined, note: string | null): NeighbourhoodBlock {
  const { people, housing } = found?.figures ?? {};
  const distances = found?.distances;
  return {
    people: {
      data_year: people?.dataYear ?? null,
      residents: people?.figures.residents ?? null,
      households: people?.figures.households ?? null,
    },
    housing: {
      data_year: housing?.dataYear ?? null,
      avg_home_value_eur: housing?.figures.avgHomeValueEur ?? null,
      owner_occupied_pct: housing?.figures.ownerOccupiedPct ?? null,
    },
    distance_km: {
      data_year: found?.dataYear ?? null,
      gp_practice: distances?.gpPractice.km ?? null,
      supermarket: distances?.supermarket.km ?? null,
      train_station: distances?.trainStation.km ?? null,
    },
    note,
  };
}
