import type { Random } from '@riptide/core/kernel';
import type { ListingState } from './listing-state.ts';

/** A venue's price of one listing that stands apart from the others for some seconds. */
interface Dislocation {
  readonly state: ListingState;
  readonly peakBps: number;
  readonly startMs: number;
  readonly riseMs: number;
  readonly holdMs: number;
  readonly fallMs: number;
}

const GAP_MS = { first: 1_500, min: 2_500, max: 7_000 } as const;
/** Two base-tier taker fees of perps are 10 to 11.5 bps; a spot leg costs about 5 bps more. */
const FLOOR_BPS = { spot: 17, perp: 13.5 } as const;
const TAIL_MEAN_BPS = { 1: 3, 2: 5, 3: 7 } as const;
const TAIL_MAX_BPS = { 1: 9, 2: 15, 3: 24 } as const;
/** Spread and lag of thin books eat a part of what is seen. */
const THIN_BPS = { 1: 0, 2: 1.5, 3: 4 } as const;

/** Starts and ends the dislocations of the market: every few seconds one listing leaves the others and comes back. */
export class Dislocations {
  private readonly states: readonly ListingState[];
  private readonly random: Random;
  private readonly active = new Map<ListingState, Dislocation>();
  private nextMs: number;

  constructor(states: readonly ListingState[], random: Random, startMs: number) {
    this.states = states;
    this.random = random;
    this.nextMs = startMs + GAP_MS.first;
  }

  /** Starts what is due and forgets what is over. */
  step(nowMs: number): void {
    for (const [state, one] of this.active) {
      if (nowMs >= one.startMs + one.riseMs + one.holdMs + one.fallMs) this.active.delete(state);
    }
    if (nowMs < this.nextMs) return;
    this.nextMs = nowMs + GAP_MS.min + this.random() * (GAP_MS.max - GAP_MS.min);
    const state = this.pick();
    if (state !== null && !this.active.has(state)) this.active.set(state, this.draw(state, nowMs));
  }

  /** Distance from the fair price in bps, positive when the venue is dear. */
  offsetBps(state: ListingState, nowMs: number): number {
    const one = this.active.get(state);
    if (one === undefined) return 0;
    const age = nowMs - one.startMs;
    if (age < one.riseMs) return (one.peakBps * age) / one.riseMs;
    const falling = age - one.riseMs - one.holdMs;
    return falling <= 0 ? one.peakBps : one.peakBps * Math.max(0, 1 - falling / one.fallMs);
  }

  /** Perps are taken three times as often as spot, well-known coins more often than the tail. */
  private pick(): ListingState | null {
    for (let tries = 0; tries < 20; tries += 1) {
      const state = this.states[Math.floor(this.random() * this.states.length)];
      if (state === undefined) return null;
      const kindShare = state.instrument.kind === 'perp' ? 1 : 0.33;
      const tierShare = state.asset.tier === 3 ? 0.35 : 1;
      if (this.random() < kindShare * tierShare && state.asset.ticker !== 'ALT') return state;
    }
    return null;
  }

  private draw(state: ListingState, nowMs: number): Dislocation {
    const tier = state.asset.tier;
    const tail = Math.min(TAIL_MAX_BPS[tier], -Math.log(1 - this.random()) * TAIL_MEAN_BPS[tier]);
    const sizeBps = FLOOR_BPS[state.instrument.kind] + THIN_BPS[tier] + tail;
    return {
      state,
      peakBps: this.random() < 0.5 ? sizeBps : -sizeBps,
      startMs: nowMs,
      riseMs: 200 + this.random() * 600,
      holdMs: 1_500 + this.random() * 4_500,
      fallMs: 500 + this.random() * 2_500,
    };
  }
}
