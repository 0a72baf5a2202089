import type { ReactNode } from 'react';
import { formatAge } from '../../../lib/format-time.ts';
import { formatCount, formatPct, formatUsd, formatWinRate, UNKNOWN } from '../../../lib/format.ts';
import { glossaryText } from '../../../shared/glossary.ts';
import { MetricCard } from '../../../shared/metric-card.tsx';
import { Num, Unknown } from '../../../shared/num.tsx';
import { cn } from '../../../ui/cn.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { HistoryPerformance } from '../api/use-history.ts';

interface HistoryCardsProps {
  /** undefined while it is loading. */
  readonly figures: HistoryPerformance | undefined;
  readonly isStale: boolean;
}

const known = (text: string): ReactNode => (text === UNKNOWN ? <Unknown /> : text);

/** The four headline figures of the filtered trades, and below them what they are made of. */
export function HistoryCards({ figures, isStale }: HistoryCardsProps) {
  const wait = figures === undefined ? <Skeleton width={96} height={24} /> : null;
  return (
    <div className={cn(isStale && 'stale')}>
      <div className="grid grid-cols-2 gap-3 max-sm:gap-2.5 lg:grid-cols-4">
        <MetricCard
          label="Total Trades"
          help="Trades that closed in the period; an arbitrage pair is one trade."
          value={wait ?? formatCount(figures?.total_trades)}
          note={figures ? `${formatCount(figures.wins)} won, ${formatCount(figures.losses)} lost` : null}
        />
        <MetricCard
          label="Win Rate"
          help={glossaryText('winRate')}
          value={wait ?? known(formatWinRate(figures?.win_rate))}
          note={
            figures ? (
              <>
                avg <Num kind="pnl" value={figures.avg_win} /> / <Num kind="pnl" value={figures.avg_loss} />
              </>
            ) : null
          }
        />
        <MetricCard
          label="Total P&L"
          help={glossaryText('realizedPnl')}
          value={wait ?? <Num kind="pnl" value={figures?.total_pnl} coloured />}
          note={
            figures ? (
              <>
                gross <Num kind="pnl" value={figures.gross_pnl} />
              </>
            ) : null
          }
        />
        <MetricCard
          label="Best Trade"
          help="The highest net result of one trade, and below it the lowest; only gains count as best, only losses as worst."
          value={wait ?? <Num kind="pnl" value={figures?.largest_win} coloured />}
          note={
            figures ? (
              <>
                worst <Num kind="pnl" value={figures.largest_loss} />
              </>
            ) : null
          }
        />
      </div>
      <dl className="tabular mt-3 grid grid-cols-2 gap-x-4 gap-y-2 rounded-panel border border-line1 bg-bg1 px-3.5 py-2.5 text-sm sm:grid-cols-3 lg:grid-cols-6">
        <Fact label="Profit factor">
          {figures?.profit_factor === null || figures === undefined ? <Unknown /> : figures.profit_factor.toFixed(2)}
        </Fact>
        <Fact label="Deepest fall of P&L">{known(formatUsd(figures?.closed_drawdown_usd))}</Fact>
        <Fact label="Account drawdown">{known(formatPct(figures?.max_drawdown_pct, 2))}</Fact>
        <Fact label="Fees">{known(formatUsd(figures?.fees))}</Fact>
        <Fact label="Funding">
          <Num kind="pnl" value={figures?.funding} />
        </Fact>
        <Fact label="Average hold">{known(formatAge(minutesToMs(figures?.avg_hold_time_minutes)))}</Fact>
      </dl>
    </div>
  );
}

function minutesToMs(minutes: number | null | undefined): number | null {
  return minutes === null || minutes === undefined ? null : minutes * 60_000;
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col">
      <dt className="text-2xs text-fg3">{label}</dt>
      <dd className="font-[550]">{children}</dd>
    </div>
  );
}
