import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { cn } from '../ui/cn.ts';
import { Help } from './help.tsx';

interface KpiCardProps {
  readonly label: string;
  /** What it means, with its parts of now where it has some. */
  readonly help: string;
  /** Where a click anywhere on the card leads. */
  readonly to: string;
  readonly search?: object;
  readonly value: ReactNode;
  readonly note: ReactNode;
  /** Beside the value: a sparkline or the like; left out on phones. */
  readonly picture?: ReactNode;
  readonly isStale?: boolean;
  /** Why it is old, for the tooltip. */
  readonly staleReason?: string | undefined;
}

/** A headline figure that leads to its page: the link lies over the card, so that the help button stays a button of its own. */
export function KpiCard(props: KpiCardProps) {
  const { label, help, to, search, value, note, picture, isStale = false, staleReason } = props;
  return (
    <section
      aria-label={label}
      title={staleReason}
      className={cn(
        'relative flex min-w-0 flex-col gap-1 rounded-panel border border-line1 bg-bg1 px-[15px] pt-[13px] pb-3 hover:border-line2 max-sm:px-3 max-sm:py-[11px]',
        isStale && 'stale',
      )}
    >
      <Link
        to={to}
        {...(search === undefined ? {} : { search: search })}
        aria-label={`${label}: details`}
        className="absolute inset-0 rounded-panel"
      />
      <div className="flex items-center gap-1 text-[12px] font-medium text-fg2">
        {label}
        <span className="relative inline-flex">
          <Help text={help} />
        </span>
      </div>
      <div className="flex items-end justify-between gap-2.5">
        <div className="tabular flex min-h-[29px] items-center text-xl font-[620] tracking-tight whitespace-nowrap max-sm:min-h-6 max-sm:text-lg">
          {value}
        </div>
        <span className="min-w-0 overflow-hidden max-sm:hidden">{picture}</span>
      </div>
      <div className="tabular flex min-h-[18px] flex-wrap gap-x-2 text-[12px] text-fg3">{note}</div>
    </section>
  );
}
