import { LEG_KEYS } from '../../domain/index.ts';
import type { ArbTrouble } from '../arbitrage-views.ts';
import type { ArbitrageContext } from './arbitrage-context.ts';
import { unwatchedOf, type Unwatched } from './arb-watch.ts';
import { heldOf } from './leg-books.ts';
import type { TrackedArb } from './trade-book.ts';

/** So long a trade may hold something that its venues have not confirmed. */
const UNPROVEN_MS = 30_000;

/** Returns the open trades that are not as they should be, oldest first. */
export function troublesOf(context: Pick<ArbitrageContext, 'core' | 'state'>, nowMs: number): readonly ArbTrouble[] {
  return context.state.trades.open().flatMap((tracked) => {
    const { arbId, symbol, pairId, reason } = tracked.trade;
    const left = unwatchedOf(context, tracked.trade).filter(({ isLasting }) => isLasting);
    const what = left.length > 0 ? leftText(left) : troubleOf(tracked, nowMs);
    if (what === null) return [];
    const sinceMs = sinceMsOf(tracked);
    return [{ arbId, symbol, sinceMs, text: `arbitrage ${arbId} ${pairId} ${what}: ${reason}` }];
  });
}

function leftText(left: readonly Unwatched[]): string {
  return `is not watched, since ${left.map(({ text }) => text).join(', ')}`;
}

/** Says what is wrong with a trade; null while nothing is. */
function troubleOf(tracked: TrackedArb, nowMs: number): string | null {
  const { trade, books } = tracked;
  if (trade.state === 'naked') return 'stands alone on one leg (NAKED)';
  if (nowMs - sinceMsOf(tracked) <= UNPROVEN_MS) return null;
  switch (trade.state) {
    case 'unknown':
      return 'has an order of unknown outcome';
    case 'hedged':
      return trade.certificates.some(({ kind, ok }) => kind === 'hedged' && ok)
        ? null
        : 'is not confirmed as hedged by its venues';
    case 'closed':
      return 'is not confirmed as flat by its venues';
    default:
      return LEG_KEYS.some((key) => heldOf(books[key]).gt(0)) ? `is still ${trade.state}` : null;
  }
}

function sinceMsOf({ trade, stateSinceMs }: TrackedArb): number {
  return stateSinceMs ?? trade.closedMs ?? trade.exitStartedMs ?? trade.hedgedMs ?? trade.startedMs;
}
