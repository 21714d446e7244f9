import type { Database } from 'better-sqlite3';
import { BUILDING_STATUSES, OBJECT_STATUSES, OBJECT_TYPES, USES } from '../../db/schema/addresses.ts';
import { fillStreetSearch } from '../../db/street-index.ts';

export interface GeneratedSize {
  readonly towns: number;
  readonly streets: number;
  /** House numbers 1..n of every street; one in ten also has the suffixes A, B and C. */
  readonly numbersPerStreet: number;
}

/** As many streets and towns as the country has; addresses enough for the indexes to be deep. */
export const COUNTRY: GeneratedSize = { towns: 2500, streets: 250_000, numbersPerStreet: 8 };

const STEMS =
  'Kerk,Dorps,School,Molen,Juliana,Wilhelmina,Beatrix,Nieuwe,Oude,Brink,Park,Linden,Eiken,Beuken,Meidoorn,Merel,Zwaluw,' +
  'Raadhuis,Stations,Haven,Burgemeester van der Berg,Dominee Jansen,Doctor Schaepman,Prins Hendrik,Sint Jans,Graaf Adolf,' +
  'Plein 1944 ,Laan 1940-1945 ,Tweede Dwars,Weide,Heide,Duin,Polder,Veen,Akker,Boom,Rozen,Tulpen,Vondel,Rembrandt,Mozart,' +
  'Berlage,Kennedy,Churchill,Europa,Rijn,Maas,Waal,IJssel,Vecht,Súd,Brân,Noorder,Zuider,Ooster,Wester';
const ENDS =
  'straat,laan,weg,plein,hof,pad,dreef,singel,kade,dijk,steeg,gracht,park,veld,donk,horst,erf,burg,buren,kamp';

/**
 * Fills an empty database of the group `addresses`, migrated, with a country of invented names, the same every time.
 * One name in five is common to many towns.
 */
export function generateAddresses(database: Database, size: GeneratedSize = COUNTRY): void {
  const random = mulberry32(20261127);
  const stems = STEMS.split(',');
  const ends = ENDS.split(',');
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
  const fill = database.transaction(() => {
    database.prepare("INSERT INTO province (code, name) VALUES ('PV27', 'Noord-Holland')").run();
    const addMunicipality = database.prepare(
      'INSERT INTO municipality (code, name, province_code) VALUES (?, ?, ?)',
    );
    const addTown = database.prepare(
      'INSERT INTO town (id, name, municipality_code, in_service) VALUES (?, ?, ?, 1)',
    );
    const addStreet = database.prepare(
      'INSERT INTO street (id, name, short_name, town_id, kind, in_service) VALUES (?, ?, ?, ?, ?, 1)',
    );
    const addAddress = database.prepare(
      `INSERT INTO address (postcode, house_number, house_letter, street_id, town_id, address_id, object_id, object_type,
                            object_status, is_main, floor_area_m2, uses, building_id, latitude, longitude)
       VALUES (?, ?, ?, ?, ?, ?, ?, ${OBJECT_TYPES.unit}, ${OBJECT_STATUSES.in_use}, 1, 80, ${USES.residential}, ?, 52, 5)`,
    );
    const addBuilding = database.prepare(
      `INSERT INTO building (id, year_built, status, units, uses)
       VALUES (?, 1962, ${BUILDING_STATUSES.in_use}, 1, ${USES.residential})`,
    );
    for (let town = 0; town < size.towns; town += 1) {
      const code = `GM${String(Math.floor(town / 7)).padStart(4, '0')}`;
      if (town % 7 === 0) addMunicipality.run(code, townName(town), 'PV27');
      addTown.run(1000 + town, townName(town), code);
    }
    let next = 1;
    for (let street = 0; street < size.streets; street += 1) {
      const town = 1000 + (street % size.towns);
      const common = street % 5 === 0;
      const stem = common
        ? (stems[Math.floor(street / size.towns) % stems.length] ?? '')
        : pick(stems) + pick(stems).toLowerCase();
      addStreet.run(363_300_000_000_000 + street, stem + (common ? 'straat' : pick(ends)), null, town, 'Weg');
      for (let number = 1; number <= size.numbersPerStreet; number += 1) {
        for (const letter of number % 10 === 0 || street % 10 === 0 ? [null, 'A', 'B', 'C'] : [null]) {
          const building = 363_100_000_000_000 + next;
          addBuilding.run(building);
          addAddress.run(
            postcodeOf(street),
            number,
            letter,
            363_300_000_000_000 + street,
            town,
            363_200_000_000_000 + next,
            363_010_000_000_000 + next,
            building,
          );
          next += 1;
        }
      }
    }
  });
  fill();
  fillStreetSearch(database);
}

/** Names that are no street's and differ in more than a letter. */
export function townName(town: number): string {
  const syllables = ['wou', 'der', 'zaan', 'mun', 'nik', 'hil', 'ver', 'sum', 'doet', 'inchem'];
  const digits = String(town).padStart(4, '0');
  const name = [...digits].map((digit) => syllables[Number(digit)] ?? '').join('');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** One postcode a street. */
export function postcodeOf(street: number): string {
  const letters = street % 676;
  const code = String.fromCharCode(65 + Math.floor(letters / 26), 65 + (letters % 26));
  return `${1000 + Math.floor(street / 676)}${code}`;
}

/** A small seeded generator: the same country every time. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
