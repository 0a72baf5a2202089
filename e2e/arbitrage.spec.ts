import { enter, expect, scanEverything, signedIn, test } from './product.ts';
import { SimControl } from './sim-control.ts';

const VENUES = ['BINANCE', 'BYBIT', 'OKX', 'KUCOIN'];

test('a fresh installation shows four connected venues and rows that move', async ({ page }) => {
  await enter(page, '/app/arbitrage');
  await expect(page.getByRole('heading', { name: 'Multi-Mode Arbitrage Engine' })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Trading mode', exact: true })).toContainText('PAPER');
  await expect(page.getByRole('status', { name: 'Connection to the server' })).toContainText('Connected');
  const quality = page.getByRole('region', { name: 'Venue quality' });
  for (const venue of VENUES)
    await expect(quality.getByRole('listitem').filter({ hasText: venue })).toContainText(/ok|slow/, {
      timeout: 30_000,
    });
  // The simulated market scans by itself from the first start on, with all venues.
  await expect(page.getByRole('status', { name: 'Scanner' })).toContainText('Scanning');
  await expect(page.getByRole('status', { name: 'Scanner' })).toContainText(VENUES[3] ?? '');
  await expect(page.getByLabel('Min Spread (%)')).toHaveValue('0.05');
  const rows = page.getByRole('row').and(page.locator('[data-id]'));
  await expect(rows.first()).toBeVisible();
  const table = page.getByRole('table').first();
  const before = await table.innerText();
  await expect.poll(() => table.innerText()).not.toBe(before);
  await expect(page.getByRole('region', { name: 'Spot ↔ perp basis' }).getByRole('row').nth(1)).toContainText(
    'BTCUSDT',
  );
});

signedIn('the scanner stops and starts with the texts of the specification', async ({ page }) => {
  await page.goto('/app/arbitrage');
  await scanEverything(page);
  await expect(page.getByText('Arbitrage scanner started').first()).toBeVisible();
  await expect(page.getByRole('status', { name: 'Scanner' })).toContainText('Scanning');
  await page.getByRole('button', { name: 'Stop Scanner' }).click();
  await expect(page.getByText('Arbitrage scanner stopped').first()).toBeVisible();
  await expect(page.getByRole('status', { name: 'Scanner' })).toContainText('Stopped');
  await expect(page.getByText('No opportunities found')).toBeVisible();
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText('Arbitrage scanner stopped');
});

signedIn(
  'a row opens by keyboard into where its edge goes, and the address remembers it',
  async ({ page, operator }) => {
    // Rows of the market alone come and go and change places; this one stays, twice as wide as the next.
    const sim = new SimControl(operator);
    await sim.cheapen('OKX', 'BTCUSDT', 60);
    await sim.cheapen('BINANCE', 'BTCUSDT', -60);
    const id = 'BTCUSDT.PERP.OKX>BTCUSDT.PERP.BINANCE';
    await page.goto('/app/arbitrage');
    const row = page.locator(`tr[data-id="${id}"]`);
    await expect(page.locator('tr[data-id]').first()).toHaveAttribute('data-id', id);
    await row.focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.locator('tr[data-id]').nth(1)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(row).toBeFocused();
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog');
    await expect(drawer).toContainText('Entry fees');
    await expect(drawer).toContainText('VWAP');
    expect(new URL(page.url()).searchParams.get('row')).toBe(id);
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(row).toBeFocused();
  },
);

signedIn(
  'a question mark opens on a click and closes on the second, and the address keeps only what it knows',
  async ({ page }) => {
    await page.goto('/app/arbitrage?edge=zzz&sort=-gross&status=nope');
    await expect(page).toHaveURL(/\/app\/arbitrage\?sort=-gross$/);
    const help = page.getByRole('button', { name: /^Help/ }).first();
    await help.click();
    await expect(page.getByRole('tooltip')).toBeVisible();
    await help.click();
    await expect(page.getByRole('tooltip')).toBeHidden();
  },
);

signedIn('old addresses lead where they always did', async ({ page }) => {
  for (const [from, to] of [
    ['/settings', '/app/settings'],
    ['/api-keys', '/app/api-keys'],
    ['/', '/app'],
    ['/nowhere', '/app'],
    ['/app/nowhere', '/app'],
  ] as const) {
    await page.goto(from);
    await expect(page).toHaveURL(new RegExp(`${to}$`));
  }
});
