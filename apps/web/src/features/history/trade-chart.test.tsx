import { getChartData, type HistoryItem } from '@riptide/contracts/calls';
import { cleanup, configure, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../lib/fake-clock.ts';
import { FakeServer, renderOn } from '../../shared/fake-server.fixture.tsx';
import { TradeChart } from './components/trade-chart.tsx';
import { historyRow } from './history-row.fixture.ts';
import { syncText } from './model/sync-words.ts';
import { snippetOf, whyNoCandles } from './model/trade-snippet.ts';

configure({ asyncUtilTimeout: 10_000 });
afterEach(cleanup);

const trade = (openedAt: number, heldS = 61, more: Partial<HistoryItem> = {}): HistoryItem =>
  historyRow(1, { timestamp: openedAt + heldS, opened_at: openedAt, hold_seconds: heldS, ...more });

const NOW_S = 1_800_000_000;

describe('the candles of a trade', () => {
  it('are the narrowest that reach back to it and show it whole', () => {
    expect(snippetOf(trade(NOW_S - 600), NOW_S)).toMatchObject({ timeframe: '1m', limit: 31 });
    expect(snippetOf(trade(NOW_S - 2 * 86_400), NOW_S)?.timeframe).toBe('5m');
    expect(snippetOf(trade(NOW_S - 9 * 86_400), NOW_S)?.timeframe).toBe('15m');
    // Ten hours are too many minutes to be read, however new they are.
    expect(snippetOf(trade(NOW_S - 40_000, 36_000), NOW_S)?.timeframe).toBe('5m');
    expect(snippetOf(trade(NOW_S - 3000 * 86_400), NOW_S)).toBeNull();
  });

  it('begin before the entry and end after the exit', () => {
    const one = trade(NOW_S - 600);
    const snippet = snippetOf(one, NOW_S);
    expect(snippet!.fromS).toBeLessThanOrEqual(one.opened_at - 19 * 60);
    expect(snippet!.toS).toBeGreaterThanOrEqual(one.timestamp + 19 * 60);
  });

  it('are missing for a reason that is told', () => {
    const spot = trade(NOW_S - 600, 61, { id: 'OKX:paper|BTCUSDT.SPOT.OKX|1' });
    expect(whyNoCandles(spot, snippetOf(spot, NOW_S))).toBe('candles are kept of perpetuals only');
    expect(whyNoCandles(trade(0), null)).toBe('no candles are kept that far back');
    expect(whyNoCandles(trade(NOW_S), snippetOf(trade(NOW_S), NOW_S))).toBeNull();
  });

  it('are not drawn without the entry in them', async () => {
    const nowS = new FakeClock().nowMs() / 1000;
    const server = new FakeServer().on(getChartData, {
      ok: true,
      symbol: 'BTCUSDT',
      timeframe: '1m',
      venue: 'BYBIT',
      data: [],
    });
    renderOn(server, <TradeChart trade={trade(nowS - 600)} />);
    expect(await screen.findByText('the candles of BYBIT do not reach back to this trade')).toBeDefined();
  });

  it('say what failed and offer another try', async () => {
    const nowS = new FakeClock().nowMs() / 1000;
    const refusal = { status: 409, code: 'venue_not_ready', error: 'BYBIT is not connected' } as const;
    renderOn(new FakeServer().on(getChartData, refusal), <TradeChart trade={trade(nowS - 600)} />);
    expect(await screen.findByText('BYBIT is not connected')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined();
  });
});

describe('an account that was not compared lately', () => {
  const atS = Date.UTC(2026, 10, 28, 13, 10, 5) / 1000;

  it('is told with the time of day, with the day once that is another, and without one before the first', () => {
    expect(syncText({ venue: 'OKX', since: atS }, atS + 600, 'utc')).toBe('OKX fills not synced since 13:10');
    expect(syncText({ venue: 'OKX', since: atS }, atS + 90_000, 'utc')).toBe(
      'OKX fills not synced since 2026-11-28 13:10',
    );
    expect(syncText({ venue: 'OKX', since: null }, atS, 'utc')).toBe('OKX fills not synced yet');
  });
});
