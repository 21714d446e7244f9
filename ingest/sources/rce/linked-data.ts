import type { MonumentNature } from '../../../db/schema/heritage.ts';
import { readSparqlRows, SPARQL_JSON, type SparqlRow, sparqlUrl } from '../../formats/sparql-json.ts';
import { type FetchedFile, type Fetcher, type SourceDeclaration, UnexpectedFormatError } from '../source.ts';
import { countOption, LINKED_DATA, textOption } from './sources.ts';

/** Concepts by the last part of their address. */
export const CONCEPTS = {
  listed: 'b2d9a59a-fe1e-4552-9a05-3c2acddff864',
  protectedTownscape: 'fd968529-bf70-4afa-8564-7c6c2fcfcc54',
  built: 'fc966a68-8863-4970-a83e-110f96006c21',
  archaeological: 'b673c8c1-5d93-496d-8f9e-89133d579d77',
} as const;

/** Words of the queries: the graph, and what stands before names. */
interface Vocabulary {
  readonly graph: string;
  readonly prefixes: string;
  /** Both addresses of a concept, as `VALUES`. */
  concept(concept: string): string;
}

function vocabularyOf(declaration: SourceDeclaration): Vocabulary {
  const bases = textOption(declaration, 'concepts').split(/\s+/).filter(Boolean);
  return {
    graph: textOption(declaration, 'graph'),
    prefixes:
      `PREFIX ceo: <${textOption(declaration, 'ontology')}> ` +
      'PREFIX geo: <http://www.opengis.net/ont/geosparql#> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>',
    concept: (concept) => bases.map((base) => `<${base}${concept}>`).join(' '),
  };
}

/** What is asked: variables, the pattern within the graph, and by what the rows are sorted. */
interface Question {
  readonly select: string;
  readonly where: (vocabulary: Vocabulary) => string;
  /** Of a long answer, which comes in pages. The endpoint cannot sort what has OPTIONAL parts: it runs out of time. */
  readonly orderBy?: string;
}

/** Built and archaeological monuments are asked apart, so that neither can use up the other's pages. */
const OF_NATURE = (nature: MonumentNature) => (vocabulary: Vocabulary) =>
  `?monument a ceo:Rijksmonument ; ceo:rijksmonumentnummer ?number ; ceo:heeftMonumentAard ?nature ; ` +
  `ceo:heeftJuridischeStatus ?status . VALUES ?nature { ${vocabulary.concept(CONCEPTS[nature])} }`;

/** Day of listing and status, by number. Monuments without a day are not in the answer. */
export const LISTINGS = (nature: MonumentNature): Question => ({
  select: '?number ?status ?listed',
  where: (vocabulary) =>
    `${OF_NATURE(nature)(vocabulary)} ?monument ceo:datumInschrijvingInMonumentenregister ?listed .`,
  orderBy: 'xsd:integer(?number) ?listed ?status',
});

/** Addressable objects by number. */
export const OBJECTS: Question = {
  select: '?number ?object',
  where: () =>
    '?monument a ceo:Rijksmonument ; ceo:rijksmonumentnummer ?number ; ' +
    'ceo:heeftBasisregistratieRelatie/ceo:heeftBAGRelatie/ceo:verblijfsobjectIdentificatie ?object .',
  orderBy: 'xsd:integer(?number) ?object',
};

/** Buildings by number. */
export const BUILDINGS: Question = {
  select: '?number ?building',
  where: () =>
    '?monument a ceo:Rijksmonument ; ceo:rijksmonumentnummer ?number ; ' +
    'ceo:heeftBasisregistratieRelatie/ceo:heeftBAGRelatie/ceo:pandIdentificatie ?building .',
  orderBy: 'xsd:integer(?number) ?building',
};

/** Points by number: many have two, some centimetres apart. */
export const POINTS = (nature: MonumentNature): Question => ({
  select: '?number ?status ?wkt',
  where: (vocabulary) =>
    `${OF_NATURE(nature)(vocabulary)} ?monument ceo:heeftGeometrie/geo:asWKT ?wkt . ` +
    'FILTER(REGEX(STR(?wkt), "^(multi)?point", "i"))',
  orderBy: 'xsd:integer(?number) ?wkt',
});

