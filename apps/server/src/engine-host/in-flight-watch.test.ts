import { describe, expect, it } from 'vitest';
import type { TradingView } from '@riptide/core/engine';
import { buildArbitrage, buildArbTrade, buildClosedArbTrade } from '../link/arbitrage-values.fixture.ts';
import { buildOrder, buildTradingState } from '../link/trading-values.fixture.ts';
import { InFlightWatch } from './in-flight-watch.ts';

function watchOf(orderState: string, ...trades: ReturnType<typeof buildArbTrade>[]): InFlightWatch {
  const watch = new InFlightWatch();
  const view: TradingView = {
    atMs: 0,
    accounts: [],
    positions: [],
    orders: [buildOrder({ state: orderState })],
    state: buildTradingState(),
    fundingDue: [],
  };
  watch.observeTrading(view);
  watch.observeArbitrage(buildArbitrage({ trades }));
  return watch;
}

describe('InFlightWatch', () => {
  it('knows of nothing before anything was told', () => {
    expect(new InFlightWatch().reason()).toBeNull();
  });

  it.each(['open', 'untriggered', 'filled'])(
    'lets an order that is %s pass: it is found again after a start',
    (state) => {
      expect(watchOf(state, buildArbTrade(), buildClosedArbTrade()).reason()).toBeNull();
    },
  );

  it.each(['sent', 'unknown'])('waits for an order that is %s', (state) => {
    expect(watchOf(state).reason()).toBe(`an order in BTCUSDT at BYBIT:paper is ${state}`);
  });

  it.each(['planned', 'gated', 'sent', 'imbalanced', 'unknown', 'exiting', 'closed', 'naked'] as const)(
    'waits for an arbitrage that is %s',
    (state) => {
      expect(watchOf('open', buildClosedArbTrade(), buildArbTrade({ state })).reason()).toContain(`is ${state}`);
    },
  );
});
