import type { Instrument, Venue } from '../../domain/index.ts';
import type { Policy } from './judge-opportunity.ts';
import { MidMoves } from './mid-moves.ts';
import { PairLifecycle } from './pair-lifecycle.ts';
import { PairPricer, type SessionLimits } from './pair-pricer.ts';
import { PairTable, type Pair } from './pair-table.ts';
import type { PricedOpportunity } from './price-opportunity.ts';
import type { ScannerMarket } from './scanner-market.ts';
import { DEFAULT_SCANNER_OPTIONS, type ScannerOptions } from './scanner-options.ts';
import { SpreadHistory } from './spread-history.ts';

/** Samples of history are spread over this many ticks. */
const SLICES = 10;
/** A row whose book is gone keeps its last figures, blocked, for this long. */
const LOST_BOOK_MS = 10_000;
/** A row is told again after this time even when only its age changed. */
const REFRESH_MS = 1000;
/** A best pair that turned out to be blocked is not looked at for this long. */
const DISTRUST_MS = 1000;

/** One opportunity of the list, refilled in place. */
export interface OpportunityRow {
  readonly pair: Pair;
  priced: PricedOpportunity;
  policy: Policy;
  policyReason: string | null;
  /** When `priced` was computed. */
  computedMs: number;
  aliveSinceMs: number;
  confidence: number;
  buyAgeMs: number;
  sellAgeMs: number;
  /** Samples of the usual exit spread, up to the 30 it needs. */
  exitSpreadSamples: number;
  /** Book versions behind `priced`. */
  buyVersion: number;
  sellVersion: number;
  toldMs: number;
  isChanged: boolean;
}

/** A session as the operator starts it. */
export interface ScannerSession extends SessionLimits {
  readonly venues: readonly Venue[];
}

/** What changed in the list since the last call. */
export interface RowChanges {
  readonly changed: readonly OpportunityRow[];
  /** Ids that left the list. */
  readonly removed: readonly string[];
}

/**
 * Finds pairs of listings whose prices are apart, net of costs.
 *
 * A change of a best price touches only the pairs of that instrument (`onTopChanged`); a pair whose best prices pass the
 * minimum net of fees is priced from depth at once. Everything that depends on time (age of books, samples, the list)
 * happens in `tick`.
 *
 * HOT: `onTopChanged` allocates nothing while no pair passes the gate. See bench/scanner.bench.ts.
 */
export class Scanner {
  readonly table: PairTable;
  readonly lifecycle: PairLifecycle;
  /** Best entry net of any pair that may be traded or evaluated; null while there is none. */
  bestEntryNetBps: number | null = null;
  /** Widest gross edge of any such pair, which is what the minimum spread is compared with; null while there is none. */
  bestGrossBps: number | null = null;
  isScanning = false;
  /** The running session, or the last one. */
  session: ScannerSession = { minEntryNetBps: 10, maxPositionUsd: 1000, venues: [] };
  private readonly market: ScannerMarket;
  private readonly options: ScannerOptions;
  private readonly pricer: PairPricer;
  private readonly spreads: SpreadHistory;
  private readonly moves: MidMoves;
  private readonly isEnabled: Uint8Array;
  private readonly distrustedUntilMs: Float64Array;
  private readonly rows: (OpportunityRow | null)[];
  private readonly removed = new Set<string>();
  /** Net at the best prices from which a pair is priced at once; Infinity while stopped. */
  private gateNetBps = Infinity;
  private ticks = 0;
  /** By instrument, as of the running tick. */
  private readonly isFresh: Uint8Array;
  private rowCount = 0;

  constructor(instruments: readonly Instrument[], market: ScannerMarket, options?: Partial<ScannerOptions>) {
    this.market = market;
    this.options = { ...DEFAULT_SCANNER_OPTIONS, ...options };
    this.table = new PairTable(instruments);
    const count = this.table.pairs.length;
    this.lifecycle = new PairLifecycle(count);
    this.spreads = new SpreadHistory(count);
    this.moves = new MidMoves(instruments.length);
    this.pricer = new PairPricer({ market, options: this.options, spreads: this.spreads, moves: this.moves });
    this.isEnabled = new Uint8Array(count);
    this.isFresh = new Uint8Array(instruments.length);
    this.distrustedUntilMs = new Float64Array(count);
    this.rows = Array.from({ length: count }, () => null);
  }

