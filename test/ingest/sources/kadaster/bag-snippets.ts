/** Writes objects of the extract as its publisher does, with whatever oddity a test needs. */
export interface Snippet {
  readonly type: string;
  readonly id: string;
  readonly status: string;
  readonly begin?: string;
  readonly end?: string;
  readonly version?: number;
  /** More of the history, e.g. `<Historie:tijdstipInactief>2012-01-01T00:00:00.000</Historie:tijdstipInactief>`. */
  readonly history?: string;
  /** Children besides id, status and history, as XML. */
  readonly children?: readonly string[];
}

export function leaf(name: string, value: string): string {
  return `<Objecten:${name}>${value}</Objecten:${name}>`;
}

export function ref(element: string, target: string, ...ids: string[]): string {
  const refs = ids.map(
    (id) => `<Objecten-ref:${target}Ref domein="NL.IMBAG.${target}">${id}</Objecten-ref:${target}Ref>`,
  );
  return `<Objecten:${element}>${refs.join('')}</Objecten:${element}>`;
}

export function point(x: number, y: number): string {
  return `<Objecten:geometrie><Objecten:punt><gml:Point srsName="urn:ogc:def:crs:EPSG::28992" srsDimension="3">
  <gml:pos>${x} ${y} 0.0</gml:pos>
</gml:Point></Objecten:punt></Objecten:geometrie>`;
}

export function polygon(
  dimension: 2 | 3,
  rings: readonly (readonly (readonly [number, number])[])[],
  wrap = '',
): string {
  const ring = (corners: readonly (readonly [number, number])[], side: string) =>
    `<gml:${side}><gml:LinearRing><gml:posList count="${corners.length}">${corners
      .map(([x, y]) => (dimension === 3 ? `${x} ${y} 0.0` : `${x} ${y}`))
      .join(' ')}</gml:posList></gml:LinearRing></gml:${side}>`;
  const body = rings.map((corners, index) => ring(corners, index === 0 ? 'exterior' : 'interior')).join('');
  const gml = `<gml:Polygon srsName="urn:ogc:def:crs:EPSG::28992" srsDimension="${dimension}">${body}</gml:Polygon>`;
  return `<Objecten:geometrie>${wrap === '' ? gml : `<Objecten:${wrap}>${gml}</Objecten:${wrap}>`}</Objecten:geometrie>`;
}

export function history(snippet: Snippet): string {
  const { begin = '2010-01-01', end, version = 1, history: more = '' } = snippet;
  return `<Objecten:voorkomen><Historie:Voorkomen><Historie:voorkomenidentificatie>${version}</Historie:voorkomenidentificatie><Historie:beginGeldigheid>${begin}</Historie:beginGeldigheid>${
    end === undefined ? '' : `<Historie:eindGeldigheid>${end}</Historie:eindGeldigheid>`
  }<Historie:tijdstipRegistratie>${begin}T09:00:00.000</Historie:tijdstipRegistratie>${more}<Historie:BeschikbaarLV><Historie:tijdstipRegistratieLV>${begin}T10:00:00.000</Historie:tijdstipRegistratieLV></Historie:BeschikbaarLV></Historie:Voorkomen></Objecten:voorkomen>`;
}

export function childrenOf(snippet: Snippet): string[] {
  return [
    `<Objecten:identificatie domein="NL.IMBAG.${snippet.type}">${snippet.id}</Objecten:identificatie>`,
    ...(snippet.children ?? []),
    leaf('status', snippet.status),
    history(snippet),
  ];
}

/** One `sl:stand`, on one line as in real deliveries. */
export function stand(snippet: Snippet, children = childrenOf(snippet)): string {
  return `<sl:stand><sl-bag-extract:bagObject><Objecten:${snippet.type}>${children.join('')}</Objecten:${snippet.type}></sl-bag-extract:bagObject></sl:stand>`;
}

const ROOT = 'sl-bag-extract:bagStand';

export function head(letters: string, stateDate: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<${ROOT} xmlns:Objecten="www.kadaster.nl/schemas/lvbag/imbag/objecten/v20200601" xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:Historie="www.kadaster.nl/schemas/lvbag/imbag/historie/v20200601" xmlns:Objecten-ref="www.kadaster.nl/schemas/lvbag/imbag/objecten-ref/v20200601" xmlns:nen5825="www.kadaster.nl/schemas/lvbag/imbag/nen5825/v20200601" xmlns:sl-bag-extract="http://www.kadaster.nl/schemas/lvbag/extract-deelbestand-lvc/v20200601" xmlns:sl="http://www.kadaster.nl/schemas/standlevering-generiek/1.0" xmlns:selecties-extract="http://www.kadaster.nl/schemas/lvbag/extract-selecties/v20200601">
  <sl-bag-extract:bagInfo><selecties-extract:LVC-Extract><selecties-extract:StandTechnischeDatum>${stateDate}</selecties-extract:StandTechnischeDatum></selecties-extract:LVC-Extract></sl-bag-extract:bagInfo>
  <sl:standBestand>
    <sl:dataset>LVBAG</sl:dataset>
    <sl:inhoud><sl:objectTypen><sl:objectType>${letters}</sl:objectType></sl:objectTypen></sl:inhoud>`;
}

export const TAIL = `
  </sl:standBestand>
</${ROOT}>`;

/** A whole part file. */
export function part(letters: string, stateDate: string, stands: readonly string[]): string {
  return `${head(letters, stateDate)}${stands.join('')}${TAIL}`;
}
