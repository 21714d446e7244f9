import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldText, squeezeText } from '../../db/text-folding.ts';
import { CASE_TOWNS, CASES } from '../support/address-cases.ts';
import { publishAddresses } from '../support/address-store.ts';
import { openTestApi, type TestApi } from '../support/api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await openTestApi((dataDir) => {
    const { file } = publishAddresses(dataDir, CASES, { towns: CASE_TOWNS });
    makeOlder(join(dataDir, file));
  });
});
afterAll(() => api.close());

/** What a release looked like before streets had ranks. */
function makeOlder(path: string): void {
  const database = new Database(path);
  database.exec(`
    DROP TABLE street_rank; DROP TABLE town_size; DROP TABLE street_search;
    CREATE VIRTUAL TABLE street_search USING fts5(name, place, content = '',
      tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3 4')`);
  const streets = database
    .prepare<[], { id: number; name: string; town: string }>(
      'SELECT street.id, street.name, town.name AS town FROM street JOIN town ON town.id = town_id WHERE street.in_service',
    )
    .all();
  const insert = database.prepare('INSERT INTO street_search (rowid, name, place) VALUES (?, ?, ?)');
  for (const { id, name, town } of streets) {
    insert.run(id, `${foldText(name)} ${squeezeText(name)}`, foldText(town));
  }
  database.close();
}

const labels = async (q: string): Promise<string[]> =>
  (await api.app.inject(`/v1/address/suggest?q=${encodeURIComponent(q)}`))
    .json()
    .suggestions.map(({ label }: { label: string }) => label);

describe('suggestions from a release that was made before streets had ranks', () => {
  it.each([
    ['kerkstr', 'Kerkstraat, Doesburg'],
    ['nijmegen', 'Nijmegen'],
    ['1011pn 1', 'Amstel 1, 1011PN Amsterdam'],
    ['amstel 1', 'Amstel 1, 1011PN Amsterdam'],
    ['kerkstraat 1 utrecht', 'Kerkstraat 1, 3512BA Utrecht'],
    ['branbuorren', 'Brânbuorren, Ie'],
    ['weerdsignel', 'Weerdsingel O.Z., Utrecht'],
  ])('still has for "%s": %s', async (q, label) => {
    expect(await labels(q)).toContain(label);
  });

  it('still says what comes near an unknown address', async () => {
    const response = await api.app.inject('/v1/home/basic?q=Kurkstraat+1,+Doesburg');
    expect(response.json().other_matches[0].label).toBe('Kerkstraat 1, 6981CM Doesburg');
  });
});
