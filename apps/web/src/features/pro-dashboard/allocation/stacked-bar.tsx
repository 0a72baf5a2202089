import { formatPct, formatUsd } from '../../../lib/format.ts';
import { cn } from '../../../ui/cn.ts';
import type { VenueShare } from './model/venue-shares.ts';

interface StackedBarProps {
  readonly shares: readonly VenueShare[];
  readonly isStale: boolean;
}

const FILLS: Readonly<Record<VenueShare['venue'], string>> = {
  BINANCE: 'var(--s1)',
  BYBIT: 'var(--s2)',
  OKX: 'var(--s3)',
  KUCOIN: 'var(--s4)',
  rest: 'var(--bg3)',
};

/** Dollars per venue side by side; each is named with its figure below, so no colour speaks alone. */
export function StackedBar({ shares, isStale }: StackedBarProps) {
  return (
    <div className={cn('flex flex-col gap-2', isStale && 'stale')}>
      <div aria-hidden className="flex h-6 overflow-hidden rounded-ctl bg-bg3">
        {shares.map(({ venue, fraction }) => (
          <span
            key={venue}
            className="border-r border-bg1 last:border-r-0"
            style={{ width: `${fraction * 100}%`, background: FILLS[venue] }}
          />
        ))}
      </div>
      <ul
        aria-label="Share of each venue"
        className="tabular grid grid-cols-2 gap-x-4 gap-y-1 text-[12px] max-sm:grid-cols-1"
      >
        {shares.map(({ venue, usd, fraction }) => (
          <li key={venue} className="flex items-center gap-1.5">
            <i
              aria-hidden
              className="inline-block size-2.5 flex-none rounded-[3px] border border-line2"
              style={{ background: FILLS[venue] }}
            />
            <span className="text-fg2">{venue === 'rest' ? 'Not allocated' : venue}</span>
            <span className="ml-auto">{formatUsd(usd)}</span>
            <span className="w-12 text-right text-fg3">{formatPct(fraction * 100)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
