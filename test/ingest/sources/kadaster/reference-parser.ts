import { SaxesParser } from 'saxes';
import type {
  BagRecord,
  BagType,
  RawGeometry,
  RawRing,
} from '../../../../ingest/sources/kadaster/bag-records.ts';
import type { TownRelation } from '../../../../ingest/sources/kadaster/gwr.ts';

/** The slow reference: a general XML parser, a tree, and fields by their path in it. */
interface Node {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Node[];
  text: string;
}

function treeOf(xml: string): Node {
  const root: Node = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const node: Node = { name: local(name), attributes, children: [], text: '' };
    (open.at(-1) as Node).children.push(node);
    open.push(node);
  });
  parser.on('text', (text) => {
    (open.at(-1) as Node).text += text;
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(xml).close();
  return root;
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function all(node: Node, ...path: string[]): Node[] {
  const [first, ...rest] = path;
  if (first === undefined) return [node];
  return node.children.filter((child) => child.name === first).flatMap((child) => all(child, ...rest));
}

function text(node: Node, ...path: string[]): string | null {
  return all(node, ...path)[0]?.text.trim() || null;
}

function id(value: string | null): number | null {
  return value === null ? null : Number(value);
}

function everywhere(node: Node, name: string): Node[] {
  return node.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...everywhere(child, name),
  ]);
}

export function referenceRecords(xml: string): BagRecord[] {
  const root = treeOf(xml);
  return everywhere(root, 'stand').map((stand) => {
    const object = all(stand, 'bagObject')[0]?.children[0] as Node;
    return record(object);
  });
}

function record(object: Node): BagRecord {
  const version = all(object, 'voorkomen', 'Voorkomen')[0] as Node;
  const base = {
    id: Number(text(object, 'identificatie')),
    version: Number(text(version, 'voorkomenidentificatie')),
    beginsOn: text(version, 'beginGeldigheid') as string,
    endsOn: text(version, 'eindGeldigheid'),
    removed: [
      text(version, 'tijdstipInactief'),
      text(version, 'BeschikbaarLV', 'tijdstipInactiefLV'),
      text(version, 'BeschikbaarLV', 'tijdstipNietBagLV'),
    ].some((value) => value !== null),
    status: text(object, 'status') as string,
  };
  const type = object.name as BagType;
  switch (type) {
    case 'Woonplaats':
      return { ...base, type, name: text(object, 'naam') as string };
    case 'OpenbareRuimte':
      return {
        ...base,
        type,
        name: text(object, 'naam') as string,
        shortName: text(object, 'verkorteNaam', 'VerkorteNaamOpenbareRuimte', 'verkorteNaam'),
        kind: text(object, 'type'),
        townId: id(text(object, 'ligtIn', 'WoonplaatsRef')),
      };
    case 'Nummeraanduiding':
      return {
        ...base,
        type,
        houseNumber: text(object, 'huisnummer'),
        houseLetter: text(object, 'huisletter'),
        addition: text(object, 'huisnummertoevoeging'),
        postcode: text(object, 'postcode'),
        streetId: id(text(object, 'ligtAan', 'OpenbareRuimteRef')),
        townId: id(text(object, 'ligtIn', 'WoonplaatsRef')),
      };
    case 'Pand':
      return { ...base, type, yearBuilt: text(object, 'oorspronkelijkBouwjaar'), geometry: geometry(object) };
    default:
      return {
        ...base,
        type,
        mainNumberId: id(text(object, 'heeftAlsHoofdadres', 'NummeraanduidingRef')),
        otherNumberIds: all(object, 'heeftAlsNevenadres', 'NummeraanduidingRef').map((node) =>
          Number(node.text),
        ),
        uses: all(object, 'gebruiksdoel').map((node) => node.text.trim()),
        floorArea: text(object, 'oppervlakte'),
        buildingIds: all(object, 'maaktDeelUitVan', 'PandRef').map((node) => Number(node.text)),
        geometry: geometry(object),
      };
  }
}

function geometry(object: Node): RawGeometry {
  const point = everywhere(object, 'Point')[0];
  const rings: RawRing[] = everywhere(object, 'Polygon').flatMap((node, polygon) =>
    everywhere(node, 'posList').map((positions) => ({
      polygon,
      text: positions.text,
      dimension: Number(node.attributes.srsDimension),
    })),
  );
  return {
    point:
      point === undefined
        ? null
        : { text: text(point, 'pos') ?? '', dimension: Number(point.attributes.srsDimension) },
    rings,
  };
}

export function referenceRelations(xml: string): TownRelation[] {
  return everywhere(treeOf(xml), 'GemeenteWoonplaatsRelatie').map((node) => ({
    townId: Number(text(node, 'gerelateerdeWoonplaats', 'identificatie')),
    municipality: text(node, 'gerelateerdeGemeente', 'identificatie') as string,
    beginsOn: text(node, 'tijdvakgeldigheid', 'begindatumTijdvakGeldigheid') as string,
    endsOn: text(node, 'tijdvakgeldigheid', 'einddatumTijdvakGeldigheid'),
    status: text(node, 'status') as string,
  }));
}
