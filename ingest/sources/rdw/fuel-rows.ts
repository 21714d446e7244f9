import { threadId } from 'node:worker_threads';
import { plateToInteger } from '../../../db/plate.ts';
import type { vehicleFuel } from '../../../db/schema/vehicles.ts';
import type { ColumnPositions, FUEL_COLUMNS } from '../../../db/vehicle-register/columns.ts';
import { type FuelValues, parseFuel } from '../../../db/vehicle-register/parse-fuel.ts';
import type { RecordMapper } from '../../formats/csv-block-mapper.ts';
import { type PackedRows, type RowColumn, RowPacker } from './packed-rows.ts';

type FuelColumn = RowColumn<FuelValues, keyof typeof vehicleFuel.$inferInsert>;

const number = (key: FuelColumn['key'], get: FuelColumn['get']): FuelColumn => ({ key, get, as: 'number' });
const word = (key: FuelColumn['key'], vocabulary: string, get: FuelColumn['get']): FuelColumn => ({
  key,
  get,
  as: { vocabulary },
});

/** The store's key has four bits for the sequence number (FUEL_ROWS_PER_PLATE). */
const SEQUENCES = 16;

/** How a fuel becomes a row of the table. A vocabulary without a dictionary table is stored as text. */
export const FUEL_ROW: readonly FuelColumn[] = [
  number('id', (f) => plateToInteger(f.plate) * SEQUENCES + f.sequence),
  word('fuelKindId', 'fuelKind', (f) => f.fuel),
  word('emissionLevelId', 'emissionLevel', (f) => f.emissionLevel),
  word('hybridClassId', 'hybridClass', (f) => f.hybridClass),
  word('emissionCode', 'emissionCode', (f) => f.emissionCode),
  number('consumptionNedcLPer100Km', (f) => f.consumptionNedcLPer100Km),
  number('consumptionWltpLPer100Km', (f) => f.consumptionWltpLPer100Km),
  number('co2NedcGPerKm', (f) => f.co2NedcGPerKm),
  number('co2NedcWeightedGPerKm', (f) => f.co2NedcWeightedGPerKm),
  number('co2WltpGPerKm', (f) => f.co2WltpGPerKm),
  number('co2WltpWeightedGPerKm', (f) => f.co2WltpWeightedGPerKm),
  number('netPowerKw', (f) => f.netPowerKw),
  number('continuousPowerKw', (f) => f.continuousPowerKw),
  number('electricPowerKw', (f) => f.electricPowerKw),
  number('rangeElectricWltpKm', (f) => f.rangeElectricWltpKm),
  number('rangeChargedWltpKm', (f) => f.rangeChargedWltpKm),
  number('rangeOtherKm', (f) => f.rangeOtherKm),
];

/** Records of the CSV file in, packed rows out; runs in a reading thread. */
export function createMapper(at: ColumnPositions<typeof FUEL_COLUMNS>): RecordMapper<PackedRows> {
  const packer = new RowPacker(FUEL_ROW, threadId);
  return packer.mapper((fields) => parseFuel(fields, at, packer.onDiscard), at.plate);
}
