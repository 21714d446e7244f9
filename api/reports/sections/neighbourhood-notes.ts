import type { MissingReason, TopicFigures } from '../../../db/queries/neighbourhoods.ts';
import type { ShownDistances } from '../distances.ts';
import { areaSentence } from './section.ts';

type TopicState = Pick<
  TopicFigures,
  'dataYear' | 'missing' | 'bordersMoved' | 'level' | 'regionCode' | 'regionName'
>;

/**
 * What there is to say of the figures of a topic: why some are missing, that they are of a larger area, or what to
 * keep in mind.
 * @param what the figures, as they stand in a sentence: `home value and ownership`
 */
export function topicSentence(what: string, topic: TopicState): string | null {
  const { dataYear, missing, bordersMoved, level, regionCode: code, regionName: name } = topic;
  if (missing !== null) return MISSING_SENTENCES[missing](what);
  if (level !== 'neighbourhood') {
    const why = `The neighbourhood has no complete figures on ${what} of its own.`;
    return `${why} ${areaSentence('those', { kind: level, name, code })}`;
  }
  return bordersMoved && dataYear !== null ? olderBordersSentence(what, dataYear) : null;
}

/** What there is to say of the distances that an answer shows. */
export function distanceSentences({
  missing,
  olderSentence,
  olderBordersYear,
}: ShownDistances): (string | null)[] {
  return [
    ...missing.map(({ reason, what }) => MISSING_SENTENCES[reason](what)),
    olderSentence,
    olderBordersYear === null ? null : olderBordersSentence('distances', olderBordersYear),
  ];
}

function olderBordersSentence(what: string, year: number): string {
  return `The borders of the neighbourhood moved after ${year}: ${what} are of the area within its older borders.`;
}

const MISSING_SENTENCES: Readonly<Record<MissingReason, (what: string) => string>> = {
  not_published: (what) => `No loaded year has ${what} yet.`,
  area_absent: (what) => `The neighbourhood is new: no year with ${what} has it yet.`,
  suppressed: (what) =>
    `The publisher withholds some figures on ${what} here, as it does where there are too few residents or dwellings.`,
};
