import {
  ARB_FINAL_STATES,
  decimal,
  EXECUTION_MODES,
  type ArbitrageSettings,
  type ArbResult,
  type ArbTrade,
  type ExecutionMode,
  type TradingRecord,
} from '../../domain/index.ts';
import { ModeGuards, type ModeGuardsSnapshot, type PairPause } from './mode-guards.ts';
import { NO_SUMS, withResult, type ModeSums } from './mode-sums.ts';

export type { ModeSums } from './mode-sums.ts';

const DAY_MS = 86_400_000;
/** Ended trades that are known to be counted: more than the trade book keeps, so that none is counted again. */
const COUNTED_MAX = 1_000;

export interface GuardSnapshot extends Partial<ModeGuardsSnapshot> {
  /** Absent in older checkpoints, which kept one for both modes beside. */
  readonly guards?: readonly (readonly [ExecutionMode, ModeGuardsSnapshot])[];
  readonly sums: readonly (readonly [ExecutionMode, ModeSums])[];
  readonly states: readonly (readonly [string, ArbTrade['state']])[];
  readonly counted: readonly (readonly [string, ArbResult])[];
  /** Absent in older checkpoints. */
  readonly executed?: readonly string[];
}

/** What keeps the engine from trading too much or on after failures, by execution mode, and what trades earned. A fold of the trades' records. */
export class GuardBook {
  private readonly guards = new Map<ExecutionMode, ModeGuards>();
  private readonly sums: Map<ExecutionMode, ModeSums>;
  /** Of every trade that was seen last: each change of state counts once. */
  private readonly states: Map<string, ArbTrade['state']>;
  /** Results that are in the sums. */
  private readonly counted: Map<string, ArbResult>;
  /** Trades that are in the day's count. */
  private readonly executed: Set<string>;

  constructor(saved?: GuardSnapshot) {
    const guards = new Map(saved?.guards);
    for (const mode of EXECUTION_MODES) this.guards.set(mode, new ModeGuards(guards.get(mode) ?? saved));
    this.sums = new Map(saved?.sums);
    this.states = new Map(saved?.states);
    this.counted = new Map(saved?.counted);
    this.executed = new Set(saved?.executed ?? this.states.keys());
  }

  apply(record: TradingRecord, settings: ArbitrageSettings): void {
    if (record.kind === 'arb') this.take(record.trade, record.atMs, settings);
    // Who releases the switch has looked at the losses.
    if (record.kind !== 'kill-switch' || record.level !== 0) return;
    for (const guards of this.guards.values()) guards.release();
  }

  /** What holds an execution mode back. */
  of(mode: ExecutionMode): ModeGuards {
    const guards = this.guards.get(mode);
    if (guards === undefined) throw new Error(`Invariant: no guards of ${mode}`);
    return guards;
  }

  runningPauses(nowMs: number): readonly (PairPause & { readonly pairId: string; readonly mode: ExecutionMode })[] {
    return EXECUTION_MODES.flatMap((mode) =>
      this.of(mode)
        .runningPauses(nowMs)
        .map((pause) => ({ ...pause, mode })),
    );
  }

  sumsOf(mode: ExecutionMode, nowMs: number): ModeSums {
    const sums = this.sums.get(mode) ?? NO_SUMS;
    return sums.day === dayOf(nowMs) ? sums : { ...sums, executedToday: 0 };
  }

  snapshot(): GuardSnapshot {
    return {
      guards: [...this.guards].map(([mode, guards]) => [mode, guards.snapshot()] as const),
      sums: EXECUTION_MODES.flatMap((mode) => {
        const sums = this.sums.get(mode);
        return sums === undefined ? [] : [[mode, sums] as const];
      }),
      states: [...this.states],
      counted: [...this.counted],
      executed: [...this.executed],
    };
  }

  private take(trade: ArbTrade, atMs: number, settings: ArbitrageSettings): void {
    const { arbId, state, execution } = trade;
    const guards = this.of(execution);
    const before = this.states.get(arbId) ?? null;
    this.states.delete(arbId);
    this.states.set(arbId, state);
    if (before === null) guards.noteStart(trade.startedMs, atMs);
    if (trade.hedgedMs !== null && !this.executed.has(arbId)) this.addExecuted(arbId, execution, atMs);
    if (before === state) {
      // What came late, such as funding, is in the newer result.
      if (state === 'certified' && trade.result !== null) this.count(trade, trade.result);
      return;
    }
    if (state === 'naked') {
      this.change(execution, (sums) => ({ ...sums, naked: sums.naked + 1 }));
      this.fail(trade, atMs, settings);
    }
    if (state === 'aborted') {
      this.change(execution, (sums) => ({ ...sums, aborted: sums.aborted + 1 }));
      guards.pause(trade.pairId, { endsMs: atMs + settings.pairCooldownMs, reason: 'nothing was filled' });
    }
    if (state === 'certified') this.end(trade, atMs, settings);
    if (ARB_FINAL_STATES.includes(state)) this.evict();
  }

  private end(trade: ArbTrade, atMs: number, settings: ArbitrageSettings): void {
    const guards = this.of(trade.execution);
    const reason = 'a trade of the pair has just ended';
    if (trade.hedgedMs === null) this.fail(trade, atMs, settings);
    else guards.pause(trade.pairId, { endsMs: atMs + settings.pairCooldownMs, reason });
    const { result } = trade;
    if (result === null || !this.count(trade, result)) return;
    // What is unknown is neither a loss nor a gain.
    if (result.netUsd === null) return;
    if (decimal(result.netUsd).gte(0)) guards.noteGain();
    else guards.noteLoss(atMs);
  }

  /** Takes a result into the sums in place of the one that was counted before. Returns true for the first of its trade. */
  private count(trade: ArbTrade, result: ArbResult): boolean {
    const known = this.counted.get(trade.arbId);
    this.counted.set(trade.arbId, result);
    this.change(trade.execution, (sums) => {
      const without = known === undefined ? sums : withResult(sums, known, -1);
      return withResult(without, result, 1);
    });
    return known === undefined;
  }

  private fail(trade: ArbTrade, atMs: number, settings: ArbitrageSettings): void {
    const guards = this.of(trade.execution);
    guards.noteFailure(atMs);
    guards.pause(trade.pairId, { endsMs: atMs + settings.failureCooldownMs, reason: trade.reason });
  }

  /** By the first record that says so: the moment of the hedge and that of its record differ by what the clock went on between them. */
  private addExecuted(arbId: string, mode: ExecutionMode, atMs: number): void {
    this.executed.add(arbId);
    const day = dayOf(atMs);
    this.change(mode, (sums) => ({ ...sums, day, executedToday: (sums.day === day ? sums.executedToday : 0) + 1 }));
  }

  private change(mode: ExecutionMode, how: (sums: ModeSums) => ModeSums): void {
    this.sums.set(mode, how(this.sums.get(mode) ?? NO_SUMS));
  }

  /** Forgets the trades that ended first. One that is open is never forgotten: it would count anew. */
  private evict(): void {
    let over = this.states.size - COUNTED_MAX;
    for (const [arbId, state] of this.states) {
      if (over <= 0) return;
      if (!ARB_FINAL_STATES.includes(state)) continue;
      this.states.delete(arbId);
      this.counted.delete(arbId);
      this.executed.delete(arbId);
      over -= 1;
    }
  }
}

function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}
