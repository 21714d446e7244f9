import type { ProtectedAreaKind } from '../../db/schema/heritage.ts';
import { vocabulary } from './translate.ts';

/** Kinds of protected area. The register does not tell towns from villages. */
export const PROTECTED_AREA_TEXTS = {
  /** rijksbeschermd stads- of dorpsgezicht */
  townscape: 'Nationally protected town or village conservation area',
  /** werelderfgoed */
  world_heritage: 'UNESCO World Heritage Site',
  /** archeologisch rijksmonument (terrein) */
  archaeological_site: 'Nationally protected archaeological site',
} as const satisfies Record<ProtectedAreaKind, string>;

export type ProtectedAreaText = (typeof PROTECTED_AREA_TEXTS)[ProtectedAreaKind];

export const PROTECTED_AREA_LIST: readonly ProtectedAreaText[] = Object.values(PROTECTED_AREA_TEXTS);

/** Main categories of monuments (hoofdcategorie). */
export const MONUMENT_CATEGORIES = vocabulary({
  'Woningen en woningbouwcomplexen': 'homes and housing complexes',
  'Boerderijen, molens en bedrijven': 'farms, mills and businesses',
  'Kastelen, landhuizen en parken': 'castles, country houses and parks',
  'Religieuze gebouwen': 'religious buildings',
  'Verdedigingswerken en militaire gebouwen': 'fortifications and military buildings',
  'Handelsgebouwen, opslag- en transportgebouwen': 'trade, storage and transport buildings',
  'Archeologie (N)': 'archaeology',
  'Cultuur, gezondheid en wetenschap': 'culture, health and science',
  'Voorwerpen op pleinen en dergelijke': 'objects on squares and the like',
  'Weg- en waterbouwkundige werken': 'road and hydraulic engineering works',
  'Uitvaartcentra en begraafplaatsen': 'funeral facilities and cemeteries',
  'Bestuursgebouwen, rechtsgebouwen en overheidsgebouwen': 'administrative, court and government buildings',
  'Sport, recreatie, vereniging en horeca': 'sport, recreation, clubs and hospitality',
});
