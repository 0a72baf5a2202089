import type { VenueName } from '@riptide/contracts/calls';
import { VenueBadge } from '../../../shared/venue.tsx';
import { AgeTag } from '../../../shared/age-tag.tsx';
import { Num } from '../../../shared/num.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { BALANCES_INTERVAL_MS, usePortfolioOverview, type PortfolioOverview } from '../../../shared/portfolio-calls.ts';
import { Help } from '../../../shared/help.tsx';
import { Amount, useAmountsHidden } from '../amounts.tsx';

type Exposure = PortfolioOverview['exposure'][number];

const MEANING =
  'Notional of long positions less that of short ones, at mark, over all venues. A hedged arbitrage shows near zero.';

/** Long against short of each asset over all venues. */
export function ExposurePanel({ venue }: { venue: VenueName | undefined }) {
  const query = usePortfolioOverview();
  const rows = query.data?.exposure.filter((row) => venue === undefined || row.venues.includes(venue));
  const most = Math.max(1, ...(rows ?? []).flatMap(({ long_usd, short_usd }) => [long_usd ?? 0, short_usd ?? 0]));
  return (
    <Panel
      title="Exposure by asset"
      note={<Help text={MEANING} />}
      className="h-full"
      age={<AgeTag atSeconds={query.data?.atSeconds ?? null} intervalMs={BALANCES_INTERVAL_MS} isShort />}
    >
      {query.isError ? (
        <ErrorState error={query.error} fallback="Failed to load the portfolio" onRetry={() => void query.refetch()} />
      ) : null}
      {rows === undefined ? (
        query.isError ? null : (
          <LoadingRows rows={5} label="Loading exposure" />
        )
      ) : rows.length === 0 ? (
        <EmptyState title="No exposure">Nothing is open, so no price moves this account.</EmptyState>
      ) : (
        <>
          <ul aria-label="Exposure by asset" className="py-1">
            {rows.map((row) => (
              <Line key={row.asset} row={row} most={most} />
            ))}
          </ul>
          {venue === undefined ? null : (
            <p className="px-3.5 pb-3 text-2xs text-fg3">{`Sums are of all venues; shown are assets with a position on ${venue}.`}</p>
          )}
        </>
      )}
    </Panel>
  );
}

function Line({ row, most }: { row: Exposure; most: number }) {
  const isHidden = useAmountsHidden();
  const { asset, long_usd: long, short_usd: short, net_usd: net, venues } = row;
  const half = (value: number | null): number => ((value ?? 0) / most) * 50;
  return (
    <li className="tabular grid grid-cols-[minmax(72px,auto)_1fr_minmax(84px,auto)] items-center gap-x-3 px-3.5 py-1.5 text-sm">
      <span className="flex min-w-0 flex-col gap-0.5">
        <b className="font-semibold">{asset}</b>
        <span className="flex gap-1">
          {venues.map((venue) => (
            <VenueBadge key={venue} venue={venue} />
          ))}
        </span>
      </span>
      {isHidden ? (
        <span />
      ) : (
        <svg aria-hidden width="100%" height="22" className="block">
          <line x1="50%" x2="50%" y1="0" y2="22" stroke="var(--ctl)" strokeDasharray="2 3" />
          <rect x="50%" y="6" width={`${half(long)}%`} height="10" rx="2" fill="var(--up)" opacity={0.7} />
          <rect
            x={`${50 - half(short)}%`}
            y="6"
            width={`${half(short)}%`}
            height="10"
            rx="2"
            fill="var(--down)"
            opacity={0.7}
          />
        </svg>
      )}
      <span className="text-right">
        <Amount>
          <Num kind="pnl" value={net} className="block font-[550]" />
        </Amount>
        <span className="block text-2xs text-fg3">
          long{' '}
          <Amount>
            <Num kind="usd" value={long} />
          </Amount>
          {' · short '}
          <Amount>
            <Num kind="usd" value={short} />
          </Amount>
        </span>
      </span>
    </li>
  );
}
