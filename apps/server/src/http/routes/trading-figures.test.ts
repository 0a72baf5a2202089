import { describe, expect, it } from 'vitest';
import type { PositionRow } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import type { OrderPreview } from '@riptide/core/engine';
import {
  buildArm,
  buildDecisionRow,
  buildDetail,
  buildEngineView,
  buildSnipe,
} from '../../link/sniping-values.fixture.ts';
import { buildAccount, buildPosition, buildTradingState } from '../../link/trading-values.fixture.ts';
import { answerTestCall } from '../answer-test-calls.fixture.ts';
import { endsInProfit } from '../closing-preview.ts';
import { fillTestEngine } from '../fill-test-engine.fixture.ts';
import { connectTestVenue, fillTestSniping } from '../fill-test-sniping.fixture.ts';
import { eachTestApp } from './each-test-app.fixture.ts';

const { test, get, post } = eachTestApp(fillTestEngine, fillTestSniping);

describe('what the trading screens read', () => {
  it('is the status with every field of the specification', async () => {
    await connectTestVenue(test, 'BINANCE');
    test.link.update([
      'engine-run',
      'pas-trader',
      buildEngineView('pas-trader', {
        isRunning: true,
        performance: { ...buildEngineView('oraculis').performance, positionsOpened: 4 },
      }),
    ]);
    const { statusCode, body } = await get('/api/trading/status');
    expect([statusCode, JSON.parse(body)]).toEqual([
      200,
      {
        ok: true,
        active: true,
        symbol: 'BTCUSDT',
        symbols: ['BTCUSDT', 'ETHUSDT', 'DOGEUSDT'],
        auto_pick: false,
        picked_symbols: [],
        positions: [
          {
            id: 'BYBIT:paper|BTCUSDT.PERP.BYBIT',
            symbol: 'BTCUSDT',
            venue: 'BYBIT',
            side: 'LONG',
            size: 0.01,
            contracts: 0.01,
            entry_price: 64_000,
            mark_price: 64_100.5,
            notional: 641.005,
            unrealized_pnl: 1.005,
            roe_pct: 1.5678,
          },
        ],
        leverage: 10,
        account: { equity: 10_001.23, available: 9_900, unrealized_pnl: 1.23 },
        mode: 'auto',
        risk_level: 'medium',
        exchange: 'BINANCE',
        execution_mode: 'paper',
        trading_ready: true,
        reason: null,
        egress_ip: null,
        binance: { connected: true, mode: 'paper' },
        stats: {
          trades_taken: 4,
          avg_hold_s: null,
          fees_bps_accum: 0,
          avg_edge_bps: null,
          router_votes_hist: { 'fade-15-35x25-post': 3 },
        },
      },
    ]);
  });

  it('is no status at all while the engine does not answer', async () => {
    test.link.setConnected(false);
    for (const url of ['/api/trading/status', '/api/trading/radar', '/api/trading/metrics'])
      expect((await get(url)).json().code).toBe('engine_unavailable');
    expect((await get('/api/trading/engine/status')).json()).toMatchObject({
      status: 'disconnected',
      trading_ready: false,
      system: { active_threads: 0 },
      engines: {
        pas_trader: { running: null, since: null, reason: expect.stringContaining('The engine is not answering') },
        oraculis: { running: null },
      },
    });
  });

  it('is the state of both engines', async () => {
    test.link.update(['engine-run', 'oraculis', buildEngineView('oraculis', { isRunning: true })]);
    expect((await get('/api/trading/engine/status')).json()).toMatchObject({
      status: 'connected',
      real_data: false,
      system: { trading_engines_loaded: 2, active_threads: 1 },
      engines: {
        pas_trader: { running: false, positions: 0, performance: { total_pnl: 0 } },
        oraculis: { running: true, arms: 36 },
      },
      settings: {
        engine_cap_usd: 3_000,
        leverage_max: 10,
        risk_pct: 25,
        timeframe: '1m',
        enable_liq_sniper: true,
        auto_pick: false,
      },
    });
    expect((await get('/api/health')).json().learning_agents.oraculis).toEqual({ running: true, reason: null });
  });

  it('is the newest decision in six figures, null before the first', async () => {
    test.link.answer = answerTestCall;
    expect((await get('/api/trading/engine/pro')).json()).toMatchObject({
      pair: 'BTCUSDT',
      action: 'proposed',
      qty: null,
      vol_bps: 12.35,
      dyn_spread_bps: 1.25,
      edge_bps: 21.5,
      venue: 'BINANCE',
      arm: 'fade-15-35x25-post',
      confidence: null,
    });
    const chosen = buildDetail();
    const decision = { ...chosen.decision, chosenBy: 'oraculis', propensity: 0.71239 } as const;
    test.link.answer = () => ok({ rows: [{ ...chosen, decision }], total: 1 });
    expect((await get('/api/trading/engine/pro')).json().confidence).toBe(0.7124);
    test.link.answer = () => ok({ rows: [], total: 0 });
    expect((await get('/api/trading/engine/pro')).json()).toMatchObject({ pair: null, edge_bps: null });
    test.link.answer = () => ok({ rows: [{ ...buildDetail(), snipe: buildSnipe() }], total: 1 });
    expect((await get('/api/trading/engine/pro')).json().qty).toBe(0.015);
  });

  it('is every position with why it was opened, against the limit that every entry meets', async () => {
    test.link.update(['position', 'by-hand', buildPosition({ id: 'OKX:paper|X', venue: 'OKX', account: 'OKX:paper' })]);
    const { advanced_status: status } = (await get('/api/trading/engine/advanced_status')).json();
    expect(status).toMatchObject({
      active_positions: 1,
      max_positions: 5,
      total_equity: 40_004.92,
      available_capital: 39_600,
      allocated_capital: 400,
      total_pnl: 0,
      net_pnl: 2.35,
      daily_pnl: 14.3557,
    });
    const { performance } = (await get('/api/trading/metrics')).json();
    expect(performance).toMatchObject({ total_pnl: status.total_pnl, daily_pnl: status.daily_pnl });
    expect(status.positions.map((row: { reasoning: string }) => row.reasoning).sort()).toEqual([
      'PAS Trader, fade-15-35x25-post: in the market',
      'opened by hand or outside',
    ]);
  });

  it('is what closed trades earned, by exit, arm and symbol', async () => {
    const closed = { state: 'closed', closedMs: 1_800_000_031_000, openedMs: 1_800_000_001_000 } as const;
    test.link.update(
      ['snipe', 's1', buildSnipe({ ...closed, snipeId: 's1', exit: 'take-profit', netUsd: '2.5', netBps: 25 })],
      ['snipe', 's2', buildSnipe({ ...closed, snipeId: 's2', exit: 'stop-loss', netUsd: '-3.1', netBps: -31 })],
      ['snipe', 's3', buildSnipe({ snipeId: 's3', state: 'missed' })],
    );
    expect((await get('/api/trading/engine/smart_profit_analytics')).json().analytics).toMatchObject({
      trades: 2,
      win_rate: 0.5,
      net_usd: -0.6,
      avg_net_bps: -3,
      avg_hold_seconds: 30,
      missed: 1,
      by_exit: { 'take-profit': { trades: 1, net_usd: 2.5 }, 'stop-loss': { trades: 1, net_usd: -3.1 } },
      by_symbol: { BTCUSDT: { trades: 2 } },
      targets: { take_profit_bps: 35, stop_loss_bps: 25, min_net_bps: 5 },
    });
  });

  it('is the day in figures', async () => {
    expect((await get('/api/trading/metrics')).json()).toMatchObject({
      performance: { daily_pnl: 13.3507, success_rate: null, active_positions: 1, daily_trades: 0 },
      binance: { account_equity_usd: 10_001.23, available_balance: 9_900, unrealized_pnl: 1.23, mode: 'paper' },
    });
  });
});

