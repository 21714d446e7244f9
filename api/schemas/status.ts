import { type Static, Type } from 'typebox';
import { GROUPS, RELEASE_LABELS } from '../../db/groups.ts';
import { Nullable, OneOf } from './nullable.ts';

export const HealthSchema = Type.Object(
  { status: Type.Literal('ok', { description: 'The process answers.' }) },
  { title: 'Health', additionalProperties: false },
);

export const ReadinessSchema = Type.Object(
  {
    status: Type.Literal('ready', { description: 'Every configured group of data has a release.' }),
    groups: Type.Array(Type.String(), { description: 'The groups that were looked at.' }),
  },
  { title: 'Readiness', additionalProperties: false },
);

export const RUN_OUTCOMES = [
  'running',
  'published',
  'unchanged',
  'checked',
  'failed',
  'rolled_back',
] as const;

const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });

const time = (description: string) => Type.String({ format: 'date-time', description });

export const SourceStatusSchema = Type.Object(
  {
    id: Type.String({ description: 'Stable id of the data set, as in `source[].id`.' }),
    name: Type.String({ description: 'Title of the data set, in English.' }),
    edition: Nullable(Type.String({ description: "The publisher's edition, e.g. a year or a table id." })),
    data_year: Nullable(Type.Integer({ description: 'Year that the figures describe.' })),
    state_date: Nullable(
      Type.String({ format: 'date', description: 'Day whose state the data describe, `YYYY-MM-DD`.' }),
    ),
    age_days: Nullable(
      Type.Integer({ description: 'Days from `state_date` until today in the Netherlands.' }),
    ),
    retrieved_at: time('When the newest file of it was downloaded, UTC.'),
    rows_read: Nullable(
      Type.Integer({ minimum: 0, description: 'Rows that were read, unusable ones included.' }),
    ),
    rows_read_before: Nullable(
      Type.Integer({
        minimum: 0,
        description: 'The same of the release before; null where there was none to compare with.',
      }),
    ),
    rejected_rows: Type.Integer({ minimum: 0, description: 'Rows that could not be used.' }),
    rejections: Type.Array(
      Type.Object(
        {
          reason: Type.String({ description: 'Why they could not be used.' }),
          rows: Type.Integer({ minimum: 1, description: 'How many.' }),
        },
        { title: 'Rejection', additionalProperties: false },
      ),
      { description: 'The rejected rows by reason, the most frequent first.' },
    ),
    new_columns: Type.Array(Type.String(), {
      description: 'Columns of the publisher that its files did not have before.',
    }),
  },
  { title: 'SourceStatus', additionalProperties: false },
);

const ReleaseStatusSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the release that is served.' }),
    label: OneOf(RELEASE_LABELS, {
      description: '`national`: the whole country. `partial`: a part of it. `sample`: the bundled sample.',
    }),
    built_at: time('When it was built, UTC.'),
    published_at: time('When it began to be served, UTC.'),
    rows: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
      description: 'Rows by table.',
      examples: [{ vehicle: 22 }],
    }),
    rows_before: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
      description: 'Rows by table of the release that it was compared with; empty where there was none.',
      examples: [{ vehicle: 21 }],
    }),
    null_share_changes: Type.Array(
      Type.Object(
        {
          table: Type.String({ description: 'Name of the table.' }),
          column: Type.String({ description: 'Name of the column.' }),
          share_before: share('Share of rows without a value in the release before, 0 to 1.'),
          share: share('The same now.'),
        },
        { title: 'NullShareChange', additionalProperties: false },
      ),
      {
        description:
          'Columns whose share of missing values moved by more than one percentage point, the largest first.',
      },
    ),
    accepted_changes: Type.Array(
      Type.Object(
        {
          check: Type.String({ description: 'Stable name of the check, e.g. `row_drop`.' }),
          text: Type.String({ description: 'What was expected and what was found.' }),
        },
        { title: 'AcceptedChange', additionalProperties: false },
      ),
      { description: 'Checks against the release before that it failed and that the operator let through.' },
    ),
    sources: Type.Array(SourceStatusSchema, { description: 'The data sets that it was built from.' }),
  },
  { title: 'ReleaseStatus', additionalProperties: false },
);

const RunStatusSchema = Type.Object(
  {
    started_at: time('When it began, UTC.'),
    finished_at: Nullable(time('When it ended, UTC; null while it runs.')),
    outcome: OneOf(RUN_OUTCOMES, {
      description:
        '`published`: a new release is served. `unchanged`: the publishers had nothing new. `checked`: a trial run. `failed`: the old release stays.',
    }),
    error_code: Nullable(Type.String({ description: 'Stable code of the failure.' })),
  },
  { title: 'RunStatus', additionalProperties: false },
);

export const GroupStatusSchema = Type.Object(
  {
    group: OneOf(GROUPS, { description: 'Data sets that are renewed together.' }),
    available: Type.Boolean({ description: 'Whether it can be answered from.' }),
    release: Nullable(ReleaseStatusSchema),
    last_run: Nullable(RunStatusSchema),
    next_run_at: Nullable(time('When the scheduler means to renew it, UTC; null where none is planned.')),
  },
  { title: 'GroupStatus', additionalProperties: false },
);

export const StatusSchema = Type.Object(
  {
    version: Type.String({ description: 'Version of the software.' }),
    today: Type.String({
      format: 'date',
      description: 'Calendar day in the Netherlands, from which ages are counted.',
    }),
    groups: Type.Array(GroupStatusSchema, { description: 'Every group of data, loaded or not.' }),
  },
  {
    title: 'Status',
    description: 'Which data are served, how old they are, and how their last renewal went.',
    additionalProperties: false,
  },
);

export type Status = Static<typeof StatusSchema>;
export type GroupStatus = Static<typeof GroupStatusSchema>;
