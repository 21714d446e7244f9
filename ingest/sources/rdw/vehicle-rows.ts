import { threadId } from 'node:worker_threads';
import { plateToInteger } from '../../../db/plate.ts';
import type { vehicle } from '../../../db/schema/vehicles.ts';
import type { ColumnPositions, VEHICLE_COLUMNS } from '../../../db/vehicle-register/columns.ts';
import { parseVehicle, type VehicleValues } from '../../../db/vehicle-register/parse-vehicle.ts';
import type { RecordMapper } from '../../formats/csv-block-mapper.ts';
import { type PackedRows, type RowColumn, RowPacker } from './packed-rows.ts';

type VehicleColumn = RowColumn<VehicleValues, keyof typeof vehicle.$inferInsert>;

const number = (key: VehicleColumn['key'], get: VehicleColumn['get']): VehicleColumn => ({
  key,
  get,
  as: 'number',
});
const word = (
  key: VehicleColumn['key'],
  vocabulary: string,
  get: (values: VehicleValues) => string | null,
): VehicleColumn => ({ key, get, as: { vocabulary } });

/** How a vehicle becomes a row of the table. A vocabulary without a dictionary table is stored as text. */
export const VEHICLE_ROW: readonly VehicleColumn[] = [
  number('plate', (v) => plateToInteger(v.plate)),
  word('kindId', 'kind', (v) => v.kind),
  word('makeId', 'make', (v) => v.make),
  word('modelId', 'model', (v) => v.model),
  word('bodyId', 'body', (v) => v.body),
  word('primaryColourId', 'colour', (v) => v.primaryColour),
  word('secondaryColourId', 'colour', (v) => v.secondaryColour),
  number('firstAdmissionYyyymmdd', (v) => v.firstAdmission),
  number('firstDutchRegistrationYyyymmdd', (v) => v.firstDutchRegistration),
  number('holderSinceYyyymmdd', (v) => v.holderSince),
  number('inspectionExpiryYyyymmdd', (v) => v.inspectionExpiry),
  number('tachographExpiryYyyymmdd', (v) => v.tachographExpiry),
  number('insured', (v) => v.insured),
  number('insuranceNotApplicable', (v) => v.insuranceNotApplicable),
  number('exported', (v) => v.exported),
  number('openRecallIndicated', (v) => v.openRecallIndicated),
  number('taxi', (v) => v.taxi),
  number('transferPossible', (v) => v.transferPossible),
  word('odometerVerdictId', 'odometerVerdict', (v) => v.odometerVerdict),
  word('odometerCode', 'odometerCode', (v) => v.odometerCode),
  number('odometerLastYear', (v) => v.odometerLastYear),
  number('seats', (v) => v.seats),
  number('doors', (v) => v.doors),
  number('wheels', (v) => v.wheels),
  number('cylinders', (v) => v.cylinders),
  number('engineCm3', (v) => v.engineCm3),
  number('massEmptyKg', (v) => v.massEmptyKg),
  number('massRunningKg', (v) => v.massRunningKg),
  number('massMaxKg', (v) => v.massMaxKg),
  number('massTechnicalMaxKg', (v) => v.massTechnicalMaxKg),
  number('massCombinationMaxKg', (v) => v.massCombinationMaxKg),
  number('payloadKg', (v) => v.payloadKg),
  number('towUnbrakedKg', (v) => v.towUnbrakedKg),
  number('towBrakedKg', (v) => v.towBrakedKg),
  number('lengthCm', (v) => v.lengthCm),
  number('widthCm', (v) => v.widthCm),
  number('heightCm', (v) => v.heightCm),
  number('wheelbaseCm', (v) => v.wheelbaseCm),
  number('topSpeedKmh', (v) => v.topSpeedKmh),
  number('cataloguePriceEur', (v) => v.cataloguePriceEur),
  number('grossBpmEur', (v) => v.grossBpmEur),
  word('euCategory', 'euCategory', (v) => v.euCategory),
  word('efficiencyClass', 'efficiencyClass', (v) => v.efficiencyClass),
  word('typeId', 'type', (v) => v.type),
  word('typeApprovalId', 'typeApproval', (v) => v.typeApproval),
  { key: 'variant', get: (v) => v.variant, as: 'text' },
  { key: 'version', get: (v) => v.version, as: 'text' },
];

/** Records of the CSV file in, packed rows out; runs in a reading thread. */
export function createMapper(at: ColumnPositions<typeof VEHICLE_COLUMNS>): RecordMapper<PackedRows> {
  const packer = new RowPacker(VEHICLE_ROW, threadId);
  return packer.mapper((fields) => parseVehicle(fields, at, packer.onDiscard) ?? 'not a plate', at.plate);
}
