import { ARB_FINAL_STATES } from '@riptide/core/domain';
import type { ArbitrageView, TradingView } from '@riptide/core/engine';

/** States of an order of which nobody knows yet whether the venue has it. */
const OPEN_WORK: ReadonlySet<string> = new Set(['sent', 'unknown']);

/** Knows whether anything is between two states right now: what a restart by choice must wait for. */
export class InFlightWatch {
  private trading: TradingView | null = null;
  private arbitrage: ArbitrageView | null = null;

  observeTrading(view: TradingView): void {
    this.trading = view;
  }

  observeArbitrage(view: ArbitrageView): void {
    this.arbitrage = view;
  }

  /** Returns what is in flight, in words; null when nothing is. */
  reason(): string | null {
    const order = this.trading?.orders.find(({ state }) => OPEN_WORK.has(state));
    if (order !== undefined) return `an order in ${order.symbol} at ${order.account} is ${order.state}`;
    const trade = this.arbitrage?.trades.find(
      ({ state }) => state !== 'hedged' && !ARB_FINAL_STATES.some((final) => final === state),
    );
    if (trade !== undefined) return `the arbitrage ${trade.arbId} in ${trade.symbol} is ${trade.state}`;
    return null;
  }
}
