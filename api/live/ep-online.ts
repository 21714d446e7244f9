import { ENERGY_CLASSES, type EnergyClass } from '../vocabulary/energy-label.ts';
import type { LiveAnswer, LiveSource } from './live-source.ts';
import { UnexpectedAnswer, Upstream, type UpstreamAnswer, type UpstreamDeps } from './upstream.ts';

export const ENERGY_LABEL_REGISTER: LiveSource = {
  id: 'ep-online',
  name: 'Register of energy labels (EP-Online)',
  publisher: 'Netherlands Enterprise Agency (RVO)',
  licence: 'EP-Online terms of use',
  licenceUrl: 'https://www.ep-online.nl/PublicData',
  attribution:
    'Source: EP-Online, Netherlands Enterprise Agency (RVO). Its terms forbid passing on large quantities of individual records.',
  url: 'https://www.ep-online.nl/',
};

/** A registration of an energy label, as the register has it. One unit may have several. */
export interface EnergyLabelRecord {
  readonly energyClass: EnergyClass | null;
  /** Days, `YYYY-MM-DD`. */
  readonly registeredOn: string;
  readonly surveyedOn: string | null;
  readonly validUntil: string | null;
  /** The publisher's words: Bestaand, Oplevering, Vergunningsaanvraag; Basisopname, Detailopname. */
  readonly status: string | null;
  readonly survey: string | null;
  /** The publisher's name of the method of calculation. */
  readonly calculation: string | null;
  /** The energy of a building like this one was calculated, not of this one. */
  readonly isOfReferenceBuilding: boolean;
  readonly energyIndex: number | null;
  /** Figures whose units depend on the method; see `sections/energy-label.ts`. */
  readonly energyDemand: number | null;
  readonly primaryFossilEnergy: number | null;
  readonly renewableSharePct: number | null;
  readonly calculatedUse: number | null;
  readonly calculatedCo2: number | null;
}

/** An object is a unit, a berth or a pitch. */
const OBJECT_IDS = ['BAGVerblijfsobjectID', 'BAGLigplaatsID', 'BAGStandplaatsID'] as const;

const TTL_MS = 24 * 60 * 60 * 1000;

/** The register of energy labels; asked with the operator's own key. */
export class EnergyLabelRegister {
  readonly #upstream: Upstream;

  /** @param key goes out as it is, without `Bearer` */
  constructor(baseUrl: string, key: string, deps: UpstreamDeps) {
    this.#upstream = new Upstream(
      {
        id: ENERGY_LABEL_REGISTER.id,
        name: 'the register of energy labels EP-Online',
        baseUrl,
        headers: { authorization: key },
      },
      deps,
    );
  }

  /**
   * All labels of a unit, berth or pitch; none is an empty list.
   * @param objectId register id of the addressable object, 16 digits
   * @throws UpstreamUnavailable
   * @throws RangeError for an id that names no object: zeros would yield the labels of others
   */
  labelsOf(objectId: string, signal: AbortSignal): Promise<LiveAnswer<EnergyLabelRecord[]>> {
    if (!/^(?!0+$)\d{16}$/.test(objectId))
      throw new RangeError('This is not the id of an addressable object.');
    return this.#upstream.ask({
      path: `/PandEnergielabel/AdresseerbaarObject/${objectId}`,
      accept: ['application/json', 'application/problem+json', 'text/json', ''],
      answerStatuses: [404],
      read: (answer) => readEnergyLabels(answer, objectId),
      ttlMs: TTL_MS,
      signal,
    });
  }
}

/**
 * Reads an answer of the register: 404 says that there is no label.
 * @throws UnexpectedAnswer when it has another shape, or is about another object
 */
export function readEnergyLabels(answer: UpstreamAnswer, objectId: string): EnergyLabelRecord[] {
  if (answer.status === 404) {
    // A wrong base address answers 404 as well, with a page.
    if (answer.body.length > 0) answer.json();
    return [];
  }
  const records = answer.json();
  if (!Array.isArray(records)) throw new UnexpectedAnswer('it is no list of labels');
  return records.flatMap((record: unknown) => {
    if (!isFields(record)) throw new UnexpectedAnswer('a label is no object');
    // As numbers ids would have lost their zeros: then they agree with nothing.
    const ids = OBJECT_IDS.map((name) => record[name]).filter(
      (id) => id !== null && id !== undefined && id !== '',
    );
    if (ids.length > 0 && !ids.includes(objectId)) {
      throw new UnexpectedAnswer('a label is of another object than was asked for');
    }
    // Whose a label without any id is cannot be told.
    return ids.length === 0 ? [] : [readRecord(record)];
  });
}

type Fields = Readonly<Record<string, unknown>>;

function readRecord(record: Fields): EnergyLabelRecord {
  const registeredOn = dayOf(record, 'Registratiedatum');
  if (registeredOn === null) throw new UnexpectedAnswer('a label has no day of registration');
  return {
    energyClass: classOf(record),
    registeredOn,
    surveyedOn: dayOf(record, 'Opnamedatum'),
    validUntil: dayOf(record, 'Geldig_tot'),
    status: textOf(record, 'Status'),
    survey: textOf(record, 'Soort_opname'),
    calculation: textOf(record, 'Berekeningstype'),
    isOfReferenceBuilding: record.Op_basis_van_referentiegebouw === true,
    energyIndex: numberOf(record, 'EnergieIndex'),
    energyDemand: numberOf(record, 'Energiebehoefte'),
    primaryFossilEnergy: numberOf(record, 'PrimaireFossieleEnergie'),
    renewableSharePct: numberOf(record, 'Aandeel_hernieuwbare_energie'),
    calculatedUse: numberOf(record, 'BerekendeEnergieverbruik'),
    calculatedCo2: numberOf(record, 'BerekendeCO2Emissie'),
  };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What is of another kind than it was is left out: a figure less is no reason to answer nothing. */
function textOf(record: Fields, name: string): string | null {
  const value = record[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 200) : null;
}

function numberOf(record: Fields, name: string): number | null {
  const value = record[name];
  return typeof value === 'number' ? value : null;
}

/** `2026-02-04T15:31:59.943`, Dutch time without a zone: the day as it is written. */
function dayOf(record: Fields, name: string): string | null {
  const text = textOf(record, name);
  if (text === null) return null;
  const day = text.slice(0, 10);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day))) {
    throw new UnexpectedAnswer(`${name} is no day`);
  }
  return day;
}

function classOf(record: Fields): EnergyClass | null {
  const text = textOf(record, 'Energieklasse')?.toUpperCase();
  if (text === undefined) return null;
  const known = ENERGY_CLASSES.find((name) => name === text);
  if (known === undefined) throw new UnexpectedAnswer('its energy class is not one of A+++++ to G');
  return known;
}
