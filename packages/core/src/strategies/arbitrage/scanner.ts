import { priceStepOf, type Instrument, type Venue } from '../../domain/index.ts';
import { NO_KNOWLEDGE, type ArbKnowledge } from './arb-knowledge.ts';
import { BestFigures } from './best-figures.ts';
import { FreshLegs } from './fresh-legs.ts';
import { HistorySampler } from './history-sampler.ts';
import { LockedPrices } from './locked-prices.ts';
import { MidMoves } from './mid-moves.ts';
import { newRow, UNPRICED, type OpportunityRow } from './opportunity-row.ts';
import { PairLifecycle } from './pair-lifecycle.ts';
import { PairPricer, type SessionLimits } from './pair-pricer.ts';
import { PairTable, type Pair } from './pair-table.ts';
import { PeerPrices } from './peer-prices.ts';
import { RowKeeper } from './row-keeper.ts';
import { RowList, type RowChanges } from './row-list.ts';
import type { AskedSize, PairChecks, PricedNow, ScannerSession } from './scanner-answers.ts';
import type { ScannerMarket } from './scanner-market.ts';
import { DEFAULT_SCANNER_OPTIONS, type ScannerOptions } from './scanner-options.ts';
import { restoreSnapshot, takeSnapshot, type ScannerSnapshot } from './scanner-snapshot.ts';
import { SeenCounters, type SeenFigures } from './seen-counters.ts';
import { SpreadHistory } from './spread-history.ts';
import { TopEdges } from './top-edges.ts';
import type { TriangleView } from './triangle-view.ts';
import { TriangleScan } from './triangular/triangle-scan.ts';

