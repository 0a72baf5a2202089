import { beforeEach, describe, expect, it } from 'vitest';
import { ok } from '@riptide/core/domain';
import type { ArbTradeView } from '@riptide/core/engine';
import { VirtualClock } from '@riptide/core/kernel';
import { buildArbTrade } from '../link/arbitrage-values.fixture.ts';
import { FakeEngineLink } from '../link/fake-engine-link.fixture.ts';
import { buildTradingState } from '../link/trading-values.fixture.ts';
import type { Notice } from '../notify/notice.ts';
import { LostAnswers } from './lost-answers.ts';
import { BY_API } from './trading-calls.ts';

const T0 = 1_800_000_000_000;
let clock: VirtualClock;
let link: FakeEngineLink;
let told: Notice[];
let faults: string[];
let trades: ArbTradeView[];

beforeEach(() => {
  clock = new VirtualClock(T0);
  link = new FakeEngineLink();
  link.setConnected(true);
  link.update(['trading', 'state', buildTradingState({ isReady: true })]);
  told = [];
  faults = [];
  trades = [];
  link.answer = () => ok({ trades, total: trades.length });
  const lost = new LostAnswers({
    link,
    clock,
    onFault: (text) => void faults.push(text),
    tell: (notices) => Promise.resolve(told.push(...notices)),
  });
  lost.follow({ what: 'execute_live of BTCUSDT', symbol: 'BTCUSDT', source: 'operator', sentMs: T0 });
});

const trade = (over: Partial<ArbTradeView> = {}): ArbTradeView => ({
  ...buildArbTrade(),
  symbol: 'BTCUSDT',
  source: 'operator',
  by: BY_API,
  startedMs: T0 + 10,
  state: 'hedged',
  ...over,
});

async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    clock.advance(500);
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  }
}

describe('an order whose answer was lost', () => {
  it('is told of as the trade it became, once that stands still', async () => {
    trades = [trade({ state: 'unknown' })];
    await pass(5_000);
    expect(told).toEqual([]);
    trades = [trade({ arbId: 'a00000000001' })];
    await pass(90_000);
    expect(told).toMatchObject([
      { event: 'warning', symbol: 'BTCUSDT', body: expect.stringContaining('it became a00000000001') },
    ]);
  });

  it('is told of as nothing, when the engine is back and certainly took none', async () => {
    trades = [trade({ startedMs: T0 - 1 }), trade({ by: 'somebody' }), trade({ source: 'auto' })];
    link.setConnected(false);
    await pass(40_000);
    expect(told).toEqual([]);
    link.setConnected(true);
    await pass(2_000);
    expect(told.map(({ body }) => body)).toEqual([
      'The answer to execute_live of BTCUSDT was lost; no trade came of it: nothing was sent for it.',
    ]);
    expect(faults).toEqual([]);
  });
});
