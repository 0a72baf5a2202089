import { getPnlPro, type RouteOutput } from '@riptide/contracts/calls';
import { toCsv } from '../../../lib/csv.ts';
import { formatCount, formatPnl, formatUsd } from '../../../lib/format.ts';
import { AgeTag } from '../../../shared/age-tag.tsx';
import { CsvButton } from '../../../shared/csv-button.tsx';
import { Help } from '../../../shared/help.tsx';
import { Num } from '../../../shared/num.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { useCall } from '../../../shared/use-call.ts';
import { cn } from '../../../ui/cn.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { useProAddress } from '../frame/pro-address.ts';
import { ProPanel } from '../frame/pro-panel.tsx';
import { useIsOld } from '../frame/use-is-old.ts';
import { DEFAULT_PERIOD, PERIODS, periodOf } from './pnl-period.ts';
import { SymbolRows } from './symbol-rows.tsx';

/** Specified poll interval of the PnL. */
export const PNL_INTERVAL_MS = 5000;

/** What closed trades earned in a period: in total, each, and by symbol. */
export function PnlPanel() {
  const { raw, change } = useProAddress();
  const period = periodOf(raw['pnl']);
  const query = useCall(getPnlPro, { input: { query: { period: period.value } }, intervalMs: PNL_INTERVAL_MS });
  const pnl = query.data;
  const isOld = useIsOld(pnl?.atSeconds ?? null, PNL_INTERVAL_MS);
  const isEmpty = pnl === undefined || Object.keys(pnl.realized_by_symbol).length === 0;
  return (
    <ProPanel
      id="pnl"
      age={<AgeTag atSeconds={pnl?.atSeconds ?? null} intervalMs={PNL_INTERVAL_MS} isShort />}
      actions={
        <>
          <Segmented
            label="Period"
            value={period.value}
            onChange={(next) => change({ pnl: next === DEFAULT_PERIOD ? undefined : next })}
            segments={PERIODS}
          />
          <CsvButton fileName={`pnl_by_symbol_${period.value}.csv`} text={isEmpty ? null : () => pnlCsv(pnl)} />
        </>
      }
    >
      {query.isError ? (
        <ErrorState error={query.error} fallback="Failed to load PnL" onRetry={() => void query.refetch()} />
      ) : null}
      {query.isPending ? <LoadingRows rows={6} label="Loading PnL Analytics" /> : null}
      {pnl === undefined ? null : (
        <div className={cn('flex flex-1 flex-col', (isOld || query.isError) && 'stale')}>
          <Totals pnl={pnl} />
          {isEmpty ? (
            <EmptyState title="No realized trades in this period">
              {period.value === 'all'
                ? 'A symbol stands here once its first position is closed.'
                : 'Choose a longer period, or wait for the first position that is closed.'}
            </EmptyState>
          ) : (
            <SymbolRows bySymbol={pnl.realized_by_symbol} historyDays={period.historyDays} />
          )}
          <Open pnl={pnl} />
        </div>
      )}
    </ProPanel>
  );
}

type Pnl = Omit<RouteOutput<typeof getPnlPro>, 'ok'>;

function Totals({ pnl }: { pnl: Pnl }) {
  return (
    <dl className="tabular flex flex-wrap items-end gap-x-6 gap-y-2 px-3.5 pt-3 pb-2.5">
      <div className="min-w-0 flex-1">
        <dt className="flex items-center gap-1 text-[12px] font-medium text-fg2">
          Realized total
          <Help text="Net of fees and funding, of the trades closed in the period. An arbitrage counts once." />
        </dt>
        <dd className="text-xl font-[620] tracking-tight">
          <Num kind="pnl" value={pnl.realized_total} coloured />
        </dd>
      </div>
      <div className="text-right text-[12px]">
        <dt className="sr-only">Count</dt>
        <dd className="font-semibold">{pnl.count === 1 ? '1 trade' : `${formatCount(pnl.count)} trades`}</dd>
        <dt className="inline text-fg3">avg </dt>
        <dd className="inline">
          <Num kind="pnl" value={pnl.average_pnl} coloured />
        </dd>
      </div>
    </dl>
  );
}

/** What open positions realized and paid so far is no part of the total. */
function Open({ pnl }: { pnl: Pnl }) {
  return (
    <p className="tabular mt-auto border-t border-line1 px-3.5 py-2 text-2xs text-fg3">
      {`${pnl.mode.toUpperCase()}. Fees ${formatUsd(pnl.fees_total)} and funding ${formatPnl(pnl.funding_total)} are counted in. Not in it, of open positions: realized ${formatPnl(pnl.open_realized)}, fees ${formatUsd(pnl.open_fees)}, funding ${formatPnl(pnl.open_funding)}.`}
    </p>
  );
}

function pnlCsv({ realized_by_symbol: bySymbol, period, mode }: Pnl): string {
  return toCsv(
    ['symbol', 'realized_usd', 'period', 'mode'],
    Object.entries(bySymbol).map(([symbol, usd]) => [symbol, usd, period, mode]),
  );
}
