import { chooseTheme, expect, test as base } from './product.ts';
import { LiveProduct } from './live-product.ts';
import { closeIn, held, open, panel, PRO_PATH, send } from './pro-dashboard.ts';

const WISH = { venue: 'BINANCE', symbol: 'SOLUSDT', side: 'BUY', notional_usd: 200 } as const;

/** A journey on a product of its own whose orders go to the simulated venues. */
const test = base.extend<{ live: LiveProduct }>({
  // oxlint-disable-next-line eslint/no-empty-pattern -- a fixture names what it builds on, here nothing
  live: async ({}, use) => {
    const live = await LiveProduct.start();
    await use(live);
    await live.stop();
  },
  baseURL: ({ live }, use) => use(live.url),
  storageState: async ({ live }, use) => use(await live.operator.storageState()),
});

test('orders go to the venue: one is refused there, the outcome of another is lost, and every panel says which is which', async ({
  page,
  live,
  watch,
}) => {
  watch.allow(/status of (409|504)/);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await chooseTheme(page, 'dark');
  const { operator, sim } = live;
  await open(operator, WISH);
  await page.goto(PRO_PATH);
  await expect(page.getByRole('status', { name: 'Trading mode', exact: true })).toContainText('LIVE');
  const tail = panel(page, 'Live Tail');
  const audit = panel(page, 'Audit Log');
  const position = held(page, WISH.venue, WISH.symbol);
  await expect(position).toContainText('LIVE');
  await expect(tail).toContainText('streaming');

  await test.step('refused at the venue: the answer, the tail and the audit say refused; nothing is held of it', async () => {
    await sim.refuseOrder(WISH.venue, WISH.symbol);
    const { status, body } = await send(operator, WISH);
    expect([status, body.code]).toEqual([409, 'order_rejected']);
    const row = tail.getByRole('row').filter({ hasText: 'order_refused' }).first();
    await expect(row).toContainText(WISH.symbol);
    await audit.getByRole('button', { name: 'Refresh' }).click();
    await expect(
      audit
        .getByRole('row')
        .filter({ hasText: /reject|refused/i })
        .first(),
    ).toBeVisible();
  });

  await test.step('the outcome of a close is lost: it is being checked, new risk waits, nobody says failed', async () => {
    await sim.loseOutcome(WISH.venue, WISH.symbol);
    await closeIn(position);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    const row = tail.getByRole('row').filter({ hasText: 'condition_unknown_order' }).first();
    await expect(row).toContainText(WISH.symbol);
    await expect(tail.getByRole('row').filter({ hasText: /unknown: / })).toContainText(WISH.symbol);
    await expect(page.locator('body')).not.toContainText(/failed to close/i);
    await expect(position).toBeVisible();
    const simulator = panel(page, 'Pre-Trade Simulator');
    await simulator.getByLabel('Symbol', { exact: true }).fill(WISH.symbol);
    await expect(simulator.getByRole('status').filter({ hasText: 'BLOCK' })).toBeVisible();
    await expect(simulator.locator('[data-gate="open-conditions"]')).toContainText(/BLOCK/);
  });

  await test.step('the venue answers again: the close counts, the position is gone, its result is booked', async () => {
    await sim.heal();
    await expect(position).toHaveCount(0, { timeout: 60_000 });
    await expect(panel(page, 'PnL Analytics')).toContainText('1 trade');
  });
});
