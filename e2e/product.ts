import { test as base, expect, type APIRequestContext, type BrowserContextOptions, type Page } from '@playwright/test';
import { gatePassword } from './passwords.ts';
import { settle, signIn } from './settle.ts';
import { violations } from './violations.ts';

/** What a page said or asked for that it should not have. */
interface Watch {
  readonly complaints: string[];
  /** Lets messages through that the journey causes on purpose. */
  allow(pattern: RegExp): void;
}

/** A kept connection may be closed at the moment it is used again. */
const RETRIES = 2;

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** A journey fails on any console error or warning, page error, or request to another origin. */
export const test = base.extend<{ watch: Watch }>({
  watch: [
    async ({ page, baseURL }, use) => {
      const complaints: string[] = [];
      const allowed: RegExp[] = [];
      const complain = (text: string): void => {
        if (!allowed.some((pattern) => pattern.test(text))) complaints.push(text);
      };
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning')
          complain(`${message.type()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => complain(`page error: ${error.message}`));
      page.on('request', (request) => {
        const url = request.url();
        if (!url.startsWith(`${baseURL ?? ''}/`) && !/^(data|blob):/.test(url)) complain(`foreign request: ${url}`);
      });
      await use({ complaints, allow: (pattern) => allowed.push(pattern) });
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * A journey that starts behind the gate, on a product brought back to where every journey starts. One sign-in serves all of them, unless
 * one has ended it.
 */
export const signedIn = test.extend<{ operator: APIRequestContext }, { session: APIRequestContext }>({
  session: [
    async ({ playwright }, use, worker) => {
      const { baseURL } = worker.project.use;
      const request = await playwright.request.newContext(baseURL === undefined ? {} : { baseURL });
      await use(request);
      await request.dispose();
    },
    { scope: 'worker' },
  ],
  operator: async ({ session }, use) => {
    const answer = await session.get('/api/gate/status', { maxRetries: RETRIES });
    if (!((await answer.json()) as { authenticated: boolean }).authenticated) await signIn(session);
    await settle(session);
    await use(session);
  },
  storageState: async ({ operator }, use) => use((await operator.storageState()) satisfies StorageState),
});

export { expect, violations };

/** Opens a page of the app through the gate, as a new visitor does. */
export async function enter(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Gate password').fill(gatePassword());
  await page.getByRole('button', { name: 'Enter Platform' }).click();
  await page.waitForURL(`**${path}`);
}

/** Starts the scanner on all venues with a minimum low enough to show rows, whatever it did before. */
export async function scanEverything(page: Page): Promise<void> {
  const stop = page.getByRole('button', { name: 'Stop Scanner' });
  await expect(page.getByRole('status', { name: 'Scanner' })).toContainText(/Scanning|Stopped/);
  if (await stop.isEnabled()) {
    await stop.click();
    await expect(stop).toBeDisabled();
  }
  await page.getByLabel('Min Spread (%)').fill('0.01');
  for (const venue of ['binance', 'bybit', 'okx', 'kucoin']) await page.getByRole('checkbox', { name: venue }).check();
  await page.getByRole('button', { name: 'Start Scanner' }).click();
  await expect(stop).toBeEnabled();
}

/** Chooses the theme before the page's first line runs, as a returning operator's browser has it. */
export async function chooseTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.addInitScript(
    (chosen) => localStorage.setItem('riptide.preferences', JSON.stringify({ theme: chosen })),
    theme,
  );
}
