import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { floorArea, LAST_OBJECT_STATUS_IN_SERVICE, yearBuilt } from '../../db/bag-values.ts';
import { OBJECT_TYPES } from '../../db/schema/addresses.ts';
import type { AddressRegister, RegisterBuilding, RegisterObject } from './address-register.ts';
import { buildingStatus, objectStatus, sixteenDigits, useBits } from './bag-words.ts';
import type { LiveAnswer, LiveSource } from './live-source.ts';
import { UnexpectedAnswer, Upstream, type UpstreamAnswer, type UpstreamDeps } from './upstream.ts';

/** The register through its keeper's own API, "individuele bevragingen"; asked by who has a key. */
export const BAG_API: LiveSource = {
  id: 'bag-extract',
  name: 'Register of addresses and buildings (BAG), through the API of Kadaster',
  publisher: 'Kadaster',
  licence: 'CC0-1.0',
  licenceUrl: 'https://creativecommons.org/publicdomain/zero/1.0/',
  attribution: 'Source: Kadaster, Basisregistratie Adressen en Gebouwen (BAG), CC0 1.0.',
  url: 'https://www.kadaster.nl/zakelijk/producten/adressen-en-gebouwen/bag-api-individuele-bevragingen',
};

const TTL_MS = 10 * 60_000;
const PAGE_SIZE = 100;
/** A building with more units than this many pages hold is not counted. */
const MOST_PAGES = 10;

const id = Type.String({ pattern: '^[0-9]{16}$' });
const texts = Type.Optional(Type.Array(Type.String()));
const year = Type.Union([Type.String(), Type.Integer()]);

/** No hit is a 200 with `_links` alone. */
const Addresses = Compile(
  Type.Object({
    _links: Type.Optional(Type.Unknown()),
    _embedded: Type.Optional(
      Type.Object({
        adressen: Type.Array(
          Type.Object({
            adresseerbaarObjectIdentificatie: id,
            adresseerbaarObjectStatus: Type.String(),
            pandIdentificaties: Type.Optional(Type.Array(id)),
            gebruiksdoelen: texts,
            oppervlakte: Type.Optional(Type.Integer()),
            // Years are texts, and a list: one for each building.
            oorspronkelijkBouwjaar: Type.Optional(Type.Union([year, Type.Array(year)])),
            pandStatussen: texts,
          }),
        ),
      }),
    ),
  }),
);

const Units = Compile(
  Type.Object({
    _links: Type.Optional(Type.Object({ next: Type.Optional(Type.Unknown()) })),
    _embedded: Type.Optional(
      Type.Object({
        verblijfsobjecten: Type.Array(
          Type.Object({
            verblijfsobject: Type.Object({
              identificatie: id,
              status: Type.String(),
              gebruiksdoelen: texts,
              maaktDeelUitVan: Type.Array(id),
            }),
          }),
        ),
      }),
    ),
  }),
);

const Building = Compile(
  Type.Object({
    pand: Type.Object({ identificatie: id, status: Type.String(), oorspronkelijkBouwjaar: year }),
  }),
);

/** An object with the ids of its buildings, lowest first, and what it says of the building if that is one. */
export interface ApiObject {
  readonly object: Omit<RegisterObject, 'building' | 'buildingCount'>;
  readonly buildingIds: readonly number[];
  readonly own: Pick<RegisterBuilding, 'yearBuilt' | 'status'>;
}

/** @returns null where the register does not have the object */
export function readApiObject(
  answer: UpstreamAnswer,
  objectId: number,
  isUnit: boolean,
  thisYear: number,
): ApiObject | null {
  const body = answer.json();
  if (!Addresses.Check(body)) throw new UnexpectedAnswer('no list of addresses');
  const addresses = body._embedded?.adressen ?? [];
  if (addresses.some((address) => Number(address.adresseerbaarObjectIdentificatie) !== objectId)) {
    throw new UnexpectedAnswer('an address of another object than was asked for');
  }
  // Every address of the object repeats its facts.
  const [first] = addresses;
  if (first === undefined) return null;
  const buildingIds = [...new Set((first.pandIdentificaties ?? []).map(Number))].sort((a, b) => a - b);
  const years = [first.oorspronkelijkBouwjaar ?? []].flat();
  return {
    object: {
      objectId,
      status: objectStatus(first.adresseerbaarObjectStatus),
      floorAreaM2: isUnit ? floorArea(String(first.oppervlakte ?? '')) : null,
      uses: isUnit ? useBits(first.gebruiksdoelen ?? []) : null,
    },
    buildingIds: isUnit ? buildingIds : [],
    own: {
      yearBuilt: yearBuilt(String(years[0] ?? ''), thisYear),
      status: buildingStatus(first.pandStatussen?.[0] ?? ''),
    },
  };
}

