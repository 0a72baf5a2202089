/** Source: design figures for an arbitrage executor. */
const STABILITY_MAX = 10;
const STABILITY_OFF_BELOW = 8;
const RECOVERY_MS = 300_000;
const LOSSES_MAX = 8;
const HALT_MS = 3_600_000;
const HALTS_MAX = 3;
const HOUR_MS = 3_600_000;
const COOLDOWNS_MAX = 2_000;

export interface PairPause {
  readonly endsMs: number;
  readonly reason: string;
}

/** Losses in a row, and what they led to. */
export interface Breaker {
  readonly losses: number;
  readonly haltedUntilMs: number | null;
  readonly halts: number;
  readonly isOff: boolean;
}

export interface ModeGuardsSnapshot {
  readonly pauses: readonly (readonly [string, PairPause])[];
  readonly stability: { readonly score: number; readonly sinceMs: number };
  readonly breaker: Breaker;
  readonly startsMs: readonly number[];
}

const CALM: Breaker = { losses: 0, haltedUntilMs: null, halts: 0, isOff: false };

/** What holds one execution mode back: pauses of pairs, stability, breaker, trades of the hour. What paper does costs live nothing. */
export class ModeGuards {
  private readonly pauses: Map<string, PairPause>;
  private stability: { readonly score: number; readonly sinceMs: number };
  private breakerNow: Breaker;
  private startsMs: readonly number[];

  constructor(saved?: Partial<ModeGuardsSnapshot>) {
    this.pauses = new Map(saved?.pauses);
    this.stability = saved?.stability ?? { score: STABILITY_MAX, sinceMs: 0 };
    this.breakerNow = saved?.breaker ?? CALM;
    this.startsMs = saved?.startsMs ?? [];
  }

  /** Returns the pause of a pair that still runs; null without one. */
  pauseOf(pairId: string, nowMs: number): PairPause | null {
    const pause = this.pauses.get(pairId);
    return pause === undefined || pause.endsMs <= nowMs ? null : pause;
  }

  runningPauses(nowMs: number): readonly (PairPause & { readonly pairId: string })[] {
    return [...this.pauses].flatMap(([pairId, pause]) => (pause.endsMs > nowMs ? [{ pairId, ...pause }] : []));
  }

  stabilityAt(nowMs: number): { readonly score: number; readonly max: number; readonly isOff: boolean } {
    const score = this.scoreAt(nowMs);
    return { score, max: STABILITY_MAX, isOff: score < STABILITY_OFF_BELOW };
  }

  get breaker(): Breaker {
    return this.breakerNow;
  }

  isHalted(nowMs: number): boolean {
    const { isOff, haltedUntilMs } = this.breakerNow;
    return isOff || (haltedUntilMs !== null && haltedUntilMs > nowMs);
  }

  startsWithinHour(nowMs: number): number {
    return this.startsMs.filter((ms) => ms > nowMs - HOUR_MS).length;
  }

  noteStart(startedMs: number, atMs: number): void {
    this.startsMs = [...this.startsMs.filter((ms) => ms > atMs - HOUR_MS), startedMs];
  }

  noteGain(): void {
    this.breakerNow = { ...this.breakerNow, losses: 0 };
  }

  noteLoss(atMs: number): void {
    const losses = this.breakerNow.losses + 1;
    if (losses < LOSSES_MAX) {
      this.breakerNow = { ...this.breakerNow, losses };
      return;
    }
    const halts = this.breakerNow.halts + 1;
    this.breakerNow = { losses: 0, haltedUntilMs: atMs + HALT_MS, halts, isOff: halts >= HALTS_MAX };
  }

  noteFailure(atMs: number): void {
    this.stability = { score: Math.max(0, this.scoreAt(atMs) - 1), sinceMs: atMs };
  }

  pause(pairId: string, pause: PairPause): void {
    this.pauses.delete(pairId);
    this.pauses.set(pairId, pause);
    const oldest = this.pauses.keys().next();
    if (this.pauses.size > COOLDOWNS_MAX && oldest.done !== true) this.pauses.delete(oldest.value);
  }

  /** A person has looked at the losses. */
  release(): void {
    this.breakerNow = CALM;
  }

  snapshot(): ModeGuardsSnapshot {
    return {
      pauses: [...this.pauses],
      stability: this.stability,
      breaker: this.breakerNow,
      startsMs: this.startsMs,
    };
  }

  private scoreAt(nowMs: number): number {
    const { score, sinceMs } = this.stability;
    return Math.min(STABILITY_MAX, score + Math.max(0, Math.floor((nowMs - sinceMs) / RECOVERY_MS)));
  }
}
