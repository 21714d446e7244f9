import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Random } from './random.ts';

/**
 * Writes files of the vehicle register as large as the country's, or as large as is asked for, with values as they
 * occur: shares of kinds, fuels and empty fields, lengths of texts, sentinels, zeros for "unknown".
 *
 * Usage: `node --import tsx test/national/vehicle-csv.ts --rows 16800000 --vehicles v.csv --fuel f.csv [--seed 1]
 * [--order blocks|random]`, or `--bytes 2000000000` instead of `--rows`.
 */
export interface VehicleFiles {
  /** Path of the registered vehicles (98 columns, the layout of May 2026). */
  readonly vehicles: string;
  /** Path of the fuels. */
  readonly fuel?: string;
  /** Stops after so many vehicles ... */
  readonly rows?: number;
  /** ... or when the vehicles' file has so many bytes. */
  readonly bytes?: number;
  readonly seed?: number;
  /**
   * - `blocks`: thousands of consecutive plates together, as the publisher's own files have been seen
   * - `random`: no order at all, the worst case for a store that is sorted by plate
   */
  readonly order?: 'blocks' | 'random';
}

export interface WrittenFiles {
  readonly vehicleRows: number;
  readonly vehicleBytes: number;
  readonly fuelRows: number;
}

/** Header texts, from the bundled sample: there they stand as the publisher writes them. */
export function sampleHeader(portalId: string): string {
  const path = `ingest/sample/opendata.rdw.nl/api/views/${portalId}/rows.csv?accessType=DOWNLOAD`;
  return readFileSync(path, 'utf8').split('\n', 1)[0] ?? '';
}

/** Letters that occur in ordinary plates. */
const LETTERS = [...'BDFGHJKLNPRSTVXZ'];
const PLATES_PER_SHAPE = LETTERS.length ** 3 * 1000;
/** L letter, 9 digit; each shape has 4 million plates. */
const SHAPES = ['99LLL9', '9LLL99', 'LL999L', 'L999LL', 'LLL99L', 'L99LLL'];
const ALL_PLATES = SHAPES.length * PLATES_PER_SHAPE;
/** Without a common factor with ALL_PLATES, so that steps of it visit every plate once. */
const RANDOM_STEP = 9_999_991;
const BLOCK = 4_000;
const BLOCK_STEP = 1_787;

/** The n-th plate of an order; never the same one twice for n < 24 million. */
export function plateAt(n: number, order: 'blocks' | 'random'): string {
  const blocks = ALL_PLATES / BLOCK;
  const at =
    order === 'random'
      ? Number((BigInt(n) * BigInt(RANDOM_STEP)) % BigInt(ALL_PLATES))
      : ((Math.floor(n / BLOCK) * BLOCK_STEP) % blocks) * BLOCK + (n % BLOCK);
  const shape = SHAPES[Math.floor(at / PLATES_PER_SHAPE)] ?? '';
  let rest = at % PLATES_PER_SHAPE;
  let plate = '';
  for (let position = 5; position >= 0; position -= 1) {
    const symbols = shape[position] === 'L' ? LETTERS.length : 10;
    const symbol = rest % symbols;
    plate = (shape[position] === 'L' ? (LETTERS[symbol] ?? '') : String(symbol)) + plate;
    rest = Math.floor(rest / symbols);
  }
  return plate;
}

const MAKES = [
  'VOLKSWAGEN',
  'OPEL',
  'PEUGEOT',
  'RENAULT',
  'TOYOTA',
  'FORD',
  'BMW',
  'KIA',
  'VOLVO',
  'SKODA',
] as const;
const BODIES = [
  'hatchback',
  'hatchback',
  'stationwagen',
  'MPV',
  'sedan',
  'cabriolet',
  'Niet geregistreerd',
] as const;
const COLOURS = [
  'GRIJS',
  'ZWART',
  'BLAUW',
  'WIT',
  'ROOD',
  'GROEN',
  'BRUIN',
  'N.v.t.',
  'Niet geregistreerd',
] as const;
type Verdict = readonly [verdict: string, code: string];
const VERDICTS: readonly [Verdict, ...Verdict[]] = [
  ['Logisch', '00'],
  ['Logisch', '03'],
  ['Geen oordeel', '06'],
  ['Niet geregistreerd', 'NG'],
  ['Onlogisch', '04'],
];
const ADDRESSES = ['3huj-srit', '8ys7-d773', 'vezc-m2t6', 'jhie-znh9', 'kmfi-hrps']
  .map((id) => `https://opendata.rdw.nl/resource/${id}.json`)
  .join(',');

