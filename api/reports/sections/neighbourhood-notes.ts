import type { MissingReason, TopicFigures } from '../../../db/queries/neighbourhoods.ts';
import type { ShownDistances } from '../distances.ts';
import { areaSentence } from './section.ts';

type TopicState = Pick<
  TopicFigures,
  'dataYear' | 'missing' | 'bordersMoved' | 'level' | 'regionCode' | 'regionName'
>;

/** The figures of a topic, as they stand in a sentence: `home value and ownership`. */
export type NamedTopic = readonly [what: string, topic: TopicState];

/**
 * What there is to say of the figures of topics: why some are missing, that they are of a larger area, or what to
 * keep in mind. Topics of which the same is to be said share a sentence.
 */
export function topicSentences(topics: readonly NamedTopic[]): string[] {
  const sentences = new Map<string, { readonly about: readonly string[]; readonly say: Sentence }>();
  for (const [what, topic] of topics) {
    const said = sentenceOf(topic);
    if (said === undefined) continue;
    const about = [...(sentences.get(said.kind)?.about ?? []), what];
    sentences.set(said.kind, { about, say: said.say });
  }
  return [...sentences.values()].map(({ about, say }) => say(listed(about)));
}

type Sentence = (what: string) => string;

/** `kind` is the same where the sentences differ in their subject only. */
function sentenceOf(topic: TopicState): { kind: string; say: Sentence } | undefined {
  const { dataYear, missing, bordersMoved, level, regionCode: code, regionName: name } = topic;
  if (missing !== null) return { kind: missing, say: MISSING_SENTENCES[missing] };
  if (level !== 'neighbourhood') {
    const area = areaSentence('those', { kind: level, name, code });
    const say: Sentence = (what) =>
      `The neighbourhood has no complete figures on ${what} of its own. ${area}`;
    return { kind: code, say };
  }
  if (!bordersMoved || dataYear === null) return undefined;
  return { kind: String(dataYear), say: (what) => olderBordersSentence(what, dataYear) };
}

/** Subjects that hold an "and" of their own are told apart by one more comma. */
function listed(subjects: readonly string[]): string {
  const last = subjects.at(-1) ?? '';
  if (subjects.length < 2) return last;
  const comma = subjects.some((subject) => subject.includes(' and ')) ? ',' : '';
  return `${subjects.slice(0, -1).join(', ')}${comma} and ${last}`;
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
