import { VENUE_NAMES, type VenueBalances, type VenueName } from '@riptide/contracts/calls';
import { formatExact } from '../../../lib/format-time.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { AgeTag } from '../../../shared/age-tag.tsx';
import { Num } from '../../../shared/num.tsx';
import { ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { BALANCES_INTERVAL_MS, useBalances, usePortfolioOverview } from '../../../shared/portfolio-calls.ts';
import { useExecution } from '../../../shared/use-execution.ts';
import { cn } from '../../../ui/cn.ts';
import { Dot } from '../../../ui/dot.tsx';
import { Amount } from '../amounts.tsx';

/** Height of a line with the account beside it. */
const LINE_PX = 69;

/** The balance of every exchange: of the account its orders go to, the real one beside it while that is paper. */
export function ExchangeBalancesPanel({ venue }: { venue: VenueName | undefined }) {
  const query = useBalances();
  const overview = usePortfolioOverview().data;
  const exchanges = query.data?.exchanges;
  return (
    <Panel
      title="Exchange Balances"
      className="h-full"
      age={<AgeTag atSeconds={query.data?.atSeconds ?? null} intervalMs={BALANCES_INTERVAL_MS} isShort />}
    >
      {query.isError ? (
        <ErrorState error={query.error} fallback="Failed to load balances" onRetry={() => void query.refetch()} />
      ) : null}
      {exchanges ? (
        <ul aria-label="Exchange balances">
          {VENUE_NAMES.filter((each) => venue === undefined || each === venue).map((each) => (
            <Line
              key={each}
              venue={each}
              balances={exchanges[each]}
              equityUsd={overview?.venues.find((row) => row.venue === each)?.equity_usd ?? null}
            />
          ))}
        </ul>
      ) : query.isError ? null : (
        <LoadingRows rows={VENUE_NAMES.length} rowPx={LINE_PX} label="Loading balances" />
      )}
    </Panel>
  );
}

interface LineProps {
  readonly venue: VenueName;
  readonly balances: VenueBalances;
  readonly equityUsd: number | null;
}

function Line({ venue, balances, equityUsd }: LineProps) {
  const { zone } = usePreferences();
  const market = useExecution().data?.market;
  const isReal = market === undefined || market === 'live';
  const { status, reason, mode, real, spot, futures, updated_at: updatedAt } = balances;
  const isOn = status === 'available';
  const isZero = isOn && equityUsd === 0;
  const words = isOn ? (isZero ? 'Connected (Zero Balance)' : 'Connected') : 'Not connected';
  return (
    <li className={cn('tabular flex items-start gap-2.5 border-b border-line1 px-3.5 py-2.5 last:border-b-0')}>
      <span className="pt-1">
        <Dot tone={isOn ? 'ok' : 'danger'} />
      </span>
      <div className="min-w-0 flex-1 text-sm">
        <div className="flex items-baseline gap-2">
          <b className="font-semibold">{venue.toLowerCase()}</b>
          <span className="text-2xs text-fg3">{mode === 'live' ? 'LIVE' : 'PAPER'}</span>
        </div>
        <div
          className={cn('text-[12px]', isOn && !isZero ? 'text-fg3' : isZero ? 'text-warn' : 'text-danger')}
          title={updatedAt === null ? undefined : `Changed ${formatExact(updatedAt * 1000, zone)}`}
        >
          {words}
          {isZero ? '. Fund the account before it can trade.' : null}
          {isOn || reason === null ? null : `. ${reason}`}
        </div>
      </div>
      <div className={cn('text-right text-sm', !isOn && 'stale')}>
        <div className="text-base font-semibold">
          <Amount>
            <Num kind="usd" value={equityUsd} />
          </Amount>
        </div>
        <div className="text-2xs text-fg3">
          spot{' '}
          <Amount>
            <Num kind="usd" value={spot.usd} />
          </Amount>
          {' · futures '}
          <Amount>
            <Num kind="usd" value={futures.usd} />
          </Amount>
        </div>
        {real === null ? null : (
          <div className="text-2xs text-fg3">
            {isReal
              ? 'real account'
              : market === 'testnet'
                ? 'account at the test venue'
                : 'account at the simulated venue'}{' '}
            <Amount>
              <Num kind="usd" value={real.total_usd} />
            </Amount>
            , read only
          </div>
        )}
      </div>
    </li>
  );
}
