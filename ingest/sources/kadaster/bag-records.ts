import {
  decodeXmlText,
  scanXml,
  type XmlHandler,
  XmlRecordError,
  xmlAttribute,
} from '../../formats/xml-scan.ts';

/** One version (voorkomen) of one object of the register, as the extract holds it. */
export interface BagVersion {
  readonly id: number;
  /** Number of the version, from 1. */
  readonly version: number;
  /** First day on which it holds, `YYYY-MM-DD`. */
  readonly beginsOn: string;
  /** First day on which it holds no longer; null while open. */
  readonly endsOn: string | null;
  /** Taken out of the register as a whole (inactive, or not part of it): it never held. */
  readonly removed: boolean;
  /** In the publisher's words. */
  readonly status: string;
}

export interface TownRecord extends BagVersion {
  readonly type: 'Woonplaats';
  readonly name: string;
}

export interface StreetRecord extends BagVersion {
  readonly type: 'OpenbareRuimte';
  readonly name: string;
  readonly shortName: string | null;
  readonly kind: string | null;
  readonly townId: number | null;
}

export interface NumberRecord extends BagVersion {
  readonly type: 'Nummeraanduiding';
  readonly houseNumber: string | null;
  readonly houseLetter: string | null;
  readonly addition: string | null;
  readonly postcode: string | null;
  readonly streetId: number | null;
  /** Only where the number lies in another town than its street. */
  readonly townId: number | null;
}

export interface ObjectRecord extends BagVersion {
  readonly type: 'Verblijfsobject' | 'Ligplaats' | 'Standplaats';
  readonly mainNumberId: number | null;
  readonly otherNumberIds: readonly number[];
  readonly uses: readonly string[];
  readonly floorArea: string | null;
  readonly buildingIds: readonly number[];
  readonly geometry: RawGeometry;
}

export interface BuildingRecord extends BagVersion {
  readonly type: 'Pand';
  readonly yearBuilt: string | null;
  readonly geometry: RawGeometry;
}

export type BagRecord = TownRecord | StreetRecord | NumberRecord | ObjectRecord | BuildingRecord;
export type BagType = BagRecord['type'];

/** Coordinates as they stand in the file: only those of current versions are worth reading. */
export interface RawGeometry {
  readonly point: RawPositions | null;
  readonly rings: readonly RawRing[];
}

export interface RawPositions {
  readonly text: string;
  /** Numbers a position: 2, or 3 where the publisher adds a height (always 0.0). */
  readonly dimension: number;
}

export interface RawRing extends RawPositions {
  /** Counts the polygons of the object, from 0. */
  readonly polygon: number;
}

/**
 * Reads one `sl:stand`: one version of one object.
 * @param expected the type that the file is to hold
 * @throws XmlRecordError when it is another object, or lacks what every version has
 */
export function readBagRecord(xml: string, expected: BagType): BagRecord {
  const fields = new BagFields();
  scanXml(xml, fields);
  return fields.record(expected);
}

/**
 * Collects the elements of a record, in whatever order they come: it differs between types, and within a record.
 * Its fields are private by declaration only: one is made per record, and V8 sets `#` fields up slowly.
 */
class BagFields implements XmlHandler {
  private type = '';
  private objects = 0;
  private id = '';
  private version = '';
  private beginsOn = '';
  private endsOn = '';
  private removed = false;
  private status = '';
  private name = '';
  private shortName = '';
  private kind = '';
  private houseNumber = '';
  private houseLetter = '';
  private addition = '';
  private postcode = '';
  private street = '';
  private town = '';
  private mainNumber = '';
  private yearBuilt = '';
  private floorArea = '';
  private readonly otherNumbers: number[] = [];
  private readonly uses: string[] = [];
  private readonly buildings: number[] = [];
  private point: RawPositions | null = null;
  private readonly rings: RawRing[] = [];
  private polygon = -1;
  private dimension: string | undefined;

  open(name: string, parent: string, attributes: string): void {
    if (parent === 'bagObject') {
      this.type = name;
      this.objects += 1;
    } else if (name === 'Polygon' || name === 'PolygonPatch' || name === 'Point') {
      if (name !== 'Point') this.polygon += 1;
      this.dimension = xmlAttribute(attributes, 'srsDimension') ?? this.dimension;
    } else if (attributes !== '' && name.startsWith('Multi')) {
      this.dimension = xmlAttribute(attributes, 'srsDimension');
    }
  }

