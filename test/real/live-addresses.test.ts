import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readApiObject, readApiUnits } from '../../api/live/bag-api.ts';
import { readWfsBuilding } from '../../api/live/bag-wfs.ts';
import { readLocatieserver } from '../../api/live/locatieserver.ts';
import { UnexpectedAnswer, UpstreamAnswer } from '../../api/live/upstream.ts';
import { rdToWgs84 } from '../../db/rd-new.ts';
import { BUILDING_STATUSES, OBJECT_STATUSES, USES } from '../../db/schema/addresses.ts';

/** Answers about addresses as publishers really gave them. */
const ADDRESS = '../shared/data/address';

const real = (file: string) =>
  new UpstreamAnswer(200, 'application/json', readFileSync(`${ADDRESS}/${file}`));

describe.skipIf(!existsSync(ADDRESS))('a real answer of the geocoder', () => {
  it.each([
    ['free-v3_1-fl-all-amstel-1.json', { postcode: '1011PN', houseNumber: 1 }],
    ['free-v3-geuzenkade-58-1-toevoeging.json', { postcode: '1056KN', houseNumber: 58, addition: '1' }],
    ['lookup-v3-koolmees-1.json', { postcode: '3435RA', houseNumber: 1, neighbourhood: null, isMain: null }],
    ['free-v3-achtergracht-72-weesp-before-merger.json', { postcode: '1381BP', municipalityCode: 'GM0457' }],
  ])('is read: %s', (file, wanted) => {
    const { addresses } = readLocatieserver(real(`locatieserver/${file}`), { by: 'text', text: 'any' });
    expect(addresses[0]).toMatchObject(wanted);
  });

  it('has the point that its own degrees say, to eight decimals', () => {
    const answer = real('locatieserver/free-v3_1-fl-all-amstel-1.json');
    const { addresses } = readLocatieserver(answer, { by: 'id', id: 363010012143319 });
    const { rdXM, rdYM, neighbourhood, objectId } = addresses[0] ?? {};
    expect(rdToWgs84(rdXM ?? 0, rdYM ?? 0)).toEqual({ latitude: 52.3676456, longitude: 4.90016547 });
    expect(neighbourhood).toEqual({ code: 'BU0363AF09', name: 'Waterloopleinbuurt' });
    expect(objectId).toBe(363010012143319);
  });

  it('is refused when it is about another postcode', () => {
    const answer = real('locatieserver/free-v3_1-fl-all-amstel-1.json');
    const question = { by: 'postcode', postcode: '1011PN', houseNumber: 2 } as const;
    expect(() => readLocatieserver(answer, question)).toThrow(UnexpectedAnswer);
  });

  it('is refused when it is an error, and empty when it is about a municipality', () => {
    const question = { by: 'text', text: 'any' } as const;
    expect(() => readLocatieserver(real('locatieserver/error.json'), question)).toThrow(UnexpectedAnswer);
    const municipality = real('locatieserver/free-v3_1-gemeente-utrecht.json');
    expect(readLocatieserver(municipality, question).addresses).toEqual([]);
  });
});

describe.skipIf(!existsSync(ADDRESS))('a real answer of the BAG API', () => {
  const OVERVOORDE = 'bag-api/adressenuitgebreid-1082GB-43-2.json';

  it('has the facts of the unit and of its one building', () => {
    expect(readApiObject(real(OVERVOORDE), 363010000769832, true, 2026)).toEqual({
      object: {
        objectId: 363010000769832,
        status: OBJECT_STATUSES.in_use,
        floorAreaM2: 76,
        uses: USES.residential,
      },
      buildingIds: [363100012070245],
      own: { yearBuilt: 1962, status: BUILDING_STATUSES.in_use },
    });
  });

  it('is refused when it is about another object', () => {
    expect(() => readApiObject(real(OVERVOORDE), 363010000769833, true, 2026)).toThrow(UnexpectedAnswer);
  });

  it('has links and nothing else where there is no hit', () => {
    const answer = real('bag-api/adressenuitgebreid-no-result-9999ZZ-99.json');
    expect(readApiObject(answer, 363010000769832, true, 2026)).toBeNull();
  });

  it('lists the units of a building', () => {
    const answer = real('bag-api/verblijfsobjecten-pandIdentificatie.json');
    expect(readApiUnits(answer, 268100000021458)).toEqual({
      units: [{ id: 268010000036826, uses: USES.residential }],
      hasNext: false,
    });
  });
});

describe.skipIf(!existsSync(ADDRESS))('real buildings of the WFS', () => {
  /** Read in each test: the folder may be absent. */
  const buildings = () => {
    const answer = real('bag-wfs/pand-0.geojson');
    const { features } = answer.json() as { features: { properties: { identificatie: string } }[] };
    return { answer, ids: features.map(({ properties }) => Number(properties.identificatie)) };
  };

  it('are read: the lowest id where no location is known', () => {
    const { answer, ids } = buildings();
    const building = readWfsBuilding(answer, ids, null, 2026);
    expect(building?.id).toBe(Math.min(...ids));
  });

  it('are chosen by the outline around the location', () => {
    const { answer, ids } = buildings();
    // These outlines are in degrees: any plane will do.
    const building = readWfsBuilding(answer, ids, { xM: 4.6468, yM: 52.3974 }, 2026);
    expect(building).toEqual({
      id: 392100000045123,
      yearBuilt: 1991,
      status: BUILDING_STATUSES.in_use,
      units: 2,
      uses: USES.education,
    });
  });

  it('are refused when one of them was not asked for', () => {
    const { answer, ids } = buildings();
    expect(() => readWfsBuilding(answer, ids.slice(1), null, 2026)).toThrow(UnexpectedAnswer);
  });
});
