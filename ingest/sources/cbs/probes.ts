import type { Probe, ProbeAddress } from '../probe.ts';
import { attributeNames, odataRows, UnexpectedDocumentError } from '../probe-checks.ts';
import type { SourceDeclaration } from '../source.ts';
import { resolveDistances } from './distance-columns.ts';
import { mapFeaturesUrl, mapPackageUrls, SMALLEST_GEOPACKAGE_BYTES } from './district-map.ts';
import { checkMapHeader } from './map-features.ts';
import { POSTCODE_KEY_FILE, postcodeKeyUrl } from './postcode-keys.ts';
import { resolveFigures } from './resolve-figures.ts';
import { priceColumn } from './sale-prices.ts';
import { columnsOfDataProperties, columnsOfMeasures, type TableColumn } from './table-columns.ts';
import { protocolOf, tableAddress } from './table-files.ts';

type CheckColumns = (address: ProbeAddress, columns: readonly TableColumn[]) => unknown;

/** What a table says of its columns, held against what a load looks for in them, by the load's own rules. */
function tableProbes(name: string, file: string, checkColumns: CheckColumns): readonly Probe[] {
  return [
    {
      name: `the columns of ${name}`,
      addresses: (declaration) => tablesBy(declaration, 'v3', 'DataProperties'),
      ask: 'each',
      expect: {
        kind: 'document',
        begins: 'json',
        check(text, address) {
          checkColumns(address, columnsOfDataProperties(odataRows(text)));
          return [];
        },
      },
      declared: { file, key: 'editions' },
    },
    {
      name: `the description of ${name}`,
      addresses: (declaration) => tablesBy(declaration, 'v3', 'TableInfos'),
      ask: 'each',
      optional: true,
      expect: { kind: 'document', begins: 'json', check: checkPeriod },
      declared: { file, key: 'editions' },
    },
    {
      name: `the measures of ${name}`,
      addresses: (declaration) => tablesBy(declaration, 'v4', 'MeasureCodes'),
      ask: 'each',
      expect: {
        kind: 'document',
        begins: 'json',
        check(text) {
          // Groups stand in a document of their own: without them, names that fit several groups do.
          const measures = columnsOfMeasures(odataRows(text), []);
          if (measures.length > 0) return [`${measures.length} measures`];
          throw new UnexpectedDocumentError('a table without measures');
        },
      },
      declared: { file, key: 'editions' },
    },
    portalFileProbe(name, file),
  ];
}

/** Portal files that an operator put in the place of tables. */
function portalFileProbe(name: string, file: string): Probe {
  return {
    name: `${name}, as a file of the portal`,
    addresses: (declaration) =>
      (declaration.editions ?? []).flatMap((edition) =>
        protocolOf(declaration, edition) === 'csv' ? [{ url: edition.url ?? '', edition }] : [],
      ),
    ask: 'each',
    expect: { kind: 'file', begins: 'csv' },
    declared: { file, key: 'editions' },
  };
}

function tablesBy(declaration: SourceDeclaration, protocol: 'v3' | 'v4', part: string): ProbeAddress[] {
  const editions = (declaration.editions ?? []).filter(
    (edition) => protocolOf(declaration, edition) === protocol,
  );
  return editions.map((edition) => ({ url: tableAddress(declaration, edition, protocol, part), edition }));
}

/** A table of one year says which; one of many years says something else. */
function checkPeriod(text: string, { edition }: ProbeAddress): readonly string[] {
  const [row] = odataRows(text);
  const period = String(row?.Period ?? '').trim();
  const rows = typeof row?.RecordCount === 'number' ? [`${row.RecordCount.toLocaleString('en')} rows`] : [];
  if (edition !== undefined && /^\d{4}$/.test(period) && Number(period) !== edition.year) {
    throw new UnexpectedDocumentError(`the table of ${period} instead of ${edition.year}`);
  }
  return rows;
}

export const KEY_FIGURE_PROBES = tableProbes(
  'the key figures',
  'cbs/key-figures.ts',
  ({ edition }, columns) => resolveFigures(edition?.id ?? '', columns),
);

export const PROXIMITY_PROBES = tableProbes('the distances', 'cbs/proximity.ts', ({ edition }, columns) => {
  if (edition !== undefined) resolveDistances({ edition, protocol: 'v3' }, columns);
});

export const SALE_PRICE_PROBES = tableProbes(
  'the sale prices',
  'cbs/sale-prices.ts',
  ({ edition }, columns) => {
    if (edition !== undefined) priceColumn({ edition }, columns);
  },
);

export const POSTCODE_KEY_PROBES: readonly Probe[] = [
  {
    name: 'the neighbourhoods by postcode and number',
    addresses: ({ editions = [] }) => editions.map((edition) => ({ url: postcodeKeyUrl(edition), edition })),
    ask: 'first',
    expect: {
      kind: 'zip',
      entries: [POSTCODE_KEY_FILE.keys],
      csv: {
        entry: POSTCODE_KEY_FILE.keys,
        header(header) {
          POSTCODE_KEY_FILE.checkHeader(header);
          return [];
        },
      },
      minimumBytes: POSTCODE_KEY_FILE.minimumBytes,
    },
    declared: { file: 'cbs/postcode-keys.ts', key: 'editions' },
  },
];

export const POLICE_CRIME_PROBES: readonly Probe[] = [
  {
    name: 'the columns of the registered crimes',
    addresses: ({ editions = [], options, urls }) =>
      editions.length > 0 || options?.years === 0
        ? []
        : [{ url: `${urls.feed ?? ''}/${options?.table}/DataProperties?$format=json` }],
    ask: 'first',
    expect: {
      kind: 'document',
      begins: 'json',
      check(text) {
        const columns = columnsOfDataProperties(odataRows(text));
        if (columns.some(({ name }) => name === 'geregistreerdemisdrijven')) return [];
        const names = columns.map(({ key }) => key).join(', ');
        throw new UnexpectedDocumentError(`no column "GeregistreerdeMisdrijven" among ${names}`);
      },
    },
    declared: { file: 'cbs/police-crime.ts', key: 'options.table' },
  },
];

export const DISTRICT_MAP_PROBES: readonly Probe[] = [
  {
    name: 'the map of districts and neighbourhoods, as a file',
    addresses: (declaration) =>
      (declaration.editions ?? []).flatMap((edition) =>
        mapPackageUrls(declaration, edition).map((url) => ({ url, edition })),
      ),
    ask: 'first',
    // The service below gives the same.
    optional: true,
    expect: { kind: 'file', begins: 'sqlite', minimumBytes: SMALLEST_GEOPACKAGE_BYTES },
    declared: { file: 'cbs/district-map.ts', key: 'urls.geopackage' },
  },
  {
    name: 'the map of districts and neighbourhoods, in features',
    addresses: (declaration) =>
      (declaration.editions ?? []).map((edition) => {
        const mirrorUrl = mapFeaturesUrl(declaration, edition, 'buurten');
        return { url: mirrorUrl.replace(/limit=\d+/, 'limit=1'), mirrorUrl, edition };
      }),
    ask: 'first',
    expect: {
      kind: 'document',
      begins: 'json',
      check(text) {
        checkMapHeader('buurten', attributeNames(text));
        return [];
      },
    },
    declared: { file: 'cbs/district-map.ts', key: 'urls.features' },
  },
];