  /** Number of pairs the running session compares; all pairs while stopped. */
  get pairCount(): number {
    if (!this.isScanning) return this.table.pairs.length;
    return this.isEnabled.reduce((sum, flag) => sum + flag, 0);
  }

  /** Starts scanning, or goes on with other limits. What was found under other limits is forgotten. */
  start(session: ScannerSession): void {
    this.session = session;
    this.isScanning = true;
    this.gateNetBps = session.minEntryNetBps;
    this.lifecycle.clear();
    for (const pair of this.table.pairs) {
      const isWanted = session.venues.includes(pair.buy.venue) && session.venues.includes(pair.sell.venue);
      this.isEnabled[pair.at] = isWanted ? 1 : 0;
      this.drop(pair.at);
    }
  }

  /** Stops scanning and empties the list. Samples for the usual exit spread go on. */
  stop(): void {
    this.isScanning = false;
    this.gateNetBps = Infinity;
    this.bestEntryNetBps = null;
    this.bestGrossBps = null;
    this.isEnabled.fill(0);
    for (const pair of this.table.pairs) this.drop(pair.at);
  }

  /** Looks at the pairs of one instrument after its best prices changed. */
  onTopChanged(ix: number, nowMs: number): void {
    const { start, touchedPair, isTouchBuy, touchOtherIx, touchFeesBps } = this.table;
    const { bidPx, askPx } = this.market;
    const ownBid = bidPx[ix] as number;
    const ownAsk = askPx[ix] as number;
    const end = start[ix + 1] as number;
    for (let nth = start[ix] as number; nth < end; nth += 1) {
      const otherIx = touchOtherIx[nth] as number;
      const isBuy = isTouchBuy[nth] === 1;
      const ask = isBuy ? ownAsk : (askPx[otherIx] as number);
      const bid = isBuy ? (bidPx[otherIx] as number) : ownBid;
      // WHY: gross - fees >= gate, multiplied out by the sum of the prices; unknown prices and a shut gate fail it.
      const minimum = (this.gateNetBps + (touchFeesBps[nth] as number)) * (bid + ask);
      if ((bid - ask) * 2e4 >= minimum) this.onGateOpen(touchedPair[nth] as number, nowMs);
    }
  }

  /** Re-evaluates what depends on time. Call every 100 ms. */
  tick(nowMs: number): void {
    for (let ix = 0; ix < this.isFresh.length; ix += 1) this.isFresh[ix] = this.pricer.isFresh(ix, nowMs) ? 1 : 0;
    this.sample(nowMs);
    const { session } = this;
    if (!this.isScanning) return;
    const candidates = this.candidates(session);
    for (const at of candidates) this.refresh(at, session, nowMs);
    for (const row of this.rows) {
      if (row !== null && !candidates.has(row.pair.at)) this.refreshLeaving(row, session, nowMs);
    }
    this.bestEntryNetBps = this.findBest(session, nowMs);
    this.bestGrossBps = this.findBestGross(nowMs);
  }

  /** Returns what changed in the list since the last call. */
  takeChanges(): RowChanges {
    const changed = this.rows.filter((row) => row !== null && row.isChanged) as OpportunityRow[];
    for (const row of changed) row.isChanged = false;
    const removed = [...this.removed];
    this.removed.clear();
    return { changed, removed };
  }

  private onGateOpen(at: number, nowMs: number): void {
    if (this.isEnabled[at] === 0) return;
    const row = this.rows[at] as OpportunityRow | null;
    // WHY: with a full list the tick decides who stays; joining and leaving in between would count as new every time.
    if (row === null && this.rowCount >= this.options.rowsMax) return;
    if (row !== null && this.lifecycle.isOverNow(at) && nowMs - row.computedMs < this.options.repriceMs) return;
    this.reprice(at, this.session, nowMs);
  }

  /** Pairs whose best prices are at least the minimum apart, gross; the best by net when there are too many. */
  private candidates(session: ScannerSession): ReadonlySet<number> {
    const found: number[] = [];
    for (let at = 0; at < this.isEnabled.length; at += 1) {
      if (this.isEnabled[at] === 1 && this.topGrossBps(at) >= session.minEntryNetBps) found.push(at);
    }
    if (found.length > this.options.rowsMax) {
      found.sort((a, b) => this.topNetBps(b) - this.topNetBps(a));
      found.length = this.options.rowsMax;
    }
    return new Set(found);
  }