  leaf(name: string, text: string, parent: string, attributes: string): void {
    switch (name) {
      case 'identificatie':
        if (parent === this.type) this.id = text;
        break;
      case 'voorkomenidentificatie':
        this.version = text;
        break;
      case 'beginGeldigheid':
        this.beginsOn = text;
        break;
      case 'eindGeldigheid':
        this.endsOn = text;
        break;
      case 'tijdstipInactief':
      case 'tijdstipInactiefLV':
      case 'tijdstipNietBagLV':
        this.removed ||= text.trim() !== '';
        break;
      case 'status':
        if (parent === this.type) this.status = text;
        break;
      case 'naam':
        this.name = text;
        break;
      case 'verkorteNaam':
        this.shortName = text;
        break;
      case 'type':
        this.kind = text;
        break;
      case 'huisnummer':
        this.houseNumber = text;
        break;
      case 'huisletter':
        this.houseLetter = text;
        break;
      case 'huisnummertoevoeging':
        this.addition = text;
        break;
      case 'postcode':
        this.postcode = text;
        break;
      case 'OpenbareRuimteRef':
        this.street = text;
        break;
      case 'WoonplaatsRef':
        this.town = text;
        break;
      case 'NummeraanduidingRef':
        if (parent === 'heeftAlsHoofdadres') this.mainNumber = text;
        else this.otherNumbers.push(registerId(text, 'NummeraanduidingRef'));
        break;
      case 'PandRef':
        this.buildings.push(registerId(text, 'PandRef'));
        break;
      case 'gebruiksdoel':
        this.uses.push(decodeXmlText(text));
        break;
      case 'oppervlakte':
        this.floorArea = text;
        break;
      case 'oorspronkelijkBouwjaar':
        this.yearBuilt = text;
        break;
      case 'pos':
        this.point = { text, dimension: this.dimensionOf(text, attributes) };
        break;
      case 'posList':
        this.rings.push({ polygon: this.polygon, text, dimension: this.dimensionOf(text, attributes) });
        break;
    }
  }

  /** Heights were once read as coordinates of the next corner: the dimension is taken from the file, not assumed. */
  private dimensionOf(text: string, attributes: string): number {
    const stated = xmlAttribute(attributes, 'srsDimension') ?? this.dimension;
    if (stated !== undefined) return Number(stated);
    const count = Number(xmlAttribute(attributes, 'count') ?? Number.NaN);
    const dimension = text.trim().split(/\s+/).length / count;
    return dimension === 3 ? 3 : 2;
  }

  record(expected: BagType): BagRecord {
    if (this.objects !== 1 || this.type !== expected) {
      throw new XmlRecordError(
        `A record holds ${this.objects} objects${this.type === '' ? '' : ` (${this.type})`} where one ` +
          `${expected} was expected: the publisher may have changed the format.`,
      );
    }
    const id = registerId(this.id, 'identificatie');
    const version = Number(required(this.version, 'voorkomenidentificatie', this.id));
    const beginsOn = date(required(this.beginsOn, 'beginGeldigheid', this.id), this.id);
    const endsOn = this.endsOn === '' || this.endsOn.trim() === '' ? null : date(this.endsOn, this.id);
    const status = required(this.status, 'status', this.id);
    const { removed } = this;
    switch (expected) {
      case 'Woonplaats': {
        const name = required(this.name, 'naam', this.id);
        return { id, version, beginsOn, endsOn, removed, status, type: expected, name };
      }
      case 'OpenbareRuimte':
        return {
          id,
          version,
          beginsOn,
          endsOn,
          removed,
          status,
          type: expected,
          name: required(this.name, 'naam', this.id),
          shortName: optional(this.shortName),
          kind: optional(this.kind),
          townId: optionalId(this.town, 'WoonplaatsRef'),
        };
      case 'Nummeraanduiding':
        return {
          id,
          version,
          beginsOn,
          endsOn,
          removed,
          status,
          type: expected,
          houseNumber: optional(this.houseNumber),
          houseLetter: optional(this.houseLetter),
          addition: optional(this.addition),
          postcode: optional(this.postcode),
          streetId: optionalId(this.street, 'OpenbareRuimteRef'),
          townId: optionalId(this.town, 'WoonplaatsRef'),
        };
      case 'Pand':
        return {
          id,
          version,
          beginsOn,
          endsOn,
          removed,
          status,
          type: expected,
          yearBuilt: optional(this.yearBuilt),
          geometry: this.rawGeometry(),
        };
      default:
        return {
          id,
          version,
          beginsOn,
          endsOn,
          removed,
          status,
          type: expected,
          mainNumberId: optionalId(this.mainNumber, 'NummeraanduidingRef'),
          otherNumberIds: this.otherNumbers,
          uses: this.uses,
          floorArea: optional(this.floorArea),
          buildingIds: this.buildings,
          geometry: this.rawGeometry(),
        };
    }
  }

  private rawGeometry(): RawGeometry {
    return { point: this.point, rings: this.rings };
  }
}

function required(text: string, element: string, id: string): string {
  const value = decodeXmlText(text);
  if (value === '') {
    throw new XmlRecordError(
      `Object ${id || '(unknown)'} has no ${element}: the publisher may have changed the format.`,
    );
  }
  return value;
}

function optional(text: string): string | null {
  return text === '' ? null : decodeXmlText(text) || null;
}

const HYPHEN = 45;

function date(text: string, id: string): string {
  const value = text.trim().slice(0, 10);
  const isDate =
    value.length === 10 &&
    value.charCodeAt(4) === HYPHEN &&
    value.charCodeAt(7) === HYPHEN &&
    isDigits(value.slice(0, 4) + value.slice(5, 7) + value.slice(8, 10));
  if (!isDate) {
    throw new XmlRecordError(`Object ${id}: "${text}" is no date.`);
  }
  return value;
}

/** 16 digits, 4 for a town; always below 2^53. */
function registerId(text: string, element: string): number {
  const value = text.trim();
  if ((value.length !== 16 && value.length !== 4) || !isDigits(value)) {
    throw new XmlRecordError(`"${value}" is no ${element}: the publisher may have changed the format.`);
  }
  return Number(value);
}

/** A loop: a regular expression would be run a billion times. */
function isDigits(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character < 48 || character > 57) return false;
  }
  return true;
}

function optionalId(text: string, element: string): number | null {
  return text === '' ? null : registerId(text, element);
}
