import {
  isTerminal,
  parseArbIntent,
  type ArbSample,
  type ArbTrade,
  type LegKey,
  type PlannedOrder,
  type TradingRecord,
} from '../../../domain/index.ts';
import { priceResult, type LegBooks } from '../leg-books.ts';
import type { TrackedArb } from '../trade-book.ts';
import type { LearningContext } from './learning-context.ts';
import { AFTER_MS, legSample, midOf, watchLeg, type LegSeen } from './leg-seen.ts';

/** Entries that are watched at a time; the oldest go first. */
const WATCHED_MAX = 50;
/** States in which an entry is under way; every other one ends it. */
const UNDER_WAY: ReadonlySet<ArbTrade['state']> = new Set(['planned', 'gated', 'sent', 'imbalanced', 'unknown']);
/** A trade that is first heard of later than this after its decision was begun before a restart. */
const LATE_MS = 2_000;

interface WatchedLeg {
  readonly seen: LegSeen;
  /** The first order of the entry; null before it was sent. */
  clientOrderId: string | null;
  sentMs: number;
}

interface Watched {
  readonly legs: Readonly<Record<LegKey, WatchedLeg>>;
  readonly learnedBps: number | null;
  /** The trade when its entry ended; null before. */
  ended: TrackedArb | null;
}

/** Follows the entries of our own trades by the records, and makes a sample of each a second after its last fill. */
export class TradeWatch {
  private readonly context: LearningContext;
  private readonly onSample: (sample: ArbSample) => void;
  private readonly watched = new Map<string, Watched>();

  constructor(context: LearningContext, onSample: (sample: ArbSample) => void) {
    this.context = context;
    this.onSample = onSample;
  }

  get count(): number {
    return this.watched.size;
  }

  /** True while a trade's entry is followed: its sample is to come. */
  isWatched(arbId: string): boolean {
    return this.watched.has(arbId);
  }

  onRecord(record: TradingRecord): void {
    switch (record.kind) {
      case 'arb':
        return this.onTrade(record.trade, record.atMs);
      case 'order':
        return this.onOrder(record.order, record.atMs);
      case 'order-report':
        return this.onWord(record.report.clientOrderId, isTerminal(record.report.status), record.atMs);
      case 'fill':
        return this.onFill(record.fill.clientOrderId, record.atMs);
      default:
    }
  }

  /** Looks at the markets a second after fills, and hands over what is complete. */
  tick(nowMs: number): void {
    for (const [arbId, watched] of this.watched) {
      for (const { seen } of Object.values(watched.legs)) {
        if (seen.fillMs === null || seen.afterMidPx !== null || nowMs - seen.fillMs < AFTER_MS) continue;
        seen.afterMidPx = midOf(this.context.core, seen.instrumentId);
      }
      const isSeen = Object.values(watched.legs).every(({ seen }) => seen.fillMs === null || seen.afterMidPx !== null);
      if (watched.ended === null || !isSeen) continue;
      this.watched.delete(arbId);
      this.onSample(sampleOf(watched, watched.ended));
    }
  }

  /** Forgets every entry under way. */
  stop(): void {
    this.watched.clear();
  }

  private onTrade(trade: ArbTrade, atMs: number): void {
    const known = this.watched.get(trade.arbId);
    const isUnderWay = trade.phase === 'entry' && UNDER_WAY.has(trade.state);
    if (known === undefined) {
      if (isUnderWay && atMs - trade.startedMs <= LATE_MS) this.begin(trade);
    } else if (!isUnderWay) known.ended ??= this.context.state.trades.byId(trade.arbId);
  }

  private begin(trade: ArbTrade): void {
    const { core, state } = this.context;
    const { buy, sell, expected } = trade;
    const leg = (key: LegKey): WatchedLeg => ({
      seen: watchLeg(core, { ...trade[key], plannedPx: Number(trade[key].plannedPx) }),
      clientOrderId: null,
      sentMs: Number.NaN,
    });
    const estimate = state.learner.estimate({ buy, sell, notionalUsd: notionalOf(trade) });
    this.watched.set(trade.arbId, {
      legs: { buy: leg('buy'), sell: leg('sell') },
      learnedBps: estimate === null ? null : expected.entryNetBps + expected.latencyReserveBps - estimate.slippageBps,
      ended: null,
    });
    if (this.watched.size <= WATCHED_MAX) return;
    const oldest = this.watched.keys().next();
    if (oldest.done !== true) this.watched.delete(oldest.value);
  }

