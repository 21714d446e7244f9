import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleService } from '../support/sample-service.ts';

/** A browser that is on the machine; none is downloaded. */
const BROWSER = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (path) => path !== undefined && existsSync(path),
);

describe.skipIf(BROWSER === undefined)('the page for people, in a browser', () => {
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
      if (url.protocol.startsWith('http') && url.origin !== service.url) elsewhere.push(request.url());
    });
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) errors.push(message.text());
    });
    await page.goto(`${service.url}/`);
  }, 300_000);

  afterAll(() => browser?.close());

  const answer = () => page.locator('#answer');

  it('suggests while an address is typed, and shows the one that the keyboard chooses', async () => {
    const field = page.getByRole('combobox', { name: 'Address' });
    await field.pressSequentially('amstel 1');
    const option = page.getByRole('option', { name: 'Amstel 1, 1011PN Amsterdam' });
    await option.waitFor();
    expect(await field.getAttribute('aria-expanded')).toBe('true');
    for (let tries = 0; tries < 10; tries += 1) {
      if ((await option.getAttribute('aria-selected')) === 'true') break;
      await field.press('ArrowDown');
    }
    await field.press('Enter');
    await page.getByRole('heading', { name: 'Amstel 1, 1011PN Amsterdam' }).waitFor();
    const text = (await answer().textContent()) ?? '';
    expect(text).toContain('Year built');
    expect(text).toContain('1986');
    expect(text).toContain('average home value (€)558,000');
    // What to keep in mind, where it comes from, and what year it is of.
    expect(text).toContain('high rates');
    expect(text).toContain('Source: Kadaster');
    expect(text).toContain('Registered crime, 2025');
    expect(text).toContain('from the sample');
    expect(await field.getAttribute('aria-expanded')).toBe('false');
  });

  it('shows a vehicle, and says "not known" where nothing is known', async () => {
    await page.getByLabel('Licence plate', { exact: true }).last().fill('t905gl');
    await page.getByLabel('Licence plate', { exact: true }).last().press('Enter');
    await page.getByRole('heading', { name: /T-905-GL/ }).waitFor();
    expect(await answer().textContent()).toContain('Mitsubishi');
  });

  it('explains what cannot be found, with links that lead on', async () => {
    await page.goto(`${service.url}/#home?postcode=1082GB&house_number=43`);
    await page.getByRole('heading', { name: 'The input fits several addresses' }).waitFor();
    await answer().getByRole('link', { name: 'Overvoorde 43-1, 1082GB Amsterdam' }).first().click();
    await page.getByRole('heading', { name: 'Overvoorde 43-1, 1082GB Amsterdam' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'The input fits several addresses' }).waitFor();
    await page.goto(`${service.url}/#vehicle?licence_plate=85-XXX`);
    await page.getByRole('heading', { name: 'Not a Dutch licence plate' }).waitFor();
    await answer()
      .getByRole('link', { name: /licence_plate=/ })
      .click();
    await page.locator('#answer h2', { hasNotText: 'Not a Dutch' }).waitFor();
  });

  it('never takes text for markup', async () => {
    const markup = '<img src=x onerror=alert(1)>';
    await page.goto(`${service.url}/#home?${new URLSearchParams({ q: markup })}`);
    await answer().getByText('onerror').first().waitFor();
    expect(await answer().locator('img').count()).toBe(0);
  });

  it('can be used without a pointer, with names for all fields', async () => {
    for (const field of await page.locator('input').all()) {
      const id = await field.getAttribute('id');
      expect(await page.locator(`label[for="${id}"]`).count()).toBe(1);
    }
    expect(await page.getByRole('status').count()).toBe(1);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });

  it('asks no other host for anything, and runs without an error', () => {
    expect(elsewhere).toEqual([]);
    expect(errors).toEqual([]);
  });
});
