import type { VenueHealth, VenueName } from '@riptide/contracts/calls';
import type { DotTone } from '../ui/dot.tsx';

/** The three-letter form of a venue where room is short; the full name is its accessible name. */
export const VENUE_SHORT: Readonly<Record<VenueName, string>> = {
  BINANCE: 'BIN',
  BYBIT: 'BYB',
  OKX: 'OKX',
  KUCOIN: 'KUC',
};

export const VENUE_TONES: Readonly<Record<VenueHealth['status'], DotTone>> = {
  ok: 'ok',
  slow: 'warn',
  connecting: 'off',
  down: 'danger',
  disabled: 'off',
};

/** A venue as a small framed badge. */
export function VenueBadge({ venue }: { venue: VenueName }) {
  return (
    <span
      role="img"
      aria-label={venue}
      title={venue}
      className="rounded-[3px] border border-line2 bg-bg3 px-1 py-px text-[10px] font-bold tracking-[.02em] text-fg2"
    >
      {VENUE_SHORT[venue]}
    </span>
  );
}

/** From which venue to which. */
export function VenueWay({ from, to }: { from: VenueName; to: VenueName }) {
  return (
    <span className="flex items-center gap-[5px]">
      <VenueBadge venue={from} />
      <span aria-hidden className="text-fg3">
        →
      </span>
      <span className="sr-only">to</span>
      <VenueBadge venue={to} />
    </span>
  );
}
