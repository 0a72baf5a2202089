import type { ArbSample } from '../../../domain/index.ts';
import type { TimerHandle } from '../../../kernel/index.ts';
import type { OpportunityRow } from '../../../strategies/index.ts';
import type { LearningContext } from './learning-context.ts';
import { AFTER_MS, legSample, midOf, watchLeg, type LegSeen } from './leg-seen.ts';
import { takeLevels } from './take-levels.ts';

/** One pair is watched at most once in this time, and one shadow begins at most every so often. */
const PAIR_EVERY_MS = 30_000;
const EVERY_MS = 500;
const IN_FLIGHT_MAX = 20;
const PAIRS_MAX = 5_000;
/** Data older than this teach nothing. */
const BOOK_AGE_MS_MAX = 1_500;
/** Delay of an order while nothing was measured, and the longest that is waited. */
const DELAY_MS = 100;
const DELAY_MS_MAX = 2_000;

interface ShadowLeg {
  readonly seen: LegSeen;
  readonly limitPx: number;
}

interface Shadow {
  readonly sample: Omit<ArbSample, 'legs' | 'realisedBps'>;
  readonly qtyBase: number;
  readonly grossBps: number;
  readonly legs: readonly [ShadowLeg, ShadowLeg];
  readonly timers: TimerHandle[];
  /** Legs that are seen to the end. */
  done: number;
}

/**
 * Follows opportunities that were not traded: after the delay an order would have had, what the book of then would have given within
 * the limit, and where the market was a second later. Orders nothing, moves no market. In memory: a restart loses those in flight.
 */
export class ShadowWatch {
  /** Shadows that ended without a sample: a book was lost or became old, or a look failed. */
  dropped = 0;
  private readonly context: LearningContext;
  private readonly onSample: (sample: ArbSample) => void;
  private readonly inFlight = new Set<Shadow>();
  private readonly begunMs = new Map<string, number>();
  private lastMs = Number.NEGATIVE_INFINITY;

  constructor(context: LearningContext, onSample: (sample: ArbSample) => void) {
    this.context = context;
    this.onSample = onSample;
  }

  get count(): number {
    return this.inFlight.size;
  }

  /** Begins at most one shadow: of what may be traded first, then by entry net. */
  tick(nowMs: number): void {
    if (nowMs - this.lastMs < EVERY_MS || this.inFlight.size >= IN_FLIGHT_MAX) return;
    const row = this.best(nowMs);
    if (row === null) return;
    this.lastMs = nowMs;
    this.note(row.pair.id, nowMs);
    this.begin(row);
  }

  /** Drops everything in flight. */
  stop(): void {
    for (const shadow of this.inFlight) for (const timer of shadow.timers) timer.cancel();
    this.inFlight.clear();
  }

  private best(nowMs: number): OpportunityRow | null {
    const traded = new Set(this.context.state.trades.open().map(({ trade }) => trade.pairId));
    let best: OpportunityRow | null = null;
    for (const row of this.context.scanner.rows()) {
      if (row.policy === 'blocked' || traded.has(row.pair.id)) continue;
      if (nowMs - (this.begunMs.get(row.pair.id) ?? Number.NEGATIVE_INFINITY) < PAIR_EVERY_MS) continue;
      if (best !== null && !isBetter(row, best)) continue;
      if (row.priced.qtyBase > 0 && this.isFresh(row.pair.buy.id) && this.isFresh(row.pair.sell.id)) best = row;
    }
    return best;
  }

  private begin({ pair, priced }: OpportunityRow): void {
    const { core, state } = this.context;
    const { grossBps, entryNetBps, latencyReserveBps, notionalUsd, qtyBase } = priced;
    const protect = state.settings.protectBps / 1e4;
    const buy = { venue: pair.buy.venue, market: pair.buyMarket };
    const sell = { venue: pair.sell.venue, market: pair.sellMarket };
    const estimate = state.learner.estimate({ buy, sell, notionalUsd });
    const buyPlan = { ...buy, instrumentId: pair.buy.id, side: 'BUY' as const, plannedPx: priced.buyVwapPx };
    const sellPlan = { ...sell, instrumentId: pair.sell.id, side: 'SELL' as const, plannedPx: priced.sellVwapPx };
    const shadow: Shadow = {
      sample: {
        pairId: pair.id,
        symbol: pair.buy.symbol,
        mode: pair.mode,
        notionalUsd,
        isShadow: true,
        arbId: null,
        sequencing: 'parallel',
        predictedBps: entryNetBps,
        latencyReserveBps,
        learnedBps: estimate === null ? null : entryNetBps + latencyReserveBps - estimate.slippageBps,
      },
      qtyBase,
      grossBps,
      legs: [
        { seen: watchLeg(core, buyPlan), limitPx: priced.buyVwapPx * (1 + protect) },
        { seen: watchLeg(core, sellPlan), limitPx: priced.sellVwapPx * (1 - protect) },
      ],
      timers: [],
      done: 0,
    };
    this.inFlight.add(shadow);
    for (const leg of shadow.legs) {
      const delayMs = this.delayMs(leg.seen);
      leg.seen.latencyMs = delayMs;
      this.later(shadow, delayMs, () => this.arrive(shadow, leg));
    }
  }

