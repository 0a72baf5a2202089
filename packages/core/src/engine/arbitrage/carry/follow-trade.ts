import {
  decimal,
  toDecimalString,
  type ArbResult,
  type ArbTrade,
  type CarryRound,
  type CarryState,
} from '../../../domain/index.ts';
import { bpsOf, notionalOf } from '../arb-result.ts';
import type { TrackedArb } from '../trade-book.ts';

/**
 * Returns a round as its trade makes it; the same object when nothing changed. Whoever changes the trade (a person, the executor after a
 * liquidation of one leg, the kill switch) changes the round with it; funding that is told after the end is added to the result.
 */
export function followTrade(round: CarryRound, tracked: TrackedArb): CarryRound {
  const { trade, books } = tracked;
  const fundingUsd = toDecimalString(decimal(books.buy.fundingQuote).plus(decimal(books.sell.fundingQuote)));
  const state = stateOf(round, trade);
  const notional = notionalOf(tracked);
  const next: CarryRound = {
    ...round,
    arbId: trade.arbId,
    state,
    notionalUsd: notional.gt(0) ? toDecimalString(notional) : round.notionalUsd,
    settlements: books.buy.settlements + books.sell.settlements,
    fundingUsd,
    openedMs: trade.hedgedMs,
    closedMs: state === 'closed' || state === 'failed' ? trade.closedMs : null,
    exitReason: trade.exitReason,
    result: trade.result === null ? null : withFunding(trade.result, fundingUsd, tracked),
    reason: trade.reason,
  };
  return JSON.stringify(next) === JSON.stringify(round) ? round : next;
}

function stateOf(round: CarryRound, trade: ArbTrade): CarryState {
  switch (trade.state) {
    case 'aborted':
      return 'failed';
    case 'certified':
      return trade.hedgedMs === null ? 'failed' : 'closed';
    case 'hedged':
      return 'ready';
    case 'exiting':
    case 'closed':
      return 'closing';
    case 'naked':
      return trade.hedgedMs === null ? 'opening' : 'closing';
    case 'planned':
    case 'gated':
    case 'sent':
      return 'opening';
    case 'imbalanced':
    case 'unknown':
      return trade.phase === 'entry' ? whileEntering(round, trade) : 'closing';
  }
}

/** A leg of an open pair that moves again is put right without leaving what was reached. */
function whileEntering(round: CarryRound, trade: ArbTrade): CarryState {
  return trade.hedgedMs !== null && round.state === 'ready' ? 'ready' : 'opening';
}

/** Returns a result with the funding as it is known now, the parts still summing to the net. */
function withFunding(result: ArbResult, fundingUsd: string, tracked: TrackedArb): ArbResult {
  if (decimal(result.fundingUsd).eq(decimal(fundingUsd))) return result;
  if (result.netUsd === null) return { ...result, fundingUsd };
  const net = decimal(result.netUsd).minus(decimal(result.fundingUsd)).plus(decimal(fundingUsd));
  return { ...result, fundingUsd, netUsd: toDecimalString(net), netBps: bpsOf(net, notionalOf(tracked)) };
}