  /** Gross edge at the best prices; NaN while one is unknown. */
  private topGrossBps(at: number): number {
    const ask = this.market.askPx[this.table.buyIx[at] as number] as number;
    const bid = this.market.bidPx[this.table.sellIx[at] as number] as number;
    return ((bid - ask) / (bid + ask)) * 2e4;
  }

  private topNetBps(at: number): number {
    return this.topGrossBps(at) - (this.table.feesBps[at] as number);
  }

  private refresh(at: number, session: ScannerSession, nowMs: number): void {
    const row = this.rows[at] as OpportunityRow | null;
    if (row === null || this.isDue(row, nowMs)) this.reprice(at, session, nowMs);
    else this.rejudge(row, session, nowMs);
  }

  /** Rows that may pay follow every change of their books; the others and unchanged ones are priced now and then. */
  private isDue(row: OpportunityRow, nowMs: number): boolean {
    const passedMs = nowMs - row.computedMs;
    if (passedMs >= REFRESH_MS) return true;
    const mayPay = this.topNetBps(row.pair.at) >= this.gateNetBps || row.priced.entryNetBps >= this.gateNetBps;
    return (mayPay || passedMs >= this.options.shownRepriceMs) && this.isOutdated(row);
  }

  private isOutdated(row: OpportunityRow): boolean {
    const { market } = this;
    return (
      market.bookVersion(row.pair.buyIx) !== row.buyVersion || market.bookVersion(row.pair.sellIx) !== row.sellVersion
    );
  }

  /** A row that is no candidate any more goes, unless it is only its book that was lost. */
  private refreshLeaving(row: OpportunityRow, session: ScannerSession, nowMs: number): void {
    const { buyIx, sellIx, at } = row.pair;
    const isLost = this.market.resetReason(buyIx) !== null || this.market.resetReason(sellIx) !== null;
    if (isLost && nowMs - row.computedMs < LOST_BOOK_MS) this.rejudge(row, session, nowMs);
    else this.leave(at, nowMs);
  }

  /** Prices a pair from depth and puts it on the list, or takes it off when its edge at size is under the minimum. */
  private reprice(at: number, session: ScannerSession, nowMs: number): void {
    const pair = this.table.pairs[at] as Pair;
    const priced = this.pricer.price(pair, session, nowMs);
    const known = this.rows[at] as OpportunityRow | null;
    if (priced === null) {
      if (known !== null) this.refreshLeaving(known, session, nowMs);
      return;
    }
    if (priced.grossBps < session.minEntryNetBps) {
      this.leave(at, nowMs);
      return;
    }
    const row = known ?? this.newRow(pair, priced);
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
    const isOver = verdict.policy !== 'blocked' && row.priced.entryNetBps >= session.minEntryNetBps;
    this.lifecycle.set(at, isOver, nowMs);
    row.isChanged ||= verdict.reason !== row.policyReason || verdict.policy !== row.policy;
    row.isChanged ||= nowMs - row.toldMs >= REFRESH_MS;
    row.policy = verdict.policy;
    row.policyReason = verdict.reason;
    row.buyAgeMs = this.pricer.buyLeg.bookAgeMs;
    row.sellAgeMs = this.pricer.sellLeg.bookAgeMs;
    row.exitSpreadSamples = this.spreads.samplesOf(at);
    row.confidence = this.lifecycle.confidence(at, nowMs);
    row.aliveSinceMs = isOver ? this.lifecycle.aliveSinceMs(at) : nowMs;
    if (row.isChanged) row.toldMs = nowMs;
  }

  private newRow(pair: Pair, priced: PricedOpportunity): OpportunityRow {
    const row: OpportunityRow = {
      pair,
      priced,
      policy: 'blocked',
      policyReason: null,
      computedMs: 0,
      aliveSinceMs: 0,
      confidence: 0,
      buyAgeMs: 0,
      sellAgeMs: 0,
      exitSpreadSamples: 0,
      buyVersion: 0,
      sellVersion: 0,
      toldMs: 0,
      isChanged: true,
    };
    this.rows[pair.at] = row;
    this.rowCount += 1;
    this.removed.delete(pair.id);
    return row;
  }

