import { decimal, toDecimalString, ZERO, type Decimal, type TradingFact } from '@riptide/core/domain';
import { Ledger, netQuoteOf, performanceOf, pnlOf, resultsOf } from '@riptide/core/ledger';
import { RiskState } from '@riptide/core/risk';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startPrivateScene, type PrivateScene, type PrivateVenueUnderTest } from './private-scene.ts';

const SOON = { timeout: 15_000, interval: 500 } as const;
/** How soon a movement of money has to be told after the venue booked it. */
const TOLD_WITHIN_MS = 5_000;
const usdt = (asset: string): string | null => (asset === 'USDT' ? '1' : null);

/** What a venue takes by itself: the ledger and the day's result must say the same as the wallet. */
export function describeForcedMoney(under: PrivateVenueUnderTest): void {
  describe('what the venue takes by itself', () => {
    let scene: PrivateScene;
    beforeAll(async () => {
      scene = await startPrivateScene(under);
    }, 30_000);
    afterAll(() => scene.stop());

    it('E69 explains what a liquidation cost to the last digit', async () => {
      const { client, perp } = scene;
      const before = await walletUsdt(scene);
      const sinceMs = Date.now();
      const [mode] = client.capabilities.marginModes.includes('isolated')
        ? (['isolated'] as const)
        : (['cross'] as const);
      expect(await client.setMarginMode(perp, mode, 50)).toMatchObject({ ok: true });
      expect(await client.setLeverage(perp, 50, mode)).toMatchObject({ ok: true });
      const entry = await scene.order(perp, { leverage: 50 });
      expect(await client.place(entry)).toMatchObject({ ok: true });
      await vi.waitFor(async () => expect(await heldBase(scene)).toBe(entry.qtyBase), SOON);
      scene.sim.shockPrice(perp.baseAsset, -0.08);
      await vi.waitFor(async () => expect(await heldBase(scene)).toBe('0'), SOON);

      await vi.waitFor(async () => {
        const facts = await factsSince(scene, sinceMs);
        const change = (await walletUsdt(scene)).minus(before);
        const { ledger, risk } = fold(facts);
        const books = ledger.account(ACCOUNT);
        const net = books === null ? null : pnlOf(books, usdt).netUsd;
        expect(facts.some((fact) => fact.kind === 'fill' && fact.fill.cause === 'liquidation')).toBe(true);
        expect(net).toBe(toDecimalString(change));
        expect(risk.dayPnlUsd('live', Date.now(), usdt)).toBe(net);
        const trades = ledger.closedTrades().map((trade) => ({ trade, netUsd: netQuoteOf(trade, usdt) }));
        expect(performanceOf(resultsOf(trades)).netUsd).toBe(net);
        expect(decimal(pnlOf(books!, usdt).otherUsd ?? '0').eq(0), 'a fee beside the fill fees').toBe(false);
      }, SOON);
    });

    it(`E69 tells funding within ${TOLD_WITHIN_MS} ms of the venue's row`, async () => {
      const { client, perp, seen } = scene;
      expect(await client.place(await scene.order(perp))).toMatchObject({ ok: true });
      await vi.waitFor(async () => expect(await heldBase(scene)).not.toBe('0'), SOON);
      scene.sim.settleFunding(perp);
      const told = (): boolean => seen.incomes.some((one) => one.kind === 'funding' && one.instrumentId === perp.id);
      await vi.waitFor(() => expect(told()).toBe(true), { timeout: TOLD_WITHIN_MS, interval: 50 });
    });
  });
}

const ACCOUNT = 'BINANCE:live';

async function heldBase(scene: PrivateScene): Promise<string> {
  const positions = await scene.client.positions();
  if (!positions.ok) throw new Error(positions.error.detail);
  return positions.value.find((one) => one.instrumentId === scene.perp.id)?.qtyBase ?? '0';
}

async function walletUsdt(scene: PrivateScene): Promise<Decimal> {
  const balances = await scene.client.balances();
  if (!balances.ok) throw new Error(balances.error.detail);
  const mine = balances.value.filter((one) => one.asset === 'USDT' && one.scope !== 'spot');
  return mine.reduce((sum, one) => sum.plus(decimal(one.total)), ZERO);
}

async function factsSince(scene: PrivateScene, sinceMs: number): Promise<readonly TradingFact[]> {
  const fills = await scene.client.fills('perp', scene.perp, sinceMs);
  const incomes = await scene.client.income(sinceMs);
  if (!fills.ok) throw new Error(fills.error.detail);
  if (!incomes.ok) throw new Error(incomes.error.detail);
  return [
    ...fills.value.map((fill) => ({ kind: 'fill', account: ACCOUNT, fill }) as const),
    ...incomes.value.map((income) => ({ kind: 'income', account: ACCOUNT, income }) as const),
  ];
}

function fold(facts: readonly TradingFact[]): { readonly ledger: Ledger; readonly risk: RiskState } {
  const ledger = new Ledger();
  const risk = new RiskState();
  facts.forEach((fact, i) => {
    const record = { ...fact, seq: i + 1, atMs: Date.now() };
    ledger.apply(record);
    risk.apply(record);
  });
  return { ledger, risk };
}
