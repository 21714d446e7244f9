import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openGeoTiff } from '../../ingest/formats/geotiff.ts';
import { allValues } from '../support/raster.ts';

const TILE = '../shared/data/address/ahn/ahn4_dtm_5m_x32300-34300_y369600-371600.tif';

describe.skipIf(!existsSync(TILE))('the real height tile', () => {
  it('reads whole through the reader of bands: 400 x 400 floats, 1.26 % without data, -0.609 to 4.192 m', async () => {
    const raster = await openGeoTiff(TILE);
    expect(raster.grid).toEqual({ width: 400, height: 400, cellSizeM: 5, westM: 32_300, northM: 371_600 });
    expect(raster.declaredNoData).toBeCloseTo(3.4028235e38, -32);
    const values = await allValues(raster);
    await raster.close();
    const noData = Math.fround(raster.declaredNoData ?? Number.NaN);
    const heights = values.filter((value) => value !== noData);
    expect(values).toHaveLength(160_000);
    expect((1 - heights.length / values.length) * 100).toBeCloseTo(1.26, 2);
    expect(heights.reduce((lowest, height) => Math.min(lowest, height))).toBeCloseTo(-0.609, 3);
    expect(heights.reduce((highest, height) => Math.max(highest, height))).toBeCloseTo(4.192, 3);
  });
});
