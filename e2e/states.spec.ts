import type { Page, Route } from '@playwright/test';
import { gatePassword } from './passwords.ts';
import { chooseTheme, expect, signedIn as test, violations } from './product.ts';
import { SimControl } from './sim-control.ts';
import { Wire } from './wire.ts';

/** The pages an operator stands on while something fails. */
const MAIN = [
  { path: '/app/dashboard', heading: 'Dashboard' },
  { path: '/app/trading', heading: 'Futures Trading Engine' },
  { path: '/app/arbitrage', heading: 'Multi-Mode Arbitrage Engine' },
] as const;

/** What the frame of the page needs to open at all. */
const FRAME_CALLS =
  /\/api\/(gate|auth|health|stream|settings\/appearance|trading\/execution|kill-switch|notifications)/;

const connection = (page: Page) => page.getByRole('status', { name: 'Connection to the server' });
/** A journey on a product whose connections can be cut. */
const onWire = test.extend<{ wire: Wire }>({
  // oxlint-disable-next-line eslint/no-empty-pattern -- a fixture names what it builds on, here nothing
  wire: async ({}, use, info) => {
    const wire = await Wire.to(info.project.use.baseURL ?? '');
    await use(wire);
    await wire.cut();
  },
  baseURL: ({ wire }, use) => use(wire.url),
});

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Treats every reading call of a page's panels alike; the frame around them keeps its server. */
async function onPanels(page: Page, treat: (route: Route) => Promise<void> | void): Promise<void> {
  await page.route('**/api/**', (route) => {
    const request = route.request();
    if (request.method() !== 'GET' || FRAME_CALLS.test(request.url())) return route.fallback();
    return treat(route);
  });
}

test.beforeEach(async ({ page }) => {
  // A skeleton in the middle of its shimmer would be judged by a colour nobody reads.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await chooseTheme(page, 'dark');
});

test('server down at the start: every page opens, says so, and comes back alone', async ({ page, watch }) => {
  watch.allow(/net::ERR_/);
  await page.route('**/api/**', (route) => route.abort('connectionrefused'));
  for (const { path, heading } of MAIN) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByText('The server can not be reached.')).toBeVisible();
    await expect(connection(page)).toContainText('Offline');
    await expect(page.locator('main').getByRole('button', { name: 'Retry' }).first()).toBeVisible();
    if (path === '/app/arbitrage')
      await expect(panel(page, 'Venue quality').getByRole('alert')).toContainText('Failed to load venue quality');
    expect.soft(await violations(page), path).toEqual([]);
  }
  await page.unroute('**/api/**');
  await expect(connection(page)).toContainText('Connected');
  await expect(page.getByText('The server can not be reached.')).toBeHidden();
  await expect(page.locator('main').getByRole('alert')).toHaveCount(0);
});

onWire(
  'server lost in the middle: what was known stays, dimmed and with its age, and nothing can be started',
  async ({ page, watch, wire }) => {
    watch.allow(/net::ERR_|could not be loaded ahead/);
    await page.clock.install();
    for (const { path, heading } of MAIN) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(connection(page)).toContainText('Connected');
      await expect(page.getByRole('status', { name: 'Trading mode', exact: true })).toContainText('PAPER');
      await expect(page.locator('main .skeleton')).toHaveCount(0);
      if (path === '/app/dashboard')
        await expect(panel(page, 'Exchange Status').getByText(/^Connected$/)).toHaveCount(4);
      await wire.cut();
      await expect(connection(page)).toContainText('Offline');
      // Older than twice the interval of what is asked for least often here.
      await page.clock.fastForward(61_000);
      await expect(page.getByText('Engines run on the server and may still be trading.')).toBeVisible();
      await expect(page.locator('main .stale').first()).toBeVisible();
      await expect(page.getByRole('main')).toContainText(/ old/);
      for (const start of await page.getByRole('button', { name: /^Start Trading/ }).all())
        await expect(start).toHaveAttribute('title', 'The server can not be reached');
      if (path === '/app/dashboard') {
        await expect(page.getByRole('region', { name: 'Total Balance' })).toContainText(/\$\d/);
        await expect(panel(page, 'Exchange Status').getByText(/^Connected, .* ago$/)).toHaveCount(4);
        expect.soft(await violations(page), path).toEqual([]);
      }
      await wire.mend();
    }
    await page.clock.fastForward(16_000);
    await expect(connection(page)).toContainText('Connected');
    await expect(page.getByText('The server can not be reached.')).toBeHidden();
  },
);

