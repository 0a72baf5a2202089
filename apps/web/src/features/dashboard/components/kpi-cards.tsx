import { getAdvancedStatus, getHistory, getTradingMetrics } from '@riptide/contracts/calls';
import { formatChangePct, formatCount, formatPnl, formatUsd, formatWinRate, UNKNOWN } from '../../../lib/format.ts';
import { useAgeMs } from '../../../shared/age-tag.tsx';
import { freshnessOf } from '../../../shared/freshness.ts';
import { glossaryText } from '../../../shared/glossary.ts';
import { KpiCard } from '../../../shared/kpi-card.tsx';
import { Num, Unknown } from '../../../shared/num.tsx';
import {
  BALANCES_INTERVAL_MS,
  useBalances,
  useEquityCourse,
  usePortfolioOverview,
  usePositions,
} from '../../../shared/portfolio-calls.ts';
import { useCall } from '../../../shared/use-call.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Sparkline } from '../../../ui/sparkline.tsx';
import { SlotPicture, WinPicture } from './kpi-pictures.tsx';

/** Specified poll interval of trading metrics. */
const METRICS_INTERVAL_MS = 30_000;
const STATUS_INTERVAL_MS = 15_000;
const SPARK = { width: 104, height: 32, isFilled: true } as const;
const LAST_TRADES = 20;
const FAILED = 'could not be loaded, trying again';

const wait = <Skeleton width={112} height={24} />;

/** The four figures at the top of the dashboard; each fails, waits and ages by itself. */
export function KpiCards() {
  return (
    <>
      <TotalBalance />
      <TodayPnl />
      <ActivePositions />
      <WinRate />
    </>
  );
}

function useIsOld(atSeconds: number | undefined, intervalMs: number): boolean {
  const ageMs = useAgeMs(atSeconds ?? null);
  return ageMs !== null && ['stale', 'lost'].includes(freshnessOf(ageMs, intervalMs));
}

function TotalBalance() {
  const balances = useBalances();
  const overview = usePortfolioOverview().data;
  const course = useEquityCourse('24h').data;
  const summary = balances.data?.summary;
  const isOld = useIsOld(balances.data?.atSeconds, BALANCES_INTERVAL_MS);
  const total = summary?.total_usd ?? (summary?.mode === 'mixed' ? null : (overview?.known_usd ?? null));
  const missing = summary?.total_usd === null ? (overview?.unknown_venues ?? []) : [];
  const isMixed = summary?.mode === 'mixed';
  return (
    <KpiCard
      label="Total Balance"
      help={glossaryText('totalBalance')}
      to="/app/portfolio"
      isStale={isOld}
      staleReason={isOld ? 'Balances have not been renewed in time' : undefined}
      value={balances.isPending ? wait : <Num kind="usd" value={isMixed ? summary.live_total_usd : total} />}
      picture={<Sparkline {...SPARK} values={course?.equity ?? []} colour="var(--accent)" />}
      note={
        summary ? (
          <>
            <span>{`${summary.exchanges_connected} / ${summary.total_exchanges} exchanges connected`}</span>
            {missing.length > 0 ? <span className="text-warn">{`${missing.join(', ')} unknown`}</span> : null}
            {isMixed ? <span>{`live; ${formatUsd(summary.paper_total_usd)} on paper`}</span> : null}
          </>
        ) : balances.isError ? (
          FAILED
        ) : null
      }
    />
  );
}

