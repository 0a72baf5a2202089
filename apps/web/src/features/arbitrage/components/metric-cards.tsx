import { formatCount, formatPct, UNKNOWN } from '../../../lib/format.ts';
import { MetricCard } from '../../../shared/metric-card.tsx';
import { Num, Unknown } from '../../../shared/num.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useArbitrageMetrics, type StateFacts } from '../../../shared/opportunities/use-arbitrage-state.ts';

interface MetricCardsProps {
  readonly state: StateFacts | undefined;
  readonly readyCount: number;
}

/** The four figures of the arbitrage engine; a dash where one is unknown. */
export function MetricCards({ state, readyCount }: MetricCardsProps) {
  const query = useArbitrageMetrics();
  const metrics = query.data;
  const wait = query.isPending ? <Skeleton width={96} height={24} /> : null;
  const show = (text: string) => wait ?? (text === UNKNOWN ? <Unknown /> : text);
  const failed = query.isError ? 'could not be loaded, trying again' : null;
  return (
    <>
      <MetricCard
        label="Total Arbitrage P&L"
        help="Realized profit of completed two-leg trades, net of fees, slippage and funding."
        value={wait ?? <Num kind="pnl" value={metrics?.total_pnl} coloured />}
        note={
          failed ?? ((metrics?.total_pnl ?? null) === null ? 'after the first execution' : 'since the first execution')
        }
      />
      <MetricCard
        label="Success Rate"
        help="Executions where both legs filled within the slippage limit, in percent of all."
        value={show(formatPct(metrics?.success_rate))}
        note={
          failed ??
          ((metrics?.success_rate ?? null) === null
            ? 'after the first execution'
            : `${formatCount(state?.session.executed_trades)} executions`)
        }
      />
      <MetricCard
        label="Opportunities Found"
        help="Distinct opportunities that rose over the minimum spread, counted once per life."
        value={show(formatCount(metrics?.opportunities_found))}
        note={failed ?? `${readyCount} ready now`}
      />
      <MetricCard
        label="Executed Today"
        help="Two-leg trades since 00:00 UTC."
        value={show(formatCount(metrics?.executed_today))}
        note={failed ?? 'since 00:00 UTC'}
      />
    </>
  );
}
