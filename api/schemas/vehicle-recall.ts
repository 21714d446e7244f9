import { type Static, Type } from 'typebox';
import { RECALL_HAZARDS, RECALL_STATUSES } from '../vocabulary/vehicle-recall.ts';
import { Nullable, OneOf } from './nullable.ts';

const day = (description: string) => Nullable(Type.String({ format: 'date', description }));
const dutch = (description: string) => Nullable(Type.String({ description }));

/** A recall of this very vehicle; recalls by make and type are none. */
export const VehicleRecallSchema = Type.Object(
  {
    reference: Type.String({ description: "The register's reference.", examples: ['MGP249901'] }),
    status: Nullable(
      OneOf(RECALL_STATUSES, {
        description:
          '`open`: still to be carried out on this vehicle. `repaired`: the producer has reported the repair. Null for a status that is not known to this service.',
        examples: ['open'],
      }),
    ),
    published: day('Day on which the register published it, `YYYY-MM-DD`.'),
    announced: day('Day on which the producer announced it, `YYYY-MM-DD`.'),
    producer: Nullable(Type.String({ description: 'Who recalls: the producer or its importer.' })),
    category: dutch('Kind of vehicle and part, in Dutch.'),
    description: dutch("The producer's description of the defect, in Dutch."),
    consequences: dutch('What may happen, in Dutch.'),
    remedy: dutch('How it is repaired, in Dutch.'),
    remarks: dutch("The register's remarks, in Dutch."),
    hazards: Type.Array(OneOf(RECALL_HAZARDS), {
      description:
        'What may happen, by kind: `injury_accident` an accident with injury, `injury` a greater chance of injury, `fire`, `environment`. Empty where none is published.',
      examples: [['injury_accident', 'injury']],
    }),
    serious: Nullable(
      Type.Boolean({
        description: 'Whether the register rates the risk as serious; null where it gives no rating.',
      }),
    ),
    phone: Nullable(Type.String({ description: 'Telephone number for more information.' })),
    url: Nullable(Type.String({ description: 'Page with more information, as published.' })),
    language: OneOf(['nl'], { description: "Language of the texts: they are the publisher's own." }),
  },
  { title: 'VehicleRecall', additionalProperties: false },
);

export type VehicleRecallAnswer = Static<typeof VehicleRecallSchema>;
