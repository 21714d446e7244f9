import type { StandIn, StandInAnswer, StandInRequest } from './stand-in.ts';

/** The one application token that the stand-in refuses; it takes any other, or none. */
export const WRONG_TOKEN = 'wrong-token';

type Row = Readonly<Record<string, string>>;

/** Rows as the API gives them: every value is text, and what is null is left out. All of them are made up. */
const ROWS: Readonly<Record<string, readonly Row[]>> = {
  'm9d7-ebf2': [
    // Held by tests as well: here its inspection is newer, its insurance has ended, and a recall is open.
    {
      kenteken: '85XXXB',
      voertuigsoort: 'Personenauto',
      merk: 'PEUGEOT',
      handelsbenaming: '3*RFN*',
      vervaldatum_apk: '20280920',
      datum_tenaamstelling: '20210224',
      inrichting: 'hatchback',
      eerste_kleur: 'ZWART',
      tweede_kleur: 'Niet geregistreerd',
      toegestane_maximum_massa_voertuig: '1719',
      datum_eerste_toelating: '20010720',
      datum_eerste_tenaamstelling_in_nederland: '20010720',
      wacht_op_keuren: 'Geen verstrekking in Open Data',
      wam_verzekerd: 'Nee',
      aantal_deuren: '4',
      lengte: '420',
      breedte: '0',
      europese_voertuigcategorie: 'M1',
      export_indicator: 'Nee',
      openstaande_terugroepactie_indicator: 'Ja',
      taxi_indicator: 'Nee',
      tellerstandoordeel: 'Logisch',
      code_toelichting_tellerstandoordeel: '00',
      tenaamstellen_mogelijk: 'Ja',
      vervaldatum_apk_dt: '2028-09-20T00:00:00.000',
    },
    // A hybrid that is too new for most releases.
    {
      kenteken: 'HBX12K',
      voertuigsoort: 'Personenauto',
      merk: 'TOYOTA',
      handelsbenaming: 'TOYOTA COROLLA',
      vervaldatum_apk: '20300112',
      datum_tenaamstelling: '20260112',
      bruto_bpm: '2810',
      inrichting: 'stationwagen',
      aantal_zitplaatsen: '5',
      eerste_kleur: 'ROOD',
      tweede_kleur: 'Niet geregistreerd',
      aantal_cilinders: '4',
      cilinderinhoud: '1798',
      datum_eerste_toelating: '20260112',
      datum_eerste_tenaamstelling_in_nederland: '20260112',
      catalogusprijs: '38995',
      wam_verzekerd: 'Ja',
      europese_voertuigcategorie: 'M1',
      export_indicator: 'Nee',
      openstaande_terugroepactie_indicator: 'Nee',
      taxi_indicator: 'Nee',
      tellerstandoordeel: 'Geen oordeel',
      code_toelichting_tellerstandoordeel: '06',
      tenaamstellen_mogelijk: 'Ja',
    },
  ],
  '8ys7-d773': [
    {
      kenteken: '85XXXB',
      brandstof_volgnummer: '1',
      brandstof_omschrijving: 'Benzine',
      emissiecode_omschrijving: '3',
      nettomaximumvermogen: '100.00',
    },
    // The second fuel comes first, as it may.
    {
      kenteken: 'HBX12K',
      brandstof_volgnummer: '2',
      brandstof_omschrijving: 'Elektriciteit',
      netto_max_vermogen_elektrisch: '70.00',
      klasse_hybride_elektrisch_voertuig: 'NOVC-HEV',
      uitlaatemissieniveau: 'EURO 6 EA',
    },
    {
      kenteken: 'HBX12K',
      brandstof_volgnummer: '1',
      brandstof_omschrijving: 'Benzine',
      nettomaximumvermogen: '72.00',
      emissie_co2_gecombineerd_wltp: '103',
      klasse_hybride_elektrisch_voertuig: 'NOVC-HEV',
      uitlaatemissieniveau: 'EURO 6 EA',
    },
  ],
  't49b-isb7': [
    {
      kenteken: '85XXXB',
      referentiecode_rdw: 'MGP269901',
      code_status: 'O',
      status: 'Openstaande terugroepactie',
    },
  ],
  'j9yg-7rg9': [
    {
      referentiecode_rdw: 'MGP269901',
      publicatiedatum_rdw: '20261120',
      datum_aankondiging_producent: '20261110',
      meldende_producent_distributeur: 'Voorbeeld Automobielen N.V.',
      categorie_defect: 'Personenauto - brandstofsysteem',
      omschrijving_defect: 'De brandstofleiding kan lekken.',
      materi_le_gevolgen: 'Er kan brand ontstaan.',
      beschrijving_van_het_herstel: 'De dealer vervangt de leiding.',
      risicobeoordeling_rdw: 'ERN',
      meer_informatie_op_internet: '(Nog) niet bekend',
    },
  ],
  '9ihi-jgpf': [{ referentiecode_rdw: 'MGP269901', code_mogelijk_gevaar: 'BRA', mogelijk_gevaar: 'Brand' }],
  'sgfe-77wx': [
    {
      kenteken: '85XXXB',
      soort_erkenning_keuringsinstantie: 'AL',
      meld_datum_door_keuringsinstantie: '20260918',
      meld_tijd_door_keuringsinstantie: '933',
      soort_erkenning_omschrijving: 'APK Lichte voertuigen',
      soort_melding_ki_omschrijving: 'periodieke controle',
      vervaldatum_keuring: '20280920',
    },
  ],
  'a34c-vvps': [
    {
      kenteken: '85XXXB',
      soort_erkenning_keuringsinstantie: 'AL',
      meld_datum_door_keuringsinstantie: '20260918',
      meld_tijd_door_keuringsinstantie: '933',
      gebrek_identificatie: 'AC1',
      soort_erkenning_omschrijving: 'APK Lichte voertuigen',
      aantal_gebreken_geconstateerd: '2',
    },
  ],
  'hx2c-gt7k': [
    {
      gebrek_identificatie: 'AC1',
      ingangsdatum_gebrek: '20090401',
      gebrek_paragraaf_nummer: '27',
      gebrek_omschrijving: 'Advies: profiel van een band tussen 1.6 en 2.5 mm',
    },
  ],
};

