import type { ArbExecution } from '@riptide/contracts/calls';
import { formatBps } from '../../../lib/format.ts';
import { formatClock, formatExact, formatLatency } from '../../../lib/format-time.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { TradeStateTag } from '../../../shared/arb-trades/trade-state-tag.tsx';
import { fillLatencyMs, legAlert } from '../../../shared/arb-trades/trade-words.ts';
import { useArbTrades } from '../../../shared/arb-trades/use-arb-trades.ts';
import type { Column } from '../../../shared/data-table/column.ts';
import { DataTable } from '../../../shared/data-table/data-table.tsx';
import { Num } from '../../../shared/num.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';

const SHOWN = 8;
/** Both legs later than this were slow: the edge may have been gone. */
const SLOW_MS = 400;

interface ExecutionsPanelProps {
  readonly onOpen: (id: string) => void;
  readonly onAll: () => void;
}

/** The newest executions with what each brought; the whole list stands below. */
export function ExecutionsPanel({ onOpen, onAll }: ExecutionsPanelProps) {
  const trades = useArbTrades();
  const newest = trades.data?.trades.slice(0, SHOWN) ?? [];
  return (
    <Panel
      title="Recent executions"
      className="h-full"
      actions={
        newest.length === 0 ? null : (
          <Button look="ghost" size="sm" onClick={onAll}>
            All executions
          </Button>
        )
      }
    >
      {trades.data ? (
        <DataTable
          label="Recent executions"
          rows={newest}
          columns={COLUMNS}
          rowId={(trade) => trade.id}
          onOpen={(trade) => onOpen(trade.id)}
          card={drawExecutionCard}
          empty={
            <EmptyState title="No executions yet">
              Press Execute on a row that is Ready. Each execution stands here with its net bps, latency and P&L.
            </EmptyState>
          }
        />
      ) : trades.isError ? (
        <ErrorState error={trades.error} fallback="Failed to load executions" onRetry={() => void trades.refetch()} />
      ) : (
        <LoadingRows rows={SHOWN} label="Loading executions" />
      )}
    </Panel>
  );
}

const COLUMNS: readonly Column<ArbExecution>[] = [
  { id: 'time', header: 'Time', cell: (trade) => <TradeTime trade={trade} /> },
  { id: 'asset', header: 'Asset', cell: (trade) => <AssetCell trade={trade} /> },
  { id: 'net', header: 'Net bps', align: 'right', cell: (trade) => <NetBps trade={trade} /> },
  { id: 'latency', header: 'Latency', align: 'right', cell: (trade) => <Latency trade={trade} /> },
  { id: 'pnl', header: 'P&L', align: 'right', cell: (trade) => <TradePnl trade={trade} /> },
];

/** The time an execution began, exact in its tooltip. */
export function TradeTime({ trade }: { trade: ArbExecution }) {
  const { zone } = usePreferences();
  const atMs = trade.started_at * 1000;
  return (
    <time dateTime={new Date(atMs).toISOString()} title={formatExact(atMs, zone)} className="text-fg2">
      {formatClock(atMs, zone)}
    </time>
  );
}

function AssetCell({ trade }: { trade: ArbExecution }) {
  const alert = legAlert(trade);
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <b className="font-semibold">{trade.symbol.replace(/USDT$/, '')}</b>
      {trade.state === 'certified' ? null : <TradeStateTag trade={trade} />}
      {alert === null ? null : (
        <span role="status" className={cn('truncate text-2xs', trade.state === 'naked' ? 'text-danger' : 'text-warn')}>
          {alert}
        </span>
      )}
    </span>
  );
}

/** What it brought, bps; while it stands what closing it would bring now, set lighter. */
export function NetBps({ trade }: { trade: ArbExecution }) {
  if (trade.result !== null) return <Num kind="bps" value={trade.result.net_bps} coloured />;
  return (
    <span title="If it were closed at the books of now" className="text-fg3 italic">
      {formatBps(trade.open_net_bps)}
    </span>
  );
}

/** From the start to the fill of both legs. */
export function Latency({ trade }: { trade: ArbExecution }) {
  const ms = fillLatencyMs(trade);
  return <span className={ms !== null && ms > SLOW_MS ? 'text-warn' : 'text-fg2'}>{formatLatency(ms)}</span>;
}

/** Its result, or what closing it would bring now, set lighter. */
export function TradePnl({ trade }: { trade: ArbExecution }) {
  if (trade.result !== null) return <Num kind="pnl" value={trade.result.net_usd} coloured />;
  return (
    <span title="If it were closed at the books of now" className="italic">
      <Num kind="pnl" value={trade.open_net_usd} className="text-fg3" />
    </span>
  );
}

/** Draws an execution on a phone. */
export function drawExecutionCard(trade: ArbExecution) {
  return <ExecutionCard trade={trade} />;
}

function ExecutionCard({ trade }: { trade: ArbExecution }) {
  return (
    <div className="flex flex-col gap-1 text-[12px]">
      <div className="flex items-center gap-2">
        <b className="text-sm font-semibold">{trade.symbol}</b>
        <TradeStateTag trade={trade} />
        <span className="flex-1" />
        <TradePnl trade={trade} />
      </div>
      <div className="flex flex-wrap justify-between gap-x-3 text-fg2">
        <TradeTime trade={trade} />
        <span>
          {trade.buy_exchange} → {trade.sell_exchange}
        </span>
        <span>
          <NetBps trade={trade} /> bps
        </span>
        <Latency trade={trade} />
      </div>
      {legAlert(trade) === null ? null : <p className="text-warn">{legAlert(trade)}</p>}
    </div>
  );
}
