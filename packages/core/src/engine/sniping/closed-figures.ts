import { decimal, toDecimalString, type ArmOutcome, type Snipe } from '../../domain/index.ts';
import { netQuoteOf, type ClosedTrade, type Ledger } from '../../ledger/index.ts';
import type { MarketEyes } from '../trading/market-eyes.ts';
import type { TrackedSnipe } from './snipe-book.ts';
import { averageOf } from './snipe-orders.ts';

interface Books {
  readonly ledger: Ledger;
  readonly eyes: Pick<MarketEyes, 'priceUsd'>;
}

/** Returns what the ledger says of a trade that is flat again: exit price, net after every cost. null where the ledger can't tell. */
export function closedFigures(tracked: TrackedSnipe, books: Books): Pick<Snipe, 'exitPx' | 'netUsd' | 'netBps'> {
  const trade = closedTradeOf(tracked, books.ledger);
  const own = averageOf(tracked.exitBase, tracked.exitQuote);
  const exitPx = trade?.avgExitPx ?? (own === null ? null : toDecimalString(own));
  const netUsd = trade === null ? null : netQuoteOf(trade, (asset) => books.eyes.priceUsd(asset));
  const entryQuote = decimal(tracked.entryQuote);
  const netBps = netUsd === null || entryQuote.eq(0) ? null : Number(decimal(netUsd).div(entryQuote).times(10_000));
  return { exitPx, netUsd, netBps };
}

/** Returns what the trade tells a learner about its arm; null while its net is unknown. */
export function realOutcome(tracked: TrackedSnipe, ledger: Ledger): ArmOutcome | null {
  const { snipe } = tracked;
  const { armId } = snipe.arm;
  if (snipe.state === 'missed') {
    const nothing = { netBps: 0, feesBps: 0, entryPx: null, exitPx: null, heldMs: null };
    return { armId, isFilled: false, isReal: true, exit: 'none', ...nothing };
  }
  if (snipe.state !== 'closed' || snipe.netBps === null) return null;
  const entryQuote = decimal(tracked.entryQuote);
  const fees = closedTradeOf(tracked, ledger)?.feesQuote ?? '0';
  return {
    armId,
    isFilled: true,
    isReal: true,
    netBps: snipe.netBps,
    feesBps: entryQuote.eq(0) ? 0 : Number(decimal(fees).div(entryQuote).times(10_000)),
    entryPx: snipe.entryPx === null ? null : Number(snipe.entryPx),
    exitPx: snipe.exitPx === null ? null : Number(snipe.exitPx),
    exit: snipe.exit ?? 'other',
    heldMs: snipe.closedMs === null || snipe.openedMs === null ? null : snipe.closedMs - snipe.openedMs,
  };
}

/** The newest round of the instrument that ended after the trade's first fill; a leg of an arbitrage is none of it. */
function closedTradeOf({ snipe, firstFillMs }: TrackedSnipe, ledger: Ledger): ClosedTrade | null {
  if (firstFillMs === null) return null;
  const trades = ledger.account(snipe.account)?.closedTrades() ?? [];
  return (
    trades.findLast(
      ({ instrumentId, closeMs, arbId, isDust }) =>
        instrumentId === snipe.instrumentId && closeMs >= firstFillMs && arbId === undefined && isDust !== true,
    ) ?? null
  );
}
