import { describe, expect, it } from 'vitest';
import {
  ARCHAEOLOGICAL_OUTLINES,
  BUILDINGS,
  CONCEPTS,
  LISTINGS,
  OBJECTS,
  POINTS,
  queryText,
  TOWNSCAPES,
  WORLD_HERITAGE,
} from '../../../ingest/sources/rce/linked-data.ts';
import { LINKED_DATA } from '../../../ingest/sources/rce/sources.ts';

const QUESTIONS = {
  'listings of built monuments': LISTINGS('built'),
  'listings of archaeological monuments': LISTINGS('archaeological'),
  objects: OBJECTS,
  buildings: BUILDINGS,
  'points of built monuments': POINTS('built'),
  'points of archaeological monuments': POINTS('archaeological'),
  'outlines of archaeological monuments': ARCHAEOLOGICAL_OUTLINES,
  townscapes: TOWNSCAPES,
  'world heritage': WORLD_HERITAGE,
};
const texts = Object.entries(QUESTIONS).map(
  ([name, question]) => [name, queryText(LINKED_DATA, question, 10_000, 20_000)] as const,
);

describe('the questions', () => {
  it('read as a page of a whole, in the order of the numbers', () => {
    expect(queryText(LINKED_DATA, OBJECTS, 10_000, 20_000)).toBe(
      'PREFIX ceo: <https://linkeddata.cultureelerfgoed.nl/def/ceo#> ' +
        'PREFIX geo: <http://www.opengis.net/ont/geosparql#> ' +
        'PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> ' +
        'SELECT DISTINCT ?number ?object WHERE { ' +
        'GRAPH <https://linkeddata.cultureelerfgoed.nl/graph/instanties-rce> { ' +
        '?monument a ceo:Rijksmonument ; ceo:rijksmonumentnummer ?number ; ' +
        'ceo:heeftBasisregistratieRelatie/ceo:heeftBAGRelatie/ceo:verblijfsobjectIdentificatie ?object . } } ' +
        'ORDER BY xsd:integer(?number) ?object LIMIT 10000 OFFSET 20000',
    );
  });

  it.each(texts)('pitfall 2: %s come from one graph, each row once', (_name, text) => {
    expect(text).toContain('SELECT DISTINCT');
    expect(text.match(/GRAPH </g)).toHaveLength(1);
    expect(text).toContain('GRAPH <https://linkeddata.cultureelerfgoed.nl/graph/instanties-rce>');
  });

  it('pitfall 1: name both addresses of the nature, the new one and the old one', () => {
    for (const nature of ['built', 'archaeological'] as const) {
      for (const question of [LISTINGS(nature), POINTS(nature)]) {
        expect(queryText(LINKED_DATA, question, 10, 0)).toContain(
          `VALUES ?nature { <https://data.cultureelerfgoed.nl/term/id/rn/2/${CONCEPTS[nature]}> ` +
            `<https://data.cultureelerfgoed.nl/term/id/rn/${CONCEPTS[nature]}> }`,
        );
      }
    }
  });

  it('pitfall 3: built and archaeological monuments share no LIMIT', () => {
    const built = queryText(LINKED_DATA, LISTINGS('built'), 10, 0);
    expect(built).not.toContain(CONCEPTS.archaeological);
    expect(built.replaceAll(CONCEPTS.built, CONCEPTS.archaeological)).toBe(
      queryText(LINKED_DATA, LISTINGS('archaeological'), 10, 0),
    );
  });

  it.each(texts)('%s are sorted, or have optional parts: the endpoint cannot do both', (_name, text) => {
    expect(text.includes('ORDER BY') && text.includes('OPTIONAL')).toBe(false);
    expect(text.includes('ORDER BY')).toBe(text.includes('OFFSET'));
  });
});
