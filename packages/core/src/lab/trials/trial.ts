import type { ArmOutcome } from '../../domain/index.ts';
import type { Clock, TimerHandle } from '../../kernel/index.ts';
import type { PublicTrade } from '../../market-data/index.ts';
import { CAPACITY_USD, type TrialPlan, type TrialResult, type TrialRules } from './trial-model.ts';
import type { TrialMarket, Walk } from './trial-market.ts';

export interface TrialParts {
  readonly clock: Clock;
  readonly market: TrialMarket;
  readonly rules: TrialRules;
  readonly onEnded: (trial: Trial) => void;
}

type State = 'travelling' | 'resting' | 'open' | 'exiting' | 'ended';

interface Entry {
  readonly atMs: number;
  readonly px: number;
  readonly midPx: number;
  readonly bestPx: number;
  readonly qtyBase: number;
  readonly isMaker: boolean;
  readonly fundingFrac: number;
  readonly fundingMs: number;
}

/**
 * One simulated trade on the live books: an order travels, rests or takes, and what it opened is closed by its targets or by time.
 *
 * An order never uses what caused it: it arrives `latencyMs` later and meets the book and the trades of then. A resting order is filled
 * at its limit once trades have worked off the queue it found, or went through it. Targets watch the mid; every exit takes.
 */
export class Trial {
  readonly plan: TrialPlan;
  result: TrialResult | null = null;
  private readonly parts: TrialParts;
  private readonly isLong: boolean;
  private state: State = 'travelling';
  private limitPx = Number.NaN;
  private queueAhead = 0;
  private wantedBase = 0;
  private workedBase = 0;
  private repricesLeft: number;
  private entry: Entry | null = null;
  private exitWhy: ArmOutcome['exit'] = 'none';
  private depthBps: number[] = [];
  private readonly timers: TimerHandle[] = [];

  constructor(plan: TrialPlan, parts: TrialParts) {
    this.plan = plan;
    this.parts = parts;
    this.isLong = plan.side === 'long';
    this.repricesLeft = parts.rules.repricesMax;
  }

  /** Sends the first order. */
  begin(): void {
    const { ix, arm, latencyMs } = this.plan;
    const { market, clock } = this.parts;
    const midPx = market.midPx(ix);
    if (!(midPx > 0)) return this.end(null);
    const awaySign = (this.isLong ? -1 : 1) * (arm.execution === 'post-only' ? 1 : -1);
    const tick = market.pxTick(ix);
    const ticks = (midPx * (1 + (awaySign * arm.offsetBps) / 1e4)) / tick;
    // The wire takes whole ticks; rounding is away from the other side, so that a limit is never better than it was meant.
    this.limitPx = (this.isLong ? Math.floor(ticks + 1e-6) : Math.ceil(ticks - 1e-6)) * tick;
    this.wantedBase = this.plan.notionalUsd / midPx;
    this.state = 'travelling';
    clock.after(latencyMs, () => this.arrive());
  }

  /** A public trade of the instrument, after the books took it. */
  onTrade(trade: PublicTrade): void {
    if (this.state !== 'resting') return;
    if (trade.takerSide !== (this.isLong ? 'SELL' : 'BUY')) return;
    const beyond = this.isLong ? this.limitPx - trade.px : trade.px - this.limitPx;
    const half = this.parts.market.pxTick(this.plan.ix) / 2;
    if (beyond < -half) return;
    if (beyond > half) return this.fill(this.limitPx, this.wantedBase, true);
    const used = Math.min(this.queueAhead, trade.qtyBase);
    this.queueAhead -= used;
    this.workedBase += trade.qtyBase - used;
    if (this.workedBase >= this.wantedBase) this.fill(this.limitPx, this.wantedBase, true);
  }

  /** The best prices of the instrument moved. */
  onBook(): void {
    if (this.state === 'resting') {
      const oppositePx = this.isLong ? this.parts.market.askPx(this.plan.ix) : this.parts.market.bidPx(this.plan.ix);
      if (this.isLong ? oppositePx <= this.limitPx : oppositePx >= this.limitPx)
        this.fill(this.limitPx, this.wantedBase, true);
    } else if (this.state === 'open') this.watchTargets();
  }

  /** Ends it where the tape ends: what is open then has no result. */
  abandon(): void {
    this.state = 'ended';
    for (const timer of this.timers) timer.cancel();
  }

  private arrive(): void {
    if (this.state === 'ended') return;
    const { ix, arm } = this.plan;
    const { market, clock, rules } = this.parts;
    const side = this.isLong ? 'ask' : 'bid';
    const walk = market.walk(ix, side, this.wantedBase, this.limitPx);
    if (arm.execution === 'ioc') {
      if (walk === null || walk.filledBase <= 0) return this.end(null);
      return this.fill(walk.avgPx, walk.filledBase, false, walk);
    }
    const wouldTake = walk !== null && walk.filledBase > 0;
    if (walk === null || wouldTake) return this.reprice();
    this.queueAhead = market.qtyAt(ix, this.isLong ? 'bid' : 'ask', this.limitPx);
    this.workedBase = 0;
    this.state = 'resting';
    this.timers.push(clock.after(rules.entryTtlMs, () => this.expire()));
  }

  private expire(): void {
    if (this.state === 'resting') this.reprice();
  }

