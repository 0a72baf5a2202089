import type { VenueName } from '@riptide/contracts/calls';
import type { ReactNode } from 'react';
import { AgeTag } from '../../../shared/age-tag.tsx';
import { Num } from '../../../shared/num.tsx';
import { ErrorState } from '../../../shared/panel-states.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ACCOUNT_INTERVAL_MS, useFuturesAccounts } from '../api/use-trading-facts.ts';

/** Equity, free margin and open result of the chosen venue's futures account; a dash where one is unknown. */
export function AccountBalance({ venue }: { venue: VenueName }) {
  const query = useFuturesAccounts();
  const account = query.data?.venues.find((each) => each.venue === venue);
  const show = (figure: ReactNode) => (query.isPending ? <Skeleton width={90} height={18} /> : figure);
  return (
    <section
      aria-label="Futures Account Balance"
      className="flex h-full min-w-0 flex-col justify-between gap-2 rounded-panel border border-line1 bg-bg1 px-[15px] py-3"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base font-semibold">Futures Account Balance</h2>
        <span className="flex items-center gap-1.5 text-2xs text-fg3">
          {venue}
          {account === undefined ? null : ` ${account.mode}`}
          <AgeTag atSeconds={query.data?.atSeconds ?? null} intervalMs={ACCOUNT_INTERVAL_MS} isShort />
        </span>
      </div>
      {query.isError && query.data === undefined ? (
        <ErrorState error={query.error} fallback="Failed to load the account" onRetry={() => void query.refetch()} />
      ) : (
        <dl className="tabular flex justify-between gap-3">
          <Figure label="Equity">{show(<Num kind="usd" value={account?.equity} />)}</Figure>
          <Figure label="Available">{show(<Num kind="usd" value={account?.available} />)}</Figure>
          <Figure label="Unrealized P&L" isLast>
            {show(<Num kind="pnl" value={account?.unrealized_pnl} coloured />)}
          </Figure>
        </dl>
      )}
    </section>
  );
}

function Figure({ label, children, isLast = false }: { label: string; children: ReactNode; isLast?: boolean }) {
  return (
    <div className={isLast ? 'text-right' : ''}>
      <dt className="text-xs text-fg3">{label}</dt>
      <dd className="text-md font-semibold">{children}</dd>
    </div>
  );
}
