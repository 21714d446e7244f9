import type { ColumnSpec } from '../../formats/columns.ts';
import { SPARQL_JSON, sparqlUrl } from '../../formats/sparql-json.ts';
import type { Probe, ProbeAddress } from '../probe.ts';
import { attributeNames, checkColumns, parseJson, UnexpectedDocumentError } from '../probe-checks.ts';
import type { SourceDeclaration } from '../source.ts';
import { LISTINGS, queryText } from './linked-data.ts';
import { isSingleFile, pageUrl } from './map-layer.ts';
import { MONUMENT_FIELDS } from './monument-points.ts';
import { TOWNSCAPE_FIELDS, WORLD_HERITAGE_FIELDS } from './protected-areas.ts';
import { countOption, textOption } from './sources.ts';

const DECLARED = 'rce/sources.ts';

interface LayerFacts {
  readonly name: string;
  /** Key of the address. */
  readonly url: string;
  /** Key of the option that names the layer. */
  readonly layer: string;
  readonly sorted: boolean;
  readonly fields: Readonly<Record<string, ColumnSpec>>;
}

/** One feature of a layer tells its attributes. */
function layerProbe({ name, url, layer, sorted, fields }: LayerFacts): Probe {
  const check = checkColumns(fields);
  return {
    name,
    addresses: (declaration) => {
      if (declaration.options?.service !== 'map') return [];
      const address = declaration.urls[url] ?? '';
      if (isSingleFile(address)) return [{ url: address }];
      return [featureAddress(declaration, address, textOption(declaration, layer), sorted)];
    },
    ask: 'first',
    expect: { kind: 'document', begins: 'json', check: (text) => check(attributeNames(text)) },
    declared: { file: DECLARED, key: `options.${layer}` },
  };
}

function featureAddress(
  declaration: SourceDeclaration,
  url: string,
  layer: string,
  sorted: boolean,
): ProbeAddress {
  const sortBy = sorted ? { sortBy: textOption(declaration, 'sortBy') } : {};
  const page = { sourceId: declaration.id, url, layer, ...sortBy };
  const pageFeatures = countOption(declaration, 'pageFeatures');
  return {
    url: pageUrl({ ...page, pageFeatures: 1 }, 0),
    mirrorUrl: pageUrl({ ...page, pageFeatures }, 0),
  };
}

export const MONUMENT_PROBES: readonly Probe[] = [
  layerProbe({
    name: 'the layer of monuments as points',
    url: 'points',
    layer: 'pointsLayer',
    sorted: true,
    fields: MONUMENT_FIELDS,
  }),
  layerProbe({
    name: 'the layer of outlines of monuments',
    url: 'outlines',
    layer: 'outlinesLayer',
    sorted: true,
    fields: MONUMENT_FIELDS,
  }),
];

export const PROTECTED_AREA_PROBES: readonly Probe[] = [
  layerProbe({
    name: 'the layer of townscapes',
    url: 'townscapes',
    layer: 'townscapesLayer',
    sorted: false,
    fields: TOWNSCAPE_FIELDS,
  }),
  layerProbe({
    name: 'the layer of world heritage',
    url: 'worldHeritage',
    layer: 'worldHeritageLayer',
    sorted: false,
    fields: WORLD_HERITAGE_FIELDS,
  }),
];

/** One row of the first question of a load: it names the graph, the ontology and the concepts. */
export const LINKED_DATA_PROBES: readonly Probe[] = [
  {
    name: 'a listed monument in the knowledge graph',
    addresses: (declaration) => {
      const addressOf = (rows: number) =>
        sparqlUrl(declaration.urls.sparql ?? '', queryText(declaration, LISTINGS('built'), rows, 0));
      return [
        {
          url: addressOf(1),
          mirrorUrl: addressOf(countOption(declaration, 'pageRows')),
          headers: { accept: SPARQL_JSON },
        },
      ];
    },
    ask: 'first',
    expect: {
      kind: 'document',
      begins: 'json',
      check(text) {
        const answer = parseJson(text) as { results?: { bindings?: unknown } } | unknown[] | null;
        const rows = Array.isArray(answer) ? answer : answer?.results?.bindings;
        if (!Array.isArray(rows)) throw new UnexpectedDocumentError('no answer to a question in SPARQL');
        if (rows.length > 0) return [];
        throw new UnexpectedDocumentError(
          'no monument: the options graph, ontology or concepts are not those of the endpoint any more',
        );
      },
    },
    declared: { file: DECLARED, key: 'urls.sparql' },
  },
];
