import type { Probe } from '../probe.ts';
import { attributeNames } from '../probe-checks.ts';
import { SCORE_ENTRIES, scoreLayerUrl } from './liveability-files.ts';
import { ScoreParser } from './score-rows.ts';

const DECLARED = 'bzk/liveability-files.ts';

/** A header that the parser takes is one that can be loaded. */
function checkHeader(header: readonly string[]): readonly string[] {
  new ScoreParser(header);
  return [];
}

const NEEDED = SCORE_ENTRIES.filter(({ needed }) => needed).map(({ pattern }) => pattern);
const [NEIGHBOURHOODS = /$^/] = NEEDED;

export const LIVEABILITY_PROBES: readonly Probe[] = [
  {
    name: 'the file of scores',
    addresses: ({ options, urls }) => (options?.service === 'wfs' ? [] : [{ url: urls.scores ?? '' }]),
    ask: 'first',
    expect: {
      kind: 'zip',
      entries: NEEDED,
      csv: { entry: NEIGHBOURHOODS, header: checkHeader },
      minimumBytes: 500_000,
    },
    declared: { file: DECLARED, key: 'urls.scores' },
  },
  {
    name: 'the layer of scores of the map service',
    addresses: (declaration) => {
      const [year = ''] = String(declaration.options?.wfsYears ?? '').split(',');
      return [{ url: scoreLayerUrl(declaration, year.trim(), 'buurt', { count: 1, start: 0 }) }];
    },
    ask: 'first',
    // Only in the place of the file, where an operator wants it.
    optional: true,
    expect: { kind: 'document', begins: 'json', check: (text) => checkHeader(attributeNames(text)) },
    declared: { file: DECLARED, key: 'options.wfsYears' },
  },
];
