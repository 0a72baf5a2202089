import {
  DepthLevels,
  MARKETS,
  marketOf,
  type Instrument,
  type InstrumentId,
  type Venue,
} from '../../../domain/index.ts';
import {
  DEFAULT_SCANNER_OPTIONS,
  type CarryFunding,
  type CarryLeg,
  type SettledRate,
} from '../../../strategies/index.ts';
import { tierFees } from '../../trading/tier-fees.ts';
import { accountOf, type ArbitrageContext } from '../arbitrage-context.ts';

/** Settled rates that are kept per perp: thirty days of one an hour. */
const SETTLED_MAX = 720;

/** The market as a carry sees it: both books, the account's fee, predicted and settled rates of each listing. */
export class CarryMarket {
  private readonly context: ArbitrageContext;
  private readonly settledById = new Map<InstrumentId, readonly SettledRate[]>();

  constructor(context: ArbitrageContext) {
    this.context = context;
  }

  /** Takes settled rates over what was known; one per time. */
  noteSettled(instrumentId: InstrumentId, rates: readonly SettledRate[]): void {
    const byTime = new Map((this.settledById.get(instrumentId) ?? []).map((rate) => [rate.atMs, rate]));
    for (const rate of rates) byTime.set(rate.atMs, rate);
    const sorted = [...byTime.values()].sort((a, b) => a.atMs - b.atMs);
    this.settledById.set(instrumentId, sorted.slice(-SETTLED_MAX));
  }

  /** Every listing of a symbol at these venues that a carry may hold. */
  legsOf(symbol: string, venues: readonly Venue[]): readonly CarryLeg[] {
    const { eyes } = this.context.core;
    return venues.flatMap((venue) =>
      MARKETS.flatMap((market) => {
        const instrument = eyes.find(venue, market, symbol);
        const leg = instrument === null || instrument.isInverse ? null : this.legOf(instrument.id);
        return leg === null ? [] : [leg];
      }),
    );
  }

  /** One listing; null when it is not among the books. */
  legOf(instrumentId: InstrumentId): CarryLeg | null {
    const { core, store } = this.context;
    const ix = core.eyes.ixOf(instrumentId);
    const instrument = core.eyes.instrumentOf(instrumentId);
    const market = instrument === null ? null : marketOf(instrument.kind);
    if (ix === null || instrument === null || market === null) return null;
    const [bids, asks] = [new DepthLevels(), new DepthLevels()];
    const book = store.books[ix];
    if (book !== undefined && book.isLive) {
      const { depthBps } = this.context.state.settings;
      book.readDepth('bid', depthBps, bids);
      book.readDepth('ask', depthBps, asks);
    }
    const index = market === 'perp' ? (store.figures.indexPx[ix] ?? Number.NaN) : Number.NaN;
    const mid = ((bids.px[0] as number) + (asks.px[0] as number)) / 2;
    return {
      instrumentId,
      venue: instrument.venue,
      market,
      takerBps: this.takerBps(instrument),
      bids,
      asks,
      referencePx: index > 0 ? index : mid,
      funding: market === 'perp' ? this.fundingOf(ix, instrumentId) : null,
      fault: this.faultOf(instrument),
    };
  }

  /** The funding of a perp; null of spot and of what is not listed. */
  fundingOfId(instrumentId: InstrumentId): CarryFunding | null {
    const ix = this.context.core.eyes.ixOf(instrumentId);
    const isPerp = this.context.core.eyes.instrumentOf(instrumentId)?.kind === 'perp';
    return ix === null || !isPerp ? null : this.fundingOf(ix, instrumentId);
  }

  private fundingOf(ix: number, instrumentId: InstrumentId): CarryFunding {
    const { figures } = this.context.store;
    const [markPx, indexPx] = [figures.markPx[ix] ?? Number.NaN, figures.indexPx[ix] ?? Number.NaN];
    return {
      rateFrac: figures.fundingRateFrac[ix] ?? Number.NaN,
      intervalHours: figures.fundingIntervalHours[ix] ?? Number.NaN,
      nextMs: figures.nextFundingMs[ix] ?? Number.NaN,
      basisFrac: markPx / indexPx - 1,
      settled: this.settledById.get(instrumentId) ?? [],
    };
  }

  /** The account's own rate; the venue's lowest tier while it was not read. */
  private takerBps(instrument: Instrument): number {
    const desk = this.context.core.desks.get(accountOf(this.context, instrument));
    const own = desk?.feeView(marketOf(instrument.kind) ?? 'perp')?.takerBps;
    return own ?? Number(tierFees(instrument).takerFrac) * 1e4;
  }

  private faultOf(instrument: Instrument): string | null {
    const { eyes, clock } = this.context.core;
    if (!instrument.isTrading) return 'its venue does not trade it now';
    const ageMs = eyes.bookAgeMs(instrument.id, clock.nowMs());
    if (ageMs === null) return 'its book is not live';
    const { maxBookAgeMs } = DEFAULT_SCANNER_OPTIONS;
    return ageMs > maxBookAgeMs ? `its book is ${Math.round(ageMs)} ms old, ${maxBookAgeMs} ms is the most` : null;
  }
}
