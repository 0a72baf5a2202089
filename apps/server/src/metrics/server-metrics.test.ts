import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MonoNs } from '@riptide/core/domain';
import { StageMeter, VirtualClock } from '@riptide/core/kernel';
import type { LinkEngine } from '../link/link-contract.ts';
import { buildVenue } from '../link/link-values.fixture.ts';
import { buildArbTrade, buildArbitrage } from '../link/arbitrage-values.fixture.ts';
import { buildTradingState } from '../link/trading-values.fixture.ts';
import { fillTestEngine } from '../http/fill-test-engine.fixture.ts';
import { fillTestSniping } from '../http/fill-test-sniping.fixture.ts';
import { startTestApp, type TestApp } from '../http/start-test-app.fixture.ts';
import { LagMeter } from './lag-meter.ts';
import { MsHistogram } from './ms-histogram.ts';
import { RecordCounter } from './record-counter.ts';

let test: TestApp;
beforeEach(async () => {
  test = await startTestApp('/nonexistent', { metricsToken: TOKEN });
  fillTestEngine(test);
  fillTestSniping(test);
  test.link.update(['arbitrage', 'state', buildArbitrage({ trades: [buildArbTrade()] })]);
  test.link.update(['engine', 'state', buildEngine()]);
});
afterEach(() => test.close());

const TOKEN = 'scrape-me-if-you-can';

/** Two samples: one of 3 ms and one longer than every class. */
function histogram() {
  const meter = new MsHistogram();
  meter.observe(3);
  meter.observe(9_000);
  return meter.figures;
}

function stages() {
  const meter = new StageMeter({ clock: { nowNs: () => 0 as MonoNs }, everyChunks: 1 });
  meter.journalled(-3_000, 1);
  meter.written();
  return meter.figures;
}

function buildEngine(): LinkEngine {
  const journal = { records: 5, bytes: 9, flushes: 2, failures: 0, writeMs: histogram(), flushMs: histogram() };
  const budget = { venue: 'OKX', pool: 'public', capacity: 20, used: 5, waiting: 1 };
  const figures = { symbols: 1, books: 5, lateBatches: 0, rssBytes: 1, eventLoopDelayMsMax: 1, startedMs: 1 };
  return {
    ...figures,
    coolLag: histogram(),
    hot: { lag: histogram(), stages: stages(), journal, budgets: [budget] },
    history: {
      lastSeq: 9,
      behind: 4,
      failures: 1,
      reason: null,
      counted: new RecordCounter().figures,
      journal: { segments: 1, bytes: 2, deleted: 0, failures: 0 },
    },
  };
}

async function metrics(): Promise<string> {
  return (await test.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })).body;
}

