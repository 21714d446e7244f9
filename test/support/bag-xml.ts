/**
 * Writes BAG extract XML as the register delivers it: one `sl:stand` per line and object version, children in the
 * order of real files (secondary addresses after the occurrence, geometry with line breaks).
 */
export interface BagVersion {
  readonly id: string;
  readonly occurrence: number;
  readonly validFrom: string;
  readonly validUntil?: string;
  readonly status: string;
}

export interface BagUnit extends BagVersion {
  readonly mainAddress: string;
  readonly secondaryAddresses: readonly string[];
  readonly x: number;
  readonly y: number;
  readonly uses: readonly string[];
  readonly floorArea: string;
  readonly buildings: readonly string[];
}

export interface BagNumber extends BagVersion {
  readonly number: string;
  readonly letter: string;
  readonly addition: string;
  readonly postcode: string;
  readonly objectType: string;
  readonly street: string;
  readonly town?: string;
}

export interface BagBuilding extends BagVersion {
  readonly year: string;
  readonly rings: readonly (readonly (readonly [number, number])[])[];
}

export interface BagStreet extends BagVersion {
  readonly name: string;
  readonly shortName?: string;
  readonly town: string;
}

export interface BagTown extends BagVersion {
  readonly name: string;
}

const NAMESPACES = [
  ['DatatypenNEN3610', 'www.kadaster.nl/schemas/lvbag/imbag/datatypennen3610/v20200601'],
  ['Objecten', 'www.kadaster.nl/schemas/lvbag/imbag/objecten/v20200601'],
  ['gml', 'http://www.opengis.net/gml/3.2'],
  ['Historie', 'www.kadaster.nl/schemas/lvbag/imbag/historie/v20200601'],
  ['Objecten-ref', 'www.kadaster.nl/schemas/lvbag/imbag/objecten-ref/v20200601'],
  ['nen5825', 'www.kadaster.nl/schemas/lvbag/imbag/nen5825/v20200601'],
  ['KenmerkInOnderzoek', 'www.kadaster.nl/schemas/lvbag/imbag/kenmerkinonderzoek/v20200601'],
  ['selecties-extract', 'http://www.kadaster.nl/schemas/lvbag/extract-selecties/v20200601'],
  ['sl-bag-extract', 'http://www.kadaster.nl/schemas/lvbag/extract-deelbestand-lvc/v20200601'],
  ['sl', 'http://www.kadaster.nl/schemas/standlevering-generiek/1.0'],
]
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ');

/** One part file of a delivery: `stands` are lines made by the functions below. */
export function bagPartFile(kind: string, stateDate: string, stands: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<sl-bag-extract:bagStand ${NAMESPACES}>
  <sl-bag-extract:bagInfo>
    <selecties-extract:LVC-Extract>
      <selecties-extract:StandTechnischeDatum>${stateDate}</selecties-extract:StandTechnischeDatum>
    </selecties-extract:LVC-Extract>
  </sl-bag-extract:bagInfo>
  <sl:standBestand>
    <sl:dataset>LVBAG</sl:dataset>
    <sl:inhoud>
      <sl:objectTypen>
        <sl:objectType>${kind}</sl:objectType>
      </sl:objectTypen>
    </sl:inhoud>${stands.join('')}
  </sl:standBestand>
</sl-bag-extract:bagStand>
`;
}

export function deliveryDocument(stateDate: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<xb:BAG-Extract-Levering xmlns:xb="http://www.kadaster.nl/schemas/lvbag/extract-levering/v20200601" xmlns:selecties-extract="http://www.kadaster.nl/schemas/lvbag/extract-selecties/v20200601">
  <xb:SelectieGegevens>
    <selecties-extract:LVC-Extract>
      <selecties-extract:StandTechnischeDatum>${stateDate}</selecties-extract:StandTechnischeDatum>
    </selecties-extract:LVC-Extract>
  </xb:SelectieGegevens>
</xb:BAG-Extract-Levering>
`;
}

