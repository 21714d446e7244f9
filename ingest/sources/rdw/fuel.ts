import { emissionLevel, fuelKind, hybridClass, vehicleFuel } from '../../../db/schema/vehicles.ts';
import { FUEL_COLUMNS } from '../../../db/vehicle-register/columns.ts';
import type { LoadContext } from '../source.ts';
import { declareDataSet } from './data-set.ts';
import type { DataSetRequest, DownloadedDataSet } from './download.ts';
import { createMapper, FUEL_ROW } from './fuel-rows.ts';
import { loadPacked } from './load-packed.ts';

export const VEHICLE_FUEL = declareDataSet({
  id: 'vehicle-fuel',
  portalId: '8ys7-d773',
  title: 'fuel, emissions and power',
  byPlate: true,
});

export const VEHICLE_FUEL_REQUEST: DataSetRequest = {
  sourceId: VEHICLE_FUEL.id,
  columns: FUEL_COLUMNS,
  // About 1.7 GB.
  minimumBytes: 500_000_000,
};

/** Loads one row per vehicle and fuel: none for trailers, two for hybrids, sometimes three. */
export async function loadVehicleFuel(
  context: LoadContext,
  downloaded: DownloadedDataSet,
  options: { threads?: number } = {},
): Promise<void> {
  await loadPacked(
    {
      context,
      table: vehicleFuel,
      row: FUEL_ROW,
      columns: FUEL_COLUMNS,
      notRead: COLUMNS_NOT_READ,
      mapper: { url: new URL('./fuel-rows.ts', import.meta.url), createMapper },
      dictionaries: { fuelKind, emissionLevel, hybridClass },
      ...options,
    },
    downloaded,
  );
}

/** Columns that are known and of no use to us; a column that is neither here nor read is reported as new. */
const COLUMNS_NOT_READ = [
  'Geluidsniveau rijdend',
  'Geluidsniveau stationair',
  'Milieuklasse EG Goedkeuring (licht)',
  'Milieuklasse EG Goedkeuring (zwaar)',
  'Uitstoot deeltjes (licht)',
  'Uitstoot deeltjes (zwaar)',
  'Toerental geluidsniveau',
  'Emissie deeltjes type1 wltp',
  'emis_deeltjes_type1_wltp',
  'Brandstof verbruik gewogen gecombineerd wltp',
  'Elektrisch verbruik enkel elektrisch wltp',
  'Elektrisch verbruik extern opladen wltp',
  'Max vermogen 15 minuten',
  'Opgegeven maximum snelheid',
  'CO2 emissieklasse',
  'Brandstofverbruik gewogen gecombineerd',
  'Elektriciteitsverbruik gewogen gecombineerd',
  'Actieradius extern oplaadbaar',
  'Elektriciteitsverbruik volledig elektrisch',
  // Removed in spring 2026.
  'Brandstofverbruik buiten de stad',
  'brandstofverbruik_buiten',
  'Brandstofverbruik stad',
  'Roetuitstoot',
  'Max vermogen 60 minuten',
  'Actie radius enkel elektrisch stad wltp',
  'Actie radius extern opladen stad wltp',
] as const;
