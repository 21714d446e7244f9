import { parseArgs } from 'node:util';
import { measureHttp } from './http.ts';
import type { Measurement } from './measurement.ts';
import { measureSuggest } from './suggest.ts';
import { measureVehicleCsv } from './vehicle-csv.ts';

const HELP = `Usage: npm run bench -- [--json] [--csv-mb N] [--only http|csv|suggest]

Measures the service against simple peers in the same run: figures of two runs cannot be compared, ratios can.
  --json      one line a measure: {id, value, unit, peer, ratio, goal, met}
  --csv-mb N  size of the generated vehicle file (default 200; the country's is about 10,000)
  --only X    only the requests (http), the load (csv) or the suggestions (suggest)
Exit code 0 also when a goal is missed: the figures say so.`;

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    'csv-mb': { type: 'string', default: '200' },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  console.log(HELP);
} else {
  const measurements: Measurement[] = [];
  const wanted = (part: string) => values.only === undefined || values.only === part;
  if (wanted('csv')) measurements.push(...(await measureVehicleCsv(Number(values['csv-mb']) * 1e6)));
  if (wanted('http')) measurements.push(...(await measureHttp()));
  if (wanted('suggest')) measurements.push(...measureSuggest());
  if (values.json) for (const measurement of measurements) console.log(JSON.stringify(measurement));
  else console.table(measurements);
}
