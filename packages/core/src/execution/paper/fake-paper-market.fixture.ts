import type { InstrumentId } from '../../domain/index.ts';
import type { PaperLevel, PaperMarket, PaperMarketListener, PaperTrade } from './paper-market.ts';

type Side = readonly (readonly [px: number, qtyBase: number])[];

/** A live market by hand: tests set what it shows. */
export class FakePaperMarket implements PaperMarket {
  private readonly books = new Map<
    InstrumentId,
    { readonly bid: readonly PaperLevel[]; readonly ask: readonly PaperLevel[] }
  >();
  private readonly marks = new Map<InstrumentId, number>();
  private readonly lasts = new Map<InstrumentId, number>();
  private readonly rates = new Map<InstrumentId, { readonly rateFrac: number; readonly nextMs: number }>();
  private listener: PaperMarketListener | null = null;

  depth(instrumentId: InstrumentId, side: 'bid' | 'ask', maxLevels: number): readonly PaperLevel[] | null {
    return this.books.get(instrumentId)?.[side].slice(0, maxLevels) ?? null;
  }

  mark(instrumentId: InstrumentId): number | null {
    return this.marks.get(instrumentId) ?? null;
  }

  last(instrumentId: InstrumentId): number | null {
    return this.lasts.get(instrumentId) ?? null;
  }

  fundingOf(instrumentId: InstrumentId): { readonly rateFrac: number; readonly nextMs: number } | null {
    return this.rates.get(instrumentId) ?? null;
  }

  subscribe(listener: PaperMarketListener): () => void {
    this.listener = listener;
    return () => {
      this.listener = null;
    };
  }

  show(instrumentId: InstrumentId, bid: Side, ask: Side): void {
    const levels = (side: Side): PaperLevel[] => side.map(([px, qtyBase]) => ({ px, qtyBase }));
    this.books.set(instrumentId, { bid: levels(bid), ask: levels(ask) });
    this.listener?.onBook(instrumentId);
  }

  hide(instrumentId: InstrumentId): void {
    this.books.delete(instrumentId);
    this.listener?.onBook(instrumentId);
  }

  setMark(instrumentId: InstrumentId, px: number): void {
    this.marks.set(instrumentId, px);
    this.listener?.onBook(instrumentId);
  }

  setFunding(instrumentId: InstrumentId, rateFrac: number, nextMs: number): void {
    this.rates.set(instrumentId, { rateFrac, nextMs });
  }

  trade(trade: PaperTrade): void {
    this.lasts.set(trade.instrumentId, trade.px);
    this.listener?.onTrade(trade);
  }
}
