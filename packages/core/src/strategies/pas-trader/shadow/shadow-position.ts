import { decimal, toDecimalString, type Arm, type ArmOutcome } from '../../../domain/index.ts';
import { movedBps, onTick, tickOf } from '../price-steps.ts';
import { gainSign, positionSide } from '../trade-side.ts';
import { RestingOrder } from './resting-order.ts';
import { takeFrom, type PublicTrade, type ShadowBook } from './shadow-market.ts';
import type { ShadowTerms } from './shadow-terms.ts';

/** Part of a quantity below which it counts as gone: float sums. */
const REST_FRAC = 1e-9;

type ExitKind = ArmOutcome['exit'];

/** How a shadow got in. */
export interface ShadowEntry {
  readonly px: number;
  readonly qtyBase: number;
  readonly feeBps: number;
  readonly atMs: number;
}

/**
 * What a shadow holds after its entry: a resting target, a stop triggered by the mid (which stands for the mark), a time stop. Stop and
 * time send a taker order that walks the book shown at its arrival, and the next books where one does not hold enough.
 */
export class ShadowPosition {
  /** null while it is open. */
  outcome: ArmOutcome | null = null;
  private readonly arm: Arm;
  private readonly terms: ShadowTerms;
  private readonly entry: ShadowEntry;
  private readonly sign: 1 | -1;
  private readonly target: RestingOrder;
  private readonly stopPx: number;
  /** The closing order on its way; null before stop or time sent it. */
  private leaving: { readonly exit: ExitKind; readonly arrivesMs: number } | null = null;
  private leftBase: number;
  private outQuote = 0;

  constructor(arm: Arm, terms: ShadowTerms, entry: ShadowEntry) {
    const { instrument, settings } = terms;
    const side = positionSide(arm.direction, terms.liquidatedSide);
    this.arm = arm;
    this.terms = terms;
    this.entry = entry;
    this.sign = gainSign(side);
    this.leftBase = entry.qtyBase;
    this.stopPx = entry.px * (1 - (this.sign * arm.stopLossBps) / 1e4);
    const wantedPx = movedBps(decimal(entry.px), this.sign * arm.takeProfitBps);
    this.target = new RestingOrder({
      side: side === 'long' ? 'ask' : 'bid',
      px: Number(toDecimalString(onTick(wantedPx, instrument, side === 'long' ? 'up' : 'down'))),
      qtyBase: entry.qtyBase,
      arrivesMs: entry.atMs + settings.shadowLatencyMs,
      halfTick: Number(toDecimalString(tickOf(instrument))) / 2,
    });
  }

  /** Lets time pass and looks at the book. Returns true when an order arrived in this event. */
  onBook(book: ShadowBook | null, nowMs: number): boolean {
    if (book !== null && this.leaving !== null && nowMs >= this.leaving.arrivesMs) {
      this.leave(this.leaving.exit, book, nowMs);
      return true;
    }
    const hasArrived = book !== null && this.lookAtTarget(book, nowMs);
    if (this.outcome === null && this.leaving === null) this.watchStops(book, nowMs);
    return hasArrived;
  }

  /** Takes a trade that came after everything that has arrived. */
  onTrade(trade: PublicTrade, nowMs: number): void {
    if (this.target.isFilledByTrade(trade)) {
      this.close('take-profit', { px: this.target.px, feeBps: this.terms.makerBps, nowMs });
    }
  }

  /** Closes it at once: at what the book shows, the rest at the last best price known. */
  finish(book: ShadowBook | null, lastPx: { readonly bidPx: number; readonly askPx: number }, nowMs: number): void {
    if (book !== null) this.takeOut(book);
    const known = this.sign === 1 ? lastPx.bidPx : lastPx.askPx;
    const px = (this.outQuote + this.leftBase * known) / this.entry.qtyBase;
    this.close('time', { px, feeBps: this.terms.takerBps, nowMs });
  }

  private lookAtTarget(book: ShadowBook, nowMs: number): boolean {
    const { target } = this;
    if (target.hasArrived()) {
      if (target.isFilledByBook(book)) {
        this.close('take-profit', { px: target.px, feeBps: this.terms.makerBps, nowMs });
      }
      return false;
    }
    if (nowMs < target.arrivesMs) return false;
    if (!target.wouldCross(book) || !this.takeTarget(book, nowMs)) target.arrive(book);
    return true;
  }

  /** The market stood beyond the target when its order came: it takes, when the whole of it can. */
  private takeTarget(book: ShadowBook, nowMs: number): boolean {
    const taken = takeFrom(book, this.exitSide(), this.leftBase, this.target.px);
    if (taken.qtyBase < this.leftBase * (1 - REST_FRAC)) return false;
    this.close('take-profit', { px: taken.quote / taken.qtyBase, feeBps: this.terms.takerBps, nowMs });
    return true;
  }

  private watchStops(book: ShadowBook | null, nowMs: number): void {
    const { shadowHorizonMs, shadowLatencyMs } = this.terms.settings;
    const arrivesMs = nowMs + shadowLatencyMs;
    const midPx = book === null ? Number.NaN : (book.bidPx + book.askPx) / 2;
    if ((midPx - this.stopPx) * this.sign <= 0) this.leaving = { exit: 'stop-loss', arrivesMs };
    else if (nowMs - this.entry.atMs >= shadowHorizonMs) this.leaving = { exit: 'time', arrivesMs };
  }

  private leave(exit: ExitKind, book: ShadowBook, nowMs: number): void {
    this.takeOut(book);
    // What the book didn't hold waits for the next one.
    if (this.leftBase > this.entry.qtyBase * REST_FRAC) return;
    const px = this.outQuote / (this.entry.qtyBase - this.leftBase);
    this.close(exit, { px, feeBps: this.terms.takerBps, nowMs });
  }

  private takeOut(book: ShadowBook): void {
    const taken = takeFrom(book, this.exitSide(), this.leftBase, Number.NaN);
    this.leftBase -= taken.qtyBase;
    this.outQuote += taken.quote;
  }

  private exitSide(): 'bid' | 'ask' {
    return this.sign === 1 ? 'bid' : 'ask';
  }

  private close(
    exit: ExitKind,
    { px, feeBps, nowMs }: { readonly px: number; readonly feeBps: number; readonly nowMs: number },
  ): void {
    const { entry, sign } = this;
    const feesBps = entry.feeBps + (feeBps * px) / entry.px;
    this.outcome = {
      armId: this.arm.armId,
      isFilled: true,
      isReal: false,
      netBps: ((px - entry.px) / entry.px) * 1e4 * sign - feesBps,
      feesBps,
      entryPx: entry.px,
      exitPx: px,
      exit,
      heldMs: nowMs - entry.atMs,
    };
  }
}