onWire(
  'a page asked for while the server is lost says so in its place and comes with Retry',
  async ({ page, watch, wire }) => {
    watch.allow(/net::ERR_|could not be loaded ahead/);
    await page.goto('/app/dashboard');
    await expect(connection(page)).toContainText('Connected');
    // The place of toasts comes when the page is at rest; the server goes after that.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/toast-host-')),
    );
    await wire.cut();
    await page.getByRole('link', { name: /^History/ }).click();
    const failure = page.locator('main').getByRole('alert').filter({ hasText: 'Could not load this page' });
    await expect(failure).toBeVisible();
    await wire.mend();
    await failure.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Trading History' })).toBeVisible();
  },
);

test('a venue down: it is named, counted out, and blocks what needs it', async ({ page, operator }) => {
  const sim = new SimControl(operator);
  await page.goto('/app/arbitrage');
  await expect(connection(page)).toContainText('Connected');
  await sim.silence('OKX');
  const quality = panel(page, 'Venue quality');
  await expect(quality.getByRole('listitem').filter({ hasText: 'OKX' })).toContainText('down');
  await expect(page.getByText('System Degraded')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('3 of 4 venues');
  await page.goto('/app/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(page.getByText('System Degraded')).toBeVisible();
  await sim.heal();
  await expect(page.getByText('System Operational')).toBeVisible({ timeout: 60_000 });
});

test('one call fails: its panel says which and what to do, the others stand', async ({ page, watch }) => {
  watch.allow(/status of 500/);
  // A list that the stream does not bring as well: what it brings stands in for an answer that failed.
  await page.route('**/api/portfolio/transfers*', (route) =>
    route.fulfill({ status: 500, json: { ok: false, code: 'internal_error', error: 'The ledger is locked' } }),
  );
  await page.goto('/app/portfolio');
  await expect(page.getByRole('region', { name: 'Total Balance' })).toContainText(/\$\d/);
  await expect(panel(page, 'Exchange Balances').getByText('BINANCE').first()).toBeVisible();
  const failure = panel(page, 'Deposits and withdrawals').getByRole('alert');
  await expect(failure).toContainText('The ledger is locked');
  await expect(failure.getByRole('button', { name: 'Copy details' })).toBeVisible();
  await page.unroute('**/api/portfolio/transfers*');
  await failure.getByRole('button', { name: 'Retry' }).click();
  await expect(failure).toHaveCount(0);
});

test('every call fails: each panel says so with Retry, and is accessible', async ({ page, watch }) => {
  watch.allow(/status of 503/);
  const refusal = { ok: false, code: 'engine_unavailable', error: 'The engine does not answer', request_id: 'r1' };
  await onPanels(page, (route) => route.fulfill({ status: 503, json: refusal }));
  for (const { path, heading } of MAIN) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(
      page
        .locator('main')
        .getByText(/The engine does not answer/)
        .first(),
    ).toBeVisible();
    await expect(page.locator('main').getByRole('button', { name: 'Retry' }).first()).toBeVisible();
    // The table of opportunities stands all the same and is looked at with its page.
    if (path !== '/app/arbitrage') expect.soft(await violations(page), path).toEqual([]);
  }
});

test('slow answers: skeletons of the final size, then words', async ({ page }) => {
  await page.clock.install();
  await onPanels(page, () => {});
  for (const { path, heading } of MAIN) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await page.clock.fastForward(4500);
    await expect(page.getByText('Still loading. The server has not answered yet.').first()).toBeVisible();
    if (path === '/app/dashboard') expect.soft(await violations(page), path).toEqual([]);
  }
});

test('the gate closes in the middle of a form: what was typed is there again', async ({ page, context, watch }) => {
  watch.allow(/status of 401/);
  await page.goto('/app/settings');
  const field = page.getByLabel('Max Position Size USD');
  await field.fill('2345');
  // The session ends just before the form is sent.
  await page.route('**/api/settings/risk', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    await context.clearCookies();
    await route.fulfill({ status: 401, json: { ok: false, code: 'gate_required', error: 'The gate is locked' } });
  });
  await page.getByRole('button', { name: 'Save Risk Settings' }).click();
  await expect(page).toHaveURL(/\/gate\?next=%2Fapp%2Fsettings/);
  await page.unroute('**/api/settings/risk');
  await page.getByLabel('Gate password').fill(gatePassword());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/app\/settings/);
  await expect(field).toHaveValue('2345');
  await expect(page.getByText(/^Not saved/).first()).toBeVisible();
});

test('the gate without its server says so and tries again by itself', async ({ page, watch }) => {
  watch.allow(/net::ERR_/);
  await page.route('**/api/**', (route) => route.abort('connectionrefused'));
  await page.goto('/gate');
  await expect(page.getByText('Connection error').first()).toBeVisible();
  await page.unroute('**/api/**');
  await expect(page).toHaveURL(/\/app/);
});

test('figures and shapes stay readable in forced colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  for (const { path, heading } of MAIN) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  }
});
