import {
  accountKey,
  decimal,
  instrumentId,
  toDecimalString,
  ZERO,
  type Decimal,
  type ExecutionMode,
  type InstrumentId,
  type TrailingOrder,
} from '../../domain/index.ts';
import type { TrailingView } from '../sniping-views.ts';
import type { SnipingContext } from './sniping-context.ts';

/** Returns the instrument a trailing order follows. */
export function trailedInstrument({ symbol, venue }: Pick<TrailingOrder, 'symbol' | 'venue'>): InstrumentId {
  return instrumentId(symbol, 'perp', venue);
}

/** Returns what is held on the side that a trailing order protects, base units. */
export function heldBy(context: Held, order: TrailingOrder): Decimal {
  return heldOn(context, order, context.core.permit.modeOf(order.venue));
}

/** Says why nothing is held any more: it is gone, or stands on the account that the venue's orders went to before. */
export function goneReason(context: Held, order: TrailingOrder): string {
  const now = context.core.permit.modeOf(order.venue);
  const before = now === 'live' ? 'paper' : 'live';
  if (heldOn(context, order, before).eq(0)) return 'the position is gone';
  return `orders of ${order.venue} go to ${now} now, the position stands on ${before} and is not followed any more`;
}

/** What of the engine tells what is held, and where orders go. */
interface Held {
  readonly core: {
    readonly permit: Pick<SnipingContext['core']['permit'], 'modeOf'>;
    readonly ledger: Pick<SnipingContext['core']['ledger'], 'account'>;
  };
}

function heldOn({ core }: Held, order: TrailingOrder, mode: ExecutionMode): Decimal {
  const id = trailedInstrument(order);
  const account = accountKey(order.venue, mode);
  const position = core.ledger
    .account(account)
    ?.positions()
    .find((each) => each.instrumentId === id);
  const qty = decimal(position?.qtyBase ?? '0');
  const held = order.side === 'BUY' ? qty : qty.times(-1);
  return held.gt(0) ? held : ZERO;
}

/** Returns a trailing order as it is shown: with why it could not be started now, and with what it lacks to follow the price. */
export function toldTrailing(context: Pick<SnipingContext, 'core'>, order: TrailingOrder): TrailingView {
  const warning = order.state === 'initial' ? fitWarning(context, order) : null;
  const isFollowing = order.state === 'trailing' || order.state === 'triggered';
  const dark = isFollowing ? context.core.darkBooks.textOf(trailedInstrument(order)) : null;
  return dark === null ? { ...order, warning } : { ...order, reason: `${order.reason}; ${dark}`, warning: dark };
}

/** Made ahead of its position an order is no fault; that it can't be started yet must be said. */
function fitWarning(context: Pick<SnipingContext, 'core'>, order: TrailingOrder): string | null {
  const side = order.side === 'BUY' ? 'long' : 'short';
  const held = heldBy(context, order);
  if (held.eq(0))
    return `there is no ${side} position in ${order.symbol} on ${order.venue} now: it can't be started yet`;
  if (decimal(order.qtyBase).lte(held)) return null;
  return `its quantity ${order.qtyBase} is more than the ${side} position of ${toDecimalString(held)} holds: it can't be started so`;
}
