import type { ReactNode } from 'react';
import { Help } from './help.tsx';

interface MetricCardProps {
  readonly label: string;
  readonly help: string;
  readonly value: ReactNode;
  readonly note: ReactNode;
  /** Beside the value: bars, a ring or the like; left out on phones. */
  readonly picture?: ReactNode;
}

/** One headline figure with what it means and a line below. */
export function MetricCard({ label, help, value, note, picture }: MetricCardProps) {
  return (
    <section
      aria-label={label}
      className="flex min-w-0 flex-col gap-1 rounded-panel border border-line1 bg-bg1 px-[15px] pt-[13px] pb-3 max-sm:px-3 max-sm:py-[11px]"
    >
      <div className="flex items-center gap-1 text-[12px] font-medium text-fg2">
        {label}
        <Help text={help} />
      </div>
      <div className="flex items-center justify-between gap-2.5">
        <div className="tabular flex min-h-[29px] items-center text-xl font-[620] tracking-tight max-sm:min-h-6 max-sm:text-lg">
          {value}
        </div>
        {picture === undefined ? null : <span className="flex-none max-sm:hidden">{picture}</span>}
      </div>
      <div className="min-h-[18px] text-[12px] text-fg3">{note}</div>
    </section>
  );
}
