import { marketOf, priceStepOf, type Instrument } from '@riptide/core/domain';
import type { HotBatch, InstrumentView, LiquidationView } from '@riptide/core/engine';
import type { LinkInstrument } from '../link/link-contract.ts';
import type { LinkTarget } from './link-target.ts';
import type { LiveCandles } from './live-candles.ts';

/** Liquidations kept for the screens. */
const LIQUIDATIONS_MAX = 500;

/** Writes what leaves the hot thread onto the link: prices, opportunities, liquidations; candles stay here for the charts. */
export class MarketBoard {
  private readonly link: LinkTarget;
  private readonly candles: LiveCandles;
  private instruments: readonly Instrument[] = [];
  private hidden: ReadonlySet<string> = new Set();
  private readonly opportunityIds = new Set<string>();
  private readonly liquidationKeys: string[] = [];
  private liquidationCount = 0;

  constructor(link: LinkTarget, candles: LiveCandles) {
    this.link = link;
    this.candles = candles;
  }

  /** Begins anew with the instruments of a fresh hot thread, in the order of its `ix`. Hidden ones are not shown. */
  reset(instruments: readonly Instrument[], hidden: ReadonlySet<string> = new Set()): void {
    for (const { id } of this.instruments) this.link.remove('instrument', id);
    for (const id of this.opportunityIds) this.link.remove('opportunity', id);
    this.opportunityIds.clear();
    this.instruments = instruments;
    this.hidden = hidden;
    for (const instrument of instruments) {
      if (hidden.has(instrument.id)) continue;
      const quiet = quietView(instrument);
      if (quiet !== null) this.link.set('instrument', instrument.id, quiet);
    }
  }

  apply(batch: HotBatch): void {
    for (const view of batch.instruments) {
      const instrument = this.instruments[view.ix];
      if (instrument === undefined || this.hidden.has(instrument.id)) continue;
      const shown = toLinkInstrument(instrument, view);
      if (shown !== null) this.link.set('instrument', shown.id, shown);
    }
    for (const opportunity of batch.opportunities) {
      this.opportunityIds.add(opportunity.id);
      this.link.set('opportunity', opportunity.id, opportunity);
    }
    for (const id of batch.removed) {
      this.opportunityIds.delete(id);
      this.link.remove('opportunity', id);
    }
    for (const liquidation of batch.liquidations) this.addLiquidation(liquidation);
    for (const candle of batch.candles) {
      const instrument = this.instruments[candle.ix];
      if (instrument !== undefined) this.candles.set(instrument.id, candle);
    }
  }

  private addLiquidation(view: LiquidationView): void {
    const instrument = this.instruments[view.ix];
    const market = instrument === undefined ? null : marketOf(instrument.kind);
    if (instrument === undefined || market === null || ![view.px, view.qtyBase, view.usd].every(Number.isFinite))
      return;
    this.liquidationCount += 1;
    const key = String(this.liquidationCount);
    this.liquidationKeys.push(key);
    this.link.set('liquidation', key, {
      venue: instrument.venue,
      market,
      symbol: instrument.symbol,
      liquidatedSide: view.liquidatedSide,
      px: view.px,
      qtyBase: view.qtyBase,
      usd: view.usd,
      isLowerBound: view.isLowerBound,
      isInferred: view.isInferred,
      venueMs: Number.isFinite(view.venueMs) ? view.venueMs : view.recvMs,
    });
    if (this.liquidationKeys.length <= LIQUIDATIONS_MAX) return;
    const oldest = this.liquidationKeys.shift();
    if (oldest !== undefined) this.link.remove('liquidation', oldest);
  }
}

/** An instrument nothing was heard of yet; null for kinds the product only reads. */
function quietView(instrument: Instrument): LinkInstrument | null {
  const market = marketOf(instrument.kind);
  if (market === null) return null;
  return {
    id: instrument.id,
    venue: instrument.venue,
    market,
    symbol: instrument.symbol,
    pxTick: priceStepOf(instrument),
    bidPx: null,
    askPx: null,
    lastPx: null,
    markPx: null,
    fundingRateFrac: null,
    fundingIntervalHours: instrument.fundingIntervalHours,
    nextFundingMs: null,
    changeFrac: null,
    volumeQuote: null,
    recvMs: null,
    bookMs: null,
    isBookLive: false,
    bookResetReason: 'not-synced',
    leverageMax: instrument.leverageMax ?? null,
  };
}

function toLinkInstrument(instrument: Instrument, view: InstrumentView): LinkInstrument | null {
  const quiet = quietView(instrument);
  if (quiet === null) return null;
  return {
    ...quiet,
    bidPx: orNull(view.bidPx),
    askPx: orNull(view.askPx),
    lastPx: orNull(view.lastPx),
    markPx: orNull(view.markPx),
    fundingRateFrac: orNull(view.fundingRateFrac),
    fundingIntervalHours: orNull(view.fundingIntervalHours) ?? instrument.fundingIntervalHours,
    nextFundingMs: orNull(view.nextFundingMs),
    changeFrac: orNull(view.changeFrac),
    volumeQuote: orNull(view.volumeQuote),
    recvMs: orNull(view.recvMs),
    bookMs: orNull(view.bookMs),
    isBookLive: view.bookLive,
    bookResetReason: view.bookResetReason,
  };
}

function orNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