function TodayPnl() {
  const query = useEquityCourse('24h');
  const open = useCall(getAdvancedStatus, { intervalMs: STATUS_INTERVAL_MS }).data?.advanced_status;
  const course = query.data;
  const today = course?.today;
  const isOld = useIsOld(course?.atSeconds, STATUS_INTERVAL_MS);
  const midnightS = course ? Math.floor(course.atSeconds / 86_400) * 86_400 : 0;
  const since = course ? course.equity.filter((_, at) => (course.timestamps[at] ?? 0) >= midnightS) : [];
  const isLoss = (today?.pnl_usd ?? 0) < 0;
  const pct = formatChangePct(today?.pnl_pct);
  const parts = today
    ? ` Now: realized ${formatPnl(today.realized_usd)}, open ${formatPnl(open?.unrealized_pnl)}, fees ${formatUsd(today.fees_usd)}, funding ${formatPnl(today.funding_usd)}.`
    : '';
  return (
    <KpiCard
      label="Today's P&L"
      help={`${glossaryText('todayPnl')}${parts}`}
      to="/app/history"
      search={{ days: 7 }}
      isStale={isOld}
      staleReason={isOld ? 'Results have not been renewed in time' : undefined}
      value={query.isPending ? wait : <Num kind="pnl" value={today?.pnl_usd} coloured />}
      picture={<Sparkline {...SPARK} values={since} colour={isLoss ? 'var(--down)' : 'var(--up)'} />}
      note={
        today ? (
          <>
            {pct === UNKNOWN ? null : <span className={isLoss ? 'text-down' : 'text-up'}>{pct}</span>}
            <span>
              realized <Num kind="pnl" value={today.realized_usd} coloured />
            </span>
          </>
        ) : query.isError ? (
          FAILED
        ) : null
      }
    />
  );
}

function ActivePositions() {
  const positions = usePositions();
  const status = useCall(getAdvancedStatus, { intervalMs: STATUS_INTERVAL_MS }).data?.advanced_status;
  const isOld = useIsOld(positions.data?.atSeconds, BALANCES_INTERVAL_MS);
  const count = positions.data?.positions.length;
  return (
    <KpiCard
      label="Active Positions"
      help="Open positions of all engines on the accounts orders go to. Click for the position manager."
      to="/app/trading"
      isStale={isOld}
      staleReason={isOld ? 'Positions have not been renewed in time' : undefined}
      value={positions.isPending ? wait : count === undefined ? <Unknown /> : formatCount(count)}
      picture={
        status && count !== undefined ? <SlotPicture used={status.active_positions} max={status.max_positions} /> : null
      }
      note={
        count === 0 ? (
          'None'
        ) : status ? (
          <>
            <span>
              <Num kind="pnl" value={status.unrealized_pnl} coloured /> open
            </span>
            <span>{`${formatCount(status.active_positions)} of ${formatCount(status.max_positions)} max`}</span>
          </>
        ) : positions.isError ? (
          FAILED
        ) : null
      }
    />
  );
}

function WinRate() {
  const query = useCall(getTradingMetrics, { intervalMs: METRICS_INTERVAL_MS });
  const last = useCall(getHistory, {
    input: { query: { limit: LAST_TRADES, days: 90 } },
    intervalMs: METRICS_INTERVAL_MS,
  }).data;
  const figures = query.data?.performance;
  const isOld = useIsOld(query.data?.atSeconds, METRICS_INTERVAL_MS);
  const rate = figures?.win_rate ?? null;
  const pnls = (last?.history ?? []).flatMap(({ pnl }) => (pnl === null ? [] : [pnl])).toReversed();
  return (
    <KpiCard
      label="Win Rate"
      help={`${glossaryText('winRate')} The last ${LAST_TRADES} trades are drawn from left to right.`}
      to="/app/history"
      isStale={isOld}
      staleReason={isOld ? 'Results have not been renewed in time' : undefined}
      value={query.isPending ? wait : rate === null ? <Unknown /> : formatWinRate(rate)}
      picture={<WinPicture pnls={pnls} />}
      note={
        figures ? (
          rate === null ? (
            'after the first closed trade'
          ) : (
            <>
              <span>{`${formatCount(figures.total_trades)} trades`}</span>
              <span>{`${formatCount(figures.daily_trades)} today`}</span>
            </>
          )
        ) : query.isError ? (
          FAILED
        ) : null
      }
    />
  );
}
