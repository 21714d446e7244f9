import { decodeXmlText, scanXml, XmlRecordError } from '../../formats/xml-scan.ts';

/**
 * The publisher's helper file of which town lies in which municipality (GEM-WPL-RELATIE). It is not authentic and
 * full of leftovers: with its own dates alone, 59 of 2,620 towns lay in two municipalities at once (2020-09-15),
 * since a relation can stand in it both closed and open. See {@link municipalityOfTowns}.
 */
export interface TownRelation {
  readonly townId: number;
  /** 4 digits. */
  readonly municipality: string;
  readonly beginsOn: string;
  readonly endsOn: string | null;
  /** `definitief` or `voorlopig` */
  readonly status: string;
}

/** The element that holds one relation. */
export const RELATION_ELEMENT = 'GemeenteWoonplaatsRelatie';

/** @throws XmlRecordError when the record lacks what every relation has */
export function readTownRelation(xml: string): TownRelation {
  const values: Record<string, string> = {};
  scanXml(xml, {
    open: () => {},
    leaf: (name, text, parent) => {
      values[name === 'identificatie' ? parent : name] = decodeXmlText(text);
    },
  });
  const { gerelateerdeWoonplaats: town, gerelateerdeGemeente: municipality } = values;
  const { begindatumTijdvakGeldigheid: begin, einddatumTijdvakGeldigheid: end, status } = values;
  if (!town || !municipality || !begin || !status || !/^\d{4}$/.test(town) || !/^\d{4}$/.test(municipality)) {
    throw new XmlRecordError(
      `A relation of town and municipality is incomplete: ${JSON.stringify(values)}. ` +
        'The publisher may have changed the format.',
    );
  }
  return {
    townId: Number(town),
    municipality,
    beginsOn: begin.slice(0, 10),
    endsOn: end ? end.slice(0, 10) : null,
    status,
  };
}

/**
 * The one municipality of each town on the state date: of the definitive relations that hold on it and lead to a
 * municipality that existed on it, the one that began last.
 * @param exists whether a municipality (4 digits) existed on the state date
 */
export function municipalityOfTowns(
  relations: Iterable<TownRelation>,
  stateDate: string,
  exists: (municipality: string) => boolean,
): Map<number, string> {
  const chosen = new Map<number, TownRelation>();
  for (const relation of relations) {
    if (relation.status !== 'definitief' || relation.beginsOn > stateDate) continue;
    if (relation.endsOn !== null && relation.endsOn <= stateDate) continue;
    if (!exists(relation.municipality)) continue;
    const other = chosen.get(relation.townId);
    if (other === undefined || comesBefore(relation, other)) chosen.set(relation.townId, relation);
  }
  return new Map([...chosen].map(([townId, relation]) => [townId, relation.municipality]));
}

/** Latest begin first; then an open relation before one that is about to close; then the lower code. */
function comesBefore(a: TownRelation, b: TownRelation): boolean {
  if (a.beginsOn !== b.beginsOn) return a.beginsOn > b.beginsOn;
  if ((a.endsOn === null) !== (b.endsOn === null)) return a.endsOn === null;
  return a.municipality < b.municipality;
}