/** Names a query may ask for. */
async function namesTold(): Promise<ReadonlySet<string>> {
  const text = await metrics();
  return new Set([...text.matchAll(/^([a-z_0-9]+)[{ ]/gm)].map(([, name = '']) => name));
}

describe('/metrics', () => {
  it('tells every metric that the dashboard and the alert rules ask for', async () => {
    const told = await namesTold();
    for (const file of ['docs/grafana/riptide.json', 'docs/grafana/alerts.yml']) {
      const text = readFileSync(file, 'utf8');
      const asked = [...new Set(text.match(/riptide_[a-z_0-9]+/g))];
      expect(asked.length).toBeGreaterThan(15);
      expect(asked.filter((name) => !told.has(name))).toEqual([]);
    }
  });

  it.each(['latency_ms', 'clock_offset_ms'])('knows no %s of a venue that brings nothing', async (figure) => {
    const line = new RegExp(`^riptide_venue_${figure}\\{venue="([A-Z]+)"\\}`, 'gm');
    const told = async () => [...(await metrics()).matchAll(line)].map(([, venue]) => venue);
    test.link.update(['venue', 'KUCOIN', buildVenue('KUCOIN')]);
    expect(await told()).toContain('KUCOIN');
    test.link.update(['venue', 'KUCOIN', buildVenue('KUCOIN', { feed: null })]);
    expect(await told()).toContain('BINANCE');
    expect(await told()).not.toContain('KUCOIN');
  });

  it('tells histograms of other threads in seconds, classes cumulated', async () => {
    const lines = (await metrics()).split('\n').filter((line) => line.startsWith('riptide_engine_loop_lag_seconds'));
    expect(lines).toContain('riptide_engine_loop_lag_seconds_bucket{thread="hot",le="0.0025"} 0');
    expect(lines).toContain('riptide_engine_loop_lag_seconds_bucket{thread="hot",le="0.005"} 1');
    expect(lines).toContain('riptide_engine_loop_lag_seconds_bucket{thread="cool",le="+Inf"} 2');
    expect(lines).toContain('riptide_engine_loop_lag_seconds_sum{thread="hot"} 9.003');
    expect(lines).toContain('riptide_engine_loop_lag_seconds_count{thread="hot"} 2');
  });

  it('tells the stages of the hot thread from a quarter of a microsecond on', async () => {
    const lines = (await metrics()).split('\n').filter((line) => line.startsWith('riptide_engine_stage_seconds'));
    expect(lines).toContain('riptide_engine_stage_seconds_bucket{stage="journal",le="0.0000025"} 0');
    expect(lines).toContain('riptide_engine_stage_seconds_bucket{stage="journal",le="0.000005"} 1');
    expect(lines).toContain('riptide_engine_stage_seconds_bucket{stage="bytes",le="2.5e-7"} 1');
    expect(lines).toContain('riptide_engine_stage_seconds_sum{stage="journal"} 0.000003');
    expect(lines).toContain('riptide_engine_stage_seconds_count{stage="decode"} 0');
  });

  it('tells limits, queues, conditions and states with their labels', async () => {
    const condition = { key: 'k', kind: 'naked', account: null, instrumentId: null, text: 'x', sinceMs: 1 } as const;
    test.link.update(['trading', 'state', buildTradingState({ killLevel: 2, conditions: [condition] })]);
    const text = await metrics();
    for (const line of [
      'riptide_venue_request_weight_used{venue="OKX",pool="public"} 5',
      'riptide_venue_request_weight_limit{venue="OKX",pool="public"} 20',
      'riptide_venue_requests_waiting{venue="OKX",pool="public"} 1',
      'riptide_queue_depth{queue="fold"} 4',
      'riptide_conditions{kind="naked"} 1',
      'riptide_conditions{kind="unprotected"} 0',
      'riptide_kill_switch_level 2',
      'riptide_arbitrages{state="hedged"} 1',
      'riptide_engine_running{engine="oraculis"} 0',
      'riptide_orders_total{outcome="unknown"} 0',
    ])
      expect(text.split('\n')).toContain(line);
    expect(text).toMatch(/^riptide_file_bytes\{file="app\.db"\} [1-9]/m);
  });

  it('opens to another machine with the token only', async () => {
    const ask = (authorization?: string) =>
      test.app.inject({
        url: '/metrics',
        remoteAddress: '192.0.2.7',
        headers: authorization === undefined ? {} : { authorization },
      });
    const codes = [undefined, 'Bearer wrong', TOKEN, `Bearer ${TOKEN}x`, `Bearer ${TOKEN}`].map(ask);
    expect((await Promise.all(codes)).map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 200]);
  });
});

describe('LagMeter', () => {
  it('counts a sample a period, each by how late it came', () => {
    const clock = new VirtualClock(0);
    const meter = new LagMeter(clock);
    clock.advance(1_000);
    expect(meter.figures.counts.reduce((sum, count) => sum + count, 0)).toBe(50);
    expect(meter.figures.sumMs).toBe(0);
    meter.stop();
    clock.advance(1_000);
    expect(meter.figures.counts[0]).toBe(50);
  });
});

describe('RecordCounter', () => {
  const at = { seq: 1, atMs: 1 };
  const report = (clientOrderId: string, status: string) =>
    ({
      ...at,
      kind: 'order-report',
      account: 'OKX:live',
      source: 'stream',
      report: { clientOrderId, status },
    }) as never;
  const failed = (clientOrderId: string, outcome: string) =>
    ({ ...at, kind: 'order-failed', clientOrderId, error: { code: 'X', outcome, detail: '' } }) as never;

  it('counts an end once however often it is told, and an order in doubt by what it turns out to be', () => {
    const counter = new RecordCounter();
    for (const record of [
      report('a', 'open'),
      report('a', 'filled'),
      report('a', 'filled'),
      failed('b', 'unknown'),
      report('b', 'cancelled'),
      failed('c', 'rejected'),
      failed('d', 'not-sent'),
    ])
      counter.count(record);
    counter.count({ ...at, kind: 'intent', intent: {}, gates: [], isApproved: false } as never);
    expect(counter.figures.orders).toEqual({
      denied: 1,
      sent: 0,
      filled: 1,
      cancelled: 1,
      expired: 0,
      rejected: 1,
      not_sent: 1,
      unknown: 1,
      absent: 0,
    });
  });
});
