import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { post } from './settle.ts';

export const PRO_PATH = '/app/pro-dashboard';

/** One panel of the pro dashboard, by its title. */
export function panel(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true }).first();
}

/** What an order is wished to be. */
export interface Wish {
  readonly venue: string;
  readonly symbol: string;
  readonly side: 'BUY' | 'SELL';
  readonly notional_usd: number;
}

interface Sent {
  readonly status: number;
  readonly body: { readonly code?: string; readonly order?: { readonly status: string } };
}

/** Sends a market order by way of its preview and returns what came of it. */
export async function send(operator: APIRequestContext, wish: Wish): Promise<Sent> {
  const { preview_id } = await post<{ preview_id: string }>(operator, '/api/trading/order/preview', {
    ...wish,
    type: 'market',
  });
  const answer = await operator.post('/api/trading/order/execute', { data: { preview_id } });
  return { status: answer.status(), body: (await answer.json()) as Sent['body'] };
}

/** Opens a position; a busy machine's engine holds entries until it is in time again. */
export async function open(operator: APIRequestContext, wish: Wish): Promise<void> {
  await expect(async () => {
    const { status, body } = await send(operator, wish);
    expect([status, body.order?.status]).toEqual([200, 'filled']);
  }).toPass();
}

/** The position of a symbol at a venue in the position manager. */
export function held(page: Page, venue: string, symbol: string): Locator {
  const rows = panel(page, 'Advanced Trading Engines').getByRole('row');
  return rows
    .filter({ hasText: symbol })
    .filter({ has: page.getByRole('button', { name: `Close ${symbol} on ${venue}` }) });
}

/** Presses Close in a row of the position manager; on paper nothing is asked, and a live one is confirmed. */
export async function closeIn(position: Locator): Promise<void> {
  const button = position.getByRole('button', { name: /^Close / });
  const isLive = (await button.getAttribute('aria-label'))?.endsWith(', live') === true;
  await button.click();
  if (isLive) await confirm(position.page(), 'Close LIVE');
}

/** Answers the question that is open. */
export async function confirm(page: Page, verb: string): Promise<void> {
  const question = page.getByRole('alertdialog');
  const isOpen = question.getByRole('button', { name: 'Cancel', disabled: false });
  await expect(isOpen).toBeVisible();
  // A press in the first moment of a question counts for nothing, so that a second Enter confirms nothing.
  await expect(async () => {
    if ((await isOpen.count()) > 0)
      await question.getByRole('button', { name: verb, exact: true }).click({ timeout: 1_000 });
    await expect(isOpen).toHaveCount(0, { timeout: 500 });
  }).toPass();
}
