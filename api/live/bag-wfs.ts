import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { floorArea, wholeNumber, yearBuilt } from '../../db/bag-values.ts';
import { type Area, containsPoint } from '../../db/geometry.ts';
import { OBJECT_TYPES } from '../../db/schema/addresses.ts';
import type {
  AddressRegister,
  ObjectQuestion,
  RegisterBuilding,
  RegisterObject,
} from './address-register.ts';
import { buildingStatus, objectStatus, sixteenDigits, useBits } from './bag-words.ts';
import type { LiveAnswer, LiveSource } from './live-source.ts';
import { UnexpectedAnswer, Upstream, type UpstreamAnswer, type UpstreamDeps } from './upstream.ts';

/** The register as a Web Feature Service of PDOK; the same register as the loaded one, so the same id. */
export const BAG_WFS: LiveSource = {
  id: 'bag-extract',
  name: 'Register of addresses and buildings (BAG), through the WFS of PDOK',
  publisher: 'Kadaster',
  licence: 'CC0-1.0',
  licenceUrl: 'https://creativecommons.org/publicdomain/zero/1.0/',
  attribution: 'Source: Kadaster, Basisregistratie Adressen en Gebouwen (BAG), CC0 1.0.',
  url: 'https://www.pdok.nl/-/introductie/basisregistratie-adressen-en-gebouwen-ba-1',
};

const TTL_MS = 10 * 60_000;

const LAYER_OF_TYPE: Readonly<Record<number, string>> = {
  [OBJECT_TYPES.unit]: 'bag:verblijfsobject',
  [OBJECT_TYPES.berth]: 'bag:ligplaats',
  [OBJECT_TYPES.pitch]: 'bag:standplaats',
};

const maybeText = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const maybeNumber = Type.Optional(Type.Union([Type.Integer(), Type.String(), Type.Null()]));

const Collection = Compile(
  Type.Object({
    type: Type.Literal('FeatureCollection'),
    features: Type.Array(
      Type.Object({
        geometry: Type.Optional(Type.Unknown()),
        properties: Type.Object({ identificatie: Type.String({ pattern: '^[0-9]{16}$' }) }),
      }),
    ),
  }),
);

const Unit = Compile(
  Type.Object({
    status: Type.String(),
    oppervlakte: maybeNumber,
    gebruiksdoel: maybeText,
    bouwjaar: maybeNumber,
    /** One id, or several with commas. */
    pandidentificatie: maybeText,
    pandstatus: maybeText,
  }),
);

const Building = Compile(
  Type.Object({
    status: Type.String(),
    bouwjaar: maybeNumber,
    gebruiksdoel: maybeText,
    aantal_verblijfsobjecten: maybeNumber,
  }),
);

const Outline = Compile(
  Type.Object({
    type: Type.Literal('Polygon'),
    coordinates: Type.Array(Type.Array(Type.Array(Type.Number(), { minItems: 2 }))),
  }),
);

interface Feature {
  readonly id: number;
  readonly properties: unknown;
  readonly geometry: unknown;
}

/** A unit, berth or pitch as its layer has it, with the ids of its buildings. */
export interface WfsObject {
  readonly object: Omit<RegisterObject, 'building' | 'buildingCount'>;
  readonly buildingIds: readonly number[];
  /** The facts of the building that stand on the unit; true only where it lies in one. */
  readonly own: { readonly yearBuilt: number | null; readonly status: number | null };
}

/**
 * The features of an answer.
 * @throws UnexpectedAnswer when one of them is not among the wanted: a filter that the service does not know it leaves
 *   out, and answers with any features at all
 */
function readFeatures(answer: UpstreamAnswer, wanted: readonly number[]): Feature[] {
  const body = answer.json();
  if (!Collection.Check(body)) throw new UnexpectedAnswer('no collection of features');
  return body.features.map(({ properties, geometry }) => {
    const id = Number(properties.identificatie);
    if (!wanted.includes(id)) throw new UnexpectedAnswer('a feature with another id than was asked for');
    return { id, properties, geometry };
  });
}

/** @returns null where the layer does not have the object */
export function readWfsObject(
  answer: UpstreamAnswer,
  { objectId, objectType }: Pick<ObjectQuestion, 'objectId' | 'objectType'>,
  thisYear: number,
): WfsObject | null {
  const [feature] = readFeatures(answer, [objectId]);
  if (feature === undefined) return null;
  const { properties } = feature;
  if (!Unit.Check(properties)) throw new UnexpectedAnswer('an object without a status');
  const isUnit = objectType === OBJECT_TYPES.unit;
  const ids = isUnit ? (properties.pandidentificatie ?? '').split(',') : [];
  return {
    object: {
      objectId,
      status: objectStatus(properties.status),
      floorAreaM2: isUnit ? floorArea(textOf(properties.oppervlakte)) : null,
      uses: isUnit ? useBits(listOf(properties.gebruiksdoel)) : null,
    },
    buildingIds: ids.map((id) => wholeNumber(id.trim())).filter((id) => id !== null),
    own: {
      yearBuilt: yearBuilt(textOf(properties.bouwjaar), thisYear),
      status: buildingStatus(properties.pandstatus ?? ''),
    },
  };
}

