import type { InstrumentId, TriggerSource } from '../../domain/index.ts';

/** One level as the live book shows it, in canonical price and base units. */
export interface PaperLevel {
  readonly px: number;
  readonly qtyBase: number;
}

/** A public trade as the feed told it. */
export interface PaperTrade {
  readonly instrumentId: InstrumentId;
  readonly px: number;
  readonly qtyBase: number;
  readonly takerSide: 'BUY' | 'SELL';
}

export interface PaperMarketListener {
  onTrade(trade: PaperTrade): void;
  /** The book of the instrument changed or became live. */
  onBook(instrumentId: InstrumentId): void;
}

/** The live market as paper orders see it. Everything is as of now; null is unknown, and nothing is filled against it. */
export interface PaperMarket {
  /** Returns the best levels of one side, best first; null while the book is not live or its venue is silent. */
  depth(instrumentId: InstrumentId, side: 'bid' | 'ask', maxLevels: number): readonly PaperLevel[] | null;
  mark(instrumentId: InstrumentId): number | null;
  last(instrumentId: InstrumentId): number | null;
  /** Returns the rate of the running interval (positive: longs pay) and when it is settled; null where there is none. */
  fundingOf(instrumentId: InstrumentId): { readonly rateFrac: number; readonly nextMs: number } | null;
  /** Returns what ends the subscription. */
  subscribe(listener: PaperMarketListener): () => void;
}

/** Returns the price that triggers by `by` look at now; null while it is unknown. */
export function triggerSource(market: PaperMarket, instrumentId: InstrumentId, by: TriggerSource): number | null {
  return by === 'mark' ? market.mark(instrumentId) : market.last(instrumentId);
}
