import { domainError, LEG_KEYS, type ArbTrade, type DomainError, type LegKey } from '../../domain/index.ts';
import type { ArbitrageContext } from './arbitrage-context.ts';

/**
 * Returns a leg whose venue is not heard of now; null while both are. Closing a whole pair then closes the other leg at once and leaves
 * this one alone: it waits, unless the pair is broken or near its liquidation already.
 */
export function silentLeg({ core }: ArbitrageContext, trade: ArbTrade): LegKey | null {
  const nowMs = core.clock.nowMs();
  return LEG_KEYS.find((key) => !core.eyes.isBookCurrent(trade[key].instrumentId, nowMs)) ?? null;
}

/** Returns why a person's close of a whole pair has to wait; null when it may go. @errors RISK_BOOK_STALE. */
export function closeRefusal(context: ArbitrageContext, trade: ArbTrade): DomainError | null {
  const key = trade.state === 'hedged' ? silentLeg(context, trade) : null;
  if (key === null) return null;
  const other = trade[key === 'buy' ? 'sell' : 'buy'];
  const { venue } = trade[key];
  const detail =
    `${venue} is not heard of, so the leg there could not be closed with the one on ${other.venue}, which would stand alone; ` +
    `ask again when ${venue} is back, or close the position on ${other.venue} by itself`;
  return domainError('RISK_BOOK_STALE', detail, { outcome: 'not-sent' });
}
