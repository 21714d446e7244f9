import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readAnnouncements } from '../../api/live/announcement-records.ts';
import { readEnergyLabels } from '../../api/live/ep-online.ts';
import { groundLevelAt, readHeightWindow } from '../../api/live/height-window.ts';
import { UpstreamAnswer } from '../../api/live/upstream.ts';
import { placeOfNotice } from '../../api/reports/notice-place.ts';
import { isPermitKind, permitStage } from '../../api/vocabulary/permit.ts';

/** Answers of publishers that are asked live, as they were really given. */
const ADDRESS = '../shared/data/address';
const TILE = `${ADDRESS}/ahn/ahn4_dtm_5m_x32300-34300_y369600-371600.tif`;
const LABELS = `${ADDRESS}/ep-online/v5-PandEnergielabel-documentation-example.fields.json`;
const RECORD = `${ADDRESS}/sru/sru-response-shape-blg-1184123.xml`;
const NOTICES = `${ADDRESS}/permits/doesburg-2024-05_cut.json`;

describe.skipIf(!existsSync(TILE))('a real tile of the height model', () => {
  it('has heights from -0.609 to 4.192 m, and 1.26 % holes', async () => {
    const window = await readHeightWindow(readFileSync(TILE));
    expect(window).toMatchObject({
      width: 400,
      height: 400,
      cellSizeM: 5,
      westRdXM: 32_300,
      northRdYM: 371_600,
    });
    const heights = window.heightsM.filter((height) => !Number.isNaN(height)).sort();
    expect(heights[0]).toBeCloseTo(-0.609, 3);
    expect(heights.at(-1)).toBeCloseTo(4.192, 3);
    expect(1 - heights.length / 160_000).toBeCloseTo(0.0126, 4);
  });

  it('gives a level to every place in it, also in its holes', async () => {
    const window = await readHeightWindow(readFileSync(TILE));
    const hole = window.heightsM.findIndex((height) => Number.isNaN(height));
    const [column, row] = [hole % 400, Math.floor(hole / 400)];
    const level = groundLevelAt(window, 32_300 + (column + 0.5) * 5, 371_600 - (row + 0.5) * 5);
    expect(level?.nearestM).toBeGreaterThan(0);
    expect(level?.heightM).toBeGreaterThan(-0.61);
    expect(level?.heightM).toBeLessThan(4.2);
  });
});

describe.skipIf(!existsSync(LABELS))("the publisher's example of a label", () => {
  it('is read', () => {
    const answer = new UpstreamAnswer(200, 'application/json', readFileSync(LABELS));
    expect(readEnergyLabels(answer, '0599010000295420')).toMatchObject([
      { energyClass: 'B', registeredOn: '2026-02-04', validUntil: '2036-01-14', energyDemand: 109.02 },
    ]);
  });
});

describe.skipIf(!existsSync(RECORD))('a real record of the search service', () => {
  it('is read, though it is no permit', () => {
    const { announcements } = readAnnouncements(readFileSync(RECORD, 'utf8'), '1011PN');
    expect(announcements).toMatchObject([
      {
        id: 'blg-1184123',
        publishedOn: '2025-02-20',
        title: 'Beslisnota',
        kind: 'Bijlage',
        authority: 'Tweede Kamer der Staten-Generaal',
        url: 'https://zoek.officielebekendmakingen.nl/blg-1184123.html',
        places: [],
      },
    ]);
    expect(isPermitKind('Bijlage')).toBe(false);
  });
});

describe.skipIf(!existsSync(NOTICES))('real titles of permits', () => {
  it('are placed at the address that they name, and say what has happened', () => {
    const { publications } = JSON.parse(readFileSync(NOTICES, 'utf8')) as {
      publications: { title: string }[];
    };
    const named = publications.flatMap(({ title }) => {
      const [, street, number] = / aan (\D+) (\d+) te Doesburg$/.exec(title) ?? [];
      return street === undefined ? [] : [{ title, street, houseNumber: Number(number) }];
    });
    expect(named.length).toBeGreaterThan(10);
    for (const { title, street, houseNumber } of named) {
      const address = {
        street,
        houseNumber,
        houseLetter: null,
        addition: null,
        postcode: null,
        rdXM: null,
        rdYM: null,
      };
      expect(placeOfNotice({ title, places: [] }, address, ['Doesburg']), title).toBe('this address');
      const neighbour = { ...address, houseNumber: houseNumber + 1 };
      expect(placeOfNotice({ title, places: [] }, neighbour, ['Doesburg']), title).toBeNull();
      expect(permitStage(title), title).not.toBeNull();
    }
  });
});
