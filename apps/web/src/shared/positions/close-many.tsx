import { getKillEstimate, type PositionRow, type RouteOutput } from '@riptide/contracts/calls';
import { useState } from 'react';
import { formatPnl, formatPx, formatQty, formatUsd, UNKNOWN } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useCall } from '../use-call.ts';
import { VENUE_SHORT } from '../venue.tsx';
import { useClosePositions } from './use-close-positions.ts';

/** The estimate walks the books, so it ages fast. */
const ESTIMATE_INTERVAL_MS = 3000;

/** What leaving each position costs now, by its id. */
type Costs = ReadonlyMap<string, RouteOutput<typeof getKillEstimate>['positions'][number]>;

interface CloseManyProps {
  readonly rows: readonly PositionRow[];
}

/** `Close profitable` and `Close all`, each with a preview and held for a second. */
export function CloseMany({ rows }: CloseManyProps) {
  const [asked, setAsked] = useState<'close_profitable' | 'close_all' | null>(null);
  const close = useClosePositions(() => setAsked(null));
  const gaining = rows.filter(({ unrealized_pnl: pnl }) => pnl !== null && pnl > 0);
  const estimate = useCall(getKillEstimate, { intervalMs: ESTIMATE_INTERVAL_MS, isAsked: asked !== null });
  const costs: Costs = new Map(estimate.data?.positions.map((each) => [each.id, each]));
  const affected = asked === 'close_profitable' ? gaining.filter((row) => earnsItsFees(row, costs)) : rows;
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
        <Preview rows={affected} costs={costs} isProfitable={asked === 'close_profitable'} />
        {estimate.isError ? <p className="text-warn">The cost of closing could not be estimated.</p> : null}
      </ConfirmDialog>
    </>
  );
}

function wordModes(rows: readonly PositionRow[]): string {
  const live = rows.filter(({ mode }) => mode === 'live').length;
  if (live === 0) return ' PAPER';
  return live === rows.length ? ' LIVE' : ' LIVE and PAPER';
}

/** By the rule of the server. Until the cost of leaving is known the position stays in the list. */
function earnsItsFees({ id, unrealized_pnl: pnl }: PositionRow, costs: Costs): boolean {
  const fee = costs.get(id)?.fee_usd ?? null;
  return fee === null || (pnl ?? 0) > fee;
}

interface PreviewProps {
  readonly rows: readonly PositionRow[];
  readonly costs: Costs;
  readonly isProfitable: boolean;
}

function Preview({ rows, costs, isProfitable }: PreviewProps) {
  if (rows.length === 0) return <p>No position earns more than the fees of leaving.</p>;
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
            const each = costs.get(row.id);
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
    </>
  );
}

function wordCost(each: { fee_usd: number | null; slippage_usd: number | null } | undefined): string {
  if (!each || each.fee_usd === null || each.slippage_usd === null) return UNKNOWN;
  return `${formatUsd(each.fee_usd)} + ${formatUsd(each.slippage_usd)}`;
}
