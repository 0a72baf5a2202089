import {
  decimal,
  EXECUTION_MODES,
  toDecimalString,
  type ArbitrageSettings,
  type ArbResult,
  type ArbTrade,
  type DecimalString,
  type ExecutionMode,
  type TradingRecord,
} from '../../domain/index.ts';

/** Source: design figures for an arbitrage executor. */
const STABILITY_MAX = 10;
const STABILITY_OFF_BELOW = 8;
const RECOVERY_MS = 300_000;
const LOSSES_MAX = 8;
const HALT_MS = 3_600_000;
const HALTS_MAX = 3;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const COOLDOWNS_MAX = 2_000;
const COUNTED_MAX = 1_000;

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

/** Sums of one execution mode, exact. */
export interface ModeSums {
  readonly trades: number;
  /** Trades of which a part of the result is unknown: their results are in no sum. Absent in older checkpoints. */
  readonly unpriced?: number;
  readonly wins: number;
  readonly aborted: number;
  readonly naked: number;
  readonly day: number;
  readonly executedToday: number;
  readonly netUsd: DecimalString;
  readonly priceUsd: DecimalString;
  readonly feesUsd: DecimalString;
  readonly fundingUsd: DecimalString;
  readonly borrowUsd: DecimalString;
}

const NO_SUMS: ModeSums = {
  trades: 0,
  wins: 0,
  aborted: 0,
  naked: 0,
  day: 0,
  executedToday: 0,
  netUsd: '0',
  priceUsd: '0',
  feesUsd: '0',
  fundingUsd: '0',
  borrowUsd: '0',
};

const CALM: Breaker = { losses: 0, haltedUntilMs: null, halts: 0, isOff: false };

export interface GuardSnapshot {
  readonly pauses: readonly (readonly [string, PairPause])[];
  readonly stability: { readonly score: number; readonly sinceMs: number };
  readonly breaker: Breaker;
  readonly startsMs: readonly number[];
  readonly sums: readonly (readonly [ExecutionMode, ModeSums])[];
  readonly states: readonly (readonly [string, ArbTrade['state']])[];
  readonly counted: readonly (readonly [string, ArbResult])[];
}

/** What keeps the engine from trading too much or on after failures: pauses of pairs, stability, breaker, trades of the hour. A fold of the trades' records. */
export class GuardBook {
  private readonly pauses: Map<string, PairPause>;
  private readonly sums: Map<ExecutionMode, ModeSums>;
  /** Of every trade that was seen last: each change of state counts once. */
  private readonly states: Map<string, ArbTrade['state']>;
  /** Results that are in the sums. */
  private readonly counted: Map<string, ArbResult>;
  private stability: { readonly score: number; readonly sinceMs: number };
  private breakerNow: Breaker;
  private startsMs: readonly number[];

  constructor(saved?: GuardSnapshot) {
    this.pauses = new Map(saved?.pauses);
    this.stability = saved?.stability ?? { score: STABILITY_MAX, sinceMs: 0 };
    this.breakerNow = saved?.breaker ?? CALM;
    this.startsMs = saved?.startsMs ?? [];
    this.sums = new Map(saved?.sums);
    this.states = new Map(saved?.states);
    this.counted = new Map(saved?.counted);
  }

  apply(record: TradingRecord, settings: ArbitrageSettings): void {
    if (record.kind === 'arb') this.take(record.trade, record.atMs, settings);
    // Who releases the switch, or sets the engine anew, has looked at the losses.
    if ((record.kind === 'kill-switch' && record.level === 0) || record.kind === 'arb-settings') this.breakerNow = CALM;
  }

  /** Returns the pause of a pair that still runs; null without one. */
  pauseOf(pairId: string, nowMs: number): PairPause | null {
    const pause = this.pauses.get(pairId);
    return pause === undefined || pause.endsMs <= nowMs ? null : pause;
  }

