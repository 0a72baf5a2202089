import { cn } from '../ui/cn.ts';
import { UNKNOWN, formatBps, formatPnl, formatPx, formatSignedBps, formatUsd, splitPx } from '../lib/format.ts';

type NumKind = 'usd' | 'pnl' | 'px' | 'bps' | 'signed-bps';

interface NumProps {
  readonly kind: NumKind;
  readonly value: number | null | undefined;
  /** Colours by sign; the sign itself is always written. */
  readonly coloured?: boolean;
  readonly className?: string;
}

const FORMATS: Readonly<Record<NumKind, (value: number | null | undefined) => string>> = {
  usd: formatUsd,
  pnl: formatPnl,
  px: (value) => formatPx(value),
  bps: formatBps,
  'signed-bps': formatSignedBps,
};

/** A figure in the one format of its kind; unknown is a dash that says so to screen readers. */
export function Num({ kind, value, coloured = false, className }: NumProps) {
  const text = FORMATS[kind](value);
  if (text === UNKNOWN) return <Unknown className={className} />;
  const colour = coloured ? (text.startsWith('-') ? 'text-down' : 'text-up') : '';
  return <span className={cn(colour, className)}>{text}</span>;
}

interface PxProps {
  readonly value: number | null | undefined;
  /** The venue's smallest step of a price; nothing is dimmed while it is not known. */
  readonly tick: number | null | undefined;
  readonly className?: string;
}

/** A price whose digits past the venue's tick are dim; as text it is one plain number. */
export function Px({ value, tick, className }: PxProps) {
  const [own, beyond] = splitPx(value, tick);
  if (own === UNKNOWN) return <Unknown className={className} />;
  return (
    <span className={className}>
      {own}
      {beyond === '' ? null : <span className="text-fg3">{beyond}</span>}
    </span>
  );
}

/** The dash that stands for a figure nobody knows. */
export function Unknown({ className }: { className?: string | undefined }) {
  return (
    <span className={cn('text-fg3', className)}>
      <span aria-hidden>{UNKNOWN}</span>
      <span className="sr-only">unknown</span>
    </span>
  );
}
