import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleService } from '../support/sample-service.ts';

/** A browser that is on the machine; none is downloaded. */
const BROWSER = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (path) => path !== undefined && existsSync(path),
);

describe.skipIf(BROWSER === undefined)('the interactive reference, in a browser', () => {
  const service = sampleService();
  let browser: Browser;
  let page: Page;
  const elsewhere: string[] = [];
  const errors: string[] = [];

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: BROWSER ?? '', args: ['--no-sandbox'] });
    page = await browser.newPage();
    page.on('request', (request) => {
      const url = new URL(request.url());
      // Requests that are tried out go to PUBLIC_BASE_URL, by default the same server by its other name.
      const own = ['127.0.0.1', 'localhost'].map((host) => `http://${host}:${new URL(service.url).port}`);
      if (url.protocol.startsWith('http') && !own.includes(url.origin)) elsewhere.push(request.url());
    });
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(`${service.url}/docs/`);
  }, 300_000);

  afterAll(() => browser?.close());

  it('lists every operation', async () => {
    await page.locator('.opblock-summary-path').first().waitFor();
    const paths = await page.locator('.opblock-summary-path').allTextContents();
    expect(paths.map((path) => path.replace(/\u200b/g, ''))).toEqual(
      expect.arrayContaining(['/v1/home/basic', '/v1/vehicle/basic', '/v1/status', '/healthz', '/readyz']),
    );
  });

  it('sends the example request and shows the answer of this very server', async () => {
    const operation = page.locator('.opblock', { hasText: '/v1/vehicle/basic' });
    await operation.locator('.opblock-summary-control').click();
    await operation.locator('.execute').click();
    const answer = operation.locator('.live-responses-table .response .microlight').first();
    await answer.waitFor();
    expect(
      await operation.locator('.live-responses-table .response-col_status').last().textContent(),
    ).toContain('200');
    expect(await answer.textContent()).toContain('"plate_formatted"');
  });

  it('asks no other host for anything, and runs without an error', () => {
    expect(elsewhere).toEqual([]);
    expect(errors).toEqual([]);
  });
});
