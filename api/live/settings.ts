import { Type } from 'typebox';

const address = (what: string, value: string) =>
  Type.String({
    pattern: '^https?://[^\\s/?#]+(/[^\\s?#]*)?$',
    default: value,
    description: `Address of ${what}.`,
  });

const secret = (description: string) =>
  Type.Optional(Type.String({ pattern: '^[!-~]{1,500}$', description }));

/** Environment variables about what is asked of publishers while a caller waits. */
export const LiveSettings = Type.Object({
  LIVE: Type.Unsafe<'on' | 'off'>({
    type: 'string',
    enum: ['on', 'off'],
    default: 'on',
    description:
      'on or off: whether publishers are asked for what is volatile or missing. off is for machines without a network: those blocks are null, and say so.',
  }),
  REPORT_DEADLINE_MS: Type.Integer({
    minimum: 100,
    maximum: 60_000,
    default: 4000,
    description: 'Longest time that the live blocks of one answer may take together, in milliseconds.',
  }),
  VEHICLE_MAX_AGE: Type.String({
    pattern: '^[1-9][0-9]{0,3}[hd]$',
    default: '24h',
    description:
      'From which age the volatile facts of a vehicle are asked live, in hours or days, e.g. 24h or 2d.',
  }),
  LOCATIESERVER_URL: address(
    'the geocoder of PDOK (Locatieserver)',
    'https://api.pdok.nl/bzk/locatieserver/search/v3_1',
  ),
  BAG_WFS_URL: address(
    'the register of addresses and buildings as WFS',
    'https://service.pdok.nl/lv/bag/wfs/v2_0',
  ),
  BAG_API_URL: address(
    'the BAG API of Kadaster; asked only with BAG_API_KEY',
    'https://api.bag.kadaster.nl/lvbag/individuelebevragingen/v2',
  ),
  BAG_API_KEY: secret('Key of the BAG API of Kadaster; without one the WFS is asked.'),
  AHN_WCS_URL: address('the height model AHN as WCS', 'https://service.pdok.nl/rws/ahn/wcs/v1_0'),
  EP_ONLINE_URL: address(
    'the register of energy labels (EP-Online); asked only with EP_ONLINE_API_KEY',
    'https://public.ep-online.nl/api/v5',
  ),
  EP_ONLINE_API_KEY: secret(
    'Key of EP-Online, free at its publisher; without one energy labels are null. Its terms ask every operator for an own key.',
  ),
  VEHICLE_API_URL: address('the resource API of the vehicle register', 'https://opendata.rdw.nl/resource'),
  LEEFBAAROMETER_WFS_URL: address(
    'the Leefbaarometer as WFS; asked where no release of it is loaded',
    'https://geo.leefbaarometer.nl/lbm3/ows',
  ),
  RIVM_WMS_URL: address(
    'the noise and air maps as WMS; asked where no release of them is loaded',
    'https://data.rivm.nl/geo/alo/wms',
  ),
  RCE_WFS_URL: address(
    'the register of monuments as WFS; asked where no release of it is loaded',
    'https://data.geo.cultureelerfgoed.nl/openbaar/wfs',
  ),
  ANNOUNCEMENTS_URL: address(
    'the search service of official announcements (SRU)',
    'https://repository.overheid.nl/sru',
  ),
});
