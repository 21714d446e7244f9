import { Readable } from 'node:stream';
import { readCsv } from '../formats/csv.ts';
import type { Expectation, HeaderCheck, Probe, ProbeAddress } from '../sources/probe.ts';
import { expectationSentence, type SourceDeclaration, UnexpectedFormatError } from '../sources/source.ts';
import type { Asker } from './asker.ts';
import { checkHead, HEAD_BYTES } from './body-check.ts';
import { declaredAt } from './declared-at.ts';
import { FetchError, type FetchErrorCode } from './fetch-error.ts';
import { openRemoteZip } from './remote-zip.ts';

/** Enough for the header line of the widest table. */
const HEADER_BYTES = 32 * 1024;
/** The largest table of metadata has some 400 kB. */
const LARGEST_DOCUMENT = 4 * 1024 * 1024;

/**
 * - `agrees`: the publisher has what the source declares
 * - `absent`: something that a load can do without is not there, e.g. the edition of a year to come
 * - `drifted`: what is there is not what is declared, or nothing is: a load would fail
 * - `unreachable`: the publisher could not be asked; this says nothing of the declaration
 */
export type ProbeState = 'agrees' | 'absent' | 'drifted' | 'unreachable';

export interface ProbeFinding {
  readonly sourceId: string;
  readonly state: ProbeState;
  readonly url: string;
  readonly text: string;
  /** File, line and key of the declaration to change; null where nothing has to be changed. */
  readonly change: string | null;
}

/** Codes of failures that are the network's or the publisher's of the moment. */
const UNREACHABLE: ReadonlySet<FetchErrorCode> = new Set<FetchErrorCode>([
  'connection_failed',
  'stalled',
  'cut_short',
  'http_status',
  'forbidden',
  'rate_limited',
]);

/** Asks a publisher the little that tells whether a source would still find what it declares. Loads nothing. */
export async function probeSource(
  declaration: SourceDeclaration,
  probes: readonly Probe[],
  asker: Asker,
): Promise<ProbeFinding[]> {
  const findings: ProbeFinding[] = [];
  for (const probe of probes) findings.push(...(await askProbe(declaration, probe, asker)));
  return findings;
}

async function askProbe(declaration: SourceDeclaration, probe: Probe, asker: Asker): Promise<ProbeFinding[]> {
  const addresses = probe.addresses(declaration);
  const findings: ProbeFinding[] = [];
  for (const address of addresses) {
    const finding = await askAddress(declaration, probe, address, asker);
    findings.push(finding);
    if (probe.ask === 'first' && finding.state !== 'absent') break;
  }
  const found = findings.some(({ state }) => state !== 'absent');
  if (found || probe.optional === true || addresses.length === 0) return findings;
  const text = expectationSentence({
    sourceId: declaration.id,
    file: addresses.map(({ url }) => url).join(', '),
    expected: probe.name,
    found: addresses.length === 1 ? 'nothing at this address' : 'nothing at any of these addresses',
    remedy: `See ${declaration.homepage} for where it is now.`,
  });
  const [{ url } = { url: '' }] = addresses;
  return [{ sourceId: declaration.id, state: 'drifted', url, text, change: changeOf(declaration, probe) }];
}

async function askAddress(
  declaration: SourceDeclaration,
  probe: Probe,
  address: ProbeAddress,
  asker: Asker,
): Promise<ProbeFinding> {
  const url = (asker.mirrored ? address.mirrorUrl : undefined) ?? address.url;
  const finding = { sourceId: declaration.id, url };
  const what = `${probe.name}${address.edition === undefined ? '' : ` of ${address.edition.year}`}`;
  const change = changeOf(declaration, probe, address);
  try {
    const remarks = await examine(declaration, probe, { ...address, url }, asker);
    return { ...finding, state: 'agrees', text: [what, ...remarks].join('; '), change: null };
  } catch (error) {
    if (!isTelling(error)) throw error;
    if (error instanceof FetchError && error.code === 'not_found') {
      return { ...finding, state: 'absent', text: `${what}: not at ${url}`, change };
    }
    if (error instanceof FetchError && UNREACHABLE.has(error.code)) {
      return { ...finding, state: 'unreachable', text: error.message, change: null };
    }
    const own = error instanceof UnexpectedFormatError || error instanceof FetchError;
    const text = own
      ? error.message
      : expectationSentence({
          sourceId: declaration.id,
          file: url,
          expected: what,
          found: error.message.replace(/\.$/, ''),
        });
    return { ...finding, state: 'drifted', text, change };
  }
}

