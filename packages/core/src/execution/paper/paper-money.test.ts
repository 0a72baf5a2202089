import { describe, expect, it } from 'vitest';
import { BTC, BTC_SPOT, pass, T0 } from '../build-execution.fixture.ts';
import { buildPaper, limit, showBook, stop } from './build-paper.fixture.ts';

const emptyPosition = {
  instrumentId: BTC.id,
  markPx: null,
  unrealisedUsd: null,
  marginMode: 'isolated',
  liquidationPx: null,
  marginUsd: null,
  adlRank: null,
  updatedMs: T0,
} as const;

describe('PaperClient, money', () => {
  it('realises profit and loss, and flips, from the average price', async () => {
    const scene = await buildPaper();
    showBook(scene);
    await scene.place();
    scene.market.show(BTC.id, [[51_005, 5]], [[51_010, 5]]);
    await scene.place({ side: 'SELL', qtyBase: '0.15' });
    // Bought 0.1 at 50005, sold at 51005: +100. Fees 2.50025 and 0.15 x 51005 x 0.0005 = 3.825375. Margin of -0.05: 255.025.
    expect(await scene.usdt()).toMatchObject({ total: '10093.674375', locked: '255.025' });
    expect(await scene.client.positions()).toMatchObject({ value: [{ qtyBase: '-0.05', entryPx: '51005' }] });
  });

  it('buys and sells coins from the same pot, never more than there are', async () => {
    const scene = await buildPaper();
    scene.market.show(BTC_SPOT.id, [[49_990, 1]], [[50_000, 1]]);
    await scene.place({ instrument: BTC_SPOT, leverage: null });
    // 0.1 x 50000 = 5000 and a fee of 2.5.
    expect(await scene.usdt()).toMatchObject({ total: '4997.5', free: '4997.5' });
    expect(await scene.place({ instrument: BTC_SPOT, leverage: null, side: 'SELL', qtyBase: '0.101' })).toBe(
      'MARGIN_INSUFFICIENT',
    );
    await scene.place({ instrument: BTC_SPOT, leverage: null, side: 'SELL' });
    // 0.1 x 49990 = 4999 less 2.4995.
    expect(await scene.usdt()).toMatchObject({ total: '9994.0005' });
    expect(await scene.client.positions()).toEqual({ ok: true, value: [] });
  });

  it('pays the rate of the interval at its settlement, once, at the mark', async () => {
    const scene = await buildPaper();
    showBook(scene);
    await scene.place();
    const settleMs = T0 + 60_000;
    scene.market.setFunding(BTC.id, 0.0001, settleMs);
    await pass(scene.clock, 59_000, 1_000);
    scene.market.setMark(BTC.id, 51_000);
    await pass(scene.clock, 3_000, 250);
    scene.market.setFunding(BTC.id, 0.0009, settleMs + 28_800_000);
    await pass(scene.clock, 60_000, 1_000);
    // -0.1 x 51000 x 0.0001
    expect(scene.income).toMatchObject([{ kind: 'funding', amount: '-0.51', venueMs: settleMs }]);
    expect(await scene.usdt()).toMatchObject({ total: '9996.98975' });
  });

  it('liquidates against the book when the maintenance margin is gone, and says so', async () => {
    const scene = await buildPaper();
    showBook(scene);
    await scene.place();
    await scene.place({ ...stop, triggerPx: '40000' });
    scene.market.show(BTC.id, [[45_200, 5]], [[45_210, 5]]);
    scene.market.setMark(BTC.id, 45_231);
    expect(scene.fills).toHaveLength(2);
    scene.market.setMark(BTC.id, 45_230);
    expect(scene.fills.at(-1)).toMatchObject({ cause: 'liquidation', side: 'SELL', px: '45200', qtyBase: '0.1' });
    expect(await scene.client.openOrders('perp')).toEqual({ ok: true, value: [] });
    // 9997.49975 - 0.1 x (50005 - 45200) - fee 2.26
    expect(await scene.usdt()).toMatchObject({ total: '9514.73975', locked: '0' });
  });

  it('asks for more margin at a lower leverage, and refuses what is not free', async () => {
    const scene = await buildPaper(1, '600');
    showBook(scene);
    await scene.place();
    expect(await scene.client.setLeverage(BTC, 20, 'isolated')).toMatchObject({ ok: true });
    expect(await scene.usdt()).toMatchObject({ locked: '250.025' });
    expect(await scene.client.setLeverage(BTC, 2, 'isolated')).toMatchObject({
      ok: false,
      error: { code: 'MARGIN_INSUFFICIENT' },
    });
  });
});

