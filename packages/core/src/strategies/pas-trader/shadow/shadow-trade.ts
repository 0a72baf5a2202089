import { toDecimalString, type Arm, type ArmOutcome, type DecimalString } from '../../../domain/index.ts';
import type { Planned } from '../planned.ts';
import { planReprice, type EntryPlan } from '../plan-entry.ts';
import { tickOf } from '../price-steps.ts';
import { positionSide } from '../trade-side.ts';
import { RestingOrder } from './resting-order.ts';
import { takeFrom, type PublicTrade, type ShadowBook } from './shadow-market.ts';
import { ShadowPosition, type ShadowEntry } from './shadow-position.ts';
import type { ShadowTerms } from './shadow-terms.ts';

/** How long a taker entry waits for a usable book after its arrival. */
const TAKER_WAIT_MS = 2_000;

/** The market in which a shadow begins: its entry as planned there. */
export interface ShadowTradeStart {
  readonly entry: Planned<EntryPlan>;
  readonly midPx: number;
  readonly nowMs: number;
}

interface TakerEntry {
  readonly limitPx: number;
  readonly arrivesMs: number;
}

/**
 * One arm's trade as it would have gone: its entry with delay, queue and reprices, then the position. Takers walk the book shown at
 * their arrival, nothing fills in the event that sent it.
 */
export class ShadowTrade {
  readonly arm: Arm;
  private readonly terms: ShadowTerms;
  private readonly side: 'long' | 'short';
  private readonly halfTick: number;
  private readonly qtyBase: number;
  private firstPx: DecimalString | null = null;
  private reprices = 0;
  private expiresMs = Number.POSITIVE_INFINITY;
  private resting: RestingOrder | null = null;
  private taker: TakerEntry | null = null;
  private position: ShadowPosition | null = null;
  private missed: ArmOutcome | null = null;

  constructor(arm: Arm, terms: ShadowTerms, start: ShadowTradeStart) {
    this.arm = arm;
    this.terms = terms;
    this.side = positionSide(arm.direction, terms.liquidatedSide);
    this.halfTick = Number(toDecimalString(tickOf(terms.instrument))) / 2;
    this.qtyBase = terms.notionalUsd / start.midPx;
    if (start.entry.ok) this.send(start.entry.value.px, start.nowMs);
    else this.miss();
  }

  /** What it earned; null while it runs. */
  get outcome(): ArmOutcome | null {
    return this.missed ?? this.position?.outcome ?? null;
  }

  /** Lets time pass and looks at the book, null while it is not usable. Returns true when an order arrived in this event. */
  onBook(book: ShadowBook | null, nowMs: number): boolean {
    if (this.outcome !== null) return false;
    if (this.position !== null) return this.position.onBook(book, nowMs);
    if (this.taker !== null) return this.take(this.taker, book, nowMs);
    return this.rest(book, nowMs);
  }

  /** Takes a public trade; `book` as it stands. */
  onTrade(trade: PublicTrade, book: ShadowBook | null, nowMs: number): void {
    // WHY: a trade in the event in which an order arrives was before it.
    if (this.onBook(book, nowMs) || this.outcome !== null) return;
    if (this.position !== null) this.position.onTrade(trade, nowMs);
    else if (this.resting?.isFilledByTrade(trade) === true) this.openResting(this.resting, nowMs);
  }

  /** Ends it at once: at the prices shown, or at the last ones known. */
  finish(book: ShadowBook | null, lastPx: { readonly bidPx: number; readonly askPx: number }, nowMs: number): void {
    if (this.outcome !== null) return;
    if (this.position === null) this.miss();
    else this.position.finish(book, lastPx, nowMs);
  }

  private send(px: DecimalString, nowMs: number): void {
    const { settings } = this.terms;
    const arrivesMs = nowMs + settings.shadowLatencyMs;
    this.firstPx ??= px;
    this.expiresMs = arrivesMs + settings.entryTtlMs;
    if (this.arm.execution === 'ioc') {
      this.taker = { limitPx: Number(px), arrivesMs };
      return;
    }
    this.resting = new RestingOrder({
      side: this.side === 'long' ? 'bid' : 'ask',
      px: Number(px),
      qtyBase: this.qtyBase,
      arrivesMs,
      halfTick: this.halfTick,
    });
  }

  private rest(book: ShadowBook | null, nowMs: number): boolean {
    const { resting } = this;
    if (resting === null) return false;
    if (book !== null && !resting.hasArrived() && nowMs >= resting.arrivesMs) {
      if (resting.wouldCross(book)) this.reprice(book, nowMs);
      else resting.arrive(book);
      return true;
    }
    if (book !== null && resting.isFilledByBook(book)) {
      this.openResting(resting, nowMs);
      return true;
    }
    if (nowMs < this.expiresMs) return false;
    if (book === null) this.miss();
    else this.reprice(book, nowMs);
    return true;
  }

  private reprice(book: ShadowBook, nowMs: number): void {
    const { instrument, settings } = this.terms;
    const step = planReprice({
      arm: this.arm,
      side: this.side,
      market: book,
      instrument,
      settings,
      firstPx: this.firstPx as DecimalString,
      reprices: this.reprices,
      expiresMs: nowMs,
      nowMs,
    });
    if (step.kind !== 'reprice') {
      this.miss();
      return;
    }
    this.reprices += 1;
    this.send(step.px, nowMs);
  }

  private take({ limitPx, arrivesMs }: TakerEntry, book: ShadowBook | null, nowMs: number): boolean {
    if (nowMs < arrivesMs) return false;
    if (book === null) {
      if (nowMs >= arrivesMs + TAKER_WAIT_MS) this.miss();
      return false;
    }
    const taken = takeFrom(book, this.side === 'long' ? 'ask' : 'bid', this.qtyBase, limitPx);
    if (taken.qtyBase <= 0) {
      this.miss();
      return true;
    }
    const { takerBps } = this.terms;
    this.open({ px: taken.quote / taken.qtyBase, qtyBase: taken.qtyBase, feeBps: takerBps, atMs: nowMs });
    return true;
  }

  private openResting({ px }: RestingOrder, nowMs: number): void {
    this.open({ px, qtyBase: this.qtyBase, feeBps: this.terms.makerBps, atMs: nowMs });
  }

  private open(entry: ShadowEntry): void {
    this.position = new ShadowPosition(this.arm, this.terms, entry);
  }

  private miss(): void {
    this.missed = {
      armId: this.arm.armId,
      isFilled: false,
      isReal: false,
      netBps: 0,
      feesBps: 0,
      entryPx: null,
      exitPx: null,
      exit: 'none',
      heldMs: null,
    };
  }
}
