import { type Static, Type } from 'typebox';
import { PERMIT_STAGES } from '../vocabulary/permit.ts';
import { Nullable, OneOf } from './nullable.ts';

/** What a notice is about, seen from the address. */
export const PERMIT_PLACES = ['this address', 'its postcode', 'within 100 m'] as const;

export type PermitPlace = (typeof PERMIT_PLACES)[number];

export const PermitSchema = Type.Object(
  {
    date: Type.String({ format: 'date', description: 'Day of publication.', examples: ['2026-05-10'] }),
    type: Type.String({
      description: 'Kind of notice, and what the permit is for where the notice says so.',
      examples: ['environment and planning permit (building)'],
    }),
    stage: Nullable(
      OneOf(PERMIT_STAGES, {
        description: 'What has happened, as far as the title says so. A case may have several notices.',
        examples: ['granted'],
      }),
    ),
    concerns: OneOf(PERMIT_PLACES, {
      description: 'Whether the notice is about this address or another place in its postcode or near it.',
      examples: ['this address'],
    }),
    title: Type.String({
      description: 'Title in Dutch, as published.',
      examples: ['Toestemming voor het plaatsen van zonnepanelen aan Kerkstraat 1 te Doesburg'],
    }),
    authority: Type.String({ description: 'Who published it.', examples: ['Doesburg'] }),
    url: Type.String({
      format: 'uri',
      description: 'The notice.',
      examples: ['https://zoek.officielebekendmakingen.nl/gmb-2026-194515.html'],
    }),
  },
  { title: 'Permit', additionalProperties: false },
);

export type Permit = Static<typeof PermitSchema>;

export const PermitsSchema = Nullable(
  Type.Array(PermitSchema, {
    description:
      'Official notices of the last 24 months about permits, notifications and exemptions for the address and its postcode, the newest first. Rules, plans and traffic measures are not among them. Empty when there are none, null when not known.',
  }),
);

export const PermitsNoteSchema = Nullable(
  Type.String({
    description: 'Why `permits` is null or needs care; null when there is nothing to say.',
  }),
);
