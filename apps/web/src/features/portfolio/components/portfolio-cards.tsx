import { formatCount } from '../../../lib/format.ts';
import { useAgeMs } from '../../../shared/age-tag.tsx';
import { freshnessOf } from '../../../shared/freshness.ts';
import { glossaryText } from '../../../shared/glossary.ts';
import { MetricCard } from '../../../shared/metric-card.tsx';
import { Num } from '../../../shared/num.tsx';
import {
  BALANCES_INTERVAL_MS,
  useBalances,
  usePortfolioOverview,
  usePositions,
} from '../../../shared/portfolio-calls.ts';
import { cn } from '../../../ui/cn.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Amount } from '../amounts.tsx';

/** The three sums of the portfolio. */
export function PortfolioCards() {
  const balances = useBalances();
  const overview = usePortfolioOverview().data;
  const positions = usePositions().data?.positions;
  const summary = balances.data?.summary;
  const ageMs = useAgeMs(balances.data?.atSeconds ?? null);
  const isOld = ageMs !== null && ['stale', 'lost'].includes(freshnessOf(ageMs, BALANCES_INTERVAL_MS));
  const wait = balances.isPending ? <Skeleton width={120} height={24} /> : null;
  const isMixed = summary?.mode === 'mixed';
  const unknown = summary?.total_usd === null && !isMixed ? (overview?.unknown_venues ?? []) : [];
  const total = isMixed ? summary.live_total_usd : (summary?.total_usd ?? overview?.known_usd ?? null);
  const failed = balances.isError && !summary ? 'could not be loaded, trying again' : null;
  const isFlat = positions?.length === 0;
  return (
    <div className={cn('grid gap-3 max-sm:gap-2.5 sm:grid-cols-3', isOld && 'stale')}>
      <MetricCard
        label="Total Balance"
        help={glossaryText('totalBalance')}
        value={
          wait ?? (
            <Amount>
              <Num kind="usd" value={total} />
            </Amount>
          )
        }
        note={
          failed ??
          (summary ? (
            <span className="flex flex-wrap gap-x-2">
              {`${summary.exchanges_connected} of ${summary.total_exchanges} exchanges connected`}
              {unknown.map((venue) => (
                <span key={venue} className="text-warn">{`+ ${venue} unknown`}</span>
              ))}
              {isMixed ? (
                <span>
                  live only; paper{' '}
                  <Amount>
                    <Num kind="usd" value={summary.paper_total_usd} />
                  </Amount>
                </span>
              ) : null}
            </span>
          ) : null)
        }
      />
      <MetricCard
        label="Available Balance"
        help={glossaryText('available')}
        value={
          wait ?? (
            <Amount>
              <Num kind="usd" value={summary?.free_usd} />
            </Amount>
          )
        }
        note={failed ?? 'Ready for trading'}
      />
      <MetricCard
        label="In Positions"
        help={glossaryText('inPositions')}
        value={
          wait ?? (
            <Amount>
              <Num kind="usd" value={isFlat ? 0 : overview?.positions_usd} />
            </Amount>
          )
        }
        note={
          failed ??
          (isFlat ? (
            'No active trades'
          ) : (
            <span className="flex flex-wrap gap-x-2">
              <span>
                margin{' '}
                <Amount>
                  <Num kind="usd" value={overview?.margin_usd} />
                </Amount>
              </span>
              {positions ? <span>{`${formatCount(positions.length)} open`}</span> : null}
            </span>
          ))
        }
      />
    </div>
  );
}
