import type { VenueName, VenueTicker } from '@riptide/contracts/calls';

export type Tickers = Readonly<Record<VenueName, VenueTicker>>;

/** Delays kept and drawn. */
export const DELAYS_KEPT = 60;
/** From here on a card shows its delay as slow. */
export const SLOW_FROM_MS = 200;

export interface LastPrice {
  readonly px: number;
  readonly tick: number | null;
  readonly atS: number;
}

/** What the cards remember of one venue while a symbol is shown. */
export interface VenueMemory {
  /** Oldest first; null where none was known. */
  readonly delays: readonly (number | null)[];
  /** The newest good price; null before the first. */
  readonly last: LastPrice | null;
}

interface VenueMemories {
  readonly symbol: string;
  readonly venues: Readonly<Record<VenueName, VenueMemory>>;
}

const NOTHING: VenueMemory = { delays: [], last: null };

/** Adds an answer: the delay of each venue, and its price where it is good. Another symbol forgets the prices. */
export function remember(
  before: VenueMemories | null,
  { symbol, tickers, atSeconds }: { readonly symbol: string; readonly tickers: Tickers; readonly atSeconds: number },
): VenueMemories {
  const isSame = before?.symbol === symbol;
  const next = (venue: VenueName): VenueMemory => {
    const { delays, last } = before?.venues[venue] ?? NOTHING;
    const { ok, price, latency_ms: delay, tick_size: tick } = tickers[venue];
    return {
      delays: [...delays, delay].slice(-DELAYS_KEPT),
      last: ok && price !== null ? { px: price, tick, atS: atSeconds } : isSame ? last : null,
    };
  };
  return {
    symbol,
    venues: { BINANCE: next('BINANCE'), BYBIT: next('BYBIT'), OKX: next('OKX'), KUCOIN: next('KUCOIN') },
  };
}

/** How far a price lies from that of BINANCE, percent; null while one of them is not good, and for BINANCE itself. */
export function awayFromBinancePct(tickers: Tickers, venue: VenueName): number | null {
  const [own, other] = [tickers[venue], tickers.BINANCE];
  if (venue === 'BINANCE' || !own.ok || !other.ok || own.price === null || other.price === null || other.price === 0)
    return null;
  return (own.price / other.price - 1) * 100;
}