describe('PaperClient, stops', () => {
  it('closes whatever is open when the mark reaches the trigger, at the price of the book', async () => {
    const scene = await buildPaper();
    showBook(scene);
    await scene.place();
    expect(await scene.place({ ...stop, triggerPx: '49500' })).toBe('untriggered');
    await scene.place({ qtyBase: '0.1' });
    scene.market.show(BTC.id, [[49_400, 5]], [[49_410, 5]]);
    expect(scene.fills).toHaveLength(3);
    scene.market.setMark(BTC.id, 49_500);
    expect(scene.fills.at(-1)).toMatchObject({ side: 'SELL', px: '49400', qtyBase: '0.2', cause: 'order' });
    expect(await scene.client.positions()).toEqual({ ok: true, value: [] });
  });

  it('keeps a triggered stop waiting for the book as long as it takes', async () => {
    const scene = await buildPaper();
    showBook(scene);
    await scene.place();
    await scene.place({ ...stop, triggerPx: '49500' });
    scene.market.hide(BTC.id);
    scene.market.setMark(BTC.id, 49_000);
    await pass(scene.clock, 10_000, 250);
    expect(scene.reports.at(-1)?.status).toBe('open');
    scene.market.show(BTC.id, [[48_900, 5]], [[49_010, 5]]);
    expect(scene.fills.at(-1)).toMatchObject({ px: '48900', qtyBase: '0.1' });
  });

  it('triggers by the last price where asked', async () => {
    const scene = await buildPaper();
    showBook(scene);
    await scene.place();
    await scene.place({ ...stop, type: 'take-profit-market', triggerBy: 'last', triggerPx: '50500' });
    scene.market.setMark(BTC.id, 50_600);
    expect(scene.fills).toHaveLength(2);
    scene.market.trade({ instrumentId: BTC.id, px: 50_500, qtyBase: 0.1, takerSide: 'BUY' });
    expect(scene.fills.at(-1)).toMatchObject({ side: 'SELL', px: '49990' });
  });

  it('goes away when there is nothing to close', async () => {
    const scene = await buildPaper();
    showBook(scene);
    await scene.place();
    await scene.place({ ...stop, triggerPx: '49500' });
    await scene.place({ side: 'SELL', isReduceOnly: true, qtyBase: '0.5' });
    expect(scene.reports.at(-1)).toMatchObject({ status: 'expired', cumQtyBase: '0.1' });
    scene.market.setMark(BTC.id, 49_000);
    expect(scene.reports.at(-1)).toMatchObject({ status: 'cancelled', reason: 'no position to close' });
  });
});

describe('PaperClient, restart', () => {
  it('goes on with the orders, positions and balances it had', async () => {
    const before = await buildPaper();
    showBook(before);
    await before.place();
    await before.place({ ...limit, px: '49000', qtyBase: '0.1' });
    await before.place({ ...stop, triggerPx: '48000' });
    const [openOrders, positions, balances] = [
      await before.client.openOrders('perp'),
      await before.client.positions(),
      await before.client.balances(),
    ];
    if (!openOrders.ok || !positions.ok || !balances.ok) throw new Error('the paper account can not be read');
    await before.client.stop();
    const after = await buildPaper();
    after.clock.advance(1_000);
    after.client.seed({ openOrders: openOrders.value, positions: positions.value, balances: balances.value });
    showBook(after);
    expect(await after.usdt()).toMatchObject({ total: '9997.49975', locked: (await before.usdt()).locked });
    after.market.show(BTC.id, [[47_900, 5]], [[48_950, 0.1]]);
    expect(after.fills.at(-1)).toMatchObject({ px: '49000', liquidity: 'maker', clientOrderId: 'P200' });
    after.market.setMark(BTC.id, 48_000);
    expect(after.fills.at(-1)).toMatchObject({ px: '47900', qtyBase: '0.2', clientOrderId: 'P300' });
  });

  it('holds the same margin for a resting order, and waits for the same price of a stop', async () => {
    const before = await buildPaper();
    showBook(before);
    await before.place({ leverage: 4 });
    await before.place({ ...limit, px: '49000', leverage: 4 });
    await before.place({ ...stop, type: 'take-profit-market', triggerBy: 'last', triggerPx: '50500' });
    const [openOrders, positions, balances] = [
      await before.client.openOrders('perp'),
      await before.client.positions(),
      await before.client.balances(),
    ];
    if (!openOrders.ok || !positions.ok || !balances.ok) throw new Error('the paper account can not be read');
    const after = await buildPaper();
    const told = { leverage: 4, triggerBy: 'last' } as const;
    after.client.seed({
      openOrders: openOrders.value.map((report) => ({ ...report, ...told })),
      positions: positions.value,
      balances: balances.value,
    });
    showBook(after);
    expect((await after.usdt()).locked).toBe((await before.usdt()).locked);
    after.market.setMark(BTC.id, 50_600);
    expect(after.fills).toEqual([]);
    after.market.trade({ instrumentId: BTC.id, px: 50_500, qtyBase: 0.1, takerSide: 'BUY' });
    expect(after.fills).toHaveLength(1);
  });

  it('takes the leverage nobody chose for a position that was never given one', async () => {
    const scene = await buildPaper();
    const position = await scene.client.positions();
    const held = { ...emptyPosition, qtyBase: '0.1', entryPx: '50000', leverage: null };
    scene.client.seed({ openOrders: [], positions: [held], balances: [] });
    expect(position.ok && (await scene.usdt()).locked).toBe('500');
  });
});
