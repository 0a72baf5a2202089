import { isOtherPrice, type OpportunityRow } from './opportunity-row.ts';
import type { PairLifecycle } from './pair-lifecycle.ts';
import type { PairPricer } from './pair-pricer.ts';
import type { Pair } from './pair-table.ts';
import type { RowList } from './row-list.ts';
import type { ScannerSession } from './scanner-answers.ts';
import type { ScannerMarket } from './scanner-market.ts';
import type { ScannerOptions } from './scanner-options.ts';
import type { SeenCounters } from './seen-counters.ts';
import type { SpreadHistory } from './spread-history.ts';
import type { TopEdges } from './top-edges.ts';

/** A row whose book is gone keeps its last figures, blocked, for this long. */
const LOST_BOOK_MS = 10_000;
/** A row is told again after this time even when only its age changed. */
const REFRESH_MS = 1000;

export interface RowKeeperParts {
  readonly pairs: readonly Pair[];
  readonly list: RowList;
  readonly market: ScannerMarket;
  readonly options: ScannerOptions;
  readonly pricer: PairPricer;
  readonly edges: TopEdges;
  readonly spreads: SpreadHistory;
  readonly lifecycle: PairLifecycle;
  readonly seen: SeenCounters;
}

/** Keeps the rows of the list: when each is priced and judged anew, what of it is told, and when it goes. */
export class RowKeeper {
  private readonly pairs: readonly Pair[];
  private readonly list: RowList;
  private readonly market: ScannerMarket;
  private readonly options: ScannerOptions;
  private readonly pricer: PairPricer;
  private readonly edges: TopEdges;
  private readonly spreads: SpreadHistory;
  private readonly lifecycle: PairLifecycle;
  private readonly seen: SeenCounters;

  constructor(parts: RowKeeperParts) {
    this.pairs = parts.pairs;
    this.list = parts.list;
    this.market = parts.market;
    this.options = parts.options;
    this.pricer = parts.pricer;
    this.edges = parts.edges;
    this.spreads = parts.spreads;
    this.lifecycle = parts.lifecycle;
    this.seen = parts.seen;
  }

  /** Looks at a pair whose best prices pass the minimum, between two ticks. */
  openGate(at: number, session: ScannerSession, nowMs: number): void {
    const row = this.list.rows[at] as OpportunityRow | null;
    // WHY: with a full list the tick decides who stays; joining and leaving in between would count as new every time.
    if (row === null && this.list.count >= this.options.rowsMax) return;
    if (row !== null && this.lifecycle.isOverNow(at) && nowMs - row.computedMs < this.options.repriceMs) return;
    this.reprice(at, session, nowMs);
  }

  /** Prices a candidate anew when it is due, and judges it in any case. */
  refresh(at: number, session: ScannerSession, nowMs: number): void {
    const row = this.list.rows[at] as OpportunityRow | null;
    if (row === null || this.isDue(row, session.minEntryNetBps, nowMs)) this.reprice(at, session, nowMs);
    else this.rejudge(row, session, nowMs);
  }

  /** Rows that may pay follow every change of their books; the others and unchanged ones are priced now and then. */
  private isDue(row: OpportunityRow, gateNetBps: number, nowMs: number): boolean {
    const passedMs = nowMs - row.computedMs;
    if (passedMs >= REFRESH_MS) return true;
    const mayPay = this.edges.netBps(row.pair.at) >= gateNetBps || row.priced.entryNetBps >= gateNetBps;
    return (mayPay || passedMs >= this.options.shownRepriceMs) && this.isOutdated(row);
  }

  private isOutdated(row: OpportunityRow): boolean {
    const { market } = this;
    return (
      market.bookVersion(row.pair.buyIx) !== row.buyVersion || market.bookVersion(row.pair.sellIx) !== row.sellVersion
    );
  }

  /** A row that is no candidate any more goes, unless it is only its book that was lost. */
  refreshLeaving(row: OpportunityRow, session: ScannerSession, nowMs: number): void {
    const { buyIx, sellIx, at } = row.pair;
    const isLost = this.market.resetReason(buyIx) !== null || this.market.resetReason(sellIx) !== null;
    if (isLost && nowMs - row.computedMs < LOST_BOOK_MS) this.rejudge(row, session, nowMs);
    else this.leave(at, nowMs);
  }

  /** Prices a pair from depth and puts it on the list, or takes it off when its edge at size is under the minimum. */
  private reprice(at: number, session: ScannerSession, nowMs: number): void {
    const pair = this.pairs[at] as Pair;
    const priced = this.pricer.price(pair, session, nowMs);
    const known = this.list.rows[at] as OpportunityRow | null;
    if (priced === null) {
      if (known !== null) this.refreshLeaving(known, session, nowMs);
      return;
    }
    if (priced.grossBps < session.minEntryNetBps) {
      this.leave(at, nowMs);
      return;
    }
    const row = known ?? this.list.add(pair, priced);
    row.isChanged ||= known === null || isOtherPrice(row.priced, priced);
    row.priced = priced;
    row.computedMs = nowMs;
    row.buyVersion = this.market.bookVersion(pair.buyIx);
    row.sellVersion = this.market.bookVersion(pair.sellIx);
    this.rejudge(row, session, nowMs);
  }

  /** Judges a row anew: the same prices may have become too old. */
  private rejudge(row: OpportunityRow, session: ScannerSession, nowMs: number): void {
    const { at } = row.pair;
    const verdict = this.pricer.judge(row.pair, row.priced, session, nowMs);
    const { entryNetBps, roundTripNetBps } = row.priced;
    const isOver = verdict.policy !== 'blocked' && entryNetBps >= session.minEntryNetBps;
    this.lifecycle.set(at, isOver, nowMs);
    if (verdict.policy !== 'blocked') this.seen.note(at, entryNetBps, roundTripNetBps, nowMs);
    row.isChanged ||= verdict.reason !== row.policyReason || verdict.policy !== row.policy;
    row.isChanged ||= nowMs - row.toldMs >= REFRESH_MS;
    row.policy = verdict.policy;
    row.policyReason = verdict.reason;
    row.aliveSinceMs = isOver ? this.lifecycle.aliveSinceMs(at) : nowMs;
    this.tellTime(row, nowMs);
    if (!row.isChanged) return;
    row.toldMs = nowMs;
    row.nearestMiss =
      verdict.policy === 'executable' ? null : this.pricer.nearestMiss(row.pair, row.priced, session, nowMs);
  }

  /** What of a row only time changes. The legs are those judged last. */
  tellTime(row: OpportunityRow, nowMs: number): void {
    const { at } = row.pair;
    row.buyAgeMs = this.pricer.buyLeg.bookAgeMs;
    row.sellAgeMs = this.pricer.sellLeg.bookAgeMs;
    row.exitSpreadSamples = this.spreads.samplesOf(at);
    row.confidence = this.lifecycle.confidence(at, nowMs);
    if (!row.isChanged) return;
    row.crossingsPerHour = this.lifecycle.signals.crossingsPerHour(at, nowMs);
    row.aliveP50Ms = this.lifecycle.signals.aliveP50Ms(at);
  }

  private leave(at: number, nowMs: number): void {
    this.lifecycle.set(at, false, nowMs);
    this.list.drop(at);
  }
}
