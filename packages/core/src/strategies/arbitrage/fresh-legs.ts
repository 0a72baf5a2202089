import type { PairPricer } from './pair-pricer.ts';

/** Which instruments' data may be believed, as of one tick: looked at when somebody asks, and once a tick at most. */
export class FreshLegs {
  private readonly pricer: Pick<PairPricer, 'isFresh'>;
  private readonly lookedTick: Float64Array;
  private readonly wasFresh: Uint8Array;
  private ticks = 0;
  private nowMs = Number.NaN;

  constructor(instruments: number, pricer: Pick<PairPricer, 'isFresh'>) {
    this.pricer = pricer;
    this.lookedTick = new Float64Array(instruments);
    this.wasFresh = new Uint8Array(instruments);
  }

  /** Forgets what was seen before: a new tick begins. */
  begin(nowMs: number): void {
    this.ticks += 1;
    this.nowMs = nowMs;
  }

  isFresh(ix: number): boolean {
    if (this.lookedTick[ix] !== this.ticks) {
      this.lookedTick[ix] = this.ticks;
      this.wasFresh[ix] = this.pricer.isFresh(ix, this.nowMs) ? 1 : 0;
    }
    return this.wasFresh[ix] === 1;
  }
}
