import type { Instrument, PriceBand, PriceLimits } from '../domain/index.ts';

/** Shares are cut to this: a bound is rather too narrow. One on the wrong side of its reference still bounds, by so much. */
const FRAC_STEP = 1e-6;
const FLOAT_DUST = 1e-6;
/** A list that was asked for before a push may be answered after it. */
const LIST_BEHIND_MS = 5_000;

/** What venues change about their listings while they are followed: whether they trade, and how far prices may go. */
export class ListingTerms {
  private readonly instruments: Instrument[];
  private readonly flags: Uint8Array;
  private readonly suspects = new Set<number>();
  /** When the venue pushed a halt that neither it nor its list has ended, by index. */
  private readonly pushedHalts = new Map<number, number>();
  private readonly bands: (PriceBand | null)[];
  private readonly told: (PriceLimits | null)[];

  /** `instruments` are changed in place: whoever asks for one finds it as the venue told it last. */
  constructor(instruments: Instrument[]) {
    this.instruments = instruments;
    this.flags = Uint8Array.from(instruments, ({ isTrading }) => (isTrading ? 1 : 0));
    this.bands = instruments.map(({ priceBand }) => priceBand ?? null);
    this.told = instruments.map(() => null);
  }

  isTrading(ix: number): boolean {
    return this.flags[ix] === 1;
  }

  /** Notes that a venue halted an instrument or lets it trade again. */
  setTrading(ix: number, isTrading: boolean): void {
    const instrument = this.instruments[ix];
    if (instrument === undefined) throw new Error(`Invariant: no instrument with index ${ix}`);
    this.suspects.delete(ix);
    this.pushedHalts.delete(ix);
    this.flags[ix] = isTrading ? 1 : 0;
    this.instruments[ix] = { ...instrument, isTrading };
  }

  /**
   * Takes over what the venue pushed; returns whether that was news. A push ends only what a push began: a halt that the list told of
   * may have other reasons, and a suspicion comes from a refused order.
   */
  setPushed(ix: number, isTrading: boolean, nowMs: number): boolean {
    const isNews = isTrading ? this.pushedHalts.has(ix) : this.isTrading(ix) || this.suspects.has(ix);
    if (!isNews) return false;
    this.setTrading(ix, isTrading);
    if (!isTrading) this.pushedHalts.set(ix, nowMs);
    return true;
  }

  /** Ends a pushed halt that the list, read since, does not know: the push that ended it was missed. Returns whether that was news. */
  confirmTrading(ix: number, nowMs: number): boolean {
    const haltedMs = this.pushedHalts.get(ix);
    if (haltedMs === undefined || nowMs - haltedMs < LIST_BEHIND_MS) return false;
    this.setTrading(ix, true);
    return true;
  }

  /** Takes an instrument for halted until the venue's list tells of it, or somebody acquits it. */
  suspect(ix: number): void {
    this.setTrading(ix, false);
    this.suspects.add(ix);
  }

  isSuspected(ix: number): boolean {
    return this.suspects.has(ix);
  }

  /** Ends a suspicion; a halt that the list told of stays. */
  acquit(ix: number): void {
    if (this.suspects.has(ix)) this.setTrading(ix, true);
  }

  /** Returns how far from its reference the venue takes prices; null while it told nothing. */
  bandOf(ix: number): PriceBand | null {
    return this.bands[ix] ?? null;
  }

  /** Returns the limits as prices, as the venue told them last; null before it did. */
  limitsOf(ix: number): PriceLimits | null {
    return this.told[ix] ?? null;
  }

  /** Keeps the limits in force as shares of `referencePx`, so that they move along with it, and as they were told. */
  setLimits(ix: number, limits: PriceLimits, referencePx: number): void {
    const { buyMaxPx, sellMinPx } = limits;
    const instrument = this.instruments[ix];
    if (instrument === undefined) throw new Error(`Invariant: no instrument with index ${ix}`);
    this.told[ix] = limits;
    if (!(referencePx > 0)) return;
    this.bands[ix] = {
      buyUpFrac: buyMaxPx === null ? null : cut(buyMaxPx / referencePx - 1),
      buyDownFrac: instrument.priceBand?.buyDownFrac ?? null,
      sellUpFrac: instrument.priceBand?.sellUpFrac ?? null,
      sellDownFrac: sellMinPx === null ? null : cut(1 - sellMinPx / referencePx),
    };
  }
}

function cut(frac: number): number {
  return Number((Math.max(1, Math.floor(frac / FRAC_STEP + FLOAT_DUST)) * FRAC_STEP).toPrecision(12));
}