/** What the accounts know is read anew after this time. */
const KNOWLEDGE_MS = 1000;

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
  readonly options: ScannerOptions;
  isScanning = false;
  /** The running session, or the last one. */
  session: ScannerSession = { minEntryNetBps: 10, maxPositionUsd: 1000, venues: [] };
  private readonly market: ScannerMarket;
  private readonly pricer: PairPricer;
  private readonly spreads: SpreadHistory;
  private readonly edges: TopEdges;
  private readonly sampler: HistorySampler;
  private readonly best: BestFigures;
  private readonly list: RowList;
  private readonly keeper: RowKeeper;
  private readonly seenCounters: SeenCounters;
  private readonly triangleScan: TriangleScan;
  private readonly isEnabled: Uint8Array;
  private enabledCount = 0;
  private readonly pairById: ReadonlyMap<string, Pair>;
  private known: ArbKnowledge = NO_KNOWLEDGE;
  private knowledgeDueMs = Number.NEGATIVE_INFINITY;
  /** Net at the best prices from which a pair is priced at once; Infinity while stopped. */
  private gateNetBps = Infinity;
  private readonly fresh: FreshLegs;

  constructor(instruments: readonly Instrument[], market: ScannerMarket, options?: Partial<ScannerOptions>) {
    this.market = market;
    this.options = { ...DEFAULT_SCANNER_OPTIONS, ...options };
    const table = new PairTable(instruments);
    const count = table.pairs.length;
    this.table = table;
    this.pairById = new Map(table.pairs.map((pair) => [pair.id, pair]));
    this.lifecycle = new PairLifecycle(count);
    this.seenCounters = new SeenCounters(count);
    this.spreads = new SpreadHistory(count);
    this.list = new RowList(count);
    this.isEnabled = new Uint8Array(count);
    this.edges = new TopEdges(table, market);
    const { spreads, edges } = this;
    const usual = {
      moves: new MidMoves(instruments.length),
      peers: new PeerPrices(instruments, market),
      locked: new LockedPrices(instruments.map(priceStepOf)),
    };
    this.pricer = new PairPricer({ market, options: this.options, spreads, ...usual, knowledge: () => this.known });
    this.fresh = new FreshLegs(instruments.length, this.pricer);
    const { pricer, lifecycle, seenCounters, isEnabled, fresh } = this;
    this.sampler = new HistorySampler({ table, market, edges, spreads, fresh, ...usual });
    const keeping = { market, options: this.options, list: this.list, pricer, edges, spreads, lifecycle };
    this.keeper = new RowKeeper({ ...keeping, pairs: table.pairs, seen: seenCounters });
    this.best = new BestFigures({ table, edges, pricer, rows: this.list.rows, isEnabled, fresh });
    this.triangleScan = new TriangleScan(instruments, { market, options: this.options, takerBps: table.takerBps });
  }

  /** Number of pairs the running session compares; all pairs while stopped. */
  get pairCount(): number {
    if (!this.isScanning) return this.table.pairs.length;
    return this.enabledCount;
  }

  /** Best entry net of any pair that may be traded or evaluated; null while there is none. */
  get bestEntryNetBps(): number | null {
    return this.best.entryNetBps;
  }

  /** Widest gross edge of any such pair, which is what the minimum spread is compared with; null while there is none. */
  get bestGrossBps(): number | null {
    return this.best.grossBps;
  }

  /** Who knows of fees, loans, holdings and fills. Asked anew every second. */
  get knowledge(): ArbKnowledge {
    return this.known;
  }

  set knowledge(knowledge: ArbKnowledge) {
    this.known = knowledge;
    this.knowledgeDueMs = Number.NEGATIVE_INFINITY;
  }

  /** Changes what is not set per session, from the next look on. */
  configure(change: Partial<ScannerOptions>): void {
    Object.assign(this.options, change);
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
      this.list.drop(pair.at);
    }
    this.enabledCount = this.isEnabled.reduce((sum, flag) => sum + flag, 0);
  }

  /** Stops scanning and empties the list. Samples for the usual exit spread go on. */
  stop(): void {
    this.isScanning = false;
    this.gateNetBps = Infinity;
    this.best.clear();
    this.isEnabled.fill(0);
    for (const pair of this.table.pairs) this.list.drop(pair.at);
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
    if (nowMs >= this.knowledgeDueMs) this.readFees(nowMs);
    this.fresh.begin(nowMs);
    this.sampler.sample(this.options, nowMs);
    this.triangleScan.tick(this.session.maxPositionUsd, nowMs);
    const { session } = this;
    if (!this.isScanning) return;
    const candidates = this.edges.candidates(this.isEnabled, session.minEntryNetBps, this.options.rowsMax);
    for (const at of candidates) this.keeper.refresh(at, session, nowMs);
    for (const row of this.list.rows) {
      if (row !== null && !candidates.has(row.pair.at)) this.keeper.refreshLeaving(row, session, nowMs);
    }
    this.best.update(session, nowMs);
  }

  /** Returns what changed in the list since the last call. */
  takeChanges(): RowChanges {
    return this.list.takeChanges();
  }

  /** Returns the row of a pair that is on the list now; null for one that is not. */
  rowOf(pairId: string): OpportunityRow | null {
    const pair = this.pairById.get(pairId);
    return pair === undefined ? null : (this.list.rows[pair.at] as OpportunityRow | null);
  }

  /** The rows of the list as they stand. */
  rows(): readonly OpportunityRow[] {
    return this.list.rows.filter((row): row is OpportunityRow => row !== null);
  }

  /**
   * Prices and judges any pair now at a size of at most so much, whether it is on the list or not. null for an unknown pair and
   * while one of its books says nothing.
   */
  priceNow(pairId: string, size: AskedSize, nowMs: number): PricedNow | null {
    const pair = this.pairById.get(pairId);
    if (pair === undefined) return null;
    const limits = this.limitsAt(size);
    const priced = this.pricer.price(pair, limits, nowMs);
    if (priced === null) return null;
    return { pair, priced, ...this.pricer.judge(pair, priced, limits, nowMs) };
  }

  /**
   * Tells every check of a pair, on the list or off it, nearest miss first; null for an unknown pair. Judged at the session's size, or
   * at most at one that is asked for.
   */
  checks(pairId: string, nowMs: number, size: AskedSize | null = null): PairChecks | null {
    const pair = this.pairById.get(pairId);
    if (pair === undefined) return null;
    const session = size === null ? this.session : this.limitsAt(size);
    const known = size === null ? (this.list.rows[pair.at] as OpportunityRow | null) : null;
    const priced = known?.priced ?? this.pricer.price(pair, session, nowMs) ?? UNPRICED;
    const row = { ...newRow(pair, priced), computedMs: nowMs, aliveSinceMs: nowMs, ...known, isChanged: true };
    const { policy, reason } = this.pricer.judge(pair, priced, session, nowMs);
    this.keeper.tellTime(row, nowMs);
    row.policy = policy;
    row.policyReason = reason;
    row.nearestMiss = this.pricer.nearestMiss(pair, priced, session, nowMs);
    return { row, ...this.pricer.whyNot(pair, priced, session, nowMs) };
  }

  private limitsAt(size: AskedSize): SessionLimits {
    return {
      minEntryNetBps: this.session.minEntryNetBps,
      maxPositionUsd: size.notionalUsd ?? (size.qtyBase === undefined ? this.session.maxPositionUsd : Infinity),
      maxQtyBase: size.qtyBase ?? Infinity,
    };
  }

  /** Round trips through three books of one venue as of the last second, best first; of one symbol when it is named. */
  triangles(symbol: string | null, venues: readonly Venue[]): readonly TriangleView[] {
    return this.triangleScan.list(symbol, venues);
  }

  /** Distinct opportunities of the last 24 h. */
  seen(nowMs: number): SeenFigures {
    return this.seenCounters.figures(nowMs);
  }

  /** What would take an hour to learn again. */
  snapshot(nowMs: number): ScannerSnapshot {
    return takeSnapshot(this.snapshotParts(), this.session.minEntryNetBps, nowMs);
  }

  /** Takes over what another run knew, after `start`. Returns how many pairs were known; 0 when it is too old. */
  restore(snapshot: ScannerSnapshot, nowMs: number): number {
    return restoreSnapshot(this.snapshotParts(), snapshot, { minEntryNetBps: this.session.minEntryNetBps, nowMs });
  }

  private snapshotParts() {
    return { pairs: this.table.pairs, spreads: this.spreads, lifecycle: this.lifecycle, seen: this.seenCounters };
  }

  private readFees(nowMs: number): void {
    this.knowledgeDueMs = nowMs + KNOWLEDGE_MS;
    for (let ix = 0; ix < this.market.bidPx.length; ix += 1) this.table.setTakerBps(ix, this.known.takerBps(ix));
  }

  private onGateOpen(at: number, nowMs: number): void {
    if (this.isEnabled[at] === 1) this.keeper.openGate(at, this.session, nowMs);
  }
}