/**
 * The building of a unit among those that it lies in: the one at its location, else the one with the lowest id, as the
 * loaded register has it.
 * @returns undefined where the layer has none of them
 */
export function readWfsBuilding(
  answer: UpstreamAnswer,
  wanted: readonly number[],
  location: ObjectQuestion['location'],
  thisYear: number,
): RegisterBuilding | undefined {
  const features = readFeatures(answer, wanted).sort((left, right) => left.id - right.id);
  const chosen = features.find(({ geometry }) => holds(geometry, location)) ?? features[0];
  if (chosen === undefined) return undefined;
  const { id, properties } = chosen;
  if (!Building.Check(properties)) throw new UnexpectedAnswer('a building without a status');
  return {
    id,
    yearBuilt: yearBuilt(textOf(properties.bouwjaar), thisYear),
    status: buildingStatus(properties.status),
    units: wholeNumber(textOf(properties.aantal_verblijfsobjecten)),
    uses: useBits(listOf(properties.gebruiksdoel)),
  };
}

function textOf(value: string | number | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

/** `winkelfunctie,woonfunctie`; empty for a building without units. */
function listOf(words: string | null | undefined): string[] {
  return (words ?? '').split(',').filter((word) => word.trim() !== '');
}

function holds(geometry: unknown, location: ObjectQuestion['location']): boolean {
  if (location === null || !Outline.Check(geometry)) return false;
  const outline: Area = [
    geometry.coordinates.map((ring) => Float64Array.from(ring.flatMap(([x = 0, y = 0]) => [x, y]))),
  ];
  return containsPoint(outline, location.xM, location.yM);
}

/** An XML filter: the vendor parameter CQL_FILTER is ignored without a word. */
function filterOf(ids: readonly number[]): string {
  const each = ids.map(
    (id) =>
      `<PropertyIsEqualTo><PropertyName>identificatie</PropertyName><Literal>${sixteenDigits(id)}</Literal></PropertyIsEqualTo>`,
  );
  return `<Filter>${each.length === 1 ? each[0] : `<Or>${each.join('')}</Or>`}</Filter>`;
}

/** @param baseUrl e.g. `https://service.pdok.nl/lv/bag/wfs/v2_0` */
export function createBagWfs(baseUrl: string, deps: UpstreamDeps): AddressRegister {
  const upstream = new Upstream(
    { id: 'bag-wfs', name: 'the WFS of the register of addresses and buildings', baseUrl },
    deps,
  );
  const features = <Value>(
    layer: string,
    ids: readonly number[],
    read: (answer: UpstreamAnswer) => Value,
    signal: AbortSignal,
  ) =>
    upstream.ask({
      query: {
        service: 'WFS',
        version: '2.0.0',
        request: 'GetFeature',
        typeNames: layer,
        outputFormat: 'application/json',
        count: ids.length,
        Filter: filterOf(ids),
      },
      accept: ['application/json', 'application/geo+json'],
      read,
      ttlMs: TTL_MS,
      signal,
    });
  return {
    name: upstream.name,
    source: BAG_WFS,
    async findObject(question, signal): Promise<LiveAnswer<RegisterObject | null>> {
      const thisYear = deps.now().getFullYear();
      const layer = LAYER_OF_TYPE[question.objectType] ?? 'bag:verblijfsobject';
      const found = await features(
        layer,
        [question.objectId],
        (answer) => readWfsObject(answer, question, thisYear),
        signal,
      );
      if (found.value === null) return { ...found, value: null };
      const { object, buildingIds, own } = found.value;
      const [only] = buildingIds;
      if (only === undefined) return { ...found, value: { ...object, building: null, buildingCount: 0 } };
      const { value: building } = await features(
        'bag:pand',
        buildingIds,
        (answer) => readWfsBuilding(answer, buildingIds, question.location, thisYear),
        signal,
      );
      // The unit itself says the year and the status of its building, if it is one.
      const bare = { id: only, ...own, units: null, uses: null };
      return {
        ...found,
        value: {
          ...object,
          building: building ?? (buildingIds.length === 1 ? bare : null),
          buildingCount: buildingIds.length,
        },
      };
    },
  };
}