/** The helper file that says which town lies in which municipality: `[town, municipality]`. */
export function townMunicipalityFile(
  stateDate: string,
  pairs: readonly (readonly [string, string])[],
): string {
  const rows = pairs.map(
    ([town, municipality]) => `
      <gwr-product:GemeenteWoonplaatsRelatie>
        <gwr-product:tijdvakgeldigheid>
          <bagtypes:begindatumTijdvakGeldigheid>2011-01-29</bagtypes:begindatumTijdvakGeldigheid>
        </gwr-product:tijdvakgeldigheid>
        <gwr-product:gerelateerdeWoonplaats>
          <gwr-product:identificatie>${town}</gwr-product:identificatie>
        </gwr-product:gerelateerdeWoonplaats>
        <gwr-product:gerelateerdeGemeente>
          <gwr-product:identificatie>${municipality}</gwr-product:identificatie>
        </gwr-product:gerelateerdeGemeente>
        <gwr-product:status>definitief</gwr-product:status>
      </gwr-product:GemeenteWoonplaatsRelatie>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<gwr-bestand:BAG-GWR-Deelbestand-LVC xmlns:gwr-bestand="www.kadaster.nl/schemas/lvbag/gem-wpl-rel/gwr-deelbestand-lvc/v20200601" xmlns:selecties-extract="http://www.kadaster.nl/schemas/lvbag/extract-selecties/v20200601" xmlns:bagtypes="www.kadaster.nl/schemas/lvbag/gem-wpl-rel/bag-types/v20200601" xmlns:gwr-product="www.kadaster.nl/schemas/lvbag/gem-wpl-rel/gwr-producten-lvc/v20200601">
  <gwr-bestand:SelectieGegevens>
    <selecties-extract:StandTechnischeDatum>${stateDate}</selecties-extract:StandTechnischeDatum>
  </gwr-bestand:SelectieGegevens>
  <gwr-bestand:Product>
    <gwr-product:GemeenteWoonplaatsRelatieProduct>${rows.join('')}
    </gwr-product:GemeenteWoonplaatsRelatieProduct>
  </gwr-bestand:Product>
</gwr-bestand:BAG-GWR-Deelbestand-LVC>
`;
}

export function unitStand(unit: BagUnit): string {
  const secondary = unit.secondaryAddresses.map((id) => reference('Nummeraanduiding', id)).join('');
  const pos = `<gml:pos>${unit.x} ${unit.y} 0.0</gml:pos>`;
  return stand('Verblijfsobject', [
    element('heeftAlsHoofdadres', reference('Nummeraanduiding', unit.mainAddress)),
    occurrence(unit),
    secondary === '' ? '' : element('heeftAlsNevenadres', secondary),
    identification('Verblijfsobject', unit.id),
    element(
      'geometrie',
      element(
        'punt',
        `<gml:Point srsName="urn:ogc:def:crs:EPSG::28992" srsDimension="3">\n  ${pos}\n</gml:Point>`,
      ),
    ),
    ...unit.uses.map((use) => element('gebruiksdoel', use)),
    element('oppervlakte', unit.floorArea),
    element('status', unit.status),
    element('maaktDeelUitVan', unit.buildings.map((id) => reference('Pand', id)).join('')),
  ]);
}

export function numberStand(number: BagNumber): string {
  return stand('Nummeraanduiding', [
    identification('Nummeraanduiding', number.id),
    element('huisnummer', number.number),
    optional('huisletter', number.letter),
    optional('huisnummertoevoeging', number.addition),
    optional('postcode', number.postcode),
    element('typeAdresseerbaarObject', number.objectType),
    element('status', number.status),
    number.town === undefined ? '' : element('ligtIn', reference('Woonplaats', number.town)),
    occurrence(number),
    element('ligtAan', reference('OpenbareRuimte', number.street)),
  ]);
}

export function buildingStand(building: BagBuilding): string {
  const [exterior, ...interiors] = building.rings.map((ring) => {
    const positions = ring.map(([x, y]) => `${x} ${y} 0.0`).join(' ');
    return `<gml:LinearRing>\n  <gml:posList count="${ring.length}">${positions}</gml:posList>\n</gml:LinearRing>`;
  });
  const holes = interiors.map((ring) => `<gml:interior>${ring}</gml:interior>`).join('');
  return stand('Pand', [
    identification('Pand', building.id),
    element(
      'geometrie',
      `<gml:Polygon srsName="urn:ogc:def:crs:EPSG::28992" srsDimension="3">\n<gml:exterior>${exterior}</gml:exterior>${holes}\n</gml:Polygon>`,
    ),
    element('oorspronkelijkBouwjaar', building.year),
    element('status', building.status),
    occurrence(building),
  ]);
}

export function streetStand(street: BagStreet): string {
  const short =
    street.shortName === undefined
      ? ''
      : `<Objecten:verkorteNaam><nen5825:VerkorteNaamOpenbareRuimte><nen5825:verkorteNaam>${escaped(street.shortName)}</nen5825:verkorteNaam></nen5825:VerkorteNaamOpenbareRuimte></Objecten:verkorteNaam>`;
  return stand('OpenbareRuimte', [
    identification('OpenbareRuimte', street.id),
    element('naam', escaped(street.name)),
    element('type', 'Weg'),
    element('status', street.status),
    element('ligtIn', reference('Woonplaats', street.town)),
    occurrence(street),
    short,
  ]);
}

export function townStand(town: BagTown): string {
  return stand('Woonplaats', [
    identification('Woonplaats', town.id),
    element('naam', escaped(town.name)),
    element('status', town.status),
    occurrence(town),
  ]);
}

function stand(type: string, children: readonly string[]): string {
  return `<sl:stand><sl-bag-extract:bagObject><Objecten:${type}>${children.join('')}</Objecten:${type}></sl-bag-extract:bagObject></sl:stand>`;
}

function element(name: string, content: string): string {
  return `<Objecten:${name}>${content}</Objecten:${name}>`;
}

function optional(name: string, content: string): string {
  return content === '' ? '' : element(name, escaped(content));
}

function identification(type: string, id: string): string {
  return `<Objecten:identificatie domein="${domain(type)}">${id}</Objecten:identificatie>`;
}

function reference(type: string, id: string): string {
  return `<Objecten-ref:${type}Ref domein="${domain(type)}">${id}</Objecten-ref:${type}Ref>`;
}

/** The register writes the domain of a public space with a small r. */
function domain(type: string): string {
  return `NL.IMBAG.${type === 'OpenbareRuimte' ? 'Openbareruimte' : type}`;
}

function occurrence(version: BagVersion): string {
  const until =
    version.validUntil === undefined
      ? ''
      : `<Historie:eindGeldigheid>${version.validUntil}</Historie:eindGeldigheid>`;
  const time = `${version.validFrom}T12:00:00.000`;
  return element(
    'voorkomen',
    `<Historie:Voorkomen><Historie:voorkomenidentificatie>${version.occurrence}</Historie:voorkomenidentificatie>` +
      `<Historie:beginGeldigheid>${version.validFrom}</Historie:beginGeldigheid>${until}` +
      `<Historie:tijdstipRegistratie>${time}</Historie:tijdstipRegistratie><Historie:BeschikbaarLV>` +
      `<Historie:tijdstipRegistratieLV>${time}</Historie:tijdstipRegistratieLV></Historie:BeschikbaarLV></Historie:Voorkomen>`,
  );
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&apos;');
}
