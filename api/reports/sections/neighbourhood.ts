import {
  figuresOfRegion,
  type MissingReason,
  type RegionFigures,
  type TopicFigures,
} from '../../../db/queries/neighbourhoods.ts';
import type { NeighbourhoodBlock } from '../../schemas/home.ts';
import { HOME_SOURCES } from '../home-sources.ts';
import { NO_NEIGHBOURHOOD_TEXTS, noteOf, type SectionContext } from './section.ts';

/** Headline figures of the neighbourhood, each topic from the newest year in which it is published. */
export function neighbourhoodSection({
  snapshot,
  neighbourhood,
  sources,
}: SectionContext): NeighbourhoodBlock {
  const { region, missing } = neighbourhood;
  if (region === undefined) return block(undefined, NO_NEIGHBOURHOOD_TEXTS[missing]);
  const figures = figuresOfRegion(snapshot, region);
  const release = snapshot.require('neighbourhoods');
  const used = { people: figures.people, housing: figures.housing, distance_km: figures.distance };
  for (const [name, topic] of Object.entries<TopicState>(used)) {
    if (topic.dataYear !== null) sources.use(release, HOME_SOURCES.keyFigures, `neighbourhood.${name}`);
  }
  return block(
    figures,
    noteOf(
      topicSentence('residents and households', figures.people),
      topicSentence('home value and ownership', figures.housing),
      topicSentence('distances', figures.distance),
      'The distance to a train station is in a data set that is not loaded yet.',
    ),
  );
}

function block(figures: RegionFigures | undefined, note: string | null): NeighbourhoodBlock {
  return {
    people: {
      data_year: figures?.people.dataYear ?? null,
      residents: figures?.people.figures.residents ?? null,
      households: figures?.people.figures.households ?? null,
    },
    housing: {
      data_year: figures?.housing.dataYear ?? null,
      avg_home_value_eur: figures?.housing.figures.avgHomeValueEur ?? null,
      owner_occupied_pct: figures?.housing.figures.ownerOccupiedPct ?? null,
    },
    distance_km: {
      data_year: figures?.distance.dataYear ?? null,
      gp_practice: figures?.distance.figures.distanceGpPracticeKm ?? null,
      supermarket: figures?.distance.figures.distanceSupermarketKm ?? null,
      // From the proximity statistics, a data set of its own.
      train_station: null,
    },
    note,
  };
}

type TopicState = Pick<TopicFigures, 'dataYear' | 'missing' | 'bordersMoved'>;

/** Why figures are missing, or what to keep in mind of those that are there. */
function topicSentence(what: string, { dataYear, missing, bordersMoved }: TopicState): string | null {
  if (missing !== null) return MISSING_SENTENCES[missing](what);
  return bordersMoved
    ? `The borders of the neighbourhood moved after ${dataYear}: ${what} are of the area within its older borders.`
    : null;
}

const MISSING_SENTENCES: Readonly<Record<MissingReason, (what: string) => string>> = {
  not_published: (what) => `No loaded year has ${what} yet.`,
  area_absent: (what) => `The neighbourhood is new: no year with ${what} has it yet.`,
  suppressed: (what) =>
    `The publisher withholds some figures on ${what} here, as it does where there are too few residents or dwellings.`,
};
