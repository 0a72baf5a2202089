import type { Page, Route } from '@playwright/test';
import { picture } from './picture.ts';
import { chooseTheme, expect, gatePassword, signedIn as test, violations } from './product.ts';
import { SimControl } from './sim-control.ts';

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
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Treats every reading call of a page's panels alike; the frame around them keeps its server. */
async function onPanels(page: Page, treat: (route: Route) => Promise<void> | void): Promise<void> {
  await page.route('**/api/**', (route) => {
    const request = route.request();
    if (request.method() !== 'GET' || FRAME_CALLS.test(request.url())) return route.fallback();
    return treat(route);
  });
}

// Every state is looked at on several pages and by axe.
test.describe.configure({ timeout: 240_000 });

test.beforeEach(async ({ page }) => {
  // A skeleton in the middle of its shimmer would be judged by a colour nobody reads.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await chooseTheme(page, 'dark');
});

test('server down at the start: every page opens, says so, and comes back alone', async ({ page, watch }, info) => {
  watch.allow(/net::ERR_/);
  await page.route('**/api/**', (route) => route.abort('connectionrefused'));
  for (const { path, heading } of MAIN) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByText('The server can not be reached.')).toBeVisible({ timeout: 3000 });
    await expect(connection(page)).toContainText('Offline');
    await expect(page.locator('main').getByRole('button', { name: 'Retry' }).first()).toBeVisible();
    expect.soft(await violations(page), path).toEqual([]);
    await picture(page, info, `down${path.replaceAll('/', '-')}`);
  }
  await page.unroute('**/api/**');
  await expect(connection(page)).toContainText('Connected', { timeout: 30_000 });
  await expect(page.getByText('The server can not be reached.')).toBeHidden();
  await expect(page.locator('main').getByRole('alert')).toHaveCount(0, { timeout: 30_000 });
});

test('server lost in the middle: what was known stays, dimmed and with its age, and nothing can be started', async ({
  page,
  context,
  watch,
}, info) => {
  watch.allow(/net::ERR_|preload/);
  await page.clock.install();
  for (const { path, heading } of MAIN) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(connection(page)).toContainText('Connected');
    await expect(page.getByRole('status', { name: 'Trading mode' })).toContainText('PAPER');
    await expect(page.locator('main .skeleton')).toHaveCount(0);
    await context.setOffline(true);
    await page.route('**/api/**', (route) => route.abort('connectionrefused'));
    await page.clock.fastForward(40_000);
    await expect(connection(page)).toContainText('Offline', { timeout: 20_000 });
    await expect(page.getByText('Engines run on the server and may still be trading.')).toBeVisible();
    await expect(page.locator('main .stale').first()).toBeVisible();
    await expect(page.getByRole('main')).toContainText(/ old/);
    for (const start of await page.getByRole('button', { name: /^Start Trading/ }).all())
      await expect(start).toHaveAttribute('title', 'The server can not be reached');
    if (path === '/app/dashboard')
      await expect(page.getByRole('region', { name: 'Total Balance' })).toContainText('$40,');
    expect.soft(await violations(page), path).toEqual([]);
    await picture(page, info, `lost${path.replaceAll('/', '-')}`);
    await context.setOffline(false);
    await page.unroute('**/api/**');
  }
  await page.clock.fastForward(16_000);
  await expect(connection(page)).toContainText('Connected', { timeout: 30_000 });
  await expect(page.getByText('The server can not be reached.')).toBeHidden();
});

test('a venue down: it is named, counted out, and blocks what needs it', async ({ page, playwright }, info) => {
  const request = await playwright.request.newContext();
  const sim = new SimControl(request);
  await page.goto('/app/arbitrage');
  await expect(connection(page)).toContainText('Connected');
  await sim.silence('OKX');
  try {
    const quality = panel(page, 'Venue quality');
    await expect(quality.getByRole('listitem').filter({ hasText: 'OKX' })).toContainText('down', { timeout: 30_000 });
    await expect(page.getByText('System Degraded')).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole('main')).toContainText('3 of 4 venues');
    await picture(page, info, 'venue-down-arbitrage');
    for (const { path, heading } of MAIN) {
      if (path === '/app/arbitrage') continue;
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page.getByText('System Degraded')).toBeVisible();
      await picture(page, info, `venue-down${path.replaceAll('/', '-')}`);
    }
  } finally {
    await sim.heal();
    await request.dispose();
  }
  await expect(page.getByText('System Operational')).toBeVisible({ timeout: 60_000 });
});

test('one call fails: its panel says which and what to do, the others stand', async ({ page, watch }, info) => {
  watch.allow(/status of 500/);
  await page.route('**/api/portfolio/positions*', (route) =>
    route.fulfill({ status: 500, json: { ok: false, code: 'internal_error', error: 'The ledger is locked' } }),
  );
  await page.goto('/app/portfolio');
  await expect(page.getByRole('region', { name: 'Total Balance' })).toContainText('$40,');
  await expect(panel(page, 'Exchange Balances').getByText('BINANCE').first()).toBeVisible();
  await picture(page, info, 'partial-portfolio');
});

test('every call fails: each panel says so with Retry, and is accessible', async ({ page, watch }, info) => {
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
    expect.soft(await violations(page), path).toEqual([]);
    await picture(page, info, `error${path.replaceAll('/', '-')}`);
  }
});

test('slow answers: skeletons of the final size, then words', async ({ page }, info) => {
  await page.clock.install();
  await onPanels(page, () => {});
  for (const { path, heading } of MAIN) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await page.clock.fastForward(4500);
    await expect(page.getByText('Still loading. The server has not answered yet.').first()).toBeVisible();
    expect.soft(await violations(page), path).toEqual([]);
    await picture(page, info, `slow${path.replaceAll('/', '-')}`);
  }
});

test('the gate closes in the middle of a form: what was typed is there again', async ({
  page,
  context,
  watch,
}, info) => {
  watch.allow(/status of 401/);
  await page.goto('/app/settings');
  const field = page.getByLabel('Max Position Size USD');
  await field.fill('2345');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Save Risk Settings' }).click();
  await expect(page).toHaveURL(/\/gate\?next=%2Fapp%2Fsettings/);
  await picture(page, info, 'form-401-gate');
  await page.getByLabel('Gate password').fill(gatePassword());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/app\/settings/);
  await expect(field).toHaveValue('2345');
  await expect(page.getByText(/^Not saved/).first()).toBeVisible();
  await picture(page, info, 'form-401-back');
});

test('the gate without its server says so and tries again by itself', async ({ page, watch }, info) => {
  watch.allow(/net::ERR_/);
  await page.route('**/api/**', (route) => route.abort('connectionrefused'));
  await page.goto('/gate');
  await expect(page.getByText('Connection error').first()).toBeVisible();
  await picture(page, info, 'gate-down');
  await page.unroute('**/api/**');
  await expect(page).toHaveURL(/\/app/, { timeout: 15_000 });
});

test('figures and shapes stay readable in forced colours', async ({ page }, info) => {
  await page.emulateMedia({ forcedColors: 'active' });
  for (const { path, heading } of MAIN) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    await picture(page, info, `forced${path.replaceAll('/', '-')}`);
  }
});