  runningPauses(
    nowMs: number,
  ): readonly { readonly pairId: string; readonly endsMs: number; readonly reason: string }[] {
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

  sumsOf(mode: ExecutionMode, nowMs: number): ModeSums {
    const sums = this.sums.get(mode) ?? NO_SUMS;
    return sums.day === dayOf(nowMs) ? sums : { ...sums, executedToday: 0 };
  }

  snapshot(): GuardSnapshot {
    return {
      pauses: [...this.pauses],
      stability: this.stability,
      breaker: this.breakerNow,
      startsMs: this.startsMs,
      sums: EXECUTION_MODES.flatMap((mode) => {
        const sums = this.sums.get(mode);
        return sums === undefined ? [] : [[mode, sums] as const];
      }),
      states: [...this.states],
      counted: [...this.counted],
    };
  }

  private take(trade: ArbTrade, atMs: number, settings: ArbitrageSettings): void {
    const { arbId, state, execution } = trade;
    const before = this.states.get(arbId) ?? null;
    put(this.states, arbId, state, COUNTED_MAX);
    if (before === null) this.startsMs = [...this.startsMs.filter((ms) => ms > atMs - HOUR_MS), trade.startedMs];
    if (before === state) {
      // What came late, such as funding, is in the newer result.
      if (state === 'certified' && trade.result !== null) this.count(trade, trade.result);
      return;
    }
    if (state === 'hedged' && trade.hedgedMs === atMs) this.addExecuted(execution, atMs);
    if (state === 'naked') {
      this.change(execution, (sums) => ({ ...sums, naked: sums.naked + 1 }));
      this.fail(trade, atMs, settings);
    }
    if (state === 'aborted') {
      this.change(execution, (sums) => ({ ...sums, aborted: sums.aborted + 1 }));
      this.pause(trade, atMs + settings.pairCooldownMs, 'nothing was filled');
    }
    if (state === 'certified') this.end(trade, atMs, settings);
  }

  private end(trade: ArbTrade, atMs: number, settings: ArbitrageSettings): void {
    if (trade.hedgedMs === null) this.fail(trade, atMs, settings);
    else this.pause(trade, atMs + settings.pairCooldownMs, 'a trade of the pair has just ended');
    const { result } = trade;
    if (result === null || !this.count(trade, result)) return;
    // What is unknown is neither a loss nor a gain.
    if (result.netUsd === null) return;
    if (decimal(result.netUsd).gte(0)) this.breakerNow = { ...this.breakerNow, losses: 0 };
    else this.noteLoss(atMs);
  }

  /** Takes a result into the sums in place of the one that was counted before. Returns true for the first of its trade. */
  private count(trade: ArbTrade, result: ArbResult): boolean {
    const known = this.counted.get(trade.arbId);
    put(this.counted, trade.arbId, result, COUNTED_MAX);
    this.change(trade.execution, (sums) => {
      const without = known === undefined ? sums : added(sums, known, -1);
      return added(without, result, 1);
    });
    return known === undefined;
  }

  private noteLoss(atMs: number): void {
    const losses = this.breakerNow.losses + 1;
    if (losses < LOSSES_MAX) {
      this.breakerNow = { ...this.breakerNow, losses };
      return;
    }
    const halts = this.breakerNow.halts + 1;
    this.breakerNow = { losses: 0, haltedUntilMs: atMs + HALT_MS, halts, isOff: halts >= HALTS_MAX };
  }

  private fail(trade: ArbTrade, atMs: number, settings: ArbitrageSettings): void {
    this.stability = { score: Math.max(0, this.scoreAt(atMs) - 1), sinceMs: atMs };
    this.pause(trade, atMs + settings.failureCooldownMs, trade.reason);
  }

  private scoreAt(nowMs: number): number {
    const { score, sinceMs } = this.stability;
    return Math.min(STABILITY_MAX, score + Math.max(0, Math.floor((nowMs - sinceMs) / RECOVERY_MS)));
  }

  private pause({ pairId }: ArbTrade, endsMs: number, reason: string): void {
    put(this.pauses, pairId, { endsMs, reason }, COOLDOWNS_MAX);
  }

  private addExecuted(mode: ExecutionMode, atMs: number): void {
    const day = dayOf(atMs);
    this.change(mode, (sums) => ({ ...sums, day, executedToday: (sums.day === day ? sums.executedToday : 0) + 1 }));
  }

  private change(mode: ExecutionMode, how: (sums: ModeSums) => ModeSums): void {
    this.sums.set(mode, how(this.sums.get(mode) ?? NO_SUMS));
  }
}

function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

function added(sums: ModeSums, result: ArbResult, sign: 1 | -1): ModeSums {
  const { netUsd, feesUsd } = result;
  const trades = sums.trades + sign;
  if (netUsd === null || feesUsd === null) return { ...sums, trades, unpriced: (sums.unpriced ?? 0) + sign };
  const plus = (a: DecimalString, b: DecimalString): DecimalString =>
    toDecimalString(decimal(a).plus(decimal(b).times(sign)));
  return {
    ...sums,
    trades,
    wins: sums.wins + (decimal(netUsd).gt(0) ? sign : 0),
    netUsd: plus(sums.netUsd, netUsd),
    priceUsd: plus(sums.priceUsd, result.priceUsd),
    feesUsd: plus(sums.feesUsd, feesUsd),
    fundingUsd: plus(sums.fundingUsd, result.fundingUsd),
    borrowUsd: plus(sums.borrowUsd, result.borrowUsd),
  };
}

/** Sets a key as the newest; the oldest goes when there are too many. */
function put<T>(map: Map<string, T>, key: string, value: T, max: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= max) return;
  const oldest = map.keys().next();
  if (oldest.done !== true) map.delete(oldest.value);
}
