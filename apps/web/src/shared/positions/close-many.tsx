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
  const isProfitable = asked === 'close_profitable';
  const listed = useListed(isProfitable ? gaining : rows, rows, asked !== null);
  const affected = isProfitable ? gaining.filter((row) => endsInProfit(row, costs)) : rows;
  const words = isProfitable ? 'profitable' : 'all';
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
        title={isProfitable ? 'Close every position in profit?' : 'Close all positions?'}
        verb={`Hold to close ${words}${wordModes(affected)}`}
        by="hold"
        pending={close.isPending}
        isBlocked={affected.length === 0}
        onConfirm={() => asked !== null && close.mutate({ body: { action: asked } })}
      >
        <Preview listed={listed} affected={affected} costs={costs} isProfitable={isProfitable} />
        {close.isPending ? <p role="status">Sent. Waiting for what became of it.</p> : null}
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

/** Keeps in the list what stood there since the question came up, so that what goes does not move what is below; new ones come last. */
function useListed(
  now: readonly PositionRow[],
  open: readonly PositionRow[],
  isAsked: boolean,
): readonly PositionRow[] {
  const [ids, setIds] = useState<readonly string[]>([]);
  const fresh = isAsked ? now.filter(({ id }) => !ids.includes(id)).map(({ id }) => id) : [];
  if (fresh.length > 0) setIds([...ids, ...fresh]);
  if (!isAsked && ids.length > 0) setIds([]);
  return ids.flatMap((id) => open.find((row) => row.id === id) ?? []);
}

/** By the rule of the server. Until it is known what the book gives the position stays in the list. */
function endsInProfit(row: PositionRow, costs: Costs): boolean {
  const { left, whole } = outcomeOf(row, costs);
  return left === null || whole === null || (left > 0 && whole > 0);
}

/** Gives what the rest of a position brings after the fee of leaving, and the whole of it after all fees and funding; null while unknown. */
function outcomeOf(row: PositionRow, costs: Costs): { readonly left: number | null; readonly whole: number | null } {
  const { close_price: px = null, fee_usd: fee = null } = costs.get(row.id) ?? {};
  if (px === null || fee === null) return { left: null, whole: null };
  const left = (px - row.entry_price) * (row.side === 'long' ? 1 : -1) * row.size - fee;
  return { left, whole: left + row.realized_pnl + row.funding - row.fees };
}

interface PreviewProps {
  readonly listed: readonly PositionRow[];
  readonly affected: readonly PositionRow[];
  readonly costs: Costs;
  readonly isProfitable: boolean;
}

function Preview({ listed, affected, costs, isProfitable }: PreviewProps) {
  const count = affected.length;
  if (listed.length === 0) return <p>{isProfitable ? NONE_IN_PROFIT : 'No position is open.'}</p>;
  return (
    <>
      {count === 0 ? (
        <p>{NONE_IN_PROFIT}</p>
      ) : (
        <p>
          {count === 1 ? '1 position is' : `${count} positions are`} closed at the market. Stops and targets of what is
          closed are cancelled; engines that run may open new positions.
          {isProfitable
            ? ' Only what ends above zero after all fees is closed: those paid on the way in, and those of leaving at what the book gives; the server decides at that moment.'
            : ''}
        </p>
      )}
      <table className="tabular w-full text-[12px] [&_td+td]:pl-3 [&_th+th]:pl-3">
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
              {isProfitable ? 'After all fees' : 'PnL'}
            </th>
          </tr>
        </thead>
        <tbody className="text-fg1">
          {listed.map((row) => {
            const each = costs.get(row.id);
            const stays = !affected.includes(row);
            return (
              <tr key={row.id} className={stays ? 'text-fg3' : undefined}>
                <td>
                  {`${row.symbol} ${VENUE_SHORT[row.venue]} ${row.side}`}
                  {row.mode === 'live' ? <b className="text-live"> LIVE</b> : null}
                  {stays ? <span className="block text-2xs">{' stays open'}</span> : null}
                </td>
                <td className="text-right">{formatQty(row.size)}</td>
                <td className="text-right">{formatPx(each?.close_price ?? row.mark_price)}</td>
                <td className="text-right">{wordCost(each)}</td>
                <td className="text-right">
                  {formatPnl(isProfitable ? outcomeOf(row, costs).whole : row.unrealized_pnl)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}

const NONE_IN_PROFIT = 'No position ends above zero after all its fees.';

function wordCost(each: { fee_usd: number | null; slippage_usd: number | null } | undefined): string {
  if (!each || each.fee_usd === null || each.slippage_usd === null) return UNKNOWN;
  return `${formatUsd(each.fee_usd)} + ${formatUsd(each.slippage_usd)}`;
}
