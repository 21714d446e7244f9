/** Ids of the sources that an address answer uses, as their releases describe them. */
export const HOME_SOURCES = {
  register: 'bag-extract',
  municipalities: 'cbs-municipalities',
  municipalityPeriods: 'cbs-municipality-periods',
  keyFigures: 'cbs-key-figures',
  proximity: 'cbs-proximity',
  postcodeKeys: 'cbs-postcode-keys',
  areas: 'cbs-areas',
  crime: 'police-crime',
  salePrices: 'cbs-sale-prices',
  schools: 'duo-schools',
  monuments: 'rce-monuments',
  monumentFacts: 'rce-linked-data',
  protectedAreas: 'rce-protected-areas',
  liveability: 'bzk-leefbaarometer',
} as const;