const OTHER = { plate: '99ZZZ9', reference: 'MGP019999', code: '999' } as const;

/** The resource API of the vehicle register (Socrata, SODA 2): one path a data set, an empty array for no rows. */
export const VEHICLE_REGISTER_STAND_IN: StandIn = {
  id: 'vehicle-register',
  setting: 'VEHICLE_API_URL',
  answer: answerRows,
  wrongObject(request) {
    const { body, ...answer } = answerRows(request);
    const rows = JSON.parse(String(body)) as Row[];
    // What is asked for is never answered: a row of another stands in its place.
    const [row] = rows.length > 0 ? rows : (ROWS[dataSetOf(request) ?? ''] ?? []);
    return row === undefined ? { ...answer, body } : { ...answer, body: JSON.stringify([ofAnother(row)]) };
  },
};

function ofAnother(row: Row): Row {
  return {
    ...row,
    ...('kenteken' in row ? { kenteken: OTHER.plate } : { gebrek_identificatie: OTHER.code }),
    ...('referentiecode_rdw' in row ? { referentiecode_rdw: OTHER.reference } : {}),
  };
}

function answerRows(request: StandInRequest): StandInAnswer {
  if (request.headers['x-app-token'] === WRONG_TOKEN) {
    return error(403, 'permission_denied', 'Invalid app_token specified');
  }
  const rows = ROWS[dataSetOf(request) ?? ''];
  if (rows === undefined) return error(404, 'dataset.missing', 'Not found');
  const { query } = request;
  const unknown = [...query.keys()].find((name) => !isParameter(name));
  if (unknown !== undefined) return error(400, 'query.soql.no-such-column', `No such column: ${unknown}`);
  const found = rows.filter((row) => matchesPlate(row, query) && matchesWhere(row, query));
  const limited = found.slice(0, Number(query.get('$limit') ?? 1000));
  return json(limited.map((row) => selected(row, query.get('$select'))));
}

function dataSetOf({ path }: StandInRequest): string | undefined {
  return /^\/([a-z0-9]{4}-[a-z0-9]{4})\.json$/.exec(path)?.[1];
}

function isParameter(name: string): boolean {
  return ['$select', '$where', '$limit', 'kenteken'].includes(name);
}

function matchesPlate(row: Row, query: URLSearchParams): boolean {
  const plate = query.get('kenteken');
  return plate === null || row.kenteken === plate;
}

/** The one form of a condition that is asked: `field in('A','B')`. */
function matchesWhere(row: Row, query: URLSearchParams): boolean {
  const where = query.get('$where');
  if (where === null) return true;
  const [, field = '', list = ''] = /^(\w+) in\(([^)]*)\)$/.exec(where) ?? [];
  return list.split(',').includes(`'${row[field] ?? ''}'`);
}

function selected(row: Row, select: string | null): Row {
  if (select === null) return row;
  const fields = select.split(',');
  return Object.fromEntries(Object.entries(row).filter(([field]) => fields.includes(field)));
}

function json(rows: readonly Row[]): StandInAnswer {
  return { contentType: 'application/json; charset=utf-8', body: JSON.stringify(rows) };
}

function error(status: number, code: string, message: string): StandInAnswer {
  const body = JSON.stringify({ code, error: true, message });
  return { status, contentType: 'application/json; charset=utf-8', body };
}
