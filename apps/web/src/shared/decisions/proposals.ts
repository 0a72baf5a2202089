import type { DecisionItem } from '@riptide/contracts/calls';
import { formatPx, formatQty, formatUsd } from '../../lib/format.ts';

type Plan = NonNullable<DecisionItem['plan']>;

/** Gives the proposals that can still be executed, the one that ends first on top. */
export function openProposals(decisions: readonly DecisionItem[], nowS: number): readonly DecisionItem[] {
  return decisions
    .filter(({ action, expires_at: until }) => action === 'proposed' && until !== null && until > nowS)
    .toSorted((one, other) => (one.expires_at ?? 0) - (other.expires_at ?? 0));
}

/** Whole seconds in which a proposal can still be executed. */
export function secondsLeft({ expires_at: until }: Pick<DecisionItem, 'expires_at'>, nowS: number): number {
  return Math.max(0, Math.ceil((until ?? nowS) - nowS));
}

/** Says what would be sent, e.g. `Buy 0.0150 BTC at 63,900.0000`. */
export function orderWords({ side, quantity, entry_price: px }: Plan, symbol: string): string {
  return `${side === 'long' ? 'Buy' : 'Sell'} ${formatQty(quantity)} ${symbol.replace(/USDT$/, '')} at ${formatPx(px)}`;
}

/** Says what the stop costs at most, e.g. `-$2.25 and $0.60 of fees`. */
export function stopWords({ stop_loss_usd: lost, fees_usd: fees }: Plan): string {
  const loss = lost === null ? '—' : formatUsd(-lost);
  return `${loss} and ${formatUsd(fees)} of fees`;
}

/** Where the card of a proposal stands on the trading page. */
export const proposalDomId = (id: string): string => `proposal-${id}`;
