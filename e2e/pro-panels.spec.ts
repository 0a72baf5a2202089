import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chooseTheme, expect, signedIn as test, violations } from './product.ts';
import { panel, PRO_PATH } from './pro-dashboard.ts';
import { post } from './settle.ts';
import { SimControl } from './sim-control.ts';
import { Wire } from './wire.ts';

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

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await chooseTheme(page, 'dark');
});

test('the receiver of notifications fails: the channel says so, and sends again when it is mended', async ({
  page,
  operator,
}) => {
  let status = 500;
  const receiver = createServer((asked, answer) => {
    asked.resume();
    answer.writeHead(status).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const webhook = { enabled: true, url, allow_private: true, secret: 'only-for-tests-sixteen-or-more' };
  await post(operator, '/api/notify/settings', { enabled: true, channels: { webhook } });
  try {
    await page.goto(`${PRO_PATH}?panel=notifications`);
    const notifications = panel(page, 'Notifications');
    const result = notifications.getByRole('list', { name: 'Result of the test' }).getByRole('listitem');
    await notifications.getByRole('button', { name: 'Send test' }).click();
    await expect(result.filter({ hasText: 'webhook' })).toContainText(/failed.*500/);
    await expect(result.filter({ hasText: 'console' })).toContainText('sent');
    status = 200;
    await notifications.getByRole('button', { name: 'Send test' }).click();
    await expect(result.filter({ hasText: 'webhook' })).toContainText(/sent.*ms/);
  } finally {
    await post(operator, '/api/notify/settings', { enabled: false, channels: { webhook: { enabled: false } } });
    receiver.closeAllConnections();
    await new Promise((resolve) => receiver.close(resolve));
  }
});

/** Panels whose figures are asked for again and again: they grow old when nobody answers. */
const POLLED = [
  'Smart Pro Engine',
  'Trading Performance',
  'Advanced Trading Engines',
  'Venues',
  'PnL Analytics',
  'Capital Allocation',
  'Symbol Cooldowns',
  'Trailing Orders',
  'Trade Launcher (ARB)',
  'Risk Guard',
  'Notifications',
  'Audit Log',
];
/** What is asked for by hand, and what its panel says when nobody answers. */
const ASKED: readonly (readonly [panel: string, button: string, says: RegExp])[] = [
  ['Symbol Validator', 'Validate', /can not be reached/],
  ['Pre-Trade Simulator', 'Simulate', /can not be reached/],
  ['Funding Carry Planner', 'Plan', /can not be reached/],
  ['Notifications', 'Send test', /can not be reached/],
];

onWire(
  'server lost in the middle: each panel keeps what it knew with its age, says what it could not do, and the tail fills in what it missed',
  async ({ page, watch, wire, operator }) => {
    watch.allow(/net::ERR_|could not be loaded ahead/);
    await page.clock.install();
    await page.goto(`${PRO_PATH}?auditTab=events`);
    const tail = panel(page, 'Live Tail');
    await expect(tail).toContainText('streaming');
    await expect(panel(page, 'Audit Log').getByRole('row').nth(1)).toBeVisible();
    await expect(page.locator('main .skeleton')).toHaveCount(0);
    await expect(panel(page, 'Venues')).toContainText('4 of 4 active');

    await wire.cut();
    await expect(tail.getByRole('alert')).toContainText(/Reconnecting in \d+ s; what is missed meanwhile is filled in/);
    for (const [name, button, says] of ASKED) {
      await panel(page, name).getByRole('button', { name: button, exact: true }).click();
      await expect.soft(panel(page, name).getByRole('alert').first(), name).toContainText(says);
    }
    await page.clock.fastForward(61_000);
    for (const name of POLLED) await expect.soft(panel(page, name), name).toContainText(/ old|Could not load|Failed/);
    await expect(panel(page, 'Venues').locator('.stale').first()).toBeVisible();
    await expect(panel(page, 'Audit Log').locator('.stale').getByRole('row').nth(1)).toBeVisible();
    // What tells of a lost server comes and goes: looked at until it is at rest.
    await expect.poll(() => violations(page), { timeout: 60_000 }).toEqual([]);

    // The server goes on meanwhile, and what it was told is what the tail missed.
    const cooldown = { symbol: 'GALAUSDT', venue: 'OKX', action: 'trade' };
    await post(operator, '/api/trading/advanced/cooldowns', { ...cooldown, duration_seconds: 60 });
    await wire.mend();
    await page.clock.fastForward(16_000);
    await expect(tail).toContainText(/Reconnected, \d+ missed: filled in/);
    await expect(tail.getByRole('row').filter({ hasText: 'GALAUSDT' }).first()).toBeVisible();
    await expect(tail).toContainText('streaming');
    // What was asked for by hand stays unanswered until it is asked for again.
    for (const name of POLLED.filter((each) => each !== 'Notifications'))
      await expect.soft(panel(page, name).getByRole('alert'), name).toHaveCount(0);
    await expect(panel(page, 'Venues').locator('.stale')).toHaveCount(0);
  },
);

test('an order refused for a book that is too old: the moment of its row shows why, step by step, and two are compared', async ({
  page,
  operator,
}) => {
  const sim = new SimControl(operator);
  await sim.silence('OKX');
  const order = { venue: 'OKX', symbol: 'SOLUSDT', side: 'BUY', type: 'market', notional_usd: 400 };
  await expect(async () => {
    const preview = await operator.post('/api/trading/order/preview', { data: order });
    expect(((await preview.json()) as { verdict: string }).verdict).toBe('BLOCK');
    const { preview_id } = (await preview.json()) as { preview_id: string };
    const answer = await operator.post('/api/trading/order/execute', { data: { preview_id } });
    expect([answer.status(), await answer.text()]).toEqual([409, expect.stringContaining('too old')]);
  }).toPass();
  await page.goto(`${PRO_PATH}?panel=audit&auditSymbol=SOLUSDT`);
  const row = panel(page, 'Audit Log').getByRole('row').filter({ hasText: 'SOLUSDT' }).first();
  await expect(row).toContainText(/blocked: the book is \d+ ms old/);
  await row.getByRole('button', { name: /^Show the moment of/ }).click();
  const sheet = page.getByRole('dialog', { name: 'The moment' });
  const steps = sheet.getByRole('region', { name: 'Steps' });
  const record = steps.getByText(/^#\d+ · /);
  await expect(record).toContainText('intent');
  await expect(sheet).toContainText(/book-age/);
  const first = await record.innerText();
  const seq = Number(/\d+/.exec(first)?.[0]);
  await sheet.getByRole('button', { name: 'Set as A' }).click();
  await steps.getByRole('button', { name: 'Step back' }).click();
  await expect(record).toHaveText(new RegExp(`^#${seq - 1} `));
  await page.keyboard.press('ArrowRight');
  await expect(record).toHaveText(first);
  await page.keyboard.press('ArrowLeft');
  await expect(record).toHaveText(new RegExp(`^#${seq - 1} `));
  await sheet.getByRole('button', { name: 'Set as B' }).click();
  const compared = sheet.getByRole('region', { name: 'Compare' });
  await expect(compared).toContainText(`A #${seq}`);
  await expect(compared).toContainText(`B #${seq - 1}`);
  await expect(compared.getByRole('list', { name: 'Lines' }).getByRole('listitem').first()).toContainText('→');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
});

test('a decision on liquidations: its moment shows the gates that judged it, and the records before and after it', async ({
  page,
  operator,
}) => {
  const sim = new SimControl(operator);
  await page.goto(PRO_PATH);
  const why = panel(page, 'Smart Pro Engine').getByRole('button', { name: 'Why', exact: true });
  await sim.liquidate('SOL');
  await expect(why).toBeVisible({ timeout: 60_000 });
  await why.click();
  const decision = page.getByRole('dialog', { name: 'Decision' });
  const judged = decision.getByRole('region', { name: 'Gates' }).getByRole('listitem');
  await expect(judged.first()).toBeVisible();
  const gates = await judged.locator('b').allInnerTexts();
  await decision.getByRole('link', { name: 'Show the moment' }).click();

  const sheet = page.getByRole('dialog', { name: 'The moment' });
  const steps = sheet.getByRole('region', { name: 'Steps' });
  const record = steps.getByText(/^#\d+ · /);
  await expect(record).toContainText('decision');
  for (const gate of gates)
    await expect.soft(sheet.getByRole('region', { name: /^Gates of the decision/ }).first()).toContainText(gate);
  const first = await record.innerText();
  await steps.getByRole('button', { name: 'Step back' }).click();
  await expect(record).not.toHaveText(first);
  await steps.getByRole('button', { name: 'Step forth' }).click();
  await expect(record).toHaveText(first);
});