  private leave(at: number, nowMs: number): void {
    this.lifecycle.set(at, false, nowMs);
    this.drop(at);
  }

  private drop(at: number): void {
    const row = this.rows[at] as OpportunityRow | null;
    if (row === null) return;
    this.rows[at] = null;
    this.rowCount -= 1;
    this.removed.add(row.pair.id);
  }

  /** The best entry net on the list, or of the pair whose best prices are nearest to paying. */
  private findBest(session: ScannerSession, nowMs: number): number | null {
    let best: number | null = null;
    for (const row of this.rows) {
      if (row === null || row.policy === 'blocked' || row.pair.isReverse) continue;
      if (best === null || row.priced.entryNetBps > best) best = row.priced.entryNetBps;
    }
    return best ?? this.bestOffList(session, nowMs);
  }

  private bestOffList(session: ScannerSession, nowMs: number): number | null {
    let bestAt = -1;
    let bestNetBps = Number.NEGATIVE_INFINITY;
    for (const pair of this.table.pairs) {
      const netBps = this.topNetBps(pair.at);
      if (!(netBps > bestNetBps) || this.isEnabled[pair.at] === 0 || pair.isReverse) continue;
      if (nowMs < (this.distrustedUntilMs[pair.at] as number) || !this.areLegsFresh(pair)) continue;
      bestNetBps = netBps;
      bestAt = pair.at;
    }
    if (bestAt === -1) return null;
    const pair = this.table.pairs[bestAt] as Pair;
    const priced = this.pricer.price(pair, session, nowMs);
    if (priced !== null && this.pricer.judge(pair, priced, session, nowMs).policy !== 'blocked')
      return priced.entryNetBps;
    this.distrustedUntilMs[bestAt] = nowMs + DISTRUST_MS;
    return this.bestEntryNetBps;
  }

  /** The widest gross edge on the list at its size, or at the best prices of the pairs off it. */
  private findBestGross(nowMs: number): number | null {
    let best = Number.NEGATIVE_INFINITY;
    for (const row of this.rows) {
      if (row !== null && row.policy !== 'blocked' && !row.pair.isReverse) best = Math.max(best, row.priced.grossBps);
    }
    if (best !== Number.NEGATIVE_INFINITY) return best;
    for (const pair of this.table.pairs) {
      if (this.isEnabled[pair.at] === 0 || pair.isReverse || this.rows[pair.at] !== null) continue;
      if (nowMs < (this.distrustedUntilMs[pair.at] as number) || !this.areLegsFresh(pair)) continue;
      const grossBps = this.topGrossBps(pair.at);
      if (grossBps > best) best = grossBps;
    }
    return best === Number.NEGATIVE_INFINITY ? null : best;
  }

  private areLegsFresh(pair: Pair): boolean {
    return this.isFresh[pair.buyIx] === 1 && this.isFresh[pair.sellIx] === 1;
  }

  /** Takes this tick's share of the samples: mirrored spreads of pairs and mids of instruments. */
  private sample(nowMs: number): void {
    const slice = this.ticks % SLICES;
    this.ticks += 1;
    const { pairs } = this.table;
    for (let at = slice; at < pairs.length; at += SLICES) {
      const pair = pairs[at] as Pair;
      if (this.areLegsFresh(pair)) this.spreads.add(at, -this.topGrossBps(pair.mirrorAt), nowMs);
    }
    const { bidPx, askPx } = this.market;
    for (let ix = slice; ix < bidPx.length; ix += SLICES) {
      this.moves.add(ix, ((bidPx[ix] as number) + (askPx[ix] as number)) / 2, nowMs);
    }
  }
}

function isOtherPrice(a: PricedOpportunity, b: PricedOpportunity): boolean {
  return (
    a.qtyBase !== b.qtyBase ||
    a.buyVwapPx !== b.buyVwapPx ||
    a.sellVwapPx !== b.sellVwapPx ||
    a.capacityUsd !== b.capacityUsd ||
    a.exitSpreadBps !== b.exitSpreadBps ||
    a.fundingBps !== b.fundingBps
  );
}
