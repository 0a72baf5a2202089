import { chooseTheme, expect, signedIn as test } from './product.ts';
import { held, open, panel, PRO_PATH, send } from './pro-dashboard.ts';
import { post } from './settle.ts';
import { SimControl } from './sim-control.ts';

const VENUE = 'BYBIT';
const SYMBOL = 'SOLUSDT';
const ORDER_ID = 'e2e-trailing';

test('a price that runs away at one venue: no pair is traded on it, the trailing order follows and closes, the result is booked', async ({
  page,
  operator,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await chooseTheme(page, 'dark');
  const sim = new SimControl(operator);
  await open(operator, { venue: VENUE, symbol: SYMBOL, side: 'BUY', notional_usd: 200 });
  const list = await operator.get('/api/portfolio/positions');
  const { positions } = (await list.json()) as { positions: { venue: string; entry_price: number; size: number }[] };
  const mine = positions.find(({ venue }) => venue === VENUE);
  const entry = mine?.entry_price ?? 0;
  await operator.delete(`/api/trading/advanced/trailing_orders/${ORDER_ID}`);
  await post(operator, '/api/trading/advanced/trailing_orders', {
    order_id: ORDER_ID,
    symbol: SYMBOL,
    venue: VENUE,
    side: 'BUY',
    entry_price: entry,
    quantity: mine?.size,
    initial_tp_price: entry * 1.005,
    trailing_distance_pct: 0.004,
    max_trailing_pct: 0.2,
  });
  await page.goto(PRO_PATH);
  const position = held(page, VENUE, SYMBOL);
  await expect(position).toBeVisible();
  const order = panel(page, 'Trailing Orders').getByRole('row').filter({ hasText: ORDER_ID });
  await order.getByRole('button', { name: /^Start Trailing/ }).click();
  await expect(order).toContainText('trailing');

  await sim.cheapen(VENUE, SYMBOL, -1_000);

  await test.step('Position manager: the gain is that of its own venue', async () => {
    // Its mark follows the book by half of that at most.
    await expect(position).toContainText(/\+\$([5-9]|1\d|20)\.\d\d/);
  });
  await test.step('Pre-Trade Simulator and Trade Launcher: too good to be true is not traded', async () => {
    for (const name of ['Pre-Trade Simulator', 'Trade Launcher (ARB)']) {
      const form = panel(page, name);
      await form.getByLabel('Symbol', { exact: true }).fill(SYMBOL);
      await form.getByLabel('Notional').fill('200');
      await expect(form.getByRole('status').filter({ hasText: 'BLOCK' }), name).toBeVisible();
    }
    await expect(panel(page, 'Trade Launcher (ARB)').getByRole('button', { name: /^Execute/ })).toBeDisabled();
  });

  await test.step('Symbol Cooldowns: new risk in it waits from here on; what only closes does not', async () => {
    const cooldowns = panel(page, 'Symbol Cooldowns');
    await cooldowns.getByLabel('Symbol', { exact: true }).fill(SYMBOL);
    await cooldowns.getByLabel('Venue').selectOption({ label: 'Bybit' });
    await cooldowns.getByRole('button', { name: 'Duration 5m' }).click();
    await cooldowns.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(cooldowns.getByRole('row').filter({ hasText: SYMBOL })).toContainText('manual');
    const { status, body } = await send(operator, { venue: VENUE, symbol: SYMBOL, side: 'BUY', notional_usd: 200 });
    expect([status, body.code]).toEqual([409, 'risk_blocked']);
  });
  await test.step('Capital Allocation: divides what the accounts are worth, the gain of nobody else in it', async () => {
    const allocation = panel(page, 'Capital Allocation');
    await expect(allocation.getByRole('listitem')).toHaveCount(4);
    const parts = await allocation.getByRole('listitem').allTextContents();
    const dollars = parts.map((part) => Number(/\$([\d,]+\.\d\d)/.exec(part)?.[1]?.replaceAll(',', '')));
    const total = dollars.reduce((sum, part) => sum + part, 0);
    // A gain of 20 USD at the most, of 40,000.
    expect(total).toBeGreaterThan(39_900);
    expect(total).toBeLessThan(40_100);
    await expect(allocation.getByRole('alert')).toHaveCount(0);
  });

  await sim.heal();

  await test.step('Trailing Orders: triggered by the way back, and the position is gone', async () => {
    await expect(order).toContainText('triggered');
    await expect(position).toHaveCount(0);
  });
  await test.step('PnL Analytics and Trading Performance: the trade is counted', async () => {
    await expect(panel(page, 'PnL Analytics')).toContainText(/[1-9]\d* trades?/);
    await expect(panel(page, 'Trading Performance').getByRole('alert')).toHaveCount(0);
  });
});
