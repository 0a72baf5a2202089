import {
  getTrailingOrders,
  removeTrailingOrder,
  startTrailingOrder,
  type TrailingOrderRow,
} from '@riptide/contracts/calls';
import { useState } from 'react';
import { formatPct, formatPx, formatQty } from '../../../lib/format.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { useExecution } from '../../../shared/use-execution.ts';
import { useCommand } from '../../../shared/use-command.ts';
import { ModeChip } from '../../../shared/mode-chip.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

interface OrderActionsProps {
  readonly order: TrailingOrderRow;
  /** Old data block what needs them; removing never does. */
  readonly isStale: boolean;
}

/** Start Trailing while an order is initial, Remove always. */
export function OrderActions({ order, isStale }: OrderActionsProps) {
  return (
    <span className="flex justify-end gap-1.5">
      {order.state === 'initial' ? <StartTrailing order={order} isStale={isStale} /> : null}
      <RemoveOrder order={order} />
    </span>
  );
}

function StartTrailing({ order, isStale }: OrderActionsProps) {
  const [isAsking, setAsking] = useState(false);
  const { confirmSingle } = usePreferences();
  const mode = useExecution().data?.venues.find(({ venue }) => venue === order.venue)?.mode ?? null;
  const start = useCommand(startTrailingOrder, {
    done: ({ message }) => message,
    failed: 'Failed to start trailing',
    refresh: [getTrailingOrders],
    onSent: () => setAsking(false),
  });
  const run = (): void => start.mutate({ params: { id: order.order_id } });
  const isReal = mode === 'live';
  return (
    <>
      <Button
        size="xs"
        look="primary"
        pending={start.isPending}
        disabled={isStale || mode === null}
        title={isStale ? 'The orders shown are old: wait until they are renewed' : undefined}
        onClick={() => (isReal && confirmSingle === 'ask' ? setAsking(true) : run())}
      >
        Start Trailing
        {isReal ? <ModeChip execution="live" /> : null}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Start trailing ${order.symbol} on ${order.venue}?`}
        verb="Start Trailing LIVE"
        look="primary"
        pending={start.isPending}
        onConfirm={run}
      >
        <p>
          When it triggers, a real market order {order.side === 'BUY' ? 'sells' : 'buys'}{' '}
          <b className="text-fg1">{formatQty(order.quantity)}</b> at what the market gives then, about{' '}
          {formatPx(order.current_tp_price)}. It only closes, and never more than is held.
        </p>
        <p>
          {`It ends without closing at a loss of ${formatPct(order.max_trailing_pct * 100)} from the entry: from there the position is left to its stop.`}
        </p>
      </ConfirmDialog>
    </>
  );
}

function RemoveOrder({ order }: { order: TrailingOrderRow }) {
  const [isAsking, setAsking] = useState(false);
  const remove = useCommand(removeTrailingOrder, {
    done: ({ message }) => message,
    failed: 'Failed to remove the trailing order',
    refresh: [getTrailingOrders],
    onSent: () => setAsking(false),
  });
  const run = (): void => remove.mutate({ params: { id: order.order_id } });
  return (
    <>
      <Button
        size="xs"
        look="ghost"
        pending={remove.isPending}
        aria-label={`Remove ${order.order_id}`}
        onClick={() => (order.state === 'trailing' ? setAsking(true) : run())}
      >
        Remove
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Remove ${order.order_id}?`}
        verb="Remove"
        pending={remove.isPending}
        onConfirm={run}
      >
        <p>
          It trails {order.symbol} on {order.venue} now. Without it nothing takes the profit of this position at{' '}
          {formatPx(order.current_tp_price)}; a stop of its own stays.
        </p>
      </ConfirmDialog>
    </>
  );
}
