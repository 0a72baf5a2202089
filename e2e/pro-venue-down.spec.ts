import { chooseTheme, expect, signedIn as test } from './product.ts';
import { closeIn, confirm, held, open, panel, PRO_PATH } from './pro-dashboard.ts';
import { SimControl } from './sim-control.ts';

/** Where the engines trade unless they are told otherwise. */
const DOWN = 'BINANCE';
const SYMBOL = 'SOLUSDT';

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await chooseTheme(page, 'dark');
});

test('a venue down with a position on it: every panel says what it no longer knows, and starts, plans and fills nothing there', async ({
  page,
  operator,
  watch,
}) => {
  // No engine starts (409), and the venue answers no question for candles (504).
  watch.allow(/status of (409|504)/);
  const sim = new SimControl(operator);
  await open(operator, { venue: DOWN, symbol: SYMBOL, side: 'BUY', notional_usd: 200 });
  await page.goto(PRO_PATH);
  const venues = panel(page, 'Venues');
  await expect(venues).toContainText('4 of 4 active');
  const position = held(page, DOWN, SYMBOL);
  await expect(position).toBeVisible();

  await sim.takeDown(DOWN);

  await test.step('Venues: counted out, its last price dimmed with its age', async () => {
    await expect(venues).toContainText('3 of 4 active');
    const card = venues.getByRole('region', { name: DOWN });
    await expect(card).toContainText('DISCONNECTED');
    await expect(card.getByRole('status')).toContainText('nothing new is traded here meanwhile');
    await expect(card.getByTestId('last-price')).toContainText(' old');
  });

  await test.step('Pre-Trade Simulator: BLOCK, and which gate', async () => {
    const simulator = panel(page, 'Pre-Trade Simulator');
    await simulator.getByLabel('Symbol', { exact: true }).fill(SYMBOL);
    await simulator.getByLabel('Notional').fill('200');
    for (const venue of ['BYBIT', 'OKX']) await simulator.getByRole('checkbox', { name: venue }).uncheck();
    await expect(simulator.getByRole('status').filter({ hasText: 'BLOCK' })).toBeVisible();
    await expect(simulator.getByRole('list', { name: 'Gates' })).toContainText(
      /the market feed is down|no verified book|no price of/,
    );
  });

  await test.step('Trade Launcher: nothing to execute, with the reason', async () => {
    const launcher = panel(page, 'Trade Launcher (ARB)');
    await launcher.getByLabel('Symbol', { exact: true }).fill(SYMBOL);
    for (const venue of ['BYBIT', 'OKX']) await launcher.getByRole('checkbox', { name: venue }).uncheck();
    await expect(launcher).toContainText('BLOCK');
    await expect(launcher.getByRole('button', { name: /^Execute/ })).toBeDisabled();
  });

  await test.step('Funding Carry Planner: its listings are left out, and why', async () => {
    const carry = panel(page, 'Funding Carry Planner');
    await carry.getByLabel('Symbol', { exact: true }).fill(SYMBOL);
    await carry.getByRole('button', { name: 'Plan', exact: true }).click();
    await expect(carry).toContainText(`${SYMBOL}.PERP.${DOWN}: its book is`);
  });

  await test.step('Symbol Validator: the plan counts the live books of the others', async () => {
    const symbols = panel(page, 'Symbol Validator');
    await symbols.getByLabel('Symbols').fill(SYMBOL);
    await symbols.getByRole('button', { name: 'Rotation plan' }).click();
    await expect(symbols.getByRole('region', { name: 'Rotation plan', exact: true })).toContainText(/3 of [34]/);
  });

  await test.step('Symbol Cooldowns: one is added there all the same, counts down, and is cleared', async () => {
    const cooldowns = panel(page, 'Symbol Cooldowns');
    await cooldowns.getByLabel('Symbol', { exact: true }).fill(SYMBOL);
    await cooldowns.getByRole('button', { name: 'Duration 1h' }).click();
    await cooldowns.getByRole('button', { name: 'Add', exact: true }).click();
    const clear = page.getByRole('button', { name: `Clear cooldown of ${SYMBOL} at ${DOWN}, trade` });
    const row = cooldowns.getByRole('row').filter({ has: clear });
    await expect(row).toContainText('manual');
    await expect(row.getByRole('meter')).toHaveAttribute('aria-valuetext', /^(59m \d\ds|1h 00m) of 1h 00m left$/);
    await expect(cooldowns.getByRole('alert')).toHaveCount(0);
    await clear.click();
    await expect(row).toHaveCount(0);
  });

  await test.step('Capital Allocation: every venue keeps its dollars, weights are tried and saved', async () => {
    const allocation = panel(page, 'Capital Allocation');
    const shares = allocation.getByRole('list', { name: 'Share of each venue' }).getByRole('listitem');
    await expect(shares).toHaveCount(4);
    await expect(shares.filter({ hasText: DOWN })).toContainText(/\$[1-9]/);
    await expect(allocation).toContainText(`${DOWN} can not use its share now`);
    await allocation.getByLabel('Balance weight').fill('0.9');
    await expect(allocation.getByRole('status')).toHaveText('Total Weight: 1.5 (Must equal 1.0)');
    await expect(allocation.getByRole('button', { name: 'Save' })).toBeDisabled();
    await allocation.getByRole('button', { name: 'Normalise to 1.0' }).click();
    await expect(allocation).toContainText('Preview; nothing moves until Save');
    await allocation.getByRole('button', { name: 'Save' }).click();
    await confirm(page, 'Save');
    await expect(allocation).not.toContainText('Not saved');
    await expect(shares).toHaveCount(4);
    await expect(allocation.getByRole('alert')).toHaveCount(0);
  });

  await test.step('Advanced Trading Engines: an engine of that venue is not started', async () => {
    const engines = panel(page, 'Advanced Trading Engines');
    await engines.getByRole('button', { name: 'Start PAS Trader' }).click();
    await expect(engines.getByRole('alert')).toContainText('Exchange not connected');
    await expect(engines).toContainText('0 of 2 running');
  });

  await test.step('Position manager: closing is asked for, nothing is filled at a price nobody has, and the tail says so', async () => {
    await closeIn(position);
    await expect(panel(page, 'Live Tail').getByRole('row').filter({ hasText: 'close_unfilled' }).first()).toBeVisible();
    await expect(position).toBeVisible();
  });

  await test.step('Summary, performance and guard: as before, and not old', async () => {
    for (const name of ['Smart Pro Engine', 'Trading Performance', 'Risk Guard', 'PnL Analytics']) {
      await expect(panel(page, name).getByRole('alert'), name).toHaveCount(0);
      await expect(panel(page, name).locator('.stale'), name).toHaveCount(0);
    }
  });

  await sim.heal();
  await expect(venues).toContainText('4 of 4 active');
  await expect(async () => {
    await closeIn(position);
    await expect(position).toHaveCount(0, { timeout: 5_000 });
  }).toPass();
});
