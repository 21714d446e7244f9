import type { Probe } from '../probe.ts';
import { odataRows, UnexpectedDocumentError } from '../probe-checks.ts';
import type { SourceDeclaration } from '../source.ts';
import { MINIMUM_BYTES } from './addresses.ts';
import { EXTRACT_ENTRIES } from './bag-extract.ts';
import { tableUrl } from './municipalities.ts';

const DECLARED = 'kadaster/addresses.ts';

export const BAG_PROBES: readonly Probe[] = [
  {
    name: 'the extract of the register',
    addresses: ({ options, urls }) =>
      options?.format === 'extract' ? addressesOf(urls.extract, urls.extractFormer) : [],
    ask: 'first',
    expect: { kind: 'zip', entries: EXTRACT_ENTRIES, minimumBytes: MINIMUM_BYTES.extract },
    declared: { file: DECLARED, key: 'urls.extract' },
  },
  {
    name: "the publisher's light edition of the register",
    addresses: ({ urls }) => addressesOf(urls.geopackage, urls.geopackageFormer),
    ask: 'first',
    // Only in the place of the extract, where an operator wants it.
    optional: true,
    expect: { kind: 'file', begins: 'sqlite', minimumBytes: MINIMUM_BYTES.geopackage },
    declared: { file: DECLARED, key: 'urls.geopackage' },
  },
];

function addressesOf(...urls: readonly (string | undefined)[]) {
  return urls.flatMap((url) => (url === undefined || url === '' ? [] : [{ url }]));
}

/** Of the lists of municipalities, which two sources read. */
export const MUNICIPALITY_PROBES: readonly Probe[] = [
  {
    name: 'the columns of the list of municipalities',
    addresses: ({ editions = [], urls }) => (urls.history ? [] : editionsOf({ editions, urls })),
    ask: 'each',
    expect: {
      kind: 'document',
      begins: 'json',
      check(text) {
        const titles = odataRows(text).map(({ Title }) => String(Title).trim());
        for (const group of [/^gemeenten?\b/i, /^provincies?\b/i]) {
          if (titles.some((title) => group.test(title))) continue;
          throw new UnexpectedDocumentError(`no group ${group} among ${titles.slice(0, 40).join(', ')}`);
        }
        return [];
      },
    },
    declared: { file: 'kadaster/municipalities.ts', key: 'editions' },
  },
];

function editionsOf({ editions = [], urls }: Pick<SourceDeclaration, 'editions' | 'urls'>) {
  return editions.map((edition) => ({ url: tableUrl(urls.properties ?? '', edition), edition }));
}
