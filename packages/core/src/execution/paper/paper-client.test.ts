import { describe, expect, it } from 'vitest';
import type { PlaceOrder } from '../../domain/index.ts';
import { BTC, BTC_SPOT, pass } from '../build-execution.fixture.ts';
import { buildPaper, buildPlace, limit, showBook, stop } from './build-paper.fixture.ts';

describe('PaperClient, taking', () => {
  it('walks the book for a market order and books fee and margin to the last digit', async () => {
    const scene = await buildPaper();
    showBook(scene);
    expect(await scene.place()).toBe('filled');
    expect(scene.filled()).toEqual(['0.05@50000 taker', '0.05@50010 taker']);
    // Value 2500 + 2500.5 = 5000.5; fee 5 bps = 2.50025; margin at 10x = 500.05.
    expect(await scene.usdt()).toMatchObject({ total: '9997.49975', locked: '500.05', free: '9497.44975' });
    const positions = await scene.client.positions();
    // Unrealised at the mark of 50000: 0.1 x (50000 - 50005) = -0.5. Liquidation: (50005 - 5000.5) / 0.995.
    expect(positions).toMatchObject({
      ok: true,
      value: [
        {
          qtyBase: '0.1',
          entryPx: '50005',
          unrealisedUsd: '-0.5',
          leverage: 10,
          marginUsd: '500.05',
          liquidationPx: '45230.653266331658',
        },
      ],
    });
    expect(scene.reports.at(-1)).toMatchObject({ status: 'filled', cumQtyBase: '0.1', avgPx: '50005' });
  });

  it('takes the same size of a level only once, until the level shows another', async () => {
    const scene = await buildPaper();
    showBook(scene);
    await scene.place({ qtyBase: '0.05' });
    await scene.place({ qtyBase: '0.05' });
    scene.market.show(
      BTC.id,
      [[49_990, 1]],
      [
        [50_000, 0.04],
        [50_010, 1],
      ],
    );
    await scene.place({ qtyBase: '0.02' });
    expect(scene.filled()).toEqual(['0.05@50000 taker', '0.05@50010 taker', '0.02@50000 taker']);
  });

  it('fills what the book holds and lets the rest of an IOC expire', async () => {
    const scene = await buildPaper();
    showBook(scene);
    expect(await scene.place({ type: 'limit', tif: 'IOC', px: '50000' })).toBe('expired');
    expect(scene.filled()).toEqual(['0.05@50000 taker']);
    expect(await scene.usdt()).toMatchObject({ locked: '250' });
  });

  it('ends an IOC that was open when its process died: a market that stands still would leave it open for ever', async () => {
    const before = await buildPaper();
    showBook(before);
    await before.place({ type: 'limit', tif: 'GTC', px: '49000' });
    const [open] = before.reports;
    const after = await buildPaper(2);
    showBook(after);
    if (open === undefined) throw new Error('nothing was placed');
    const isOurs = { status: 'open', cumQtyBase: '0', avgPx: null } as const;
    after.client.seed({
      openOrders: [
        { ...open, ...isOurs, tif: 'IOC', px: '51000' },
        { ...open, ...isOurs, clientOrderId: 'P900', venueOrderId: '900' },
      ],
      positions: [],
      balances: [],
    });
    await pass(after.clock, 2_000, 100);
    expect(after.reports).toMatchObject([{ tif: 'IOC', status: 'expired', cumQtyBase: '0' }]);
    expect(after.filled()).toEqual([]);
  });

  it('fills a FOK whole or not at all', async () => {
    const scene = await buildPaper();
    showBook(scene);
    expect(await scene.place({ type: 'limit', tif: 'FOK', px: '50000' })).toBe('expired');
    expect(scene.fills).toEqual([]);
    expect(await scene.place({ type: 'limit', tif: 'FOK', px: '50010' })).toBe('filled');
  });

  it('lets a market order wait two seconds for a live book, then expires it', async () => {
    const scene = await buildPaper();
    scene.market.setMark(BTC.id, 50_000);
    expect(await scene.place()).toBe('open');
    await pass(scene.clock, 1_500, 250);
    expect(scene.reports.at(-1)?.status).toBe('open');
    await pass(scene.clock, 1_000, 250);
    expect(scene.reports.at(-1)).toMatchObject({ status: 'expired', reason: 'no live book', cumQtyBase: '0' });
    expect(await scene.usdt()).toMatchObject({ locked: '0' });
  });

  it('fills a waiting market order when the book comes', async () => {
    const scene = await buildPaper();
    scene.market.setMark(BTC.id, 50_000);
    await scene.place();
    showBook(scene);
    expect(scene.reports.at(-1)?.status).toBe('filled');
  });

  it('takes five to forty milliseconds to arrive', async () => {
    const scene = await buildPaper();
    showBook(scene);
    const placed = scene.client.place(buildPlace());
    await pass(scene.clock, 4, 1);
    expect(scene.fills).toEqual([]);
    await pass(scene.clock, 36, 1);
    expect((await placed).ok).toBe(true);
  });
});

