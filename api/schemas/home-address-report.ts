import { type Static, Type } from 'typebox';
import { BUILDING_STATUS_LIST } from '../vocabulary/building.ts';
import { AddressBlockSchema, BuildingBlockSchema } from './home.ts';
import { Nullable, OneOf } from './nullable.ts';

const closed = { additionalProperties: false } as const;

const { note: addressNote, ...addressProperties } = AddressBlockSchema.properties;

/** The address of the full report: that of the summary, and the larger areas around it. */
export const AddressReportBlockSchema = Type.Object(
  {
    ...addressProperties,
    district: Type.Object(
      {
        code: Nullable(
          Type.String({
            pattern: '^WK[0-9]{4}[0-9A-Z]{2}$',
            description: 'Code of the district at Statistics Netherlands; Amsterdam has letters in it.',
            examples: ['WK0363AF'],
          }),
        ),
        name: Nullable(Type.String({ description: 'Its Dutch name.', examples: ['Nieuwmarkt/Lastage'] })),
      },
      { description: 'The district (CBS wijk) that the neighbourhood is part of.', ...closed },
    ),
    municipality: Nullable(
      Type.String({ description: 'Municipality that the address lies in.', examples: ['Amsterdam'] }),
    ),
    municipality_code: Nullable(
      Type.String({
        pattern: '^GM[0-9]{4}$',
        description: 'Code of the municipality at Statistics Netherlands.',
        examples: ['GM0363'],
      }),
    ),
    province: Nullable(Type.String({ description: 'Province.', examples: ['Noord-Holland'] })),
    note: addressNote,
  },
  {
    title: 'ReportAddress',
    description: 'The address as the national register has it, and the areas around it.',
    ...closed,
  },
);

const { unit, note: buildingNote, ...buildingProperties } = BuildingBlockSchema.properties;

/** The building of the full report: that of the summary, and the register's ids. */
export const BuildingReportBlockSchema = Type.Object(
  {
    building_id: Nullable(
      Type.String({
        pattern: '^[0-9]{16}$',
        description: 'Register id of the building, 16 digits.',
        examples: ['0363100012070245'],
      }),
    ),
    building_status: Nullable(
      OneOf(BUILDING_STATUS_LIST, {
        description: 'Status of the building in the register.',
        examples: ['in use'],
      }),
    ),
    ...buildingProperties,
    unit: Type.Object(
      {
        object_id: Type.String({
          pattern: '^[0-9]{16}$',
          description: 'Register id of the unit, berth or pitch, 16 digits.',
          examples: ['0363010000769832'],
        }),
        ...unit.properties,
      },
      { description: 'The unit at this address.', ...closed },
    ),
    note: buildingNote,
  },
  {
    title: 'ReportBuilding',
    description: 'The building and the unit in it. A berth or a pitch has neither: those figures are null.',
    ...closed,
  },
);

export type AddressReportBlock = Static<typeof AddressReportBlockSchema>;
export type BuildingReportBlock = Static<typeof BuildingReportBlockSchema>;
