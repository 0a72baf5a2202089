import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, scanEverything, signedIn as test, test as visitor } from './product.ts';

/** A text the specification quotes, where it stands, and what shows it there. */
interface QuotedText {
  readonly text: string;
  readonly page: string;
  readonly state: 'open' | 'user menu open' | 'account login open' | 'calls fail' | 'in its test';
  /** The test that brings about a state which needs more than a visitor's browser. */
  readonly heldBy?: string;
}

const TEXTS = JSON.parse(readFileSync(new URL('texts.json', import.meta.url), 'utf8')) as readonly QuotedText[];

function textsOf(page: string, state: QuotedText['state']): string[] {
  return TEXTS.filter((entry) => entry.page === page && entry.state === state && entry.heldBy === undefined).map(
    ({ text }) => text,
  );
}

/** What a page says, as it is written and not as its styles spell it. */
async function expectAll(page: Page, texts: readonly string[]): Promise<void> {
  expect(texts.length).toBeGreaterThan(0);
  const missing = () =>
    page.evaluate((wanted) => {
      const said = (
        document.body.textContent + [...document.querySelectorAll('[aria-label]')].map((e) => e.ariaLabel).join(' ')
      ).replace(/\s+/g, ' ');
      return wanted.filter((text) => !said.includes(text));
    }, texts);
  await expect.poll(missing).toEqual([]);
}

visitor('the gate shows the texts it is specified with', async ({ page }) => {
  await page.goto('/gate');
  await expectAll(page, textsOf('/gate', 'open'));
});

for (const path of new Set(
  TEXTS.filter(({ page, state }) => page.startsWith('/app/') && state === 'open').map(({ page }) => page),
))
  test(`${path} shows the texts it is specified with`, async ({ page }) => {
    await page.goto(path);
    await expectAll(page, [...textsOf(path, 'open'), ...textsOf('every page', 'open')]);
  });

test('the user menu and the account login say what they are specified to', async ({ page }) => {
  await page.goto('/app/settings');
  await page.getByRole('button', { name: /user menu/ }).click();
  await expectAll(page, textsOf('every page', 'user menu open'));
  await page.getByRole('menuitem', { name: 'Switch to Account Login' }).click();
  await expectAll(page, textsOf('every page', 'account login open'));
});

test('calls that fail without a word of the server get the words specified', async ({ page, watch }) => {
  watch.allow(/status of 500/);
  const fail = (path: string) => page.route(path, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/app/arbitrage');
  await scanEverything(page);
  await fail('**/api/arbitrage/stop');
  await page.getByRole('button', { name: 'Stop Scanner' }).click();
  await expect(page.getByText('Failed to stop arbitrage scanner').first()).toBeVisible();
  await page.unroute('**/api/arbitrage/stop');
  await page.getByRole('button', { name: 'Stop Scanner' }).click();
  await expect(page.getByRole('status', { name: 'Scanner' })).toContainText('Stopped');
  await fail('**/api/arbitrage/start');
  await page.getByRole('button', { name: 'Start Scanner' }).click();
  await expect(page.getByText('Failed to start arbitrage scanner').first()).toBeVisible();
  // An answer of another shape: a plain refusal would bring words of its own.
  await page.route('**/api/portfolio/performance*', (route) => route.fulfill({ json: {} }));
  await page.goto('/app/history');
  await expectAll(page, textsOf('/app/history', 'calls fail'));
});

test('every text specified is held by a test, those left to another one word by word', () => {
  expect(TEXTS.length).toBeGreaterThanOrEqual(189);
  const unquoted = TEXTS.filter(({ text, heldBy }) => heldBy !== undefined && !quotes(heldBy, text));
  expect(unquoted).toEqual([]);
});

function quotes(file: string, text: string): boolean {
  const source = readFileSync(file, 'utf8');
  return source.includes(text) || source.includes(text.replaceAll("'", String.raw`\'`));
}