describe('PaperClient, refusing', () => {
  it.each<[string, Partial<PlaceOrder>]>([
    ['PRICE_OFF_TICK', { ...limit, px: '50000.05' }],
    ['QUANTITY_OFF_STEP', { qtyBase: '0.0015' }],
    ['QUANTITY_TOO_SMALL', { qtyBase: '0.0001' }],
    ['NOTIONAL_TOO_SMALL', { ...limit, px: '4000', qtyBase: '0.001' }],
    ['ORDER_WOULD_TAKE', { type: 'limit', tif: 'POST_ONLY', px: '50000' }],
    ['ORDER_REDUCE_ONLY', { isReduceOnly: true, side: 'SELL' }],
    ['MARGIN_INSUFFICIENT', { qtyBase: '10' }],
    ['MARGIN_INSUFFICIENT', { instrument: BTC_SPOT, side: 'SELL', leverage: null }],
    ['ORDER_TYPE_UNSUPPORTED', { instrument: BTC_SPOT, type: 'stop-market', triggerPx: '40000' }],
    ['INSTRUMENT_UNKNOWN', { instrument: { ...BTC, id: 'ETHUSDT.PERP.BINANCE' } }],
  ])('answers %s to %j', async (code, over) => {
    const scene = await buildPaper();
    showBook(scene);
    scene.market.show(BTC_SPOT.id, [[49_990, 1]], [[50_000, 1]]);
    expect(await scene.place(over)).toBe(code);
    expect(scene.reports).toEqual([]);
  });

  it('refuses a second order of the same id', async () => {
    const scene = await buildPaper();
    showBook(scene);
    await scene.place({ clientOrderId: 'PX00' });
    expect(await scene.place({ clientOrderId: 'PX00' })).toBe('ORDER_DUPLICATE_ID');
  });

  it('refuses a stop whose price has passed', async () => {
    const scene = await buildPaper();
    showBook(scene);
    await scene.place();
    expect(await scene.place({ ...stop, triggerPx: '50000' })).toBe('ORDER_TRIGGERS_NOW');
  });
});

