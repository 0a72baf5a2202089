import type { HistoryTrade } from '@riptide/contracts/calls';
import { describe, expect, it } from 'vitest';
import { calendarCells } from './calendar-weeks.ts';
import { filterOf, isFiltered, parseHistorySearch, withFilter, withoutFilters } from './history-search.ts';
import { timelineOf } from './trade-timeline.ts';

describe('the address of the history', () => {
  it('keeps what it knows, in one spelling, and writes no default', () => {
    expect(
      parseHistorySearch({
        engine: 'arbitrage',
        days: '90',
        symbol: 'btcusdt',
        venue: 'okx',
        side: 'LONG',
        result: 'win',
        page: '3',
        trade: 'OKX:paper|BTCUSDT.PERP.OKX|4',
      }),
    ).toEqual({
      engine: 'arbitrage',
      days: 90,
      symbol: 'BTCUSDT',
      venue: 'OKX',
      side: 'long',
      result: 'win',
      page: 3,
      trade: 'OKX:paper|BTCUSDT.PERP.OKX|4',
    });
    expect(
      parseHistorySearch({ engine: 'all', days: 30, symbol: "'; x", venue: 'MTGOX', side: 'up', page: 1 }),
    ).toEqual({});
  });

  it('begins another filter at its first page with the drawer closed', () => {
    const search = parseHistorySearch({ venue: 'OKX', page: 4, trade: 'x' });
    expect(withFilter(search, { side: 'short' })).toEqual({ venue: 'OKX', side: 'short' });
    expect(withFilter(search, { venue: '' })).toEqual({});
  });

  it('asks with engine and period always, and knows when something is filtered', () => {
    expect(filterOf({ page: 2, venue: 'OKX' })).toEqual({ engine: 'all', days: 30, venue: 'OKX' });
    expect(isFiltered({ days: 7, page: 2 })).toBe(false);
    expect(isFiltered({ result: 'loss' })).toBe(true);
    expect(withoutFilters({ days: 7, venue: 'OKX', page: 2 })).toEqual({ days: 7 });
  });
});

describe('the calendar', () => {
  it('ends today, begins on the weekday it is, and leaves days without a trade empty', () => {
    const nowS = Date.UTC(2026, 10, 28, 15) / 1000;
    const day = Date.UTC(2026, 10, 23) / 1000;
    const cells = calendarCells([{ day, net_usd: -3, trades: 2 }], { days: 7, nowS });
    expect(cells).toHaveLength(7);
    // The 22nd is a Sunday, the 28th a Saturday.
    expect(cells.map(({ week, weekday }) => `${week}/${weekday}`)).toEqual([
      '0/6',
      '1/0',
      '1/1',
      '1/2',
      '1/3',
      '1/4',
      '1/5',
    ]);
    expect(cells.map(({ net }) => net)).toEqual([null, -3, null, null, null, null, null]);
  });
});

describe('the timeline of a trade', () => {
  it('goes from the order to the exit, and says what closed it', () => {
    const told = {
      trade: { timestamp: 200, exit: 'stop-loss', exit_price: 99, pnl: -1.5 },
      orders: [
        {
          order_id: 'v1',
          created_at: 99,
          side: 'BUY',
          quantity: 0.5,
          type: 'market',
          price: null,
          trigger_price: null,
          status: 'filled',
          role: 'entry',
          reason: null,
        },
      ],
      fills: [
        {
          fill_id: 'f2',
          timestamp: 200,
          cause: 'order',
          side: 'SELL',
          quantity: 0.5,
          price: 99,
          fee: 0.1,
          fee_asset: 'USDT',
          liquidity: null,
        },
        {
          fill_id: 'f1',
          timestamp: 100,
          cause: 'order',
          side: 'BUY',
          quantity: 0.5,
          price: 100,
          fee: 0.1,
          fee_asset: 'USDT',
          liquidity: 'taker',
        },
      ],
      income: [{ timestamp: 150, kind: 'funding', amount: -0.02, asset: 'USDT' }],
    } as unknown as HistoryTrade;
    expect(timelineOf(told).map(({ title, text }) => `${title}: ${text}`)).toEqual([
      'Order: entry: BUY 0.5000 market, filled',
      'Fill: BUY 0.5000 at 100.0000, fee 0.1000 USDT, taker',
      'funding: paid 0.020000 USDT',
      'Fill: SELL 0.5000 at 99.0000, fee 0.1000 USDT',
      'Closed: stop loss: at 99.0000, net -$1.50',
    ]);
  });
});