function day(random: Random, firstYear: number, lastYear: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${random.whole(firstYear, lastYear)}${two(random.whole(1, 12))}${two(random.whole(1, 28))}`;
}

function americanDay(date: string): string {
  return date === '' ? '' : `${date.slice(4, 6)}/${date.slice(6)}/${date.slice(0, 4)} 12:00:00 AM`;
}

/** One line of the registered vehicles, without its line end. */
function vehicleLine(random: Random, plate: string): string {
  const car = random.chance(0.7);
  const make = random.chance(0.9) ? random.pick(MAKES) : `MERK ${random.whole(1, 11_000)}`;
  // Some 270,000 names; a few have quotes and commas.
  const name = `MODEL ${Math.floor(random.next() ** 3 * 270_000)}`;
  const model = random.chance(0.002) ? `"${name} ""E"", L"` : name;
  const first = day(random, 1995, 2025);
  const expiry = car ? day(random, 2024, 2028) : '';
  const holder = day(random, 2005, 2026);
  const dutch = random.chance(0.8) ? first : day(random, 2010, 2026);
  const mass = random.whole(800, 2200);
  const [verdict, code] = random.pick(VERDICTS);
  // Some 80,000 approvals, the newer ones on many vehicles.
  const numbered = Math.floor(random.next() ** 2 * 80_000);
  const approval = `e${1 + (numbered % 13)}*2007/46*${1000 + (numbered >> 5)}*${10 + (numbered & 31)}`;
  const version = Math.floor(random.next() * 2 ** 40)
    .toString(36)
    .toUpperCase();
  const size = (value: number) => (random.chance(0.1) ? '0' : String(value));
  return [
    // 1 to 20
    `${plate},${car ? 'Personenauto' : random.pick(['Bedrijfsauto', 'Motorfiets', 'Bromfiets', 'Aanhangwagen'])}`,
    `${make},${model},${expiry},${holder},${random.chance(0.7) ? random.whole(0, 15_000) : ''}`,
    `${random.pick(BODIES)},${car ? random.whole(2, 7) : ''},${random.pick(COLOURS)},Niet geregistreerd`,
    `${random.whole(3, 6)},${random.whole(898, 2998)},${mass},${mass + 600},${mass + 100}`,
    `${random.whole(400, 750)},${random.whole(800, 2000)},${first},${dutch}`,
    // 21 to 36
    `Geen verstrekking in Open Data,${random.chance(0.6) ? random.whole(9_000, 90_000) : ''}`,
    `${random.chance(0.9) ? 'Ja' : 'Nee'},${random.whole(140, 250)},,,,,,${random.whole(0, 4)},4,0,0,`,
    `${size(random.whole(340, 520))},${size(random.whole(160, 200))}`,
    // 37 to 60
    `M1,,,${random.chance(0.4) ? 'r. motorruimte' : ''},${mass + 600},T${random.whole(1, 40_000)},,${approval}`,
    `V${version.slice(0, 5)},${version}W${random.whole(0, 9999)},0,0.0${random.whole(3, 9)},${random.whole(230, 300)}`,
    `${random.chance(0.03) ? 'Ja' : 'Nee'},${random.chance(0.05) ? 'Ja' : 'Nee'},,Nee,${mass + 2100},0,`,
    `${random.whole(2015, 2026)},${verdict},${code},Ja`,
    // 61 to 93
    `${americanDay(expiry)},${americanDay(holder)},${americanDay(first)},${americanDay(dutch)},`,
    `,,,,,,,,,${size(random.whole(140, 190))},,,,,,,,,,${random.chance(0.4) ? random.pick(['A', 'B', 'C', 'D']) : ''}`,
    `,,,N,,N,,`,
    // 94 to 98
    ADDRESSES,
  ].join(',');
}

function fuelLines(random: Random, plate: string): string[] {
  const hybrid = random.chance(0.2);
  const wltp = random.chance(0.3);
  const co2 = random.whole(90, 230);
  const level = `EURO ${random.whole(3, 6)} ${random.pick(['A', 'J', 'W', 'DG'])}`;
  const petrol =
    `${plate},1,${random.chance(0.85) ? 'Benzine' : 'Diesel'},${(co2 / 23).toFixed(2)},${co2},,${random.whole(65, 75)},` +
    `${random.whole(70, 90)},${random.whole(2, 6)},715/2007*2018/1832AG,,,,${random.whole(44, 160)}.00,,` +
    `${random.whole(2375, 4500)},,${wltp ? co2 + 20 : ''},,${wltp ? (co2 / 20).toFixed(3) : ''},,,,,,,,` +
    `${hybrid ? 'NOVC-HEV' : ''},,${level},,,,,,`;
  const electric = `${plate},2,Elektriciteit,,,,,,6,,,,,,${random.whole(10, 80)}.00,,,,,,,,,,,,,NOVC-HEV,,${level},,,,,,`;
  return hybrid ? [petrol, electric] : [petrol];
}

/** Writes the files. Memory stays flat whatever their size. */
export async function writeVehicleFiles(files: VehicleFiles): Promise<WrittenFiles> {
  const { order = 'blocks', rows = Number.POSITIVE_INFINITY, bytes = Number.POSITIVE_INFINITY } = files;
  if (!Number.isFinite(rows) && !Number.isFinite(bytes)) throw new Error('Say how many rows or bytes.');
  const random = new Random(files.seed ?? 1);
  const vehicles = new LineFile(files.vehicles);
  const fuel = files.fuel === undefined ? undefined : new LineFile(files.fuel);
  await vehicles.line(sampleHeader('m9d7-ebf2'));
  await fuel?.line(sampleHeader('8ys7-d773'));
  let vehicleRows = 0;
  let fuelRows = 0;
  while (vehicleRows < rows && vehicles.bytes < bytes && vehicleRows < ALL_PLATES) {
    const plate = plateAt(vehicleRows, order);
    await vehicles.line(vehicleLine(random, plate));
    vehicleRows += 1;
    if (fuel === undefined) continue;
    for (const line of fuelLines(random, plate)) {
      await fuel.line(line);
      fuelRows += 1;
    }
  }
  await vehicles.end();
  await fuel?.end();
  return { vehicleRows, vehicleBytes: vehicles.bytes, fuelRows };
}

/** Gathers lines into large writes. */
export class LineFile {
  bytes = 0;
  readonly #stream: ReturnType<typeof createWriteStream>;
  #text: string[] = [];

  constructor(path: string) {
    this.#stream = createWriteStream(path);
  }

  async line(text: string): Promise<void> {
    this.bytes += text.length + 1;
    if (this.#text.push(text) >= 2000) await this.#flush();
  }

  async end(): Promise<void> {
    await this.#flush();
    this.#stream.end();
    await once(this.#stream, 'finish');
  }

  async #flush(): Promise<void> {
    const text = this.#text.map((line) => `${line}\n`).join('');
    this.#text = [];
    if (text !== '' && !this.#stream.write(text)) await once(this.#stream, 'drain');
  }
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const { values } = parseArgs({
    options: {
      vehicles: { type: 'string' },
      fuel: { type: 'string' },
      rows: { type: 'string' },
      bytes: { type: 'string' },
      seed: { type: 'string' },
      order: { type: 'string' },
    },
  });
  if (values.vehicles === undefined) throw new Error('Write --vehicles and the path of the file to make.');
  const written = await writeVehicleFiles({
    vehicles: values.vehicles,
    order: values.order === 'random' ? 'random' : 'blocks',
    ...(values.fuel === undefined ? {} : { fuel: values.fuel }),
    ...(values.rows === undefined ? {} : { rows: Number(values.rows) }),
    ...(values.bytes === undefined ? {} : { bytes: Number(values.bytes) }),
    ...(values.seed === undefined ? {} : { seed: Number(values.seed) }),
  });
  console.log(JSON.stringify(written));
}
