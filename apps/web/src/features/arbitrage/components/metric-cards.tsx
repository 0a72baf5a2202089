import { getArbitragePerformance } from '@riptide/contracts/calls';
import { formatCount, formatPct, formatPnl, formatUsd, UNKNOWN } from '../../../lib/format.ts';
import { useArbTrades } from '../../../shared/arb-trades/use-arb-trades.ts';
import { glossaryText } from '../../../shared/glossary.ts';
import { MetricCard } from '../../../shared/metric-card.tsx';
import { Num, Unknown } from '../../../shared/num.tsx';
import { useCall } from '../../../shared/use-call.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useArbitrageMetrics, type StateFacts } from '../../../shared/opportunities/use-arbitrage-state.ts';
import { ResultBars, ShareRing } from './metric-pictures.tsx';

interface MetricCardsProps {
  readonly state: StateFacts | undefined;
  readonly readyCount: number;
}

/** Specified poll interval of the metrics on the scanner page. */
const PERFORMANCE_INTERVAL_MS = 30_000;
const BARS_SHOWN = 8;

/** The four figures of the arbitrage engine; a dash where one is unknown. */
export function MetricCards({ state, readyCount }: MetricCardsProps) {
  const query = useArbitrageMetrics();
  const metrics = query.data;
  const figures = useCall(getArbitragePerformance, { intervalMs: PERFORMANCE_INTERVAL_MS }).data?.performance;
  const results = (useArbTrades().data?.trades ?? []).flatMap((trade) =>
    trade.result?.net_usd === null || trade.result?.net_usd === undefined ? [] : [trade.result.net_usd],
  );
  const wait = query.isPending ? <Skeleton width={96} height={24} /> : null;
  const show = (text: string) => wait ?? (text === UNKNOWN ? <Unknown /> : text);
  const failed = query.isError ? 'could not be loaded, trying again' : null;
  const isTraded = figures !== undefined && figures.total_trades > 0;
  return (
    <>
      <MetricCard
        label="Total Arbitrage P&L"
        help="Realized profit of completed two-leg trades, net of fees, slippage and funding."
        value={wait ?? <Num kind="pnl" value={metrics?.total_pnl} coloured />}
        note={
          failed ??
          (isTraded
            ? `prices ${formatPnl(figures.price_pnl)}, fees ${formatUsd(figures.fees)}, funding ${formatPnl(figures.funding)}`
            : (metrics?.total_pnl ?? null) === null
              ? 'after the first execution'
              : 'since the first execution')
        }
      />
      <MetricCard
        label="Success Rate"
        help={glossaryText('successRate')}
        value={show(formatPct(metrics?.success_rate))}
        note={failed ?? wordSuccess(metrics?.success_rate ?? null, figures, state)}
        {...((metrics?.success_rate ?? null) === null
          ? {}
          : { picture: <ShareRing percent={metrics?.success_rate ?? 0} /> })}
      />
      <MetricCard
        label="Opportunities Found"
        help="Distinct opportunities whose entry net rose over the minimum spread, over all runs. Below: all that were listed in the last 24 h, also under the minimum."
        value={show(formatCount(metrics?.opportunities_found))}
        note={failed ?? wordSeen(metrics?.seen ?? null, readyCount)}
      />
      <MetricCard
        label="Executed Today"
        help="Two-leg trades since 00:00 UTC. The bars are the newest results, oldest first."
        value={show(formatCount(metrics?.executed_today))}
        note={failed ?? wordToday(figures)}
        picture={<ResultBars values={results.slice(0, BARS_SHOWN).toReversed()} />}
      />
    </>
  );
}

interface Figures {
  readonly total_trades: number;
  readonly wins: number;
  readonly aborted: number;
  readonly naked: number;
}

function wordSuccess(rate: number | null, figures: Figures | undefined, state: StateFacts | undefined): string {
  if (rate === null) return 'after the first execution';
  if (figures === undefined) return `${formatCount(state?.session.executed_trades)} executions`;
  return `${formatCount(figures.wins)} of ${formatCount(figures.total_trades)} ended with a gain`;
}

function wordSeen(seen: { readonly found: number } | null, ready: number): string {
  return seen === null ? `${ready} ready now` : `${formatCount(seen.found)} of any edge in 24 h, ${ready} ready now`;
}

function wordToday(figures: Figures | undefined): string {
  const rare = [
    figures && figures.aborted > 0 ? `${formatCount(figures.aborted)} not opened` : null,
    figures && figures.naked > 0 ? `${formatCount(figures.naked)} naked` : null,
  ].filter((word) => word !== null);
  return ['since 00:00 UTC', ...rare].join(', ');
}