  private reprice(): void {
    if (this.repricesLeft === 0) return this.end(null);
    this.repricesLeft -= 1;
    this.begin();
  }

  // The price, the quantity, how, and what the walk saw.
  private fill(px: number, qtyBase: number, isMaker: boolean, walk: Walk | null = null): void {
    const { clock, market, rules } = this.parts;
    const { ix } = this.plan;
    for (const timer of this.timers.splice(0)) timer.cancel();
    const midPx = market.midPx(ix);
    if (!(midPx > 0)) return this.end(null);
    const funding = market.funding(ix);
    this.entry = {
      atMs: clock.nowMs(),
      px,
      midPx,
      bestPx: walk?.bestPx ?? px,
      qtyBase,
      isMaker,
      fundingFrac: funding.rateFrac,
      fundingMs: funding.nextMs,
    };
    if (this.plan.kind === 'signal') this.depthBps = this.depthOf(isMaker ? null : this.isLong ? 'ask' : 'bid');
    this.state = 'open';
    this.timers.push(clock.after(rules.timeStopMs, () => this.leave('time')));
    this.watchTargets();
  }

  private watchTargets(): void {
    const { entry } = this;
    if (entry === null) return;
    const { arm, ix } = this.plan;
    const gainBps = ((this.parts.market.midPx(ix) - entry.px) / entry.px) * 1e4 * (this.isLong ? 1 : -1);
    if (gainBps >= arm.takeProfitBps) this.leave('take-profit');
    else if (gainBps <= -arm.stopLossBps) this.leave('stop-loss');
  }

  private leave(why: ArmOutcome['exit']): void {
    if (this.state !== 'open') return;
    for (const timer of this.timers.splice(0)) timer.cancel();
    this.state = 'exiting';
    this.exitWhy = why;
    this.parts.clock.after(this.plan.latencyMs, () => this.close());
  }

  private close(): void {
    const { entry } = this;
    if (this.state !== 'exiting' || entry === null) return;
    const { market, clock, rules } = this.parts;
    const { ix } = this.plan;
    const side = this.isLong ? 'bid' : 'ask';
    const walk = market.walk(ix, side, entry.qtyBase, null);
    const midPx = market.midPx(ix);
    if (walk === null || !(midPx > 0) || !(walk.avgPx > 0)) {
      // Without a book there is no price to leave at: it waits for one, as an order would.
      this.timers.push(clock.after(this.plan.latencyMs, () => this.close()));
      return;
    }
    const sign = this.isLong ? 1 : -1;
    const bps = (px: number): number => (px / entry.px) * 1e4;
    const exitMs = clock.nowMs();
    const settles = entry.fundingMs > entry.atMs && entry.fundingMs <= exitMs && Number.isFinite(entry.fundingFrac);
    const fundingBps = settles ? sign * entry.fundingFrac * 1e4 : 0;
    const feesBps =
      (entry.isMaker ? rules.makerFeeBps : rules.takerFeeBps) + (rules.takerFeeBps * walk.avgPx) / entry.px;
    const depthBps = this.depthOf(side).map((slip, at) => slip + (this.depthBps[at] ?? 0));
    this.end({
      plan: this.plan,
      isFilled: true,
      entryMs: entry.atMs,
      exitMs,
      entryPx: entry.px,
      exitPx: walk.avgPx,
      exit: this.exitWhy,
      netBps: sign * (bps(walk.avgPx) - 1e4) - feesBps - fundingBps,
      grossBps: sign * (bps(midPx) - bps(entry.midPx)),
      feesBps,
      spreadBps: sign * (bps(entry.bestPx) - bps(entry.midPx) + bps(midPx) - bps(walk.bestPx)),
      slippageBps: sign * (bps(entry.px) - bps(entry.bestPx) + bps(walk.bestPx) - bps(walk.avgPx)),
      fundingBps,
      depthBps: this.plan.kind === 'signal' ? depthBps : [],
    });
  }

  /** Slippage from the best price by notional, on one side of the book as it is now; 0 where nothing is taken. */
  private depthOf(side: 'bid' | 'ask' | null): number[] {
    const { market } = this.parts;
    const { ix } = this.plan;
    const midPx = market.midPx(ix);
    if (side === null || this.plan.kind !== 'signal') return CAPACITY_USD.map(() => 0);
    return CAPACITY_USD.map((usd) => {
      const walk = market.walk(ix, side, usd / midPx, null);
      // A book that shows less than the size carries it not at all.
      if (walk === null || walk.filledBase < (usd / midPx) * (1 - 1e-9)) return Number.POSITIVE_INFINITY;
      return Math.abs(walk.avgPx / walk.bestPx - 1) * 1e4;
    });
  }

  private end(result: TrialResult | null): void {
    for (const timer of this.timers.splice(0)) timer.cancel();
    this.state = 'ended';
    this.result = result ?? missed(this.plan, this.parts.clock.nowMs());
    this.parts.onEnded(this);
  }
}

function missed(plan: TrialPlan, nowMs: number): TrialResult {
  return {
    plan,
    isFilled: false,
    entryMs: nowMs,
    exitMs: nowMs,
    entryPx: Number.NaN,
    exitPx: Number.NaN,
    exit: 'none',
    netBps: 0,
    grossBps: 0,
    feesBps: 0,
    spreadBps: 0,
    slippageBps: 0,
    fundingBps: 0,
    depthBps: [],
  };
}
