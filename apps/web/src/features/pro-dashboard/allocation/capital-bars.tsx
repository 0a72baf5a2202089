import { formatUsd } from '../../../lib/format.ts';
import type { Allocation } from './model/allocation.ts';
import { venueShares, type ModeCapital } from './model/venue-shares.ts';
import { StackedBar } from './stacked-bar.tsx';

type Capital = Pick<Allocation, 'mode' | 'by_mode'>;

interface CapitalBarsProps {
  readonly capital: Capital;
  readonly isStale: boolean;
}

/** The dollars of each venue: one bar, or one for real and one for paper money where venues differ. */
export function CapitalBars({ capital: { mode, by_mode: byMode }, isStale }: CapitalBarsProps) {
  if (mode !== 'mixed') return <CapitalBar capital={byMode[mode]} isStale={isStale} />;
  return (
    <div className="flex flex-col gap-3">
      {MODES.map((one) => (
        <section key={one} aria-label={`${MODE_NAMES[one]} capital`} className="flex flex-col gap-1.5">
          <h4 className="text-[12px] font-semibold text-fg2">{MODE_NAMES[one]}</h4>
          <CapitalBar capital={byMode[one]} isStale={isStale} />
        </section>
      ))}
    </div>
  );
}

function CapitalBar({ capital, isStale }: { readonly capital: ModeCapital; readonly isStale: boolean }) {
  const shares = venueShares(capital);
  if (shares.length > 0) return <StackedBar shares={shares} isStale={isStale} />;
  return (
    <p className="text-sm text-fg2">
      {capital === null
        ? 'The capital is not known yet: the worth of an account is missing.'
        : 'There is no capital to divide: fund an account.'}
    </p>
  );
}

/** Real money first. */
const MODES = ['live', 'paper'] as const;
const MODE_NAMES = { live: 'Live', paper: 'Paper' } as const;

/** Words the line of the total; paper and live are never one sum. */
export function capitalText({ mode, by_mode: byMode }: Capital): string {
  const total = (one: (typeof MODES)[number]): string => formatUsd(byMode[one]?.total_capital ?? null);
  if (mode === 'mixed') return `Total capital ${total('live')} live, ${total('paper')} paper`;
  return `Total capital ${total(mode)}`;
}
