import { ARB_STATE_NAMES, getExecutions, type ArbExecution } from '@riptide/contracts/calls';
import { useState } from 'react';
import { UNKNOWN, formatCount } from '../../../lib/format.ts';
import { TradeStateTag } from '../../../shared/arb-trades/trade-state-tag.tsx';
import { fillLatencyMs, predictedBps, stateWords } from '../../../shared/arb-trades/trade-words.ts';
import { useArbTrades } from '../../../shared/arb-trades/use-arb-trades.ts';
import type { Column } from '../../../shared/data-table/column.ts';
import { DataTable } from '../../../shared/data-table/data-table.tsx';
import { Num } from '../../../shared/num.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { useCall } from '../../../shared/use-call.ts';
import { VenueBadge } from '../../../shared/venue.tsx';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { Latency, NetBps, TradePnl, TradeTime, drawExecutionCard } from '../components/executions-panel.tsx';

const PAGE = 50;
/** The open page follows the stream; pages and filters are asked for at this interval. */
const PAGE_INTERVAL_MS = 5000;

type StateFilter = 'all' | ArbExecution['state'];

const STATE_OPTIONS = [
  { value: 'all' as const, label: 'all states' },
  ...ARB_STATE_NAMES.map((state) => ({ value: state, label: stateWords(state).word })),
];

/** Every execution of all times: filtered, paged to any depth, exported. */
export function ExecutionsTable({ onOpen }: { onOpen: (id: string) => void }) {
  const [state, setState] = useState<StateFilter>('all');
  const [symbol, setSymbol] = useState('');
  /** Where each page before this one began. */
  const [befores, setBefores] = useState<readonly number[]>([]);
  const before = befores.at(-1);
  const wanted = symbol.trim().toUpperCase();
  const isNewest = state === 'all' && wanted === '' && before === undefined;
  const live = useArbTrades();
  const page = useCall(getExecutions, {
    input: {
      query: {
        limit: PAGE,
        ...(state === 'all' ? {} : { state }),
        ...(wanted === '' ? {} : { symbol: wanted }),
        ...(before === undefined ? {} : { before }),
      },
    },
    intervalMs: PAGE_INTERVAL_MS,
    isAsked: !isNewest || live.data?.total === null,
  });
  const shown = isNewest ? live : page;
  const rows = (isNewest ? live.data?.trades : page.data?.executions) ?? [];
  const total = (isNewest ? live.data?.total : null) ?? page.data?.total ?? null;
  const reset = (change: () => void): void => {
    change();
    setBefores([]);
  };
  const last = rows.at(-1);
  return (
    <div className="flex min-w-0 flex-col">
      <div className="flex flex-wrap items-end gap-3 px-3.5 pt-3 max-sm:grid max-sm:grid-cols-2 sm:[&>*]:w-40">
        <SelectField
          label="State"
          value={state}
          error={null}
          options={STATE_OPTIONS}
          onChange={(next) => reset(() => setState(next))}
        />
        <TextField
          label="Symbol"
          value={symbol}
          error={null}
          placeholder="all, or BTCUSDT"
          onChange={(next) => reset(() => setSymbol(next))}
        />
      </div>
      {shown.data ? (
        <DataTable
          label="Executions"
          rows={rows}
          columns={COLUMNS}
          rowId={(trade) => trade.id}
          onOpen={(trade) => onOpen(trade.id)}
          card={drawExecutionCard}
          maxHeightPx={480}
          csvName="executions.csv"
          isStale={shown.isError}
          footer={
            <span className="flex items-center gap-2">
              <Button size="xs" disabled={befores.length === 0} onClick={() => setBefores(befores.slice(0, -1))}>
                Newer
              </Button>
              <Button
                size="xs"
                disabled={last === undefined || rows.length < PAGE}
                onClick={() => last && setBefores([...befores, last.started_at])}
              >
                Older
              </Button>
              {formatCount(rows.length)} of {total === null ? UNKNOWN : formatCount(total)}
            </span>
          }
          empty={
            <EmptyState title="No executions">
              {isNewest ? 'Nothing was executed yet.' : 'None matches. Choose all states and no symbol to see all.'}
            </EmptyState>
          }
        />
      ) : shown.isError ? (
        <ErrorState error={shown.error} fallback="Failed to load executions" onRetry={() => void shown.refetch()} />
      ) : (
        <LoadingRows rows={8} label="Loading executions" />
      )}
    </div>
  );
}

const COLUMNS: readonly Column<ArbExecution>[] = [
  {
    id: 'time',
    header: 'Time',
    sortBy: (trade) => trade.started_at,
    cell: (trade) => <TradeTime trade={trade} />,
    csv: (trade) => new Date(trade.started_at * 1000).toISOString(),
  },
  {
    id: 'symbol',
    header: 'Symbol',
    sortBy: (trade) => trade.symbol,
    cell: (trade) => <b className="font-semibold">{trade.symbol}</b>,
    csv: (trade) => trade.symbol,
  },
  {
    id: 'venues',
    header: 'Venues',
    cell: (trade) => (
      <span className="flex items-center gap-1">
        <VenueBadge venue={trade.buy_exchange} />
        <span aria-hidden className="text-fg3">
          →
        </span>
        <VenueBadge venue={trade.sell_exchange} />
      </span>
    ),
    csv: (trade) => `${trade.buy_exchange}>${trade.sell_exchange}`,
  },
  {
    id: 'mode',
    header: 'Account',
    cell: (trade) => trade.execution_mode.toUpperCase(),
    csv: (trade) => trade.execution_mode,
  },
  { id: 'source', header: 'By', cell: (trade) => trade.source, csv: (trade) => trade.source },
  {
    id: 'state',
    header: 'State',
    sortBy: (trade) => trade.state,
    cell: (trade) => <TradeStateTag trade={trade} />,
    csv: (trade) => trade.state,
  },
  {
    id: 'notional',
    header: 'Size',
    align: 'right',
    sortBy: (trade) => trade.notional_usd,
    cell: (trade) => <Num kind="usd" value={trade.notional_usd} />,
    csv: (trade) => trade.notional_usd,
  },
  {
    id: 'predicted',
    header: 'Predicted bps',
    align: 'right',
    sortBy: predictedBps,
    cell: (trade) => <Num kind="bps" value={predictedBps(trade)} className="text-fg2" />,
    csv: predictedBps,
  },
  {
    id: 'net',
    header: 'Net bps',
    align: 'right',
    sortBy: (trade) => trade.result?.net_bps ?? null,
    cell: (trade) => <NetBps trade={trade} />,
    csv: (trade) => trade.result?.net_bps ?? null,
  },
  {
    id: 'latency',
    header: 'Latency',
    align: 'right',
    sortBy: fillLatencyMs,
    cell: (trade) => <Latency trade={trade} />,
    csv: fillLatencyMs,
  },
  {
    id: 'fees',
    header: 'Fees',
    align: 'right',
    sortBy: (trade) => trade.result?.fees_usd ?? null,
    cell: (trade) => <Num kind="usd" value={trade.result?.fees_usd} className="text-fg2" />,
    csv: (trade) => trade.result?.fees_usd ?? null,
  },
  {
    id: 'pnl',
    header: 'P&L',
    align: 'right',
    sortBy: (trade) => trade.result?.net_usd ?? null,
    cell: (trade) => <TradePnl trade={trade} />,
    csv: (trade) => trade.result?.net_usd ?? null,
  },
];