  private arrive(shadow: Shadow, { seen, limitPx }: ShadowLeg): void {
    const { core } = this.context;
    const { instrumentId, side } = seen;
    const levels = core.eyes.levels(instrumentId, side === 'BUY' ? 'ask' : 'bid');
    if (levels === null || !this.isFresh(instrumentId)) return this.drop(shadow);
    Object.assign(seen, takeLevels(levels, { side, qtyBase: shadow.qtyBase, limitPx }));
    seen.fillMs = core.clock.nowMs();
    seen.fillMidPx = midOf(core, instrumentId);
    this.later(shadow, AFTER_MS, () => this.lookAgain(shadow, seen));
  }

  private lookAgain(shadow: Shadow, seen: LegSeen): void {
    if (!this.isFresh(seen.instrumentId)) return this.drop(shadow);
    seen.afterMidPx = midOf(this.context.core, seen.instrumentId);
    shadow.done += 1;
    if (shadow.done < shadow.legs.length) return;
    this.inFlight.delete(shadow);
    const { sample, grossBps } = shadow;
    const [buy, sell] = shadow.legs;
    const gotBps = ((sell.seen.avgPx - buy.seen.avgPx) / ((sell.seen.avgPx + buy.seen.avgPx) / 2)) * 1e4;
    // WHY: fees and reserve are what lies between the gross and the net that were predicted; the reserve is not paid.
    const feesBps = grossBps - sample.predictedBps - sample.latencyReserveBps;
    this.onSample({
      ...sample,
      legs: [legSample(buy.seen), legSample(sell.seen)],
      realisedBps: Number.isNaN(gotBps) ? null : gotBps - feesBps,
    });
  }

  /** There and back: our copy of the book shows its time of arrival only after the way back. */
  private delayMs({ venue, market }: LegSeen): number {
    const { core, state } = this.context;
    const oneWayMs = core.eyes.latencyMs(venue);
    const measuredMs = oneWayMs === null ? null : 2 * Math.max(0, oneWayMs);
    return Math.min(DELAY_MS_MAX, state.learner.latencyMs({ venue, market }) ?? measuredMs ?? DELAY_MS);
  }

  private isFresh(instrumentId: LegSeen['instrumentId']): boolean {
    const ageMs = this.context.core.eyes.bookAgeMs(instrumentId, this.context.core.clock.nowMs());
    return ageMs !== null && ageMs <= BOOK_AGE_MS_MAX;
  }

  private later(shadow: Shadow, delayMs: number, look: () => void): void {
    const { clock, log } = this.context.core;
    const timer = clock.after(delayMs, () => {
      if (!this.inFlight.has(shadow)) return;
      try {
        look();
      } catch (e) {
        log.error('a shadow arbitrage failed', { pair: shadow.sample.pairId, detail: String(e) });
        this.drop(shadow);
      }
    });
    shadow.timers.push(timer);
  }

  private drop(shadow: Shadow): void {
    this.dropped += 1;
    this.inFlight.delete(shadow);
    for (const timer of shadow.timers) timer.cancel();
  }

  private note(pairId: string, nowMs: number): void {
    this.begunMs.delete(pairId);
    this.begunMs.set(pairId, nowMs);
    if (this.begunMs.size <= PAIRS_MAX) return;
    const oldest = this.begunMs.keys().next();
    if (oldest.done !== true) this.begunMs.delete(oldest.value);
  }
}

function isBetter(row: OpportunityRow, than: OpportunityRow): boolean {
  if (row.policy !== than.policy) return row.policy === 'executable';
  return row.priced.entryNetBps > than.priced.entryNetBps;
}
