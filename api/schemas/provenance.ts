import { type Static, Type } from 'typebox';
import { GROUPS } from '../../db/groups.ts';
import { Nullable, OneOf } from './nullable.ts';

const closed = { additionalProperties: false } as const;

const sha256 = (description: string) => Type.String({ pattern: '^[0-9a-f]{64}$', description });

const time = (description: string) => Type.String({ format: 'date-time', description });

const ProvenanceFileSchema = Type.Object(
  {
    url: Type.String({ description: 'Where it was downloaded.' }),
    sha256: sha256('SHA-256 of the file as it was downloaded.'),
    bytes: Type.Integer({ minimum: 0, description: 'Its size.' }),
    retrieved_at: time('When it was downloaded, UTC.'),
  },
  { title: 'ProvenanceFile', ...closed },
);

export const ProvenanceDatasetSchema = Type.Object(
  {
    id: Type.String({ description: 'Stable id, as in `source[].id` of answers.', examples: ['bag-extract'] }),
    name: Type.String({ description: 'Title of the data set, in English.' }),
    publisher: Type.String({ description: 'Who publishes it.' }),
    licence: Type.String({ description: 'SPDX id of the licence, or its name.', examples: ['CC0-1.0'] }),
    licence_url: Type.String({ format: 'uri', description: 'Text of the licence.' }),
    attribution: Type.String({ description: 'The sentence to show with the data.' }),
    url: Type.String({ format: 'uri', description: 'Page of the data set at its publisher.' }),
    mode: OneOf(['local', 'sample', 'live'], {
      description:
        '`local`: loaded from the files below. `sample`: likewise, from the small set that comes with the software. `live`: asked of the publisher while a caller waits, so that nothing is stored to tell of.',
    }),
    available: Type.Boolean({
      description:
        'False for what could be asked live and is not on this service, for want of a key or of a network.',
    }),
    group: Nullable(
      OneOf(GROUPS, { description: 'Data sets that are renewed together; null for live ones.' }),
    ),
    release_id: Nullable(Type.String({ description: 'Release that is served, as in `/v1/status`.' })),
    edition: Nullable(Type.String({ description: "The publisher's edition, e.g. a year or a table id." })),
    data_year: Nullable(Type.Integer({ description: 'Year that the figures describe.' })),
    state_date: Nullable(
      Type.String({ format: 'date', description: 'Day whose state the data describe, `YYYY-MM-DD`.' }),
    ),
    retrieved_at: Nullable(time('When the newest of its files was downloaded, UTC.')),
    sha256: Nullable(
      sha256(
        'Of its only file; of several, the SHA-256 of their SHA-256 digests, in the order of `files`, one a line, each line ended by a line feed.',
      ),
    ),
    row_count: Nullable(
      Type.Integer({ minimum: 0, description: 'Rows that were read, unusable ones included.' }),
    ),
    rejected_rows: Nullable(
      Type.Integer({ minimum: 0, description: 'Of these, rows that could not be used.' }),
    ),
    files: Type.Array(ProvenanceFileSchema, { description: 'The files that it was read from.' }),
  },
  { title: 'ProvenanceDataset', ...closed },
);

/** Answer of `/.well-known/x402-license-provenance`. */
export const ProvenanceSchema = Type.Object(
  {
    version: Type.Integer({ minimum: 1, description: 'Version of the form of this document.' }),
    service: Type.String({ format: 'uri', description: 'Where this service is reached.' }),
    software: Type.Object(
      {
        name: Type.String({ description: 'Name of the software.' }),
        version: Type.String({ description: 'Its version.' }),
        licence: Type.String({ description: 'SPDX id of its licence.' }),
      },
      {
        title: 'ProvenanceSoftware',
        description: 'The software; the data have licences of their own.',
        ...closed,
      },
    ),
    terms: Type.String({ description: 'What a licence of a data set asks of whoever passes its facts on.' }),
    datasets: Type.Array(ProvenanceDatasetSchema, {
      description: 'Every data set that answers may be made from.',
    }),
  },
  {
    title: 'LicenceProvenance',
    description: 'Whose data are served, under which licence, and from exactly which files.',
    ...closed,
  },
);

export type Provenance = Static<typeof ProvenanceSchema>;
export type ProvenanceDataset = Static<typeof ProvenanceDatasetSchema>;

/** Answer of `/.well-known/x402`. */
export const PaidResourcesSchema = Type.Object(
  {
    version: Type.Literal(1, { description: 'Version of the form of this document.' }),
    resources: Type.Array(Type.String({ format: 'uri' }), {
      description: 'Every path that is paid for, with the public address of this service.',
      examples: [['https://facts.example.org/v1/home/report']],
    }),
    instructions: Type.String({ description: 'How to call and to pay, for people and for agents.' }),
  },
  { title: 'PaidResources', description: 'What can be bought here.', ...closed },
);

export type PaidResources = Static<typeof PaidResourcesSchema>;
