import type { TrailingOrderRow } from '@riptide/contracts/calls';
import { formatBps, formatPct } from '../../../../lib/format.ts';

interface TrailingProgress {
  /** 0 to 1 of the way to what comes next. */
  readonly fraction: number;
  readonly text: string;
  /** For a narrow cell. */
  readonly short: string;
}

type Facts = Pick<
  TrailingOrderRow,
  'side' | 'state' | 'entry_price' | 'initial_tp_price' | 'current_tp_price' | 'best_price'
>;

/**
 * Tells how far an order is: from the entry to its target, and once that was passed from the best price back to the trigger.
 *
 * null where it has ended without triggering, or no price is known.
 */
export function trailingProgress(order: Facts, price: number | null): TrailingProgress | null {
  if (order.state === 'triggered') return { fraction: 1, text: 'triggered', short: '100%' };
  if (order.state === 'expired' || price === null) return null;
  const sign = order.side === 'BUY' ? 1 : -1;
  const best = order.best_price === null ? price : furthest(order.best_price, price, sign);
  const hasPassed = order.state === 'trailing' && (best - order.initial_tp_price) * sign >= 0;
  if (!hasPassed) {
    const way = (order.initial_tp_price - order.entry_price) * sign;
    const fraction = way <= 0 ? 0 : clamped(((price - order.entry_price) * sign) / way);
    const short = formatPct(fraction * 100, 0);
    return { fraction, text: `${short} of the way to the target`, short };
  }
  const room = (best - order.current_tp_price) * sign;
  const gone = (best - price) * sign;
  const awayBps = (Math.max(0, (price - order.current_tp_price) * sign) / price) * 10_000;
  const short = `${formatBps(awayBps)} bps`;
  return { fraction: room <= 0 ? 1 : clamped(gone / room), text: `${short} from the trigger`, short };
}

function furthest(one: number, other: number, sign: number): number {
  return (one - other) * sign >= 0 ? one : other;
}

function clamped(value: number): number {
  return Math.min(1, Math.max(0, value));
}
