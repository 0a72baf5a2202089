import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  DepthMessage,
  LiquidationMessage,
  MarkMessage,
  TickerMessage,
  TradeMessage,
  type EpochMs,
} from '@riptide/core/domain';
import { createHotEngine, type SnipingView } from '@riptide/core/engine';
import { seededRandom, silentLog, VirtualClock } from '@riptide/core/kernel';
import { buildInstrument } from '../../../../packages/core/src/domain/build-instrument.fixture.ts';
import type { FromHot } from './hot-protocol.ts';
import { TradingHost } from './trading-host.ts';

const T0 = 1_800_000_000_000;
const PERP = buildInstrument({ listedMs: (T0 - 400 * 86_400_000) as EpochMs });
const folders: string[] = [];

/** A host over a hot engine with one instrument, and what it posts. */
class HostedEngine {
  readonly clock = new VirtualClock(T0);
  readonly engine = createHotEngine({ instruments: [PERP], clock: this.clock });
  readonly posted: FromHot[] = [];
  readonly host: TradingHost;
  private calls = 0;

  constructor(journalFolder: string) {
    this.engine.store.setClockOffset('BINANCE', 0);
    this.host = new TradingHost({
      clock: this.clock,
      random: seededRandom(7),
      log: silentLog(),
      engine: this.engine,
      start: { market: 'sim', trading: { journalFolder, execution: 'paper', paperUsdt: '10000', keys: {} } },
      createLiveClient: () => {
        throw new Error('no live client here');
      },
      post: (message) => void this.posted.push(message),
    });
    this.show(600_000);
    this.host.start();
  }

  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 50) {
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      this.clock.advance(50);
      this.engine.sink.onBookAlive(0, this.clock.nowMs(), this.clock.nowMs());
      this.host.tick();
    }
  }

  async call(name: 'warm-market' | 'start-engine', request: unknown): Promise<unknown> {
    this.calls += 1;
    const id = this.calls;
    this.host.handle({ kind: 'call', id, name, request });
    await this.pass(1_500);
    return this.posted.find((message) => message.kind === 'call-answer' && message.id === id);
  }

  /** Kinds of what is posted up to the answer of a call, no time passing. */
  async kindsOf(name: 'sniping-query' | 'start-engine', request: unknown): Promise<readonly string[]> {
    this.calls += 1;
    const id = this.calls;
    const before = this.posted.length;
    this.host.handle({ kind: 'call', id, name, request });
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    return this.posted.slice(before).map(({ kind }) => kind);
  }

  /** A book of one tick spread, and a mark. */
  show(ticks: number): void {
    const depth = new DepthMessage();
    depth.pushBid(ticks, 5);
    depth.pushAsk(ticks + 1, 5);
    const mark = new MarkMessage();
    mark.markPx = ticks / 10;
    mark.fundingRateFrac = 0.0001;
    mark.nextFundingMs = T0 + 4 * 3_600_000;
    const ticker = new TickerMessage();
    ticker.changeFrac = 0.01;
    ticker.volumeQuote = 1e9;
    this.engine.sink.onBookSnapshot(0, depth, this.clock.nowMs());
    this.engine.sink.onMark(0, mark, this.clock.nowMs());
    this.engine.sink.onTicker(0, ticker, this.clock.nowMs());
  }

  liquidate(usd: number, nth: number): void {
    const liquidation = new LiquidationMessage();
    liquidation.px = 59_600;
    liquidation.qty = usd / 59_600;
    liquidation.venueMs = this.clock.nowMs() + nth;
    this.engine.sink.onLiquidation(0, liquidation, this.clock.nowMs());
  }

  print(ticks: number): void {
    const trade = new TradeMessage();
    trade.pxTicks = ticks;
    trade.qty = 0.001;
    trade.venueMs = this.clock.nowMs();
    this.engine.sink.onTrade(0, trade, this.clock.nowMs());
  }

  view(): SnipingView | null {
    const newest = this.posted.findLast((message) => message.kind === 'sniping');
    return newest?.kind === 'sniping' ? newest.view : null;
  }
}

const candles = Array.from({ length: 30 }, (_, at) => ({
  openMs: T0 - (30 - at) * 60_000,
  open: 60_000,
  high: 60_000,
  low: 60_000,
  close: 60_000,
  volumeBase: 100,
}));

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('the trading host', () => {
  it('hears the liquidations of the hot engine, trades them, and shows it; a restart goes on', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'riptide-host-'));
    folders.push(folder);
    const first = new HostedEngine(folder);
    await first.pass(2_000);
    await first.call('warm-market', { instrumentId: PERP.id, candles });
    const started = await first.call('start-engine', { engine: 'pas-trader', by: 'operator' });
    expect(started).toMatchObject({ result: { ok: true, value: { isAlready: false } } });
    first.show(596_000);
    first.print(596_000);
    first.liquidate(100_000, 0);
    first.liquidate(100_000, 1);
    await first.pass(1_000);
    expect(first.view()).toMatchObject({
      decisions: [{ action: 'traded', symbol: 'BTCUSDT' }],
      snipes: [{ state: 'entering' }],
    });
    await first.host.stop();

    const second = new HostedEngine(folder);
    await second.pass(2_000);
    expect(second.view()).toMatchObject({
      engines: [
        { engine: 'pas-trader', isRunning: true },
        { engine: 'oraculis', isRunning: false },
      ],
      decisions: [{ action: 'traded' }],
      snipes: [{ snipeId: first.view()?.snipes[0]?.snipeId }],
    });
    await second.host.stop();
  });

  it('answers a question without building a view, and shows a change before it is answered', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'riptide-host-'));
    folders.push(folder);
    const hosted = new HostedEngine(folder);
    await hosted.pass(2_000);
    const question = await hosted.kindsOf('sniping-query', {});
    expect(question).toEqual(['call-answer']);
    const change = await hosted.kindsOf('start-engine', { engine: 'pas-trader', by: 'operator' });
    expect(change).toEqual(['trading', 'sniping', 'call-answer']);
    await hosted.host.stop();
  });

  it('shows a quiet core once a second', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'riptide-host-'));
    folders.push(folder);
    const hosted = new HostedEngine(folder);
    await hosted.pass(5_000);
    const before = hosted.posted.length;
    await hosted.pass(10_000);
    const kinds = hosted.posted.slice(before).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'sniping').length).toBeLessThanOrEqual(11);
    expect(kinds.filter((kind) => kind === 'trading').length).toBeLessThanOrEqual(11);
    await hosted.host.stop();
  });
});
