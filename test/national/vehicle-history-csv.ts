import { parseArgs } from 'node:util';
import { Random } from './random.ts';
import { LineFile, plateAt, sampleHeader } from './vehicle-csv.ts';

/**
 * Writes files of inspections and of the defects found at them, as large as the country's (24.9 and 24.7 million rows,
 * 6.7 and 2.5 GB) or as large as is asked for. Rows come in the order of reporting, so that every row has another
 * plate than the one before it: the worst case for a store that is sorted by plate.
 *
 * Usage: `node --import tsx test/national/vehicle-history-csv.ts --rows 24900000 --inspections i.csv --defects d.csv
 * [--seed 1]`
 */
export interface HistoryFiles {
  /** Path of the inspections (11 columns). */
  readonly inspections: string;
  /** Path of the defects (8 columns). */
  readonly defects?: string;
  /** Inspections to write; about as many defects come with them. */
  readonly rows: number;
  readonly seed?: number;
}

export interface WrittenHistory {
  readonly inspectionRows: number;
  readonly inspectionBytes: number;
  readonly defectRows: number;
  readonly defectBytes: number;
}

/** Of some 17 million vehicles, 10.8 million are inspected. */
const INSPECTED_SHARE = 10.8 / 24.9;
const WINDOW_DAYS = 1100;
const FIRST_DAY = Date.UTC(2023, 10, 22);
const DAY_MS = 86_400_000;

/** By how often they occur: advice on tyres is most of it. */
const CODES = [
  'AC1',
  'AC1',
  'AC1',
  'AC4',
  'AC4',
  'AC5',
  'AC2',
  'RA1',
  '205',
  '501',
  '031',
  '036',
  'OP1',
] as const;

/** Writes the files. Memory stays flat whatever their size. */
export async function writeVehicleHistory(files: HistoryFiles): Promise<WrittenHistory> {
  const random = new Random(files.seed ?? 1);
  const inspections = new LineFile(files.inspections);
  const defects = files.defects === undefined ? undefined : new LineFile(files.defects);
  await inspections.line(sampleHeader('sgfe-77wx'));
  await defects?.line(sampleHeader('a34c-vvps'));
  const vehicles = Math.max(1, Math.ceil(files.rows * INSPECTED_SHARE));
  let defectRows = 0;
  for (let row = 0; row < files.rows; row += 1) {
    const plate = plateAt(random.whole(0, vehicles - 1), 'blocks');
    const day = Math.floor((row / files.rows) * WINDOW_DAYS);
    const heavy = random.chance(0.04);
    const report = [
      heavy ? 'AZ' : 'AL',
      yyyymmdd(day),
      // Opening hours, without zeros in front.
      String(random.whole(7, 17) * 100 + random.whole(0, 59)),
    ];
    const authority = heavy ? 'APK Zware voertuigen' : 'APK Lichte voertuigen';
    const expiry = day + random.whole(365, 760);
    await inspections.line(
      [
        plate,
        ...report,
        authority,
        random.chance(0.995) ? 'periodieke controle' : 'manipulatie tacho',
        yyyymmdd(expiry),
        american(day),
        american(expiry),
        ADDRESSES,
      ].join(','),
    );
    if (defects === undefined) continue;
    // Half of the vehicles have nothing, the other half two findings on average.
    const found = random.chance(0.5) ? 0 : random.whole(1, 3);
    for (let count = 0; count < found; count += 1) {
      const line = [plate, ...report, random.pick(CODES), authority, random.whole(1, 4), american(day)];
      await defects.line(line.join(','));
      defectRows += 1;
    }
  }
  await inspections.end();
  await defects?.end();
  return {
    inspectionRows: files.rows,
    inspectionBytes: inspections.bytes,
    defectRows,
    defectBytes: defects?.bytes ?? 0,
  };
}

/** The publisher repeats addresses of other data sets in every row; they are a third of the file. */
const ADDRESSES = ['a34c-vvps', 'hx2c-gt7k']
  .map((id) => `https://opendata.rdw.nl/resource/${id}.json`)
  .join(',');

function yyyymmdd(day: number): string {
  return new Date(FIRST_DAY + day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');
}

function american(day: number): string {
  const text = yyyymmdd(day);
  return `${text.slice(4, 6)}/${text.slice(6)}/${text.slice(0, 4)} 12:00:00 AM`;
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const { values } = parseArgs({
    options: {
      inspections: { type: 'string' },
      defects: { type: 'string' },
      rows: { type: 'string' },
      seed: { type: 'string' },
    },
  });
  if (values.inspections === undefined || values.rows === undefined) {
    throw new Error('Write --rows and a number, and --inspections and the path of the file to make.');
  }
  const written = await writeVehicleHistory({
    inspections: values.inspections,
    rows: Number(values.rows),
    ...(values.defects === undefined ? {} : { defects: values.defects }),
    ...(values.seed === undefined ? {} : { seed: Number(values.seed) }),
  });
  console.log(JSON.stringify(written));
}