/** Outlines of archaeological monuments. */
export const ARCHAEOLOGICAL_OUTLINES: Question = {
  select: '?number ?status ?wkt',
  where: (vocabulary) =>
    `${OF_NATURE('archaeological')(vocabulary)} ?monument ceo:heeftGeometrie/geo:asWKT ?wkt . ` +
    'FILTER(REGEX(STR(?wkt), "^(multi)?polygon", "i"))',
};

export const TOWNSCAPES: Question = {
  select: '?number ?status ?name ?designated ?wkt',
  where: () =>
    '?area a ceo:Gezicht ; ceo:gezichtsnummer ?number ; ceo:heeftGezichtsstatus ?status ; ' +
    'ceo:heeftGeometrie/geo:asWKT ?wkt . OPTIONAL { ?area ceo:heeftNaam/ceo:naam ?name } ' +
    'OPTIONAL { ?area ceo:registratiedatum ?designated }',
};

export const WORLD_HERITAGE: Question = {
  select: '?number ?name ?wkt',
  where: () =>
    '?area a ceo:Werelderfgoed ; ceo:werelderfgoednummer ?number ; ceo:heeftGeometrie/geo:asWKT ?wkt . ' +
    'OPTIONAL { ?area ceo:heeftNaam/ceo:naam ?name }',
};

/** A page that is full is followed by another; more pages than any answer has. */
const MOST_PAGES = 500;

/**
 * Asks the knowledge graph, page after page until one is not full.
 * @param sourceId whose data the answer is: files are recorded under it
 * @throws UnexpectedFormatError when the endpoint gives more than was asked for, or the same page again
 */
export async function fetchAnswer(
  fetcher: Fetcher,
  question: Question,
  sourceId: string = LINKED_DATA.id,
): Promise<FetchedFile[]> {
  const declaration = fetcher.declaration(LINKED_DATA.id);
  const limit = countOption(declaration, 'pageRows');
  const files: FetchedFile[] = [];
  let previous: string | undefined;
  while (files.length < MOST_PAGES) {
    const query = queryText(declaration, question, limit, files.length * limit);
    const url = sparqlUrl(declaration.urls.sparql ?? '', query);
    const file = await fetcher.file({ sourceId, url, expect: 'json', headers: { accept: SPARQL_JSON } });
    files.push(file);
    const rows = await readSparqlRows(file.path, file.url);
    if (rows.length < limit) return files;
    const first = JSON.stringify(rows[0]);
    if (rows.length > limit || first === previous || question.orderBy === undefined) {
      throw new UnexpectedFormatError({
        sourceId,
        file: file.url,
        expected: question.orderBy === undefined ? `fewer than ${limit} rows` : `the next ${limit} rows`,
        found: first === previous ? 'the rows of the page before' : `${rows.length} rows`,
        remedy: 'The endpoint does not page as it did: look at the option pageRows of "rce-linked-data".',
      });
    }
    previous = first;
  }
  throw new UnexpectedFormatError({
    sourceId,
    file: declaration.urls.sparql ?? '',
    expected: `at most ${MOST_PAGES} pages`,
    found: 'more',
    remedy: 'Look at the option pageRows of "rce-linked-data".',
  });
}

/** Rows of saved answers, one page in memory at a time. */
export async function* readAnswer(files: readonly FetchedFile[]): AsyncGenerator<readonly SparqlRow[]> {
  for (const file of files) yield await readSparqlRows(file.path, file.url);
}

/** The query of one page, as it is sent. */
export function queryText(
  declaration: SourceDeclaration,
  { select, where, orderBy }: Question,
  limit: number,
  offset: number,
): string {
  const vocabulary = vocabularyOf(declaration);
  const sorted = orderBy === undefined ? '' : `ORDER BY ${orderBy} `;
  const skipped = orderBy === undefined ? '' : ` OFFSET ${offset}`;
  return (
    `${vocabulary.prefixes} SELECT DISTINCT ${select} WHERE { GRAPH <${vocabulary.graph}> { ` +
    `${where(vocabulary)} } } ${sorted}LIMIT ${limit}${skipped}`
  );
}
