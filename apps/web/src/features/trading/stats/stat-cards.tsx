import { formatBps, formatCount, formatWinRate, UNKNOWN } from '../../../lib/format.ts';
import { glossaryText } from '../../../shared/glossary.ts';
import { MetricCard } from '../../../shared/metric-card.tsx';
import { Num, Unknown } from '../../../shared/num.tsx';
import { usePositions } from '../../../shared/portfolio-calls.ts';
import { sumKnown } from '../../../shared/positions/position-figures.ts';
import { useTradingStatus } from '../../../shared/trading-engine/use-trading-engine.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useTradingMetrics } from '../api/use-trading-facts.ts';

/** The four figures of the trading page; a dash where one is unknown. */
export function StatCards() {
  const query = useTradingMetrics();
  const positions = usePositions().data?.positions;
  const edge = useTradingStatus().data?.stats.avg_edge_bps ?? null;
  const figures = query.data?.performance;
  const wait = query.isPending ? <Skeleton width={84} height={22} /> : null;
  const failed = query.isError ? 'could not be loaded, trying again' : null;
  const show = (text: string) => wait ?? (text === UNKNOWN ? <Unknown /> : text);
  const open = positions === undefined ? null : sumKnown(positions.map((row) => row.unrealized_pnl));
  return (
    <>
      <MetricCard
        label="Total P&L"
        help={glossaryText('realizedPnl')}
        value={wait ?? <Num kind="pnl" value={figures?.total_pnl} coloured />}
        note={
          failed ?? (
            <>
              with open <Num kind="pnl" value={figures?.net_pnl} coloured />
            </>
          )
        }
      />
      <MetricCard
        label="Win Rate"
        help={glossaryText('winRate')}
        value={show(formatWinRate(figures?.win_rate))}
        note={
          failed ??
          (figures?.win_rate === null
            ? 'after the first closed trade'
            : `of ${formatCount(figures?.total_trades)} closed trades`)
        }
      />
      <MetricCard
        label="Active Positions"
        help="Open positions of the accounts orders go to, by leg: an arbitrage pair has two."
        value={positions === undefined ? show(formatCount(figures?.active_positions)) : formatCount(positions.length)}
        note={
          positions !== undefined && positions.length === 0 ? (
            'none open'
          ) : (
            <>
              <Num kind="pnl" value={open} coloured /> open
            </>
          )
        }
      />
      <MetricCard
        label="Daily Trades"
        help="Trades closed since midnight UTC; an arbitrage or carry round counts once."
        value={show(formatCount(figures?.daily_trades))}
        note={failed ?? (edge === null ? 'since 00:00 UTC' : `avg edge ${formatBps(edge)} bps`)}
      />
    </>
  );
}
