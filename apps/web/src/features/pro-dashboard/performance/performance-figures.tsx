import type { ReactNode } from 'react';
import { formatWinRate, UNKNOWN } from '../../../lib/format.ts';
import { glossaryText } from '../../../shared/glossary.ts';
import { cn } from '../../../ui/cn.ts';
import type { EngineStatus } from '../engines/use-engine-status.ts';

/** Specified: a Sharpe ratio from here on is green. */
const SHARPE_GREEN_FROM = 1;

/** Sharpe ratio, win rate and mean hold of the engines' closed trades. */
export function PerformanceFigures({ status }: { status: EngineStatus | undefined }) {
  const figures = status?.performance;
  const sharpe = figures?.sharpe_ratio ?? null;
  return (
    <dl className="tabular flex flex-wrap items-center gap-x-3.5 gap-y-1 text-[12px]">
      <Figure label="Sharpe" title={glossaryText('sharpe')}>
        <span data-testid="sharpe" className={cn(sharpe !== null && sharpe >= SHARPE_GREEN_FROM && 'text-up')}>
          {sharpe === null ? UNKNOWN : sharpe.toFixed(2)}
        </span>
      </Figure>
      <Figure label="Win rate" title={glossaryText('winRate')}>
        {formatWinRate(figures?.win_rate)}
      </Figure>
      <Figure label="Avg hold" title="Mean time from the first fill of a trade to its last.">
        {wordHold(figures?.avg_hold_time_minutes ?? null)}
      </Figure>
    </dl>
  );
}

/** Says a mean hold: whole minutes, below ten with one decimal. */
export function wordHold(minutes: number | null): string {
  return minutes === null ? UNKNOWN : `${minutes.toFixed(minutes < 10 ? 1 : 0)} min`;
}

function Figure({ label, title, children }: { label: string; title: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline gap-1" title={title}>
      <dt className="text-fg3">{label}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}
