import { VENUE_NAMES, type VenueName } from '@riptide/contracts/calls';
import { formatPct } from '../../../lib/format.ts';
import { EmptyState, ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { Num, Unknown } from '../../../shared/num.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { usePortfolioOverview, type PortfolioOverview } from '../../../shared/portfolio-calls.ts';
import { cn } from '../../../ui/cn.ts';
import { Amount } from '../amounts.tsx';

/** Height of a line with its bar and two rows of its parts, which stand in columns so that no sum moves what lies below. */
const LINE_PX = 89;

interface VenueMixPanelProps {
  readonly venue: VenueName | undefined;
}

/** How the money is spread over the venues, and what of it is in spot, in margin and free. */
export function VenueMixPanel({ venue }: VenueMixPanelProps) {
  const query = usePortfolioOverview();
  const overview = query.data;
  return (
    <Panel title="Venue mix" className="h-full">
      {query.isError ? (
        <ErrorState error={query.error} fallback="Failed to load the portfolio" onRetry={() => void query.refetch()} />
      ) : null}
      {overview ? (
        overview.venues.length === 0 ? (
          <EmptyState title="No venue answers">Balances appear once an account is connected.</EmptyState>
        ) : (
          <ul aria-label="Venues" className="flex flex-col">
            {overview.venues
              .filter((each) => venue === undefined || each.venue === venue)
              .map((each) => (
                <Line key={each.venue} facts={each} />
              ))}
          </ul>
        )
      ) : query.isError ? null : (
        <LoadingRows rows={VENUE_NAMES.length} rowPx={LINE_PX} label="Loading venues" />
      )}
    </Panel>
  );
}

function Line({ facts }: { facts: PortfolioOverview['venues'][number] }) {
  const { venue, equity_usd, share, spot_usd, futures_usd, margin_usd, free_usd } = facts;
  const percent = share === null ? 0 : share * 100;
  return (
    <li className={cn('tabular border-b border-line1 px-3.5 py-2.5 last:border-b-0', equity_usd === null && 'stale')}>
      <div className="flex items-baseline justify-between gap-3 text-sm">
        <b className="font-semibold">{venue}</b>
        <span>
          <Amount>
            <Num kind="usd" value={equity_usd} />
          </Amount>
          <span className="pl-2 text-fg3">{share === null ? <Unknown /> : formatPct(percent)}</span>
        </span>
      </div>
      <svg aria-hidden width="100%" height="6" className="my-1.5 block">
        <rect width="100%" height="6" rx="3" fill="var(--bg3)" />
        <rect width={`${percent}%`} height="6" rx="3" fill="var(--accent)" />
      </svg>
      <dl className="grid grid-cols-2 gap-x-3 gap-y-0.5 text-2xs text-fg3">
        <Part label="spot" value={spot_usd} />
        <Part label="futures" value={futures_usd} />
        <Part label="margin" value={margin_usd} />
        <Part label="free" value={free_usd} />
      </dl>
    </li>
  );
}

function Part({ label, value }: { label: string; value: number | null }) {
  return (
    <div className="flex gap-1">
      <dt>{label}</dt>
      <dd className="text-fg2">
        <Amount>
          <Num kind="usd" value={value} />
        </Amount>
      </dd>
    </div>
  );
}
