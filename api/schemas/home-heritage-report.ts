import { type Static, Type } from 'typebox';
import { LOCATION_QUALITIES } from '../../db/schema/heritage.ts';
import { PROTECTED_AREA_LIST } from '../vocabulary/heritage.ts';
import { Nullable, OneOf } from './nullable.ts';

const closed = { additionalProperties: false } as const;

const MonumentSchema = Type.Object(
  {
    register_url: Type.String({
      format: 'uri',
      description: 'The monument in the national register.',
      examples: ['https://monumentenregister.cultureelerfgoed.nl/monumenten/523080'],
    }),
    listed_since: Nullable(
      Type.String({
        format: 'date',
        description: 'Day of its entry into the register; null where the register gives none.',
        examples: ['2001-12-17'],
      }),
    ),
    number: Type.Integer({ minimum: 1, description: 'Its number in the register.', examples: [523080] }),
    category: Nullable(
      Type.String({
        description:
          'Main category, one of 13 of the register; in Dutch where the publisher has added one. Null where the source does not give it.',
        examples: ['religious buildings', 'homes and housing complexes'],
      }),
    ),
    distance_m: Type.Number({
      minimum: 0,
      maximum: 25,
      description: "From the address's point to the monument's, in a straight line, metres.",
      examples: [8.2],
    }),
    location_quality: Nullable(
      OneOf(LOCATION_QUALITIES, {
        description:
          "How well the monument's point is known. `exact`; `approximate`: may be tens to hundreds of metres off; `decision`: as drawn in the decision that listed it.",
        examples: ['exact'],
      }),
    ),
  },
  { title: 'ReportMonument', ...closed },
);

const ProtectedAreaSchema = Type.Object(
  {
    type: OneOf(PROTECTED_AREA_LIST, { description: 'Kind of protected area.' }),
    name: Nullable(
      Type.String({
        description: 'Its name, as the publisher spells it.',
        examples: ['Amsterdam - binnen de Singelgracht'],
      }),
    ),
    register_url: Nullable(
      Type.String({
        format: 'uri',
        description: 'Its page at the publisher; null where it has none.',
        examples: ['https://whc.unesco.org/en/list/1349'],
      }),
    ),
  },
  { title: 'ReportProtectedArea', ...closed },
);

export const HeritageReportBlockSchema = Type.Object(
  {
    is_listed_monument: Nullable(
      Type.Boolean({
        description:
          'Whether the register of monuments names this very address, or its building, as a listed monument. Null where it cannot be told, e.g. a monument close by that the register ties to no address; `note` says why.',
        examples: [true],
      }),
    ),
    listed_monuments_within_25m: Nullable(
      Type.Array(MonumentSchema, {
        description:
          "National listed monuments whose point in the register lies within 25 m of the address's, the nearest first. One house may have several: for the house, its fence, its gate. Empty when there are none, null when not known.",
      }),
    ),
    protected_areas: Nullable(
      Type.Array(ProtectedAreaSchema, {
        description:
          'Protected areas that the address lies in, one element each: areas overlap, also those of one kind. Borders may be 20 to 100 m off. Empty when there are none, null when not known.',
      }),
    ),
    note: Nullable(
      Type.String({
        description: 'Why something in this block is null or needs care; null when there is nothing to say.',
      }),
    ),
  },
  {
    title: 'HomeHeritageReport',
    description:
      'Listed monuments and protected areas of national and world heritage. Monuments of municipalities and provinces are not covered: they have no national register.',
    ...closed,
  },
);

export type HeritageReportBlock = Static<typeof HeritageReportBlockSchema>;