describe('position management', () => {
  const ENTRY = '64000';
  /** 0.01 BTC that the book takes at this price, for a fee of 0.32 like that of its entry. */
  const previewAt = (expectedPx: string | null) => ({ expectedPx, feeUsd: '0.32' });

  it('closes what ends above zero after the fees of both ways, and nothing else', async () => {
    const prices: Record<string, string | null> = {
      WINUSDT: '64070',
      EVENUSDT: '64060',
      EARLYUSDT: '63990',
      DARKUSDT: null,
    };
    for (const symbol of Object.keys(prices))
      test.link.update([
        'position',
        symbol,
        buildPosition({
          id: symbol,
          symbol,
          entryPx: ENTRY,
          realisedUsd: symbol === 'EARLYUSDT' ? '9' : '0',
          fundingUsd: '0',
        }),
      ]);
    test.link.update(
      ['position', 'lost', buildPosition({ id: 'lost', symbol: 'LOSTUSDT', unrealisedUsd: '-4' })],
      ['position', 'unknown', buildPosition({ id: 'unknown', symbol: 'UNKNOWNUSDT', unrealisedUsd: null })],
      ['position', buildPosition().id, null],
    );
    test.link.answer = (name, request) =>
      ok(
        name === 'preview-order'
          ? previewAt(prices[(request as { symbol: string }).symbol] ?? null)
          : { order: { symbol: 'WINUSDT' } },
      );
    const answer = await post('/api/trading/engine/position_management', { action: 'close_profitable' });
    expect(answer.json()).toMatchObject({
      success: true,
      submitted: 1,
      failed: [],
      message: '1 position is being closed',
    });
    const sent = test.link.sent.filter(({ name }) => name === 'close-position');
    expect(sent).toMatchObject([{ request: { positionId: 'WINUSDT' } }]);
    const asked = test.link.sent.flatMap(({ name, request }) =>
      name === 'preview-order' ? [(request as { symbol: string }).symbol] : [],
    );
    expect(asked, 'what shows no gain at the mark is not asked about').toEqual(Object.keys(prices));
  });

  it.each([
    ['long', '64064.01', '0', '0', true],
    ['long', '64064', '0', '0', false],
    ['short', '63935.9', '0', '0', true],
    ['short', '63936', '0', '0', false],
    ['long', '64064.01', '-0.01', '0', false],
    ['long', '64050', '0', '0.2', true],
    ['long', '64030', '0', '5', false],
  ] as const)(
    'a %s that the book takes at %s, funding %s, parts closed with %s: in profit is %s',
    (side, px, funding, realised, is) => {
      const position = buildPosition({ side, entryPx: ENTRY, fundingUsd: funding, realisedUsd: realised });
      expect(endsInProfit(position, previewAt(px) as OrderPreview)).toBe(is);
      expect(endsInProfit(position, previewAt(null) as OrderPreview)).toBe(false);
      expect(endsInProfit(position, null)).toBe(false);
    },
  );
});

