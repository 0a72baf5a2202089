import type { InstrumentId } from '../../domain/index.ts';
import type { PaperLevel, PaperMarket, PaperMarketListener } from '../../execution/index.ts';
import type { Clock } from '../../kernel/index.ts';
import type { MarketStore, PublicTrade } from '../../market-data/index.ts';
import type { MarketEyes } from './market-eyes.ts';

/** The live books as paper orders trade against them; of a venue that is silent there are none. Trades and book moves are handed on only to who listens. */
export class PaperBooks implements PaperMarket {
  private readonly store: MarketStore;
  private readonly eyes: MarketEyes;
  private readonly clock: Clock;
  private readonly listeners = new Set<PaperMarketListener>();

  constructor(store: MarketStore, eyes: MarketEyes, clock: Clock) {
    this.store = store;
    this.eyes = eyes;
    this.clock = clock;
  }

  depth(id: InstrumentId, side: 'bid' | 'ask', maxLevels: number): readonly PaperLevel[] | null {
    const levels = this.eyes.isBookCurrent(id, this.clock.nowMs()) ? this.eyes.levels(id, side) : null;
    if (levels === null) return null;
    const out: PaperLevel[] = [];
    for (let at = 0; at < levels.count && at < maxLevels; at += 1) {
      out.push({ px: levels.px[at] as number, qtyBase: levels.qtyBase[at] as number });
    }
    return out;
  }

  mark(id: InstrumentId): number | null {
    return numberOf(this.eyes.markPx(id));
  }

  last(id: InstrumentId): number | null {
    return numberOf(this.eyes.lastPx(id));
  }

  fundingOf(id: InstrumentId): { readonly rateFrac: number; readonly nextMs: number } | null {
    return this.eyes.fundingOf(id);
  }

  subscribe(listener: PaperMarketListener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** HOT: for the store's listener; only instruments somebody watches get here. */
  onTraded(ix: number, trade: PublicTrade): void {
    const instrumentId = this.store.instruments[ix]?.id;
    if (instrumentId === undefined) return;
    const { px, qtyBase, takerSide } = trade;
    for (const listener of this.listeners) listener.onTrade({ instrumentId, px, qtyBase, takerSide });
  }

  onBook(ix: number): void {
    const id = this.store.instruments[ix]?.id;
    if (id === undefined) return;
    for (const listener of this.listeners) listener.onBook(id);
  }
}

function numberOf(text: string | null): number | null {
  return text === null ? null : Number(text);
}