/** A page of the units of a building: those in service, with their uses. */
export interface ApiUnits {
  readonly units: readonly { readonly id: number; readonly uses: number }[];
  readonly hasNext: boolean;
}

export function readApiUnits(answer: UpstreamAnswer, buildingId: number): ApiUnits {
  const body = answer.json();
  if (!Units.Check(body)) throw new UnexpectedAnswer('no list of units');
  const units = (body._embedded?.verblijfsobjecten ?? []).map(({ verblijfsobject }) => verblijfsobject);
  if (units.some(({ maaktDeelUitVan }) => !maaktDeelUitVan.map(Number).includes(buildingId))) {
    throw new UnexpectedAnswer('a unit of another building than was asked for');
  }
  return {
    units: units
      .filter(({ status }) => (objectStatus(status) ?? Infinity) <= LAST_OBJECT_STATUS_IN_SERVICE)
      .map(({ identificatie, gebruiksdoelen }) => ({
        id: Number(identificatie),
        uses: useBits(gebruiksdoelen ?? []),
      })),
    hasNext: body._links?.next !== undefined,
  };
}

export function readApiBuilding(
  answer: UpstreamAnswer,
  buildingId: number,
  thisYear: number,
): ApiObject['own'] {
  const body = answer.json();
  if (!Building.Check(body)) throw new UnexpectedAnswer('no building');
  const { identificatie, oorspronkelijkBouwjaar, status } = body.pand;
  if (Number(identificatie) !== buildingId) throw new UnexpectedAnswer('another building than was asked for');
  return {
    yearBuilt: yearBuilt(String(oorspronkelijkBouwjaar), thisYear),
    status: buildingStatus(status),
  };
}

/** @param baseUrl e.g. `https://api.bag.kadaster.nl/lvbag/individuelebevragingen/v2` */
export function createBagApi(baseUrl: string, apiKey: string, deps: UpstreamDeps): AddressRegister {
  const upstream = new Upstream(
    {
      id: 'bag-api',
      name: 'the BAG API of Kadaster',
      baseUrl,
      headers: { 'x-api-key': apiKey, 'accept-crs': 'epsg:28992' },
    },
    deps,
  );
  const common = { accept: ['application/hal+json', 'application/json'], ttlMs: TTL_MS };
  const unitsOf = async (buildingId: number, signal: AbortSignal) => {
    const units = new Map<number, number>();
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const { value } = await upstream.ask({
        ...common,
        path: '/verblijfsobjecten',
        query: { pandIdentificatie: sixteenDigits(buildingId), page, pageSize: PAGE_SIZE },
        read: (answer) => readApiUnits(answer, buildingId),
        isHit: (found) => found.units.length > 0,
        signal,
      });
      for (const unit of value.units) units.set(unit.id, unit.uses);
      if (!value.hasNext) {
        return { units: units.size, uses: [...units.values()].reduce((all, uses) => all | uses, 0) };
      }
    }
    return { units: null, uses: null };
  };
  const factsOf = async (buildingId: number, thisYear: number, signal: AbortSignal) => {
    const { value } = await upstream.ask({
      ...common,
      path: `/panden/${sixteenDigits(buildingId)}`,
      read: (answer) => readApiBuilding(answer, buildingId, thisYear),
      signal,
    });
    return value;
  };
  return {
    name: upstream.name,
    source: BAG_API,
    async findObject({ objectId, objectType }, signal): Promise<LiveAnswer<RegisterObject | null>> {
      const thisYear = deps.now().getFullYear();
      const isUnit = objectType === OBJECT_TYPES.unit;
      const found = await upstream.ask({
        ...common,
        path: '/adressenuitgebreid',
        query: { adresseerbaarObjectIdentificatie: sixteenDigits(objectId) },
        read: (answer) => readApiObject(answer, objectId, isUnit, thisYear),
        signal,
      });
      if (found.value === null) return { ...found, value: null };
      const { object, buildingIds, own } = found.value;
      const [buildingId] = buildingIds;
      if (buildingId === undefined)
        return { ...found, value: { ...object, building: null, buildingCount: 0 } };
      // The lists of years and statuses are not told to be in the order of the buildings.
      const [facts, units] = await Promise.all([
        buildingIds.length === 1 ? own : factsOf(buildingId, thisYear, signal),
        unitsOf(buildingId, signal),
      ]);
      const building: RegisterBuilding = { id: buildingId, ...facts, ...units };
      return { ...found, value: { ...object, building, buildingCount: buildingIds.length } };
    },
  };
}
