import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';

/**
 * Asks a server at an even pace, from a process of its own so that nothing else delays it, and holds every answer to
 * what a single set of releases can say. Latency counts from the moment at which a request was due.
 *
 * `node --import tsx test/faults/load-client.ts --url http://127.0.0.1:3000 --rate 500`; a line on stdin ends a phase,
 * whose figures are printed as a line of JSON; the end of stdin ends the client.
 */
export interface Phase {
  readonly requests: number;
  /** By status, and connections that failed. */
  readonly failures: Readonly<Record<string, number>>;
  /** Answers whose figures are not of one release, or that differ under one entity tag. */
  readonly mixed: readonly string[];
  /** Marks of the address and of the neighbourhood, of every set of releases that was seen. */
  readonly marks: readonly string[];
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maximumMs: number;
  /** How late the client itself was: above some milliseconds the latencies are its own. */
  readonly clientDelayP99Ms: number;
}

/** The part of an address summary that carries marks. */
export interface MarkedAnswer {
  readonly building: { readonly year_built: number; readonly unit: { readonly floor_area_m2: number } };
  readonly neighbourhood: {
    readonly people: { readonly residents: number; readonly households: number };
    readonly housing: { readonly avg_home_value_eur: number };
  };
}

/** The marks of an answer: one for the addresses, one for the neighbourhoods; or what is mixed in it. */
export function marksOf({ building, neighbourhood }: MarkedAnswer): string {
  const { people, housing } = neighbourhood;
  const address = [building.year_built - 1900, building.unit.floor_area_m2 - 100];
  const area = [
    (people.residents - 10_000) / 10,
    (people.households - 4_000) / 10,
    housing.avg_home_value_eur / 1000 - 300,
  ];
  const one = (marks: readonly number[]) => (new Set(marks).size === 1 ? String(marks[0]) : `mixed ${marks}`);
  return `${one(address)}/${one(area)}`;
}

const PATHS = [
  '/v1/home/basic?postcode=1011PN&house_number=1',
  '/v1/home/basic?q=Kosterstraat%204%20Doesburg',
] as const;

class Recorder {
  readonly #bodies = new Map<string, string>();
  #failures: Record<string, number> = {};
  #mixed = new Set<string>();
  #marks = new Set<string>();
  #latenciesMs: number[] = [];

  fail(what: string): void {
    this.#failures[what] = (this.#failures[what] ?? 0) + 1;
  }

  take(path: string, status: number, tag: string, body: string, latencyMs: number): void {
    this.#latenciesMs.push(latencyMs);
    if (status !== 200) {
      this.fail(String(status));
      return;
    }
    const key = `${path} ${tag}`;
    const known = this.#bodies.get(key);
    if (known === body) return;
    if (known !== undefined) this.#mixed.add(`two answers under ${tag}`);
    this.#bodies.set(key, body);
    const marks = marksOf(JSON.parse(body) as MarkedAnswer);
    if (marks.includes('mixed')) this.#mixed.add(marks);
    this.#marks.add(marks);
  }

  finish(clientDelayP99Ms: number): Phase {
    const sorted = Float64Array.from(this.#latenciesMs).sort();
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    const phase = {
      requests: sorted.length,
      failures: this.#failures,
      mixed: [...this.#mixed],
      marks: [...this.#marks],
      p50Ms: round(at(0.5)),
      p99Ms: round(at(0.99)),
      maximumMs: round(at(1)),
      clientDelayP99Ms: round(clientDelayP99Ms),
    };
    this.#failures = {};
    this.#mixed = new Set();
    this.#marks = new Set();
    this.#latenciesMs = [];
    return phase;
  }
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { url: { type: 'string' }, rate: { type: 'string' } } });
  const rate = Number(values.rate);
  const pool = new Pool(values.url ?? '', { connections: 32, pipelining: 1 });
  const recorder = new Recorder();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const started = performance.now();
  let sent = 0;
  const pending = new Set<Promise<void>>();
  const ask = async (path: string, dueMs: number): Promise<void> => {
    try {
      const { statusCode, headers, body } = await pool.request({ path, method: 'GET' });
      const text = await body.text();
      recorder.take(path, statusCode, String(headers.etag), text, performance.now() - started - dueMs);
    } catch (error) {
      recorder.fail((error as { code?: string }).code ?? String(error));
    }
  };
  const pace = setInterval(() => {
    const due = Math.floor(((performance.now() - started) / 1000) * rate);
    for (; sent < due; sent += 1) {
      const asked = ask(PATHS[sent % PATHS.length] ?? PATHS[0], (sent / rate) * 1000);
      pending.add(asked);
      asked.finally(() => pending.delete(asked));
    }
  }, 2);
  for await (const _ of createInterface({ input: process.stdin })) {
    await Promise.all(pending);
    process.stdout.write(`${JSON.stringify(recorder.finish(delay.percentile(99) / 1e6))}\n`);
    delay.reset();
  }
  clearInterval(pace);
  await Promise.all(pending);
  await pool.close();
}

if (process.argv[1]?.endsWith('load-client.ts') === true) await main();
