import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';
import { startUpstreams, type Upstreams } from '../upstreams/server.ts';
import type { StandIn } from '../upstreams/stand-in.ts';

/**
 * Every field of the vehicle report, from a row as the register publishes it to the value in the answer, and what is
 * answered where the register has nothing. Rows of releases are read by the same functions.
 */

type Row = Readonly<Record<string, string>>;
type DataSet = keyof typeof DATA_SETS;

const DATA_SETS = {
  vehicle: 'm9d7-ebf2',
  fuel: '8ys7-d773',
  recall: 't49b-isb7',
  notice: 'j9yg-7rg9',
  hazard: '9ihi-jgpf',
  inspection: 'sgfe-77wx',
  defect: 'a34c-vvps',
  meaning: 'hx2c-gt7k',
} as const;

let published: Partial<Record<DataSet, readonly Row[]>> = {};

/** Gives the rows of the test, whatever is asked. */
const REGISTER: StandIn = {
  id: 'vehicle-register',
  setting: 'VEHICLE_API_URL',
  answer({ path }) {
    const found = Object.entries(DATA_SETS).find(([, id]) => path === `/${id}.json`);
    const rows = published[found?.[0] as DataSet] ?? [];
    return { contentType: 'application/json; charset=utf-8', body: JSON.stringify(rows) };
  },
};

let upstreams: Upstreams;
let api: TestApi;

beforeAll(async () => {
  upstreams = await startUpstreams({ standIns: [REGISTER] });
  api = await openTestApi(undefined, { env: { LIVE: 'on', ...upstreams.env } });
});
afterAll(async () => {
  await api.close();
  await upstreams.close();
});

let plates = 100;