/** Errors with a stable code are about what was found; options that cannot be used are drift of our own making. */
function isTelling(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if (error instanceof RangeError || error instanceof SyntaxError) return true;
  const { code } = error as { code?: unknown };
  return (typeof code === 'string' && /^[a-z][a-z_]*$/.test(code)) || error instanceof ZipReaderError;
}

function changeOf({ id }: SourceDeclaration, { declared }: Probe, address?: ProbeAddress): string {
  return declaredAt(id, declared.file, declared.key, address?.edition?.url ?? address?.edition?.id);
}

async function examine(
  declaration: SourceDeclaration,
  { expect }: Probe,
  address: ProbeAddress,
  asker: Asker,
): Promise<readonly string[]> {
  if (expect.kind === 'document') return examineDocument(declaration, expect, address, asker);
  const length = expect.kind === 'csv' ? HEADER_BYTES : HEAD_BYTES;
  const { bytes, totalBytes, ranges } = await asker.part(address.url, 0, length, address.headers);
  const begins = expect.kind === 'file' ? expect.begins : expect.kind;
  checkHead({ sourceId: declaration.id, url: address.url, expect: begins }, bytes.subarray(0, HEAD_BYTES));
  checkSize(declaration, expect, address, asker.mirrored ? undefined : totalBytes);
  const size = totalBytes === undefined ? [] : [`${totalBytes.toLocaleString('en')} bytes`];
  if (expect.kind === 'csv') return [...size, ...(await checkHeader(bytes, expect.header))];
  if (expect.kind === 'file') return size;
  if (!ranges || totalBytes === undefined)
    return [...size, 'cannot be looked into: the server gives no parts'];
  return [...size, ...(await examineZip(declaration, expect, address, asker, totalBytes))];
}

function checkSize(
  { id }: SourceDeclaration,
  { minimumBytes = 0 }: Exclude<Expectation, { kind: 'document' }>,
  { url }: ProbeAddress,
  totalBytes: number | undefined,
): void {
  if (totalBytes === undefined || totalBytes >= minimumBytes) return;
  throw new UnexpectedFormatError({
    sourceId: id,
    file: url,
    expected: `at least ${minimumBytes.toLocaleString('en')} bytes`,
    found: `${totalBytes.toLocaleString('en')}`,
    remedy: 'The publisher may be renewing it: probe again later.',
  });
}

async function examineDocument(
  declaration: SourceDeclaration,
  expect: Extract<Expectation, { kind: 'document' }>,
  address: ProbeAddress,
  asker: Asker,
): Promise<readonly string[]> {
  const { url, headers } = address;
  const { bytes } = await asker.part(url, 0, LARGEST_DOCUMENT, headers);
  checkHead({ sourceId: declaration.id, url, expect: expect.begins }, bytes.subarray(0, HEAD_BYTES));
  if (bytes.length === LARGEST_DOCUMENT) return ['too large to be looked at whole'];
  return expect.check(bytes.toString('utf8'), address, declaration);
}

/** The zip reader's errors have no code of their own. */
class ZipReaderError extends Error {
  override readonly name = 'ZipReaderError';
}

async function examineZip(
  { id }: SourceDeclaration,
  expect: Extract<Expectation, { kind: 'zip' }>,
  { url }: ProbeAddress,
  asker: Asker,
  totalBytes: number,
): Promise<readonly string[]> {
  const zip = await openRemoteZip(asker, url, totalBytes).catch((cause: Error) => {
    throw cause instanceof FetchError ? cause : new ZipReaderError(cause.message, { cause });
  });
  const missing = expect.entries.filter((pattern) => !zip.names.some((name) => pattern.test(name)));
  if (missing.length > 0) {
    throw new UnexpectedFormatError({
      sourceId: id,
      file: url,
      expected: `entries that match ${missing.join(', ')}`,
      found: zip.names.slice(0, 20).join(', ') || 'no entries',
    });
  }
  const name = zip.names.find((candidate) => expect.csv?.entry.test(candidate));
  if (expect.csv === undefined || name === undefined) return [];
  const start = await zip.start(name, HEADER_BYTES);
  return start === undefined ? [] : checkHeader(start, expect.csv.header);
}

/** Only the header line: the part ends in the middle of a row. */
async function checkHeader(start: Buffer, check: HeaderCheck): Promise<readonly string[]> {
  const end = start.indexOf('\n');
  const line = end < 0 ? start : start.subarray(0, end + 1);
  const { header } = await readCsv(Readable.from([line]), { delimiter: 'detect' });
  return check(header);
}