describe('PaperClient, resting', () => {
  it('waits behind the size that was there first, and fills at its own price as maker', async () => {
    const scene = await buildPaper();
    scene.market.show(BTC.id, [[49_990, 2]], [[50_000, 1]]);
    expect(await scene.place({ ...limit, px: '49990', qtyBase: '1' })).toBe('open');
    const hit = (qtyBase: number): void =>
      scene.market.trade({ instrumentId: BTC.id, px: 49_990, qtyBase, takerSide: 'SELL' });
    hit(1.5);
    expect(scene.filled()).toEqual([]);
    hit(0.7);
    expect(scene.filled()).toEqual(['0.2@49990 maker']);
    hit(5);
    expect(scene.filled()).toEqual(['0.2@49990 maker', '0.8@49990 maker']);
    // Fee 2 bps of 49990.
    expect(scene.reports.at(-1)).toMatchObject({ status: 'filled' });
    expect(await scene.usdt()).toMatchObject({ total: '9990.002', locked: '4999' });
  });

  it('moves up when the size ahead is cancelled', async () => {
    const scene = await buildPaper();
    scene.market.show(BTC.id, [[49_990, 2]], [[50_000, 1]]);
    await scene.place({ ...limit, px: '49990', qtyBase: '0.1' });
    scene.market.show(BTC.id, [[49_990, 0.5]], [[50_000, 1]]);
    scene.market.trade({ instrumentId: BTC.id, px: 49_990, qtyBase: 0.6, takerSide: 'SELL' });
    expect(scene.filled()).toEqual(['0.1@49990 maker']);
  });

  it('ignores trades on the other side and above its price', async () => {
    const scene = await buildPaper();
    scene.market.show(BTC.id, [[49_980, 2]], [[50_000, 1]]);
    await scene.place({ ...limit, px: '49990', qtyBase: '0.1' });
    scene.market.trade({ instrumentId: BTC.id, px: 49_991, qtyBase: 9, takerSide: 'SELL' });
    scene.market.trade({ instrumentId: BTC.id, px: 49_990, qtyBase: 9, takerSide: 'BUY' });
    expect(scene.fills).toEqual([]);
  });

  it('fills when the market trades or the book moves through its price, by what was there', async () => {
    const scene = await buildPaper();
    scene.market.show(BTC.id, [[49_990, 2]], [[50_000, 1]]);
    await scene.place({ ...limit, px: '49990', qtyBase: '1' });
    scene.market.trade({ instrumentId: BTC.id, px: 49_989, qtyBase: 0.3, takerSide: 'SELL' });
    scene.market.show(BTC.id, [[49_980, 1]], [[49_985, 0.4]]);
    scene.market.show(BTC.id, [[49_980, 1]], [[49_985, 0.4]]);
    expect(scene.filled()).toEqual(['0.3@49990 maker', '0.4@49990 maker']);
  });

  it('gives two orders at one price no more than one trade brought', async () => {
    const scene = await buildPaper();
    scene.market.show(BTC.id, [[49_990, 1]], [[50_000, 1]]);
    await scene.place({ ...limit, px: '49990', qtyBase: '0.3' });
    await scene.place({ ...limit, px: '49990', qtyBase: '0.3' });
    scene.market.trade({ instrumentId: BTC.id, px: 49_990, qtyBase: 1.4, takerSide: 'SELL' });
    expect(scene.filled()).toEqual(['0.3@49990 maker', '0.1@49990 maker']);
  });

  it('fills nothing while the book is not live', async () => {
    const scene = await buildPaper();
    scene.market.show(BTC.id, [[49_990, 1]], [[50_000, 1]]);
    await scene.place({ ...limit, px: '49990', qtyBase: '0.3' });
    scene.market.hide(BTC.id);
    scene.market.trade({ instrumentId: BTC.id, px: 49_000, qtyBase: 9, takerSide: 'SELL' });
    await pass(scene.clock, 5_000, 250);
    expect(scene.fills).toEqual([]);
    expect(scene.reports.at(-1)?.status).toBe('open');
  });

  it('frees what a cancelled order held back', async () => {
    const scene = await buildPaper();
    showBook(scene);
    await scene.place({ ...limit, px: '49000', qtyBase: '1' });
    // Margin 4900 and a taker fee of 24.5 are held back.
    expect(await scene.usdt()).toMatchObject({ locked: '4924.5' });
    const cancel = scene.client.cancel({
      instrument: BTC,
      clientOrderId: 'P100',
      venueOrderId: null,
      isConditional: false,
    });
    await pass(scene.clock, 40, 5);
    expect(await cancel).toMatchObject({ ok: true, value: { kind: 'accepted', report: { status: 'cancelled' } } });
    expect(await scene.usdt()).toMatchObject({ locked: '0', total: '10000' });
  });
});
