import { decimal, toDecimalString, ZERO } from '@riptide/core/domain';
import { describe, expect, it } from 'vitest';
import { another, bench, done, refusalOf, request, START_MS } from './venue-accounts.fixture.ts';

describe('orders of accounts', () => {
  it('gives no id of an order or a fill again after a restart with the same seed', () => {
    const told = [START_MS, START_MS + 2_000].map((startMs) => {
      const venue = bench('BYBIT', 7, startMs);
      const ix = venue.ix('ETHUSDT');
      const orders = Array.from({ length: 50 }, () => done(venue.accounts.place(venue.me, request({ ix, lots: 10 }))));
      const fills = orders.flatMap(({ id }) => venue.accounts.fills(venue.me, { orderId: id }));
      return { orders: orders.map(({ id }) => id), fills: fills.map(({ id }) => id) };
    });
    const [before, after] = told;
    expect(before?.fills.length).toBeGreaterThanOrEqual(50);
    expect(after?.orders.filter((id) => before?.orders.includes(id))).toEqual([]);
    expect(after?.fills.filter((id) => before?.fills.includes(id))).toEqual([]);
  });

  it('fills a market order at levels that the book showed, and takes them from it', () => {
    const venue = bench();
    const ix = venue.ix('BTCUSDT');
    const shown = venue.market.book(ix).levels('ask', 3);
    const first = shown[0]?.lots ?? 0;
    const second = shown[1]?.ticks ?? 0;
    const order = done(venue.accounts.place(venue.me, request({ ix, lots: first + 1, leverage: 125 })));
    expect(order.status).toBe('filled');
    const fills = venue.accounts.fills(venue.me, { orderId: order.id });
    expect(fills.map(({ ticks, lots }) => [ticks, lots])).toEqual([
      [second, 1],
      [shown[0]?.ticks, first],
    ]);
    expect(venue.market.book(ix).bestAsk?.ticks).toBe(second);
    expect(venue.market.recentTrades(ix, 2).map(({ takerSide }) => takerSide)).toEqual(['BUY', 'BUY']);
    expect(venue.control.audit().isConserved).toBe(true);
  });

  it('shows a resting order in the public book, and gives the level back when it is cancelled', () => {
    const venue = bench();
    const ix = venue.ix('BTCUSDT');
    const ticks = venue.bid(ix) - 3;
    const before =
      venue.market
        .book(ix)
        .levels('bid', 50)
        .find((level) => level.ticks === ticks)?.lots ?? 0;
    const order = done(venue.accounts.place(venue.me, request({ ix, type: 'limit', lots: 5, ticks, clientId: 'a' })));
    const at = (): number =>
      venue.market
        .book(ix)
        .levels('bid', 50)
        .find((level) => level.ticks === ticks)?.lots ?? 0;
    expect(order.status).toBe('open');
    expect(at()).toBe(before + 5);
    expect(done(venue.accounts.cancel(venue.me, { clientId: 'a' })).status).toBe('cancelled');
    expect(at()).toBe(before);
    expect(refusalOf(venue.accounts.cancel(venue.me, { clientId: 'a' }))).toBe('order-final');
    expect(refusalOf(venue.accounts.cancel(venue.me, { clientId: 'b' }))).toBe('unknown-order');
  });

  it('fills a resting order of its own price by the flow, as maker', () => {
    const venue = bench();
    const ix = venue.ix('ETHUSDT');
    const ticks = venue.bid(ix);
    const order = done(venue.accounts.place(venue.me, request({ ix, type: 'limit', lots: 50, ticks })));
    for (let n = 0; n < 600 && venue.accounts.order(venue.me, { id: order.id })?.status === 'open'; n += 1) {
      venue.clock.advance(100);
      const { bestAsk, bestBid } = venue.market.book(ix);
      expect((bestBid?.ticks ?? 0) < (bestAsk?.ticks ?? Infinity)).toBe(true);
    }
    const after = venue.accounts.order(venue.me, { id: order.id });
    expect(after?.status).toBe('filled');
    const fills = venue.accounts.fills(venue.me, { orderId: order.id });
    expect(fills.every((fill) => fill.ticks === ticks && fill.isMaker)).toBe(true);
    expect(fills.reduce((sum, { lots }) => sum + lots, 0)).toBe(50);
    expect(venue.control.audit().isConserved).toBe(true);
  });

  it('matches two accounts with each other, and expires a taker before an order of its own', () => {
    const venue = bench();
    const ix = venue.ix('BTCUSDT');
    const other = another(venue);
    const ticks = venue.bid(ix) + 0;
    const inside = venue.ask(ix) - 1;
    expect(inside).toBeGreaterThanOrEqual(ticks);
    const price = inside > ticks ? inside : ticks;
    const maker = done(venue.accounts.place(other, request({ ix, type: 'limit', lots: 4, ticks: price })));
    const ahead = venue.market.accounts.flowAheadOf(ix, maker.id) ?? 0;
    const own = done(venue.accounts.place(venue.me, request({ ix, side: 'SELL', lots: ahead + 3, leverage: 125 })));
    expect(own.status).toBe('filled');
    expect(venue.accounts.order(other, { id: maker.id })).toMatchObject({ cumLots: 3, status: 'open' });
    const self = done(venue.accounts.place(other, request({ ix, side: 'SELL', lots: 2 })));
    expect(self).toMatchObject({ status: 'expired', endReason: 'self-trade', cumLots: 0 });
    expect(venue.control.audit().isConserved).toBe(true);
  });

  it('ends what an IOC does not get, places no FOK that can not fill, refuses a post-only that would take', () => {
    const venue = bench();
    const ix = venue.ix('BTCUSDT');
    const ticks = venue.ask(ix);
    const there = venue.market.book(ix).bestAsk?.lots ?? 0;
    const fok = done(
      venue.accounts.place(venue.me, request({ ix, type: 'limit', tif: 'FOK', lots: there + 1, ticks, leverage: 125 })),
    );
    expect(fok).toMatchObject({ status: 'expired', endReason: 'fok', cumLots: 0 });
    const ioc = done(
      venue.accounts.place(venue.me, request({ ix, type: 'limit', tif: 'IOC', lots: there + 1, ticks })),
    );
    expect(ioc).toMatchObject({ status: 'expired', endReason: 'ioc', cumLots: there });
    const post = request({ ix, type: 'limit', tif: 'POST_ONLY', lots: 5, ticks: venue.ask(ix) });
    expect(refusalOf(venue.accounts.place(venue.me, post))).toBe('would-take');
    const bybit = bench('BYBIT');
    const there2 = bybit.ix('BTCUSDT');
    const ended = done(bybit.accounts.place(bybit.me, { ...post, ix: there2, ticks: bybit.ask(there2) }));
    expect(ended).toMatchObject({ status: 'expired', endReason: 'post-only' });
  });

  it('takes the fee of a spot buy from the coin, at KuCoin from the quote', () => {
    for (const [name, symbol, inBase] of [
      ['BINANCE', 'BTCUSDT', true],
      ['KUCOIN', 'BTC-USDT', false],
    ] as const) {
      const venue = bench(name);
      const ix = venue.ix(symbol, 'spot');
      const order = done(venue.accounts.place(venue.me, request({ ix, quoteAmount: decimal(500) })));
      const btc = venue.accounts.balances(venue.me, 'spot').find(({ asset }) => asset === 'BTC');
      const usdt = venue.accounts.balances(venue.me, 'spot').find(({ asset }) => asset === 'USDT');
      expect(order.status).toBe('filled');
      expect(order.feeAsset).toBe(inBase ? 'BTC' : 'USDT');
      const spent = decimal(10_000).minus(usdt?.total ?? ZERO);
      expect(toDecimalString(spent)).toBe(toDecimalString(inBase ? order.cumQuote : order.cumQuote.plus(order.cumFee)));
      expect(Number(spent)).toBeGreaterThan(499);
      expect(Number(spent)).toBeLessThanOrEqual(500);
      expect(Number(btc?.total)).toBeGreaterThan(0);
      expect(venue.control.audit().isConserved).toBe(true);
    }
  });

  it('locks what a spot order may cost and gives it back', () => {
    const venue = bench();
    const ix = venue.ix('ETHUSDT', 'spot');
    const free = (): string => toDecimalString(venue.accounts.balances(venue.me, 'spot')[0]?.free ?? ZERO);
    const ticks = venue.bid(ix) - 10_000;
    const order = done(venue.accounts.place(venue.me, request({ ix, type: 'limit', lots: 1_000, ticks })));
    expect(free()).not.toBe('10000');
    done(venue.accounts.cancel(venue.me, { id: order.id }));
    expect(free()).toBe('10000');
    expect(refusalOf(venue.accounts.place(venue.me, request({ ix, side: 'SELL', lots: 1_000 })))).toBe(
      'balance-insufficient',
    );
  });

  it('never fills a reduce-only order that an earlier fill of the same sweep has ended', () => {
    const venue = bench();
    const ix = venue.ix('BTCUSDT');
    const whale = another(venue, 10_000_000);
    done(venue.accounts.place(venue.me, request({ ix, lots: 3, leverage: 20 })));
    const ticks = venue.ask(ix);
    const shared = { ix, side: 'SELL', type: 'limit', ticks } as const;
    const plain = done(venue.accounts.place(venue.me, request({ ...shared, lots: 3 })));
    const reducing = done(venue.accounts.place(venue.me, request({ ...shared, lots: 2, isReduceOnly: true })));
    const ahead = venue.market.book(ix).bestAsk?.lots ?? 0;
    done(venue.accounts.place(whale, request({ ix, lots: ahead, leverage: 20 })));
    expect(venue.accounts.order(venue.me, { id: plain.id })).toMatchObject({ status: 'filled', cumLots: 3 });
    expect(venue.accounts.order(venue.me, { id: reducing.id })).toMatchObject({ status: 'cancelled', cumLots: 0 });
    expect(venue.accounts.positions(venue.me)).toEqual([]);
    expect(venue.control.audit().isConserved).toBe(true);
  });

  it('cuts a reduce-only order to the position, and shrinks or ends it with the position', () => {
    const venue = bench();
    const ix = venue.ix('BTCUSDT');
    expect(refusalOf(venue.accounts.place(venue.me, request({ ix, side: 'SELL', lots: 5, isReduceOnly: true })))).toBe(
      'reduce-only',
    );
    done(venue.accounts.place(venue.me, request({ ix, lots: 10 })));
    const exit = request({ ix, side: 'SELL', type: 'limit', lots: 50, ticks: venue.ask(ix) + 500, isReduceOnly: true });
    const resting = done(venue.accounts.place(venue.me, exit));
    expect(resting.request.lots).toBe(10);
    done(venue.accounts.place(venue.me, request({ ix, side: 'SELL', lots: 4 })));
    expect(venue.accounts.order(venue.me, { id: resting.id })).toMatchObject({ status: 'open', request: { lots: 6 } });
    done(venue.accounts.place(venue.me, request({ ix, side: 'SELL', lots: 6 })));
    expect(venue.accounts.order(venue.me, { id: resting.id })).toMatchObject({
      status: 'cancelled',
      endReason: 'reduce-only',
    });
    expect(venue.accounts.positions(venue.me)).toEqual([]);
  });

  it('fires a stop when its price comes, as an order of its own under the same client id', () => {
    const venue = bench();
    const ix = venue.ix('BTCUSDT');
    done(venue.accounts.place(venue.me, request({ ix, lots: 10 })));
    const stop = request({
      ix,
      side: 'SELL',
      type: 'stop-market',
      triggerTicks: venue.bid(ix) - 400,
      triggerBy: 'mark',
      closesPosition: true,
      clientId: 'stop1',
    });
    expect(refusalOf(venue.accounts.test(venue.me, { ...stop, triggerTicks: venue.ask(ix) + 4_000 }))).toBe(
      'triggers-now',
    );
    const order = done(venue.accounts.place(venue.me, stop));
    expect(order.status).toBe('untriggered');
    venue.control.shockPrice('BTC', -0.01);
    venue.clock.advance(5_000);
    const parent = venue.accounts.order(venue.me, { id: order.id });
    const child = venue.accounts.order(venue.me, { clientId: 'stop1', isConditional: false });
    expect(parent?.firedOrderId).toBe(child?.id);
    expect(child).toMatchObject({ status: 'filled', cumLots: 10, parentOrderId: order.id });
    expect(venue.accounts.positions(venue.me)).toEqual([]);
    expect(venue.control.audit().isConserved).toBe(true);
  });

  it('ends a stop that closes the position once there is none', () => {
    const venue = bench();
    const ix = venue.ix('BTCUSDT');
    done(venue.accounts.place(venue.me, request({ ix, lots: 10 })));
    const stop = request({
      ix,
      side: 'SELL',
      type: 'stop-market',
      triggerTicks: venue.bid(ix) - 9_000,
      closesPosition: true,
    });
    const order = done(venue.accounts.place(venue.me, stop));
    done(venue.accounts.place(venue.me, request({ ix, side: 'SELL', lots: 10 })));
    expect(venue.accounts.order(venue.me, { id: order.id })).toMatchObject({
      status: 'cancelled',
      endReason: 'position-gone',
    });
  });

  it('fills a part at once and rests the rest when told to', () => {
    const venue = bench();
    const ix = venue.ix('BTCUSDT');
    const order = done(
      venue.accounts.place(venue.me, request({ ix, type: 'limit', lots: 10, ticks: venue.ask(ix) }), 0.3),
    );
    expect(order).toMatchObject({ status: 'open', cumLots: 3 });
    const market = done(venue.accounts.place(venue.me, request({ ix, lots: 10 }), 0.5));
    expect(market).toMatchObject({ endReason: 'fault', cumLots: 5 });
    venue.clock.advance(60_000);
    expect(venue.control.audit().isConserved).toBe(true);
  });

  it('keeps the place in the queue only while an amended order shrinks', () => {
    const venue = bench();
    const ix = venue.ix('BTCUSDT');
    const order = done(
      venue.accounts.place(venue.me, request({ ix, type: 'limit', lots: 20, ticks: venue.bid(ix) - 1 })),
    );
    done(
      another(venue) > 0 ? venue.accounts.amend(venue.me, order.id, { lots: 10 }) : { ok: false, refusal: 'halted' },
    );
    expect(venue.accounts.order(venue.me, { id: order.id })).toMatchObject({ status: 'open', request: { lots: 10 } });
    const moved = done(venue.accounts.amend(venue.me, order.id, { ticks: venue.bid(ix) - 5 }));
    expect(moved.request.ticks).toBe(order.request.ticks === null ? 0 : venue.bid(ix) - 5);
    const taking = done(venue.accounts.amend(venue.me, order.id, { ticks: venue.ask(ix) }));
    expect(taking.status).toBe('filled');
  });

  it('cancels what rests when an account falls silent, and leaves stops alone', () => {
    const venue = bench();
    const ix = venue.ix('BTCUSDT');
    done(venue.accounts.place(venue.me, request({ ix, lots: 10 })));
    const resting = done(
      venue.accounts.place(venue.me, request({ ix, type: 'limit', lots: 5, ticks: venue.bid(ix) - 20_000 })),
    );
    const stop = request({
      ix,
      side: 'SELL',
      type: 'stop-market',
      triggerTicks: venue.bid(ix) - 30_000,
      closesPosition: true,
    });
    const guard = done(venue.accounts.place(venue.me, stop));
    venue.accounts.armDeadMan(venue.me, ix, 1_000);
    venue.clock.advance(1_100);
    expect(venue.accounts.order(venue.me, { id: resting.id })).toMatchObject({
      status: 'cancelled',
      endReason: 'dead-man',
    });
    expect(venue.accounts.order(venue.me, { id: guard.id })?.status).toBe('untriggered');
  });
});