describe('arms', () => {
  it('come with the newest decisions counted by what was done, each under its own name', async () => {
    test.link.answer = answerTestCall;
    const actions = ['abstained', 'blocked', 'blocked', 'watched', 'proposed', 'traded'] as const;
    for (const row of test.link.values('decision').keys()) test.link.update(['decision', row, null]);
    actions.forEach((action, at) => {
      const chosenArmId = action === 'traded' || action === 'proposed' ? 'fade-15-35x25-post' : 'abstain';
      test.link.update(['decision', `d${at}`, buildDecisionRow({ decisionId: `d${at}`, action, chosenArmId })]);
    });
    expect((await get('/api/trading/engine/ai_metrics')).json().metrics).toMatchObject({
      abstained: 1,
      blocked: 2,
      watched: 1,
      proposed: 1,
      traded: 1,
    });
  });

  it('come with what they earned, the best mean first', async () => {
    test.link.answer = answerTestCall;
    const worse = buildArm({
      arm: { ...buildArm().arm, armId: 'follow-10-35x25-ioc', direction: 'follow' },
      meanNetBps: -2,
    });
    const unknown = buildArm({
      arm: { ...buildArm().arm, armId: 'fade-10-35x25-ioc' },
      meanNetBps: null,
      stdNetBps: null,
    });
    test.link.update(['arm', 'a', worse], ['arm', 'b', unknown]);
    const { arms, metrics, learner } = (await get('/api/trading/engine/ai_metrics')).json();
    expect(arms.map((row: { arm: string }) => row.arm)).toEqual([
      'fade-15-35x25-post',
      'follow-10-35x25-ioc',
      'fade-10-35x25-ioc',
    ]);
    expect(arms[0]).toMatchObject({ pulls: 3, outcomes: 9, real_fills: 2, mean_net_bps: 4.5, half_width_bps: 16.45 });
    expect(arms[2]).toMatchObject({ mean_net_bps: null, half_width_bps: null });
    expect(metrics).toMatchObject({ running: false, decisions_made: 7, best_arm: null });
    expect(learner).toBeNull();
    expect((await get('/api/arbitrage/ai-metrics')).json().metrics).toMatchObject({
      running: false,
      confidence_threshold: 0.6,
      opportunities: 2,
      confident: 2,
      mean_confidence: 0.75,
    });
  });
});

