import type { Health } from '@riptide/contracts/calls';
import { describe, expect, it } from 'vitest';
import type { EquityCourse } from '../../shared/portfolio-calls.ts';
import { startOrder } from './components/arbitrage-button.tsx';
import { connectionWords } from './components/exchange-status-panel.tsx';
import { courseCsv } from './model/course-csv.ts';
import { courseSummary, equityLines } from './model/course-lines.ts';
import { parseDashboardSearch } from './model/dashboard-search.ts';
import { addDelays, p95Of, type LatencyHistory } from './model/latency-history.ts';

const COURSE: EquityCourse = {
  ok: true,
  success: true,
  mode: 'paper',
  range: '24h',
  since: 1_700_000_000,
  timestamps: [1_700_000_060, 1_700_000_120, 1_700_000_180],
  equity: [null, 100, 104.5],
  drawdown_pct: [null, 0, 0],
  by_venue: { BYBIT: [100, 100, 104.5] },
  trading_pnl: [0, 0, 4.25],
  arbitrage_pnl: [0, 0, 0],
  daily: [{ day: 1_699_920_000, trading_usd: 4.25, arbitrage_usd: 0, net_usd: 4.25, trades: 2 }],
  today: { pnl_usd: 4.5, pnl_pct: 4.5, realized_usd: 4.25, fees_usd: 0.1, funding_usd: 0, trades: 2 },
  atSeconds: 1_700_000_190,
};

describe('the address of the dashboard', () => {
  it('keeps range and chart, and writes no default', () => {
    expect(parseDashboardSearch({ range: '30d', chart: 'daily' })).toEqual({ range: '30d', chart: 'daily' });
    expect(parseDashboardSearch({ range: '24h', chart: 'equity' })).toEqual({});
    expect(parseDashboardSearch({ range: '1y', chart: 'pie' })).toEqual({});
  });
});

describe('the equity chart', () => {
  it('draws results from the first known equity on, and only lines that moved', () => {
    expect(equityLines(COURSE).map(({ label }) => label)).toEqual(['Equity', 'Trading']);
    expect(equityLines(COURSE)[1]?.values).toEqual([100, 100, 104.25]);
  });

  it('says itself in a sentence', () => {
    expect(courseSummary(COURSE, 'equity')).toBe(
      'Equity, last 24 hours: from $100.00 to $104.50, lowest $100.00, highest $104.50; trading +$4.25, arbitrage +$0.00',
    );
  });

  it('exports raw figures with UTC times, the mode and every venue', () => {
    const [header, first, , last] = courseCsv(COURSE, 'equity').split('\r\n');
    expect(header).toBe('time,mode,equity_usd,drawdown_pct,trading_pnl_usd,arbitrage_pnl_usd,BYBIT_equity_usd');
    expect(first).toBe('2023-11-14T22:14:20.000Z,paper,,,0,0,100');
    expect(last).toBe('2023-11-14T22:16:20.000Z,paper,104.5,0,4.25,0,104.5');
    expect(courseCsv(COURSE, 'daily').split('\r\n')[1]).toBe('2023-11-14T00:00:00.000Z,paper,4.25,4.25,0,2');
  });
});

describe('delays of a venue', () => {
  const health = (latencyMs: number | null) => [{ venue: 'OKX', latency_ms: latencyMs }] as unknown as Health['venues'];

  it('tell no 95th percentile before there are twenty', () => {
    let history: LatencyHistory = {};
    for (let at = 1; at <= 19; at += 1) history = addDelays(history, health(at));
    expect(p95Of(history.OKX ?? [])).toBeNull();
    history = addDelays(history, health(1000));
    expect(p95Of(history.OKX ?? [])).toBe(19);
  });

  it('are kept for a minute of messages, gaps with them', () => {
    let history: LatencyHistory = {};
    for (let at = 0; at < 100; at += 1) history = addDelays(history, health(at === 99 ? null : at));
    expect(history.OKX).toHaveLength(60);
    expect(history.OKX?.at(-1)).toBeNull();
  });
});

describe('the words of a connection', () => {
  it('are those of the specification', () => {
    expect(connectionWords({ connected: true, balance_usd: 5 })).toBe('Connected');
    expect(connectionWords({ connected: true, balance_usd: null })).toBe('Connected');
    expect(connectionWords({ connected: true, balance_usd: 0 })).toBe('Connected (Zero Balance)');
    expect(connectionWords({ connected: false, balance_usd: 0 })).toBe('Disconnected');
  });

  it('call no venue disconnected that is being connected for the first time', () => {
    expect(connectionWords({ connected: false, is_connecting: true, balance_usd: null })).toBe('Connecting');
    expect(connectionWords({ connected: false, is_connecting: false, balance_usd: null })).toBe('Disconnected');
  });
});

describe('the Arbitrage button', () => {
  const session = { min_spread_bps: 5, max_position_usd: 900, exchanges: ['okx', 'binance'], started_at: 1 };
  const start = (change: object) => startOrder({ session: { ...session, ...change } } as never);

  it('starts with what the scanner ran with last, else with the defaults of the server', () => {
    expect(start({})).toEqual({
      body: { min_spread_bps: 5, max_position_usd: 900, venues: ['BINANCE', 'OKX'] },
    });
    expect(start({ started_at: null })).toEqual({ body: {} });
  });
});
