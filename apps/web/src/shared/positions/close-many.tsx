import { getKillEstimate, type PositionRow } from '@riptide/contracts/calls';
import { useState } from 'react';
import { formatPnl, formatPx, formatQty, formatUsd, UNKNOWN } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useCall } from '../use-call.ts';
import { VENUE_SHORT } from '../venue.tsx';
import { useClosePositions } from './use-close-positions.ts';

/** The estimate walks the books, so it ages fast. */
const ESTIMATE_INTERVAL_MS = 3000;

interface CloseManyProps {
  readonly rows: readonly PositionRow[];
}

/** `Close profitable` and `Close all`, each with a preview and held for a second. */
export function CloseMany({ rows }: CloseManyProps) {
  const [asked, setAsked] = useState<'close_profitable' | 'close_all' | null>(null);
  const close = useClosePositions(() => setAsked(null));
  const gaining = rows.filter(({ unrealized_pnl: pnl }) => pnl !== null && pnl > 0);
  const affected = asked === 'close_profitable' ? gaining : rows;
  const words = asked === 'close_profitable' ? 'profitable' : 'all';
  return (
    <>
      <Button
        size="xs"
        disabled={gaining.length === 0}
        title={gaining.length === 0 ? 'No position is in profit' : undefined}
        onClick={() => setAsked('close_profitable')}
      >
        Close profitable
      </Button>
      <Button size="xs" look="stop" disabled={rows.length === 0} onClick={() => setAsked('close_all')}>
        Close all
      </Button>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(isOpen) => !isOpen && setAsked(null)}
        title={asked === 'close_profitable' ? 'Close every position in profit?' : 'Close all positions?'}
        verb={`Hold to close ${words}${wordModes(affected)}`}
        by="hold"
        pending={close.isPending}
        isBlocked={affected.length === 0}
        onConfirm={() => asked !== null && close.mutate({ body: { action: asked } })}
      >
        <Preview rows={affected} isProfitable={asked === 'close_profitable'} />
      </ConfirmDialog>
    </>
  );
}

function wordModes(rows: readonly PositionRow[]): string {
  const live = rows.filter(({ mode }) => mode === 'live').length;
  if (live === 0) return ' PAPER';
  return live === rows.length ? ' LIVE' : ' LIVE and PAPER';
}

function Preview({ rows, isProfitable }: { rows: readonly PositionRow[]; isProfitable: boolean }) {
  const estimate = useCall(getKillEstimate, { intervalMs: ESTIMATE_INTERVAL_MS });
  const byId = new Map(estimate.data?.positions.map((each) => [each.id, each]));
  return (
    <>
      <p>
        {rows.length === 1 ? '1 position is' : `${rows.length} positions are`} closed at the market. Stops and targets
        of what is closed are cancelled; engines that run may open new positions.
        {isProfitable
          ? ' Only what earns more than the fees of leaving is closed; the server decides at that moment.'
          : ''}
      </p>
      <table className="tabular w-full text-[12px]">
        <thead>
          <tr className="text-fg3">
            <th scope="col">Position</th>
            <th scope="col" className="text-right">
              Size
            </th>
            <th scope="col" className="text-right">
              Close price
            </th>
            <th scope="col" className="text-right">
              Fees and slippage
            </th>
            <th scope="col" className="text-right">
              PnL
            </th>
          </tr>
        </thead>
        <tbody className="text-fg1">
          {rows.map((row) => {
            const each = byId.get(row.id);
            return (
              <tr key={row.id}>
                <td>
                  {`${row.symbol} ${VENUE_SHORT[row.venue]} ${row.side}`}
                  {row.mode === 'live' ? <b className="text-live"> LIVE</b> : null}
                </td>
                <td className="text-right">{formatQty(row.size)}</td>
                <td className="text-right">{formatPx(each?.close_price ?? row.mark_price)}</td>
                <td className="text-right">{wordCost(each)}</td>
                <td className="text-right">{formatPnl(row.unrealized_pnl)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {estimate.isError ? <p className="text-warn">The cost of closing could not be estimated.</p> : null}
    </>
  );
}

function wordCost(each: { fee_usd: number | null; slippage_usd: number | null } | undefined): string {
  if (!each || each.fee_usd === null || each.slippage_usd === null) return UNKNOWN;
  return `${formatUsd(each.fee_usd)} + ${formatUsd(each.slippage_usd)}`;
}
