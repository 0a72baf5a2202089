import { decimal, toDecimalString, ZERO } from '@riptide/core/domain';
import { describe, expect, it } from 'vitest';
import { another, bench, done, refusalOf, request, START_MS, type Bench } from './venue-accounts.fixture.ts';

function wallet(venue: Bench, accountId: number, pocket: 'futures' | 'unified' = 'futures'): string {
  const found = venue.accounts.balances(accountId, pocket).find(({ asset }) => asset === 'USDT');
  return toDecimalString(found?.total ?? ZERO);
}

describe('what a venue does to positions', () => {
  it('pays funding at the settlement: minus lots times mark times rate, by income and balance', () => {
    const venue = bench();
    const ix = venue.ix('BTCUSDT');
    done(venue.accounts.place(venue.me, request({ ix, lots: 10, leverage: 10 })));
    const before = wallet(venue, venue.me);
    const { markPx, fundingRateFrac } = venue.market.mark(ix);
    venue.control.settleFunding(ix);
    const [income] = venue.accounts.incomes(venue.me, { kind: 'funding' });
    const expected = -0.01 * markPx * fundingRateFrac;
    expect(Number(income?.amount)).toBeCloseTo(expected, 5);
    expect(wallet(venue, venue.me)).toBe(toDecimalString(decimal(before).plus(income?.amount ?? ZERO)));
    expect(venue.control.audit().isConserved).toBe(true);
  });

  it('settles by itself once when the clock passes the time that it announced', () => {
    const hourMs = 3_600_000;
    const venue = bench('BYBIT', 7, Math.ceil(START_MS / hourMs) * hourMs - 2_000);
    const ix = venue.ix('CRVUSDT');
    done(venue.accounts.place(venue.me, request({ ix, lots: 20 })));
    expect(venue.market.mark(ix).nextFundingMs - venue.clock.nowMs()).toBe(2_000);
    venue.clock.advance(1_900);
    expect(venue.accounts.incomes(venue.me, { kind: 'funding' })).toEqual([]);
    venue.clock.advance(200);
    expect(venue.accounts.incomes(venue.me, { kind: 'funding', ix })).toHaveLength(1);
    venue.clock.advance(5_000);
    expect(venue.accounts.incomes(venue.me, { kind: 'funding', ix })).toHaveLength(1);
  });

  it('liquidates an isolated position when the mark crosses its price, and takes no more than its margin and the taker fees', () => {
    const venue = bench();
    const ix = venue.ix('BTCUSDT');
    expect(venue.accounts.setMarginMode(venue.me, ix, 'isolated').ok).toBe(true);
    done(venue.accounts.place(venue.me, request({ ix, lots: 100, leverage: 50 })));
    const resting = request({ ix, type: 'limit', lots: 5, ticks: venue.bid(ix) - 20_000 });
    const left = done(venue.accounts.place(venue.me, resting));
    const [position] = venue.accounts.positions(venue.me);
    const liquidationPx = position?.liquidationPx ?? 0;
    const { markPx } = venue.market.mark(ix);
    expect(liquidationPx).toBeGreaterThan(markPx * 0.97);
    expect(liquidationPx).toBeLessThan(markPx);
    venue.control.shockPrice('BTC', -0.03);
    venue.clock.advance(20_000);
    expect(venue.accounts.positions(venue.me)).toEqual([]);
    expect(venue.accounts.order(venue.me, { id: left.id })).toMatchObject({ endReason: 'liquidation' });
    const fills = venue.accounts.fills(venue.me, { ix });
    expect(fills.filter(({ cause }) => cause === 'liquidation').length).toBeGreaterThan(0);
    const fees = fills.reduce((sum, { fee }) => sum.plus(fee), ZERO);
    const lost = decimal(10_000).minus(decimal(wallet(venue, venue.me)));
    expect(Number(lost)).toBeLessThanOrEqual(Number((position?.margin ?? ZERO).plus(fees)) + 1e-6);
    expect(venue.control.audit().isConserved).toBe(true);
  });

  it('never leaves a wallet below nothing after a cross liquidation: the fund makes up for it', () => {
    const venue = bench('OKX');
    const ix = venue.ix('BTC-USDT-SWAP');
    venue.control.setBalance(venue.me, 'unified', 'USDT', decimal(100));
    done(venue.accounts.place(venue.me, request({ ix, lots: 1_000, leverage: 100 })));
    venue.control.shockPrice('BTC', -0.1);
    venue.clock.advance(60_000);
    expect(venue.accounts.positions(venue.me)).toEqual([]);
    expect(Number(wallet(venue, venue.me, 'unified'))).toBeGreaterThanOrEqual(0);
    expect(venue.control.audit().isConserved).toBe(true);
  });

  it('takes lots off a position at the mark by ADL, without a fee', () => {
    const venue = bench();
    const ix = venue.ix('ETHUSDT');
    done(venue.accounts.place(venue.me, request({ ix, side: 'SELL', lots: 30 })));
    expect(venue.control.adl(venue.me, ix, 12)).toBe(12);
    expect(venue.accounts.positions(venue.me)[0]?.lots).toBe(-18);
    const [fill] = venue.accounts.fills(venue.me, { ix });
    expect(fill).toMatchObject({ cause: 'adl', side: 'BUY', lots: 12 });
    expect(toDecimalString(fill?.fee ?? decimal(1))).toBe('0');
    expect(venue.control.adl(venue.me, ix, 100)).toBe(18);
    expect(venue.control.audit().isConserved).toBe(true);
  });

  it('deleverages the other side when a book is too thin for a liquidation', () => {
    const venue = bench();
    const ix = venue.ix('LTCUSDT');
    const short = another(venue, 40_000_000);
    const long = another(venue, 40_000_000);
    for (let n = 0; n < 40; n += 1) {
      venue.accounts.place(long, request({ ix, lots: 30_000, leverage: 20 }));
      venue.accounts.place(short, request({ ix, side: 'SELL', lots: 30_000, leverage: 20 }));
      venue.clock.advance(2_000);
    }
    const before = venue.accounts.positions(short)[0]?.lots ?? 0;
    expect(before).toBeLessThan(0);
    expect(venue.control.forceLiquidation(long, ix)).toBe(1);
    expect(venue.accounts.positions(long)).toEqual([]);
    expect(venue.accounts.fills(short, { ix })[0]?.cause).toBe('adl');
    expect(venue.accounts.positions(short)[0]?.lots ?? 0).toBeGreaterThan(before);
    expect(venue.control.audit().isConserved).toBe(true);
  }, 60_000);

  it('binds cost over leverage as margin, and refuses what the rest does not carry', () => {
    const venue = bench();
    const ix = venue.ix('BTCUSDT');
    const order = done(venue.accounts.place(venue.me, request({ ix, lots: 100, leverage: 10 })));
    const [position] = venue.accounts.positions(venue.me);
    expect(toDecimalString(position?.margin ?? ZERO)).toBe(toDecimalString(order.cumQuote.div(10)));
    expect(refusalOf(venue.accounts.place(venue.me, request({ ix, lots: 2_000 })))).toBe('margin-insufficient');
    expect(refusalOf(venue.accounts.setLeverage(venue.me, ix, 126))).toBe('leverage-invalid');
    expect(refusalOf(venue.accounts.setMarginMode(venue.me, ix, 'isolated'))).toBe('margin-mode-locked');
    expect(refusalOf(venue.accounts.setPositionMode(venue.me, 'hedge'))).toBe('position-mode-locked');
    expect(done(venue.accounts.place(venue.me, request({ ix, side: 'SELL', lots: 100 }))).status).toBe('filled');
    expect(refusalOf(venue.accounts.setPositionMode(venue.me, 'hedge'))).toBe(null);
    expect(refusalOf(venue.accounts.place(venue.me, request({ ix, lots: 5 })))).toBe('position-side');
  });

  it('keeps a long and a short side by side in hedge mode', () => {
    const venue = bench();
    const ix = venue.ix('BTCUSDT');
    venue.accounts.setPositionMode(venue.me, 'hedge');
    done(venue.accounts.place(venue.me, request({ ix, lots: 8, positionSide: 'LONG' })));
    done(venue.accounts.place(venue.me, request({ ix, side: 'SELL', lots: 5, positionSide: 'SHORT' })));
    const held = venue.accounts.positions(venue.me).map(({ positionSide, lots }) => [positionSide, lots]);
    expect(held).toEqual([
      ['LONG', 8],
      ['SHORT', -5],
    ]);
    done(venue.accounts.place(venue.me, request({ ix, side: 'SELL', lots: 50, positionSide: 'LONG' })));
    expect(venue.accounts.positions(venue.me).map(({ lots }) => lots)).toEqual([-5]);
    expect(venue.control.audit().isConserved).toBe(true);
  });

  it('tells a fill before the order that counts it, and the order before the money', () => {
    const venue = bench();
    const ix = venue.ix('BTCUSDT');
    const told: string[] = [];
    const leave = venue.accounts.subscribe({
      onOrder: (order) => told.push(`order ${order.status} ${order.cumLots}`),
      onFill: (fill) => told.push(`fill ${fill.lots}`),
      onPosition: (position, why) => told.push(`position ${position.lots} ${why}`),
      onBalance: (balance, why) => told.push(`balance ${balance.asset} ${why}`),
      onIncome: (income) => told.push(`income ${income.kind}`),
      onLeverage: () => told.push('leverage'),
    });
    done(venue.accounts.place(venue.me, request({ ix, lots: 3 })));
    expect(told).toEqual([
      'order open 0',
      'fill 3',
      'order filled 3',
      'position 3 order',
      'income fee',
      'balance USDT order',
    ]);
    leave();
    done(venue.accounts.place(venue.me, request({ ix, lots: 3 })));
    expect(told).toHaveLength(6);
  });

  it('takes no order on a halted listing, and its book stands still', () => {
    const venue = bench();
    const ix = venue.ix('SOLUSDT');
    venue.control.haltInstrument(ix, true);
    const { version } = venue.market.book(ix);
    venue.clock.advance(5_000);
    expect(venue.market.book(ix).version).toBe(version);
    expect(refusalOf(venue.accounts.place(venue.me, request({ ix, lots: 5 })))).toBe('halted');
    venue.control.haltInstrument(ix, false);
    venue.clock.advance(5_000);
    expect(venue.market.book(ix).version).toBeGreaterThan(version);
  });
});
