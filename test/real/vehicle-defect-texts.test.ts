import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEFECT_ROWS, defectText } from '../../api/vocabulary/vehicle-defect-text.ts';
import { csvRows } from '../support/csv-rows.ts';

const LIST = '../shared/data/rdw/code-tables/hx2c-gt7k_gebreken_code-description.csv';

/**
 * Codes of an older and of a newer series that mean the same in other Dutch words, such as
 * `Wiellager te veel speling` and `Wiellager heeft teveel speling 5.*.20`.
 */
const SAME_MEANING = [
  ['145', 'D18'],
  ['169', 'E06'],
  ['176', 'E10'],
  ['191', 'F15'],
  ['214', 'G06'],
  ['230', 'G02'],
  ['254', 'H04'],
  ['268', 'H18'],
  ['270', 'H19'],
  ['285', 'I22'],
  ['345', 'I35'],
  ['385', 'J02'],
  ['433', 'J17'],
  ['434', 'J18'],
  ['665', 'L05'],
  ['980', 'H11'],
];

describe.skipIf(!existsSync(LIST))('the English of the catalogue of defects', () => {
  const rows = existsSync(LIST) ? csvRows<'gebrek_identificatie' | 'gebrek_omschrijving'>(LIST) : [];
  const dutch = new Map(rows.map((row) => [row.gebrek_identificatie, row.gebrek_omschrijving]));

  it('has every code of the register, and no other', () => {
    expect(DEFECT_ROWS.map(([code]) => code).sort()).toEqual([...dutch.keys()].sort());
  });

  it('is no copy of the Dutch', () => {
    for (const [code, , english] of DEFECT_ROWS) expect(english, code).not.toBe(dutch.get(code));
  });

  it('has the same figures as the Dutch', () => {
    const differing = DEFECT_ROWS.filter(([code, , english]) => {
      const wanted = figuresOf((dutch.get(code) ?? '').replace(/5\.[*\d]+[ab]?\.\d+[ab]?|REK art.*$/, ''));
      return wanted.some((figure) => !figuresOf(english).includes(figure));
    });
    expect(differing.map(([code, , english]) => [code, dutch.get(code), english])).toEqual([]);
  });

  it('is the same for codes of the same Dutch', () => {
    for (const [text, codes] of groupedBy([...dutch.keys()], (code) => plain(dutch.get(code)))) {
      const texts = new Set(codes.map((code) => defectText(code)?.description));
      expect(texts.size, `${text}: ${codes}`).toBe(1);
    }
  });

  it('differs where the Dutch differs in meaning', () => {
    const alike = [...groupedBy([...dutch.keys()], (code) => defectText(code)?.description ?? '')]
      .map(([, codes]) => codes)
      .filter((codes) => new Set(codes.map((code) => plain(dutch.get(code)))).size > 1)
      .map((codes) => [codes[0], codes.at(-1)]);
    expect(alike.sort()).toEqual(SAME_MEANING);
  });
});

const WORDS = new Map([
  ['one', '1'],
  ['first', '1'],
  ['second', '2'],
  ['twice', '2'],
]);

/** Numbers, the decimal comma as a point, and 1 and 2 in words too. */
function figuresOf(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  const figures = text.replace(/(\d),(\d)/g, '$1.$2').match(/\d+(?:\.\d+)?/g) ?? [];
  return [...figures, ...words.flatMap((word) => WORDS.get(word) ?? [])];
}

/** A Dutch text without its article of the law and without punctuation, but with its comparisons. */
function plain(text = ''): string {
  return text
    .replace(/\s*5\.[*\d]+[ab]?\.\d+[ab]?|\s*REK art.*$/, '')
    .replace(/[^\p{L}\d<>=%]+/gu, ' ')
    .trim()
    .toLowerCase();
}

function groupedBy(codes: readonly string[], keyOf: (code: string) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const code of codes) groups.set(keyOf(code), [...(groups.get(keyOf(code)) ?? []), code]);
  return groups;
}