describe('a book that an open position needs', () => {
  it('names the venues whose account is not compared yet, after a start of the engine', async () => {
    const account = buildAccount('OKX');
    test.link.update(['account', account.account, { ...account, reconciledMs: null }]);
    for (const path of ['/api/trading/positions', '/api/portfolio/positions'])
      expect((await get(path)).json().uncompared).toEqual(['OKX']);
    test.link.update(['account', account.account, { ...account, reconciledMs: 1_800_000_000_000 }]);
    expect((await get('/api/trading/positions')).json().uncompared).toBeUndefined();
  });

  it('tells since when a position has no price, and nothing while quote or mark stand in', async () => {
    const { instrumentId, venue, symbol } = buildPosition();
    const dark = { instrumentId, venue, symbol, sinceMs: 1_800_000_000_000 };
    const told = async (): Promise<unknown> =>
      (await get('/api/trading/positions')).json().positions.map((row: PositionRow) => row.price_stale_since);
    expect(await told()).toEqual([null]);
    test.link.update(['trading', 'state', buildTradingState({ darkBooks: [{ ...dark, follows: null }] })]);
    expect(await told()).toEqual([1_800_000_000]);
    test.link.update(['trading', 'state', buildTradingState({ darkBooks: [{ ...dark, follows: 'mark' }] })]);
    expect(await told()).toEqual([null]);
  });

  it('makes health unhealthy and trading not ready while it is not live', async () => {
    await connectTestVenue(test, 'BINANCE');
    const dark = {
      instrumentId: 'BTCUSDT.PERP.BINANCE',
      venue: 'BINANCE',
      symbol: 'BTCUSDT',
      sinceMs: 1_800_000_000_000,
      follows: 'mark',
    } as const;
    expect((await get('/api/health')).json()).toMatchObject({ overall_status: 'healthy', dark_books: [] });
    test.link.update(['trading', 'state', buildTradingState({ darkBooks: [dark] })]);
    expect((await get('/api/health')).json()).toMatchObject({
      overall_status: 'unhealthy',
      dark_books: [{ venue: 'BINANCE', symbol: 'BTCUSDT', since: 1_800_000_000, follows: 'mark' }],
    });
    const status = (await get('/api/trading/status')).json();
    const reason = 'Order books that open positions need are not live: BTCUSDT';
    expect(status).toMatchObject({ trading_ready: false, reason });
    expect((await get('/api/trading/engine/status')).json().trading_ready).toBe(false);
  });
});
