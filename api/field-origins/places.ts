import { OFFENCE_CODES, offenceKey } from '../vocabulary/offence.ts';
import { type FieldOrigins, origin, ours } from './origin.ts';

const CRIME = ['police-crime', 'cbs-key-figures'];
const RATE =
  'Crimes times 1,000 over the residents of the same year and division; null under 50 residents or where one of both is not published.';

const totalRates = (block: string, area: string): FieldOrigins => ({
  [`safety.${block}.total`]: origin(
    CRIME,
    `GeregistreerdeMisdrijven of all offences, ${area}; AantalInwoners`,
    `${RATE} To one decimal.`,
  ),
});

const offenceRates = (block: string, area: string): FieldOrigins =>
  Object.fromEntries(
    OFFENCE_CODES.filter((code) => offenceKey(code) !== 'total').map((code) => [
      `safety.${block}.${offenceKey(code)}`,
      origin(
        CRIME,
        `GeregistreerdeMisdrijven of SoortMisdrijf ${code}, ${area}; AantalInwoners`,
        `${RATE} To three digits.`,
      ),
    ]),
  );

/** The block `safety` of `/v1/home/basic`. */
export const SAFETY_ORIGINS: FieldOrigins = {
  'safety.year': origin(['police-crime'], 'Perioden', 'Newest year that is loaded.'),
  ...totalRates('per_1000_residents', 'the area'),
  ...totalRates('national_per_1000_residents', 'NL00'),
  'safety.note': ours('Says what is null and why, and what high rates may mean.'),
};

export const SAFETY_REPORT_ORIGINS: FieldOrigins = {
  'safety.level': origin(
    ['police-crime'],
    'WijkenEnBuurten',
    'Kind of the area that the rates are of: a larger one where none is published for the neighbourhood.',
  ),
  ...offenceRates('per_1000_residents', 'the area'),
  ...offenceRates('national_per_1000_residents', 'NL00'),
};

const MONUMENTS = ['rce-monuments', 'rce-linked-data'];

/** The block `heritage` of `/v1/home/basic`. */
export const HERITAGE_ORIGINS: FieldOrigins = {
  'heritage.listed_monuments_within_25m[].register_url': origin(
    MONUMENTS,
    'rijksmonumenturl',
    'Page of each monument whose point lies within 25 m of the point of the address; an empty list where there are none, null where that is not known.',
  ),
  'heritage.listed_monuments_within_25m[].listed_since': origin(
    ['rce-linked-data'],
    'ceo:datumInschrijvingInMonumentenregister',
    'As registered; null where the register gives no day, and for monuments that were asked live.',
  ),
  'heritage.protected_areas[].type': origin(
    ['rce-protected-areas'],
    'layer of conservation areas or of World Heritage; JURSTATUS',
    'In English, for each area whose outline holds the point of the address.',
  ),
  'heritage.note': ours('Says what is null and why, and which points are approximate.'),
};

export const HERITAGE_REPORT_ORIGINS: FieldOrigins = {
  'heritage.is_listed_monument': origin(
    ['rce-linked-data'],
    'verblijfsobjectIdentificatie, pandIdentificatie (heeftBAGRelatie)',
    'Whether a listed monument names the unit or its building; null where that is not known.',
  ),
  'heritage.listed_monuments_within_25m[].number': origin(
    MONUMENTS,
    'rijksmonument_nummer',
    'As registered.',
  ),
  'heritage.listed_monuments_within_25m[].category': origin(
    ['rce-monuments'],
    'hoofdcategorie',
    'In English; null where none is registered.',
  ),
  'heritage.listed_monuments_within_25m[].distance_m': origin(
    MONUMENTS,
    'point of the monument; point of the address',
    'In a straight line between both points.',
  ),
  'heritage.listed_monuments_within_25m[].location_quality': origin(
    ['rce-monuments'],
    'kwaliteit_geometrie',
    'In English; null where it is not stated.',
  ),
  'heritage.protected_areas[].name': origin(['rce-protected-areas'], 'NAAM', 'As published.'),
  'heritage.protected_areas[].register_url': origin(
    ['rce-protected-areas'],
    'gezichtsnummer',
    'Page that belongs to the number; null where there is none.',
  ),
};

const SCORES = ['bzk-leefbaarometer'];
const percentile = (publisherField: string) =>
  origin(
    SCORES,
    publisherField,
    'Rank of the published deviation among all neighbourhoods, or districts, of that measurement, 1 to 99; null for scores that were asked live.',
  );

/** The block `liveability` of `/v1/home/basic`. */
export const LIVEABILITY_ORIGINS: FieldOrigins = {
  'liveability.year': origin(SCORES, 'jaar', 'Newest measurement; live: the year of the layer.'),
  'liveability.level': origin(SCORES, 'bu_code, wk_code', 'Kind of the area that has a score.'),
  'liveability.percentile': percentile('afw'),
  'liveability.dimension_percentiles.physical_environment': percentile('fys'),
  'liveability.dimension_percentiles.nuisance_and_safety': percentile('onv'),
  'liveability.dimension_percentiles.social_cohesion': percentile('soc'),
  'liveability.dimension_percentiles.amenities': percentile('vrz'),
  'liveability.dimension_percentiles.housing_stock': percentile('won'),
  'liveability.note': ours('Says what is null and why.'),
};

export const LIVEABILITY_REPORT_ORIGINS: FieldOrigins = {
  'liveability.score': origin(SCORES, 'lbm, or afw', 'To three decimals.'),
  'liveability.class': origin(SCORES, 'kscore, or made of the score', 'The class in English words.'),
  'liveability.development': origin(
    SCORES,
    'jaar; lbm, or afw; kscore',
    'The newest measurement against the one before; null where there is none before.',
  ),
};