  private onOrder({ intentId, clientOrderId }: PlannedOrder, atMs: number): void {
    const about = parseArbIntent(intentId);
    if (about === null || about.phase !== 'entry' || about.n !== 1) return;
    const leg = this.watched.get(about.arbId)?.legs[about.leg];
    if (leg === undefined || leg.clientOrderId !== null) return;
    leg.clientOrderId = clientOrderId;
    leg.sentMs = atMs;
  }

  private onWord(clientOrderId: string | null, isLast: boolean, atMs: number): void {
    const leg = isLast ? this.legOf(clientOrderId) : null;
    if (leg !== null) leg.seen.latencyMs ??= Math.max(0, atMs - leg.sentMs);
  }

  private onFill(clientOrderId: string | null, atMs: number): void {
    const leg = this.legOf(clientOrderId);
    if (leg === null || leg.seen.fillMs !== null) return;
    leg.seen.fillMs = atMs;
    leg.seen.fillMidPx = midOf(this.context.core, leg.seen.instrumentId);
  }

  private legOf(clientOrderId: string | null): WatchedLeg | null {
    if (clientOrderId === null) return null;
    for (const { legs } of this.watched.values()) {
      for (const leg of Object.values(legs)) if (leg.clientOrderId === clientOrderId) return leg;
    }
    return null;
  }
}

function sampleOf({ legs, learnedBps }: Watched, tracked: TrackedArb): ArbSample {
  const { trade } = tracked;
  for (const key of ['buy', 'sell'] as const) {
    const order = tracked.orders.find((each) => each.leg === key && each.phase === 'entry' && each.n === 1);
    if (order === undefined || !order.isSent || order.qtyBase === null) continue;
    const filledBase = Number(order.filledQtyBase);
    const { seen } = legs[key];
    seen.filledFrac = filledBase / Number(order.qtyBase);
    seen.avgPx = filledBase > 0 ? Number(order.filledQuote) / filledBase : Number.NaN;
  }
  return {
    pairId: trade.pairId,
    symbol: trade.symbol,
    mode: trade.mode,
    notionalUsd: notionalOf(trade),
    isShadow: false,
    arbId: trade.arbId,
    sequencing: trade.sequencing,
    legs: [legSample(legs.buy.seen), legSample(legs.sell.seen)],
    predictedBps: trade.expected.entryNetBps,
    latencyReserveBps: trade.expected.latencyReserveBps,
    learnedBps,
    realisedBps: realisedBps(tracked),
  };
}

/** The entry as it came: both averages with completions in them, what trims lost, and all fees; null unless it ended hedged. */
function realisedBps({ trade, books }: TrackedArb): number | null {
  if (trade.state !== 'hedged') return null;
  const buyPx = averagePx(books.buy);
  const sellPx = averagePx(books.sell);
  const midPx = (buyPx + sellPx) / 2;
  const notional = Math.min(Number(books.buy.entryBase), Number(books.sell.entryBase)) * midPx;
  const isFeeKnown = books.buy.otherFees.length === 0 && books.sell.otherFees.length === 0;
  const feesBps = isFeeKnown
    ? ((Number(books.buy.feesQuote) + Number(books.sell.feesQuote)) / notional) * 1e4
    : trade.buy.feeBps + trade.sell.feeBps;
  const trims = priceResult(books.buy, trade.buy).plus(priceResult(books.sell, trade.sell)).toNumber();
  const gotBps = ((sellPx - buyPx) / midPx + trims / notional) * 1e4 - feesBps;
  return Number.isFinite(gotBps) ? gotBps : null;
}

function averagePx({ entryBase, entryQuote }: LegBooks): number {
  return Number(entryQuote) / Number(entryBase);
}

function notionalOf({ wantedQtyBase, buy, sell }: ArbTrade): number {
  return (Number(wantedQtyBase) * (Number(buy.plannedPx) + Number(sell.plannedPx))) / 2;
}
