import type { PositionRow } from '@riptide/contracts/calls';
import { useRef, useState } from 'react';
import { formatPnl, formatPx, formatQty, formatUsd } from '../../lib/format.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ModeChip } from '../mode-chip.tsx';
import { useClosePositions } from './use-close-positions.ts';

/** Closes one position at the market: at once on paper, whose row is the preview, and after a question where it is real. */
export function CloseButton({ row, isLarge = false }: { row: PositionRow; isLarge?: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const { confirmSingle } = usePreferences();
  const close = useClosePositions(() => setAsking(false));
  const isAsked = row.mode === 'live' && confirmSingle === 'ask';
  // A second click may come before the button is drawn as pending.
  const isSent = useRef(false);
  const run = (): void => {
    if (isSent.current) return;
    isSent.current = true;
    close.mutate(
      { body: { action: 'close', position_id: row.id } },
      {
        onSettled: () => {
          isSent.current = false;
        },
      },
    );
  };
  return (
    <>
      <Button
        size={isLarge ? 'md' : 'xs'}
        wide={isLarge}
        className="text-danger"
        pending={close.isPending}
        aria-label={`Close ${row.symbol} on ${row.venue}, ${row.mode}`}
        onClick={() => (isAsked ? setAsking(true) : run())}
      >
        {isLarge ? `Close ${row.symbol}` : 'Close'}
        {row.mode === 'live' || isLarge ? <ModeChip execution={row.mode} /> : null}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Close ${row.symbol} on ${row.venue}?`}
        verb="Close LIVE"
        pending={close.isPending}
        onConfirm={run}
      >
        <p>
          A market order {row.side === 'long' ? 'sells' : 'buys'} <b className="text-fg1">{formatQty(row.size)}</b> for
          real, about {formatUsd(row.notional)} at a mark price of {formatPx(row.mark_price)}.
        </p>
        <p>
          Unrealized {formatPnl(row.unrealized_pnl)} before the fees and the spread of closing. Its stop and target are
          cancelled. A leg of an arbitrage or a carry round is closed with the other.
        </p>
      </ConfirmDialog>
    </>
  );
}
