import {
  odometerVerdict,
  vehicle,
  vehicleBody,
  vehicleColour,
  vehicleKind,
  vehicleMake,
  vehicleModel,
  vehicleType,
  vehicleTypeApproval,
} from '../../../db/schema/vehicles.ts';
import { VEHICLE_COLUMNS } from '../../../db/vehicle-register/columns.ts';
import type { LoadContext } from '../source.ts';
import { declareDataSet } from './data-set.ts';
import type { DataSetRequest, DownloadedDataSet } from './download.ts';
import { loadPacked } from './load-packed.ts';
import { createMapper, VEHICLE_ROW } from './vehicle-rows.ts';

export const REGISTERED_VEHICLES = declareDataSet({
  id: 'registered-vehicles',
  portalId: 'm9d7-ebf2',
  title: 'registered vehicles',
  byPlate: true,
});

export const REGISTERED_VEHICLES_REQUEST: DataSetRequest = {
  sourceId: REGISTERED_VEHICLES.id,
  columns: VEHICLE_COLUMNS,
  // 16.8 million rows of some 600 bytes make 10 GB; a third of the columns could go before it is this little.
  minimumBytes: 3_000_000_000,
};

/** Loads one row per plate. */
export async function loadRegisteredVehicles(
  context: LoadContext,
  downloaded: DownloadedDataSet,
  options: { threads?: number } = {},
): Promise<void> {
  await loadPacked(
    {
      context,
      table: vehicle,
      row: VEHICLE_ROW,
      columns: VEHICLE_COLUMNS,
      notRead: COLUMNS_NOT_READ,
      mapper: { url: new URL('./vehicle-rows.ts', import.meta.url), createMapper },
      dictionaries: {
        kind: vehicleKind,
        make: vehicleMake,
        model: vehicleModel,
        body: vehicleBody,
        colour: vehicleColour,
        odometerVerdict,
        type: vehicleType,
        typeApproval: vehicleTypeApproval,
      },
      ...options,
    },
    downloaded,
  );
}

/** Columns that are known and of no use to us; a column that is neither here nor read is reported as new. */
const COLUMNS_NOT_READ = [
  // Withheld for every row.
  'Wacht op keuren',
  'Oplegger geremd',
  'Aanhangwagen autonoom geremd',
  'Aanhangwagen middenas geremd',
  'Aantal staanplaatsen',
  'Afstand hart koppeling tot achterzijde voertuig',
  'Afstand voorzijde voertuig tot hart koppeling',
  'Afwijkende maximum snelheid',
  'Europese voertuigcategorie toevoeging',
  'Europese uitvoeringcategorie toevoeging',
  'Plaats chassisnummer',
  'Type gasinstallatie',
  'Volgnummer wijziging EU typegoedkeuring',
  'Vermogen massarijklaar',
  'Aantal rolstoelplaatsen',
  'Maximum ondersteunende snelheid',
  // Second copies of the dates, in three different forms.
  'Vervaldatum APK DT',
  'Datum tenaamstelling DT',
  'Datum eerste toelating DT',
  'Datum eerste tenaamstelling in Nederland DT',
  'Vervaldatum tachograaf DT',
  'Registratie datum goedkeuring (afschrijvingsmoment BPM)',
  'Registratie datum goedkeuring (afschrijvingsmoment BPM) DT',
  'Maximum last onder de vooras(sen) (tezamen)/koppeling',
  'Type remsysteem voertuig code',
  'Rupsonderstelconfiguratiecode',
  'Wielbasis voertuig minimum',
  'Wielbasis voertuig maximum',
  'Lengte voertuig minimum',
  'Lengte voertuig maximum',
  'Breedte voertuig minimum',
  'Breedte voertuig maximum',
  'Hoogte voertuig minimum',
  'Hoogte voertuig maximum',
  'Massa bedrijfsklaar minimaal',
  'Massa bedrijfsklaar maximaal',
  'Technisch toelaatbaar massa koppelpunt',
  'Maximum massa technisch maximaal',
  'Maximum massa technisch minimaal',
  'Subcategorie Nederland',
  'Verticale belasting koppelpunt getrokken voertuig',
  'Gemiddelde Lading Waarde',
  'Aerodynamische voorziening of uitrusting',
  'Additionele massa alternatieve aandrijving',
  'Verlengde cabine indicator',
  'Aantal passagiers zitplaatsen wettelijk',
  'Aanwijzingsnummer',
  // The same address in every row.
  'API Gekentekende_voertuigen_assen',
  'API Gekentekende_voertuigen_brandstof',
  'API Gekentekende_voertuigen_carrosserie',
  'API Gekentekende_voertuigen_carrosserie_specifiek',
  'API Gekentekende_voertuigen_voertuigklasse',
] as const;
