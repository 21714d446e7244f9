import type { PublisherColumns } from './columns.ts';

/** As in columns.ts: by name, never by position; "Steekproef indicator" once stood among those of the inspections. */
const REPORT = {
  plate: { names: ['Kenteken', 'kenteken'], required: true },
  authorityCode: {
    names: ['Soort erkenning keuringsinstantie', 'soort_erkenning_keuringsinstantie'],
    required: true,
  },
  /** The number, not its twin `..._dt`, which has three different forms. */
  date: {
    names: ['Meld datum door keuringsinstantie', 'meld_datum_door_keuringsinstantie'],
    required: true,
  },
  time: {
    names: ['Meld tijd door keuringsinstantie', 'meld_tijd_door_keuringsinstantie'],
    required: true,
  },
} as const satisfies PublisherColumns;

/** Inspections as reported by inspecting bodies, data set sgfe-77wx. */
export const INSPECTION_COLUMNS = {
  ...REPORT,
  authorityText: { names: ['Soort erkenning omschrijving', 'soort_erkenning_omschrijving'] },
  kind: { names: ['Soort melding ki omschrijving', 'soort_melding_ki_omschrijving'], required: true },
  validUntil: { names: ['Vervaldatum keuring', 'vervaldatum_keuring'], required: true },
} as const satisfies PublisherColumns;

/** Defects found at inspections, data set a34c-vvps. */
export const INSPECTION_DEFECT_COLUMNS = {
  ...REPORT,
  code: { names: ['Gebrek identificatie', 'gebrek_identificatie'], required: true },
  count: { names: ['Aantal gebreken geconstateerd', 'aantal_gebreken_geconstateerd'], required: true },
} as const satisfies PublisherColumns;

/** What the codes of defects mean, data set hx2c-gt7k. */
export const DEFECT_CATALOGUE_COLUMNS = {
  code: { names: ['Gebrek identificatie', 'gebrek_identificatie'], required: true },
  validFrom: { names: ['Ingangsdatum gebrek', 'ingangsdatum_gebrek'] },
  validUntil: { names: ['Einddatum gebrek', 'einddatum_gebrek'] },
  paragraph: { names: ['Gebrek paragraaf nummer', 'gebrek_paragraaf_nummer'] },
  article: { names: ['Gebrek artikel nummer', 'gebrek_artikel_nummer'] },
  text: { names: ['Gebrek omschrijving', 'gebrek_omschrijving'], required: true },
} as const satisfies PublisherColumns;
