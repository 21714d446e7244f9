import type { StandIn, StandInAnswer, StandInRequest } from './stand-in.ts';

/** The one key that the stand-in does not know; it takes any other. */
export const WRONG_KEY = 'wrong-key';

type Label = Readonly<Record<string, unknown>>;

/** A registration by the current method; figures made up. */
function label(objectId: string, fields: Label = {}): Label {
  return {
    Registratiedatum: '2024-03-11T10:02:17.45',
    Opnamedatum: '2024-03-04T00:00:00',
    Geldig_tot: '2034-03-04T00:00:00',
    Certificaathouder: 'Voorbeeld Advies B.V.',
    Soort_opname: 'Basisopname',
    Status: 'Bestaand',
    Berekeningstype: 'NTA 8800:2023 (basisopname woningbouw)',
    IsVereenvoudigdLabel: false,
    Op_basis_van_referentiegebouw: false,
    Gebouwklasse: 'Woningbouw',
    Gebouwtype: 'Appartement',
    BAGVerblijfsobjectID: objectId,
    BAGLigplaatsID: null,
    BAGStandplaatsID: null,
    BAGPandIDs: ['0363100012061800'],
    Gebruiksoppervlakte_thermische_zone: 71.3,
    Energieklasse: 'C',
    EnergieIndex: null,
    Energiebehoefte: 118.4,
    PrimaireFossieleEnergie: 201.77,
    Aandeel_hernieuwbare_energie: 3.1,
    BerekendeCO2Emissie: 37.2,
    BerekendeEnergieverbruik: 201.6,
    ...fields,
  };
}

const OLD_METHOD: Label = {
  Registratiedatum: '2018-06-20T00:00:00',
  Opnamedatum: '2018-06-13T00:00:00',
  Geldig_tot: '2028-06-13T00:00:00',
  Soort_opname: null,
  Berekeningstype: 'Nader voorschrift, versie 1.0, 1 februari 2014 met erratum, addendum 1 augustus 2014',
  Energieklasse: 'D',
  EnergieIndex: 1.64,
  Energiebehoefte: null,
  PrimaireFossieleEnergie: null,
  Aandeel_hernieuwbare_energie: null,
  BerekendeCO2Emissie: 3910,
  BerekendeEnergieverbruik: 84_512,
};

const OTHERS = '0518010000364104';

/** Labels by the object they belong to. */
const LABELS: Readonly<Record<string, readonly Label[]>> = {
  // Amstel 1: a new label beside an older one, the older first, as the register may list them.
  '0363010012143319': [label('0363010012143319', OLD_METHOD), label('0363010012143319')],
  // Kosterstraat 4, Doesburg: only an old one.
  '0221010000330226': [label('0221010000330226', OLD_METHOD)],
  // A pitch is named by a field of its own.
  '0221030000330172': [
    label('0221030000330172', { BAGVerblijfsobjectID: null, BAGStandplaatsID: '0221030000330172' }),
  ],
  [OTHERS]: [label(OTHERS, { Energieklasse: 'A++' })],
};

/** The register of energy labels: API v5, one path. */
export const EP_ONLINE_STAND_IN: StandIn = {
  id: 'ep-online',
  setting: 'EP_ONLINE_URL',
  answer: (request) => labels(request, (id) => LABELS[id]),
  wrongObject: (request) => labels(request, (id) => [label(id === OTHERS ? '0363010012143319' : OTHERS)]),
};

function labels(
  { path, headers }: StandInRequest,
  find: (objectId: string) => readonly Label[] | undefined,
): StandInAnswer {
  const { authorization = '' } = headers;
  if (authorization === '' || authorization === WRONG_KEY || /^bearer /i.test(authorization)) {
    return problem(401, 'Unauthorized', 'Valid API key required to access this resource.');
  }
  const objectId = /^\/PandEnergielabel\/AdresseerbaarObject\/(.*)$/.exec(path)?.[1];
  if (objectId === undefined) return { status: 404, contentType: 'text/html', body: '<html></html>' };
  if (!/^\d{16}$/.test(objectId)) return problem(400, 'Bad Request', 'adresseerbaarObjectId');
  // The register has labels without a unit under zeros.
  const found = /^0+$/.test(objectId) ? LABELS[OTHERS] : find(objectId);
  if (found === undefined) return problem(404, 'Not Found', 'Geen energielabel gevonden.');
  return { contentType: 'application/json; charset=utf-8', body: JSON.stringify(found) };
}

function problem(status: number, title: string, detail: string): StandInAnswer {
  return { status, contentType: 'application/problem+json', body: JSON.stringify({ status, title, detail }) };
}
