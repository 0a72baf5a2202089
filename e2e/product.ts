import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type BrowserContextOptions, type Page } from '@playwright/test';

/** What a page said or asked for that it should not have. */
interface Watch {
  readonly complaints: string[];
  /** Lets messages through that the journey causes on purpose. */
  allow(pattern: RegExp): void;
}

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

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

/** A journey that starts behind the gate: one sign-in serves every journey of the run. */
export const signedIn = test.extend<object, { session: StorageState }>({
  session: [
    async ({ playwright }, use, worker) => {
      const { baseURL } = worker.project.use;
      const request = await playwright.request.newContext(baseURL === undefined ? {} : { baseURL });
      const answer = await request.post('/api/gate/unlock', { data: { password: gatePassword() } });
      expect(answer.status(), await answer.text()).toBe(200);
      await use(await request.storageState());
      await request.dispose();
    },
    { scope: 'worker' },
  ],
  storageState: ({ session }, use) => use(session),
});

export { expect };

/** The gate password the product under test was started with. */
export function gatePassword(): string {
  const password = process.env['E2E_GATE_PASSWORD'];
  if (password === undefined) throw new Error('Invariant: the configuration chose no gate password');
  return password;
}

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

/** Finds accessibility violations of WCAG A and AA, or of the rules named alone; empty is the goal. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations: found } = await (rules ? axe.withRules(rules) : axe.withTags(AXE_TAGS)).analyze();
  return found.map(
    (violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
}

/** Chooses the theme before the page's first line runs, as a returning operator's browser has it. */
export async function chooseTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.addInitScript(
    (chosen) => localStorage.setItem('riptide.preferences', JSON.stringify({ theme: chosen })),
    theme,
  );
}
