import {
  decimal,
  roundTo,
  toDecimalString,
  type ArbResult,
  type ArbTrade,
  type CarryRound,
  type CarryState,
} from '../../../domain/index.ts';
import type { TrackedArb } from '../trade-book.ts';

const BPS_DIGITS = 6;

/**
 * Returns a round as its trade makes it; the same object when nothing changed. Whoever changes the trade (a person, the executor after a
 * liquidation of one leg, the kill switch) changes the round with it; funding that is told after the end is added to the result.
 */
export function followTrade(round: CarryRound, tracked: TrackedArb): CarryRound {
  const { trade, books } = tracked;
  const fundingUsd = toDecimalString(decimal(books.buy.fundingQuote).plus(decimal(books.sell.fundingQuote)));
  const state = stateOf(round, trade);
  const next: CarryRound = {
    ...round,
    arbId: trade.arbId,
    state,
    notionalUsd: entryNotional(tracked) ?? round.notionalUsd,
    settlements: books.buy.settlements + books.sell.settlements,
    fundingUsd,
    openedMs: trade.hedgedMs,
    closedMs: state === 'closed' || state === 'failed' ? trade.closedMs : null,
    exitReason: trade.exitReason,
    result: trade.result === null ? null : withFunding(trade.result, fundingUsd),
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

/** What the legs were bought and sold for, in the middle; null before both have a fill. */
function entryNotional({ books: { buy, sell } }: TrackedArb): string | null {
  const [bought, sold] = [decimal(buy.entryQuote), decimal(sell.entryQuote)];
  if (bought.eq(0) || sold.eq(0)) return null;
  return toDecimalString(bought.plus(sold).div(2));
}

/** Returns a result with the funding as it is known now, the parts still summing to the net; in bps of what they were measured by. */
function withFunding(result: ArbResult, fundingUsd: string): ArbResult {
  if (decimal(result.fundingUsd).eq(decimal(fundingUsd))) return result;
  const before = decimal(result.netUsd);
  const net = before.minus(decimal(result.fundingUsd)).plus(decimal(fundingUsd));
  const { netBps } = result;
  return {
    ...result,
    fundingUsd,
    netUsd: toDecimalString(net),
    netBps:
      netBps === null || before.eq(0)
        ? null
        : Number(toDecimalString(roundTo(net.times(decimal(netBps)).div(before), BPS_DIGITS))),
  };
}
