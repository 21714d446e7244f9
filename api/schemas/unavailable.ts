import { type Static, Type } from 'typebox';

/** A block of an answer that could not be made, and the source that failed. */
export const UnavailableSchema = Type.Object(
  {
    block: Type.String({ description: 'Block of the answer.', examples: ['elevation'] }),
    source_id: Type.String({ description: 'The source that is not available.', examples: ['ahn'] }),
    reason: Type.String({
      description: 'What happened, one sentence.',
      examples: ['The height model AHN did not answer in time.'],
    }),
  },
  { title: 'Unavailable', additionalProperties: false },
);

export type Unavailable = Static<typeof UnavailableSchema>;