/** The report of a new vehicle, of which the register has these rows. */
async function reportOf(rows: Partial<Record<DataSet, readonly Row[]>>) {
  plates += 1;
  const kenteken = `GX${plates}K`;
  const own = (dataSet: DataSet) => (rows[dataSet] ?? []).map((row) => ({ kenteken, ...row }));
  published = {
    ...rows,
    vehicle: [{ kenteken, voertuigsoort: 'Personenauto', ...rows.vehicle?.[0] }],
    fuel: own('fuel'),
    recall: own('recall'),
    inspection: own('inspection'),
    defect: own('defect'),
  };
  const response = await api.app.inject(`/v1/vehicle/report?licence_plate=${kenteken}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], value);

/** Field of the answer, the register's column and its text, the value; null without the column. */
const VEHICLE_FIELDS: readonly (readonly [path: string, column: string, text: string, value: unknown])[] = [
  ['make', 'merk', 'MERCEDES-BENZ', 'Mercedes-Benz'],
  ['model', 'handelsbenaming', ' C 180 ', 'C 180'],
  ['colour', 'eerste_kleur', 'GRIJS', 'grey'],
  ['first_registered', 'datum_eerste_toelating', '20191018', '2019-10-18'],
  ['age_years', 'datum_eerste_toelating', '20191018', 7],
  ['apk_expiry', 'vervaldatum_apk', '20271018', '2027-10-18'],
  ['apk_valid', 'vervaldatum_apk', '20261127', true],
  ['apk_valid', 'vervaldatum_apk', '20261126', false],
  ['insured', 'wam_verzekerd', 'Ja', true],
  ['insured', 'wam_verzekerd', 'Nee', false],
  ['insured', 'wam_verzekerd', 'N.v.t.', null],
  ['open_recall', 'openstaande_terugroepactie_indicator', 'Ja', true],
  ['open_recall', 'openstaande_terugroepactie_indicator', 'Nee', false],
  ['odometer_verdict', 'tellerstandoordeel', 'Onlogisch', 'illogical'],
  ['odometer_verdict', 'tellerstandoordeel', 'Niet geregistreerd', 'not_registered'],
  ['specifications.body', 'inrichting', 'stationwagen', 'estate'],
  ['specifications.seats', 'aantal_zitplaatsen', '5', 5],
  ['specifications.doors', 'aantal_deuren', '4', 4],
  ['specifications.wheels', 'aantal_wielen', '4', 4],
  ['specifications.cylinders', 'aantal_cilinders', '3', 3],
  ['specifications.engine_cc', 'cilinderinhoud', '1499', 1499],
  ['specifications.mass_empty_kg', 'massa_ledig_voertuig', '1390', 1390],
  ['specifications.mass_empty_kg', 'massa_ledig_voertuig', '1,390', 1390],
  ['specifications.mass_running_kg', 'massa_rijklaar', '1490', 1490],
  ['specifications.mass_max_kg', 'toegestane_maximum_massa_voertuig', '1985', 1985],
  ['specifications.mass_technical_max_kg', 'technische_max_massa_voertuig', '1985', 1985],
  ['specifications.mass_combination_max_kg', 'maximum_massa_samenstelling', '3485', 3485],
  ['specifications.payload_kg', 'laadvermogen', '1285', 1285],
  ['specifications.tow_braked_kg', 'maximum_trekken_massa_geremd', '1500', 1500],
  ['specifications.tow_unbraked_kg', 'maximum_massa_trekken_ongeremd', '715', 715],
  ['specifications.length_cm', 'lengte', '430', 430],
  ['specifications.length_cm', 'lengte', '0', null],
  ['specifications.width_cm', 'breedte', '182', 182],
  ['specifications.height_cm', 'hoogte_voertuig', '156', 156],
  ['specifications.wheelbase_cm', 'wielbasis', '267', 267],
  ['specifications.top_speed_kmh', 'maximale_constructiesnelheid', '200', 200],
  ['specifications.eu_category', 'europese_voertuigcategorie', 'M1', 'M1'],
  ['specifications.eu_category_description', 'europese_voertuigcategorie', 'M1', 'passenger car'],
  ['specifications.efficiency_class', 'zuinigheidsclassificatie', 'B', 'B'],
  ['specifications.type_approval', 'typegoedkeuringsnummer', 'e1*2007/46*1682*07', 'e1*2007/46*1682*07'],
  ['specifications.type', 'type', 'FMX', 'FMX'],
  ['specifications.variant', 'variant', 'YW31', 'YW31'],
  ['specifications.version', 'uitvoering', 'DAW500L0', 'DAW500L0'],
  ['specifications.tachograph_expiry', 'vervaldatum_tachograaf', '20280114', '2028-01-14'],
  ['history.first_nl_registration', 'datum_eerste_tenaamstelling_in_nederland', '20210211', '2021-02-11'],
  ['history.last_owner_change', 'datum_tenaamstelling', '20210211', '2021-02-11'],
  ['history.exported', 'export_indicator', 'Ja', true],
  ['history.exported', 'export_indicator', 'Nee', false],
  ['history.taxi', 'taxi_indicator', 'Ja', true],
  ['history.transfer_possible', 'tenaamstellen_mogelijk', 'Nee', false],
  ['history.odometer_last_reading_year', 'jaar_laatste_registratie_tellerstand', '2026', 2026],
  [
    'history.odometer_reason',
    'code_toelichting_tellerstandoordeel',
    '06',
    'there are fewer than two readings',
  ],
  ['value.catalogue_price_eur', 'catalogusprijs', '41772', 41_772],
  ['value.gross_bpm_eur', 'bruto_bpm', '0', 0],
  ['value.suspect', 'catalogusprijs', '9904818', true],
  ['value.suspect', 'catalogusprijs', '41772', false],
];

const FUEL_FIELDS: readonly (readonly [path: string, column: string, text: string, value: unknown])[] = [
  ['euro_class', 'uitlaatemissieniveau', 'EURO 6 DG', 'EURO 6 DG'],
  ['euro_class', 'emissiecode_omschrijving', '3', 'EURO 3'],
  ['power.power_kw', 'nettomaximumvermogen', '100.00', 100],
  ['power.power_hp', 'nettomaximumvermogen', '100.00', 136],
  ['co2.g_per_km', 'co2_uitstoot_gecombineerd', '122', 122],
  ['co2.nedc_g_per_km', 'co2_uitstoot_gecombineerd', '122', 122],
  ['co2.cycle', 'co2_uitstoot_gecombineerd', '122', 'nedc'],
  ['co2.weighted', 'emissie_co2_gecombineerd_wltp', '157', false],
  ['co2.wltp_g_per_km', 'emissie_co2_gecombineerd_wltp', '157', 157],
  ['co2.cycle', 'emissie_co2_gecombineerd_wltp', '157', 'wltp'],
  ['power.electric_range_km', 'actieradius', '412', 412],
];

describe('the report of a vehicle', () => {
  it.each(VEHICLE_FIELDS)('has %s from %s "%s": %j', async (path, column, text, value) => {
    expect(at(await reportOf({ vehicle: [{ [column]: text }] }), path)).toEqual(value);
  });

  it.each(FUEL_FIELDS)('has %s from its fuel, %s "%s": %j', async (path, column, text, value) => {
    const fuel = { brandstof_volgnummer: '1', brandstof_omschrijving: 'Benzine', [column]: text };
    expect(at(await reportOf({ fuel: [fuel] }), path)).toEqual(value);
  });

  it('of which nothing but the kind is registered has nulls, and no key is left out', async () => {
    const bare = await reportOf({});
    for (const [path] of [...VEHICLE_FIELDS, ...FUEL_FIELDS]) expect(at(bare, path), path).toBeNull();
    expect(bare).toMatchObject({
      vehicle_type: 'Passenger car',
      fuel: [],
      risk_level: 'low',
      inspections: [],
      recalls: [],
      unavailable: [],
      history_since: null,
      power: { power_kw_per_fuel: [], drivetrain: null },
      history: { imported: null },
    });
  });

  it('tells an import by the two days of registration', async () => {
    const imported = async (first: string, dutch: string) => {
      const row = { datum_eerste_toelating: first, datum_eerste_tenaamstelling_in_nederland: dutch };
      return (await reportOf({ vehicle: [row] })).history.imported;
    };
    expect(await imported('20150301', '20150430')).toBe(false);
    expect(await imported('20150301', '20150501')).toBe(true);
  });

  it('gives each fuel its power, and adds none up', async () => {
    const petrol = { brandstof_omschrijving: 'Benzine', nettomaximumvermogen: '72.00' };
    const battery = { brandstof_omschrijving: 'Elektriciteit', nominaal_continu_maximumvermogen: '38.00' };
    const hybridClass = { klasse_hybride_elektrisch_voertuig: 'NOVC-HEV' };
    const report = await reportOf({
      fuel: [
        { ...battery, ...hybridClass, brandstof_volgnummer: '2' },
        { ...petrol, ...hybridClass, brandstof_volgnummer: '1' },
      ],
    });
    expect(report.fuel).toEqual(['petrol', 'electricity']);
    expect(report.power).toMatchObject({
      power_kw: 72,
      power_kw_per_fuel: [
        { fuel: 'petrol', power_kw: 72 },
        { fuel: 'electricity', power_kw: 38 },
      ],
      drivetrain: 'hybrid',
    });
  });

  it('has the recalls of the plate with their notices and hazards', async () => {
    const reference = { referentiecode_rdw: 'MGP269902' };
    const report = await reportOf({
      recall: [
        { ...reference, code_status: 'P', status: 'Producent heeft herstel gemeld' },
        { referentiecode_rdw: 'MGP269903', code_status: 'O', status: 'Openstaande terugroepactie' },
      ],
      notice: [
        {
          ...reference,
          publicatiedatum_rdw: '20261120',
          datum_aankondiging_producent: '20261110',
          meldende_producent_distributeur: 'Voorbeeld B.V.',
          categorie_defect: 'Personenauto - remmen',
          omschrijving_defect: 'De remslang kan scheuren.',
          materi_le_gevolgen: 'De rem kan uitvallen.',
          beschrijving_van_het_herstel: 'De slang wordt vervangen.',
          opmerkingen_rdw: 'Duurt een uur.',
          risicobeoordeling_rdw: 'ERN',
          meer_informatie_op_internet: '(Nog) niet bekend',
          meer_informatie_via_telefoonnummer: '0900 1234',
        },
      ],
      hazard: [
        { ...reference, code_mogelijk_gevaar: 'TEL' },
        { ...reference, code_mogelijk_gevaar: 'ONG' },
        { ...reference, code_mogelijk_gevaar: 'XYZ' },
      ],
    });
    const nothing = {
      published: null,
      announced: null,
      producer: null,
      category: null,
      description: null,
      consequences: null,
      remedy: null,
      remarks: null,
      hazards: [],
      serious: null,
      phone: null,
      url: null,
      language: 'nl',
    };
    expect(report.recalls).toEqual([
      { reference: 'MGP269903', status: 'open', ...nothing },
      {
        reference: 'MGP269902',
        status: 'repaired',
        published: '2026-11-20',
        announced: '2026-11-10',
        producer: 'Voorbeeld B.V.',
        category: 'Personenauto - remmen',
        description: 'De remslang kan scheuren.',
        consequences: 'De rem kan uitvallen.',
        remedy: 'De slang wordt vervangen.',
        remarks: 'Duurt een uur.',
        hazards: ['injury_accident', 'injury'],
        serious: true,
        phone: '0900 1234',
        url: null,
        language: 'nl',
      },
    ]);
    expect(report.open_recall).toBe(true);
  });

  it('has its inspections, newest first, and the defects of an attempt that was not approved', async () => {
    const body = {
      soort_erkenning_keuringsinstantie: 'AL',
      soort_erkenning_omschrijving: 'APK Lichte voertuigen',
    };
    const report = await reportOf({
      inspection: [
        {
          ...body,
          meld_datum_door_keuringsinstantie: '20260928',
          meld_tijd_door_keuringsinstantie: '5',
          soort_melding_ki_omschrijving: 'periodieke controle',
          vervaldatum_keuring: '20270930',
        },
      ],
      defect: [
        {
          ...body,
          meld_datum_door_keuringsinstantie: '20260914',
          meld_tijd_door_keuringsinstantie: '1010',
          gebrek_identificatie: '205',
          aantal_gebreken_geconstateerd: '2',
        },
        // Work on a tachograph says nothing of the vehicle.
        {
          ...body,
          meld_datum_door_keuringsinstantie: '20260914',
          meld_tijd_door_keuringsinstantie: '1010',
          gebrek_identificatie: '31',
        },
      ],
      meaning: [
        { gebrek_identificatie: '205', ingangsdatum_gebrek: '20180520', gebrek_omschrijving: 'Nu' },
        { gebrek_identificatie: '205', einddatum_gebrek: '20180519', gebrek_omschrijving: 'Vroeger' },
      ],
    });
    const inspection = { type: 'periodic_inspection', category: 'light', round: 1 };
    expect(report.inspections).toEqual([
      { ...inspection, date: '2026-09-28', reported: true, valid_until: '2027-09-30', defects: [] },
      {
        ...inspection,
        date: '2026-09-14',
        reported: false,
        valid_until: null,
        defects: [
          {
            code: '205',
            description: 'Tyre tread depth below the legal minimum',
            translated: 'by_hand',
            description_nl: 'Nu',
            severity: 'defect',
            count: 2,
          },
        ],
      },
    ]);
  });
});
