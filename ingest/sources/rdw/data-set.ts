import { CC0, type SourceDeclaration } from '../source.ts';

/**
 * What the data sets of the vehicle register have in common. Their publisher puts them in the public domain and asks
 * re-users not to present it as the source, so they are named neutrally.
 */
const PUBLISHER = 'Dutch vehicle register (open data portal)';
const ATTRIBUTION = 'Dutch vehicle register open data, CC0.';
const PORTAL = 'https://opendata.rdw.nl';

export interface DataSetFacts {
  readonly id: string;
  /** The portal's id, e.g. `m9d7-ebf2`. */
  readonly portalId: string;
  /** What its rows are, e.g. `registered vehicles`. */
  readonly title: string;
  readonly cadence?: string;
  /** It has a row per plate, so that it can be downloaded in parts by the plate's first character. */
  readonly byPlate: boolean;
}

/**
 * Two ways to download a data set with a row per plate; `options.download` chooses.
 * - `rows`: the whole file as the portal exports it. Simple; 10 GB for the vehicles, no resuming.
 * - `shards`: 36 parts by the plate's first character with only the columns that are read, about a third of that.
 *   Each part is compared with the portal's own count.
 */
export const DOWNLOAD_WAYS = ['rows', 'shards'] as const;

export type DownloadWay = (typeof DOWNLOAD_WAYS)[number];

/** The portal asks for moderation; more at once brings 429. */
export const SHARDS_AT_ONCE = 4;

/** Declares a data set of the register. */
export function declareDataSet(facts: DataSetFacts): SourceDeclaration {
  return {
    id: facts.id,
    name: `Dutch vehicle register open data: ${facts.title}`,
    publisher: PUBLISHER,
    licence: CC0,
    attribution: ATTRIBUTION,
    homepage: `${PORTAL}/d/${facts.portalId}`,
    cadence: facts.cadence ?? 'daily, about 05:00 UTC',
    // The portal publishes between 04:44 and 04:47 UTC; later in the night its files are those of the day before.
    cron: '30 7 * * *',
    urls: {
      rows: `${PORTAL}/api/views/${facts.portalId}/rows.csv?accessType=DOWNLOAD`,
      /** Columns of the data set and when its rows were last renewed. */
      metadata: `${PORTAL}/api/views/${facts.portalId}.json`,
      /** Without its ending; `.csv` and `.json` are put behind it. */
      resource: `${PORTAL}/resource/${facts.portalId}`,
    },
    appToken: { setting: 'VEHICLE_APP_TOKEN', header: 'X-App-Token' },
    connections: SHARDS_AT_ONCE,
    ...(facts.byPlate
      ? {
          options: {
            download: 'rows' satisfies DownloadWay,
          },
        }
      : {}),
  };
}
