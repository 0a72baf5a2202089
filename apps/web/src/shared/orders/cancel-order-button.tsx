import { cancelOrder, getOrders, type OrderRow } from '@riptide/contracts/calls';
import { Button } from '../../ui/button.tsx';
import { ModeChip } from '../mode-chip.tsx';
import { useCommand } from '../use-command.ts';
import { isKept } from './order-words.ts';

/** Cancels an order that rests, with one press: it only takes risk away. The stop that the engine keeps is not offered. */
export function CancelOrderButton({ order, isLarge = false }: { order: OrderRow; isLarge?: boolean }) {
  const { symbol, venue, mode, order_id: id } = order;
  const cancel = useCommand(cancelOrder, {
    done: ({ order: after }) =>
      `The order of ${symbol} on ${venue} is ${after.status === 'open' ? 'being cancelled' : after.status}`,
    failed: 'Failed to cancel the order',
    refresh: [getOrders],
  });
  if (isKept(order)) return <span className="text-2xs text-fg3">kept by its engine</span>;
  return (
    <Button
      size={isLarge ? 'md' : 'xs'}
      wide={isLarge}
      pending={cancel.isPending}
      aria-label={`Cancel ${order.side} ${symbol} on ${venue}, ${mode}`}
      onClick={() => cancel.mutate({ body: { venue, order_id: id, mode } })}
    >
      Cancel
      {mode === 'live' || isLarge ? <ModeChip execution={mode} /> : null}
    </Button>
  );
}
