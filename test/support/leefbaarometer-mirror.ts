import { csvRows } from './csv-rows.ts';
import { writeToMirror } from './mirror-folder.ts';

const FOLDER = '../shared/data/environment';
const WFS = 'https://geo.leefbaarometer.nl/lbm3/ows';
const PAGE = 5000;

export type ScoreColumn = 'id' | 'name' | 'year' | 'kscore' | 'afw' | 'fys' | 'onv' | 'soc' | 'vrz' | 'won';

/** All 12,147 scored neighbourhoods of 2024, as recorded from the publisher's map service. */
export function realScores(): Record<ScoreColumn, string>[] {
  return csvRows(`${FOLDER}/lbm_buurtscore24_attributes_all_12147.csv`);
}

/**
 * Lays the real scores of 2024 out as pages of the map service: attributes of features, `year` a text, no `lbm`.
 * Of districts there are no real rows: their layer is there and empty.
 */
export function writeLeefbaarometerMirror(mirror: string): void {
  writeLayer(mirror, 'buurt', realScores());
  writeLayer(mirror, 'wijk', []);
  writeLayer(mirror, 'gemeente', csvRows(`${FOLDER}/lbm_gemeentescore24_attributes_342.csv`));
}

/** What an operator sets to load from the map service. */
export const LEEFBAAROMETER_OVERRIDE = { options: { service: 'wfs', wfsYears: '2024' } };

function writeLayer(mirror: string, layer: string, rows: readonly Record<ScoreColumn, string>[]): void {
  for (let start = 0; start === 0 || start < rows.length; start += PAGE) {
    const features = rows.slice(start, start + PAGE).map((row) => ({
      type: 'Feature',
      geometry: null,
      properties: {
        id: row.id,
        name: row.name,
        kscore: Number(row.kscore),
        afw: Number(row.afw),
        fys: Number(row.fys),
        onv: Number(row.onv),
        soc: Number(row.soc),
        vrz: Number(row.vrz),
        won: Number(row.won),
        year: row.year,
      },
    }));
    writeToMirror(
      mirror,
      `${WFS}?service=WFS&version=2.0.0&request=GetFeature&typeName=lbm3:${layer}score24` +
        `&propertyName=id,name,kscore,afw,fys,onv,soc,vrz,won,year&sortBy=id` +
        `&count=${PAGE}&startIndex=${start}&outputFormat=application/json`,
      JSON.stringify({ type: 'FeatureCollection', features }),
    );
  }
}
