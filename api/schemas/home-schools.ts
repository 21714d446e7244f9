import { type Static, Type } from 'typebox';
import { SCHOOL_KIND_TEXTS } from '../vocabulary/school.ts';
import { Nullable, OneOf } from './nullable.ts';

const SchoolSchema = Type.Object(
  {
    name: Type.String({ description: 'Name of the school, Dutch.', examples: ['Basisschool De Gracht'] }),
    type: OneOf([SCHOOL_KIND_TEXTS.primary, SCHOOL_KIND_TEXTS.secondary], { description: 'Kind of school.' }),
    denomination: Nullable(
      Type.String({
        description: 'Religious or other principle that the school is run on; null where none is registered.',
        examples: ['Roman Catholic'],
      }),
    ),
    distance_m: Type.Integer({
      minimum: 0,
      description: 'From the address in a straight line, metres.',
      examples: [340],
    }),
    location_quality: OneOf(['address', 'postcode'], {
      description:
        "`address`: measured to the school's own address. `postcode`: to the middle of the addresses of its postcode, since the register does not have its number.",
      examples: ['address'],
    }),
  },
  { title: 'School', additionalProperties: false },
);

export type School = Static<typeof SchoolSchema>;

export const SchoolsSchema = Nullable(
  Type.Array(SchoolSchema, {
    description:
      'The three nearest primary schools and the three nearest secondary schools, each kind by distance. Fewer where fewer are located; null where the location of the address is not known.',
  }),
);

export const SchoolsNoteSchema = Nullable(
  Type.String({ description: 'Why `schools` is null; null when there is nothing to say.' }),
);
