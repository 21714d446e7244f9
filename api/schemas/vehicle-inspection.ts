import { type Static, Type } from 'typebox';
import { DEFECT_TRANSLATIONS } from '../vocabulary/defects/defect-row.ts';
import type { DefectSeverity } from '../vocabulary/vehicle-defect.ts';
import { INSPECTION_CATEGORIES, INSPECTION_TYPES } from '../vocabulary/vehicle-inspection.ts';
import { Nullable, OneOf } from './nullable.ts';

const DEFECT_SEVERITIES = [
  'defect',
  'repair_advice',
  'advisory',
  'remark',
] as const satisfies readonly DefectSeverity[];

const VehicleDefectSchema = Type.Object(
  {
    code: Type.String({
      description: 'Code in the catalogue of defects. Text: `031` and `31` are two.',
      examples: ['AC1'],
    }),
    description: Nullable(
      Type.String({
        description: 'What was found, in English; null for a code that is too new to have been translated.',
        examples: ['Tyre tread depth between 1.6 and 2.5 mm'],
      }),
    ),
    translated: Nullable(
      OneOf(DEFECT_TRANSLATIONS, {
        description:
          'How the English came about, for nobody publishes one. `by_hand`: weighed on its own. `by_glossary`: put together from fixed terms. `by_inference`: the Dutch text is cut off, and the rest was inferred. Null where there is no English.',
        examples: ['by_hand'],
      }),
    ),
    description_nl: Nullable(
      Type.String({
        description: "The publisher's own text, in Dutch, which it cuts off after 60 characters.",
        examples: ['Bandenspanning niet op juiste waarde'],
      }),
    ),
    severity: OneOf(DEFECT_SEVERITIES, {
      description:
        '`defect`: did not meet the rules. `repair_advice`: a warning lamp or a leak that does not fail the vehicle. `advisory`: wear that is still within the rules. `remark`: a part that could not be judged, or the odometer.',
      examples: ['advisory'],
    }),
    count: Nullable(
      Type.Integer({
        description: 'How often it was found, e.g. four tyres; null where that is not stated.',
      }),
    ),
  },
  { title: 'VehicleDefect', additionalProperties: false },
);

/** One inspection, or an attempt of which only the defects are known. */
export const VehicleInspectionSchema = Type.Object(
  {
    date: Type.String({
      format: 'date',
      description: 'Day of the report, `YYYY-MM-DD`.',
      examples: ['2026-03-19'],
    }),
    type: OneOf(INSPECTION_TYPES, {
      description:
        'What was reported. Workshops report work on tachographs, reports of manipulation and broken seals as routine; those accuse nobody.',
      examples: ['periodic_inspection'],
    }),
    category: Nullable(
      OneOf(INSPECTION_CATEGORIES, {
        description: 'What the inspecting body is recognised for; null where that is not stated.',
        examples: ['light'],
      }),
    ),
    reported: Type.Boolean({
      description:
        'Whether a report was published. Only approvals are: false is an attempt that was rejected, or not approved yet, and is known by its defects alone.',
    }),
    round: Nullable(
      Type.Integer({
        minimum: 1,
        description:
          'An inspection and its re-tests within 60 days have the same number; 1 is the newest round. Null for what is no inspection of the vehicle, such as work on its tachograph.',
      }),
    ),
    valid_until: Nullable(
      Type.String({
        format: 'date',
        description:
          'Last day until which this inspection approved the vehicle, `YYYY-MM-DD`; null where none is stated.',
        examples: ['2027-05-17'],
      }),
    ),
    defects: Type.Array(VehicleDefectSchema, {
      description:
        'What was found, by code; empty when nothing was. Codes about the work on a tachograph, or about the inspector, are left out.',
    }),
  },
  { title: 'VehicleInspection', additionalProperties: false },
);

export type VehicleInspectionAnswer = Static<typeof VehicleInspectionSchema>;
