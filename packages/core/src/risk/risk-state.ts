import {
  decimal,
  EXECUTION_MODES,
  isEngineRecord,
  toDecimalString,
  type AccountKey,
  type ArbTrade,
  type CooldownAction,
  type DecimalString,
  type ExecutionMode,
  type InstrumentId,
  type TradingRecord,
  type Venue,
} from '../domain/index.ts';
import { CooldownBook, type ActiveCooldown } from './cooldown-book.ts';
import { CoreSettings } from './core-settings.ts';
import { DayResult, type PriceUsd } from './day-result.ts';
import { afterRound, NO_LOSSES } from './loss-streak.ts';
import { limitsAtLevel } from './risk-level.ts';
import type { RiskLimits } from './risk-limits.ts';
import type { LossStreakView } from './risk-request.ts';
import type { KillState, RiskStateSnapshot } from './risk-state-snapshot.ts';
import { RoundTracker } from './round-tracker.ts';

/** Ended arbitrages that are known to be counted: more than are ever told of again. */
const PAIRS_MAX = 1_000;

/** Clearing a condition of this key releases a mode that losses in a row have switched off. */
export function lossStreakConditionKey(mode: ExecutionMode): string {
  return `halted:loss-streak:${mode}`;
}

/**
 * What the gates must remember, as the fold of the trading records: the same records give the same state, live and after a restart.
 * Records that were folded already (by `seq`) are left out; that no fill or income is told twice is the journal's promise.
 */
export class RiskState {
  private lastSeq = 0;
  private killState: KillState = { level: 0, reason: '', by: '', atMs: null };
  private cooldowns = new CooldownBook();
  private coreSettings = new CoreSettings();
  private rounds = new RoundTracker();
  private readonly days = new Map<ExecutionMode, DayResult>(EXECUTION_MODES.map((mode) => [mode, new DayResult()]));
  private readonly streaks = new Map<ExecutionMode, LossStreakView>(EXECUTION_MODES.map((mode) => [mode, NO_LOSSES]));
  /** Arbitrages whose result was counted, the newest. */
  private readonly pairs = new Set<string>();
  private unbooked = 0;

  /** Folds one record in. */
  apply(record: TradingRecord): void {
    if (record.seq <= this.lastSeq) return;
    this.lastSeq = record.seq;
    for (const day of this.days.values()) day.roll(record.atMs);
    if (record.kind === 'arb') return this.takePair(record.trade, record.atMs);
    if (isEngineRecord(record)) return;
    switch (record.kind) {
      case 'fill':
        return this.applyFill(record);
      case 'income':
        return this.applyIncome(record);
      case 'position-set':
        return this.rounds.set(record);
      case 'dust': {
        const { account, instrumentId } = record.dust;
        const net = this.rounds.setDust(record.dust);
        if (net !== null) this.end(modeOf(account), [instrumentId], { isLoss: net.lt(0), atMs: record.atMs });
        return;
      }
      case 'equity': {
        const usd = toDecimalString(decimal(record.cashUsd).plus(decimal(record.unrealisedUsd)));
        return this.day(modeOf(record.account)).setEquity(record.account, usd, record.unrealisedUsd);
      }
      case 'kill-switch':
        this.killState = { level: record.level, reason: record.reason, by: record.by, atMs: record.atMs };
        return;
      case 'cooldown':
        return this.cooldowns.set(record, record.atMs);
      case 'condition-cleared':
        return this.releaseStreak(record.key);
      case 'setting':
        return this.coreSettings.apply(record.name, record.value);
      case 'account-owner':
        if (record.archives) this.forgetAccount(record.account);
        return;
      case 'balances':
      case 'cancel':
      case 'cancel-failed':
      case 'condition':
      case 'event':
      case 'intent':
      case 'order':
      case 'order-absent':
      case 'order-adopted':
      case 'order-failed':
      case 'order-report':
        return;
    }
  }

  get kill(): KillState {
    return this.killState;
  }

  /** The limits as the risk level applies them: what the gates use. */
  get limits(): RiskLimits {
    return limitsAtLevel(this.coreSettings.limits, this.coreSettings.level);
  }

  /** The settings as they were given. */
  get settings(): CoreSettings {
    return this.coreSettings;
  }

  /** Fills whose instrument id names no known quote asset; they count nowhere. */
  get unbookedFills(): number {
    return this.unbooked;
  }

  /** Returns the end of a cooldown that still runs; null when none does. The end itself is free. */
  cooldownEndMs(symbol: string, venue: Venue, action: CooldownAction, nowMs: number): number | null {
    return this.cooldowns.endMs(symbol, venue, action, nowMs);
  }

  activeCooldowns(nowMs: number): readonly ActiveCooldown[] {
    return this.cooldowns.active(nowMs);
  }

  /** Returns realised gains, fees and funding of the UTC day in USD; null when an asset has no price. */
  dayPnlUsd(mode: ExecutionMode, nowMs: number, priceUsd: PriceUsd): DecimalString | null {
    return this.day(mode).pnlUsd(nowMs, priceUsd);
  }

  dayStartEquityUsd(mode: ExecutionMode, nowMs: number): DecimalString | null {
    return this.day(mode).startEquityUsd(nowMs);
  }

  /** Returns what was unrealised at the start of the UTC day: the day's equity change is realised, plus unrealised now, less this. */
  dayStartUnrealisedUsd(mode: ExecutionMode, nowMs: number): DecimalString {
    return this.day(mode).startUnrealisedUsd(nowMs);
  }

  lossStreak(mode: ExecutionMode): LossStreakView {
    return this.streaks.get(mode) ?? NO_LOSSES;
  }

  /** Returns the whole state as plain JSON. */
  snapshot(): RiskStateSnapshot {
    return {
      lastSeq: this.lastSeq,
      kill: this.killState,
      cooldowns: this.cooldowns.snapshot(),
      settings: this.coreSettings.snapshot(),
      rounds: this.rounds.snapshot(),
      days: [...this.days].map(([mode, day]) => [mode, day.snapshot()] as const),
      streaks: [...this.streaks],
      pairs: [...this.pairs],
      unbooked: this.unbooked,
    };
  }

  /** Builds the state a snapshot was taken of; records after it are applied on top. */
  static restore(saved: RiskStateSnapshot): RiskState {
    const state = new RiskState();
    state.lastSeq = saved.lastSeq;
    state.killState = saved.kill;
    state.cooldowns = CooldownBook.restore(saved.cooldowns);
    state.coreSettings = CoreSettings.restore(saved.settings);
    state.rounds = RoundTracker.restore(saved.rounds);
    for (const [mode, day] of saved.days) state.days.set(mode, DayResult.restore(day));
    for (const [mode, streak] of saved.streaks) state.streaks.set(mode, streak);
    for (const arbId of saved.pairs ?? []) state.pairs.add(arbId);
    state.unbooked = saved.unbooked;
    return state;
  }

  private applyFill({ account, fill, atMs }: Extract<TradingRecord, { kind: 'fill' }>): void {
    const result = this.rounds.book(account, fill);
    if (result === null) {
      this.unbooked += 1;
      return;
    }
    const mode = modeOf(account);
    const day = this.day(mode);
    day.roll(fill.venueMs);
    day.add(result.quoteAsset, result.realisedQuote, fill.venueMs);
    const { baseFeeQuote, quoteAsset } = result;
    if (baseFeeQuote !== null) day.add(quoteAsset, baseFeeQuote.times(-1), fill.venueMs);
    else day.add(fill.feeAsset, decimal(fill.fee).times(-1), fill.venueMs);
    if (result.closedNetQuote === null) return;
    this.end(mode, [fill.instrumentId], { isLoss: result.closedNetQuote.lt(0), atMs });
  }

  /** A pair is one result, that of its certificate: one of its legs loses by nature. What is unknown of it is neither a loss nor a gain. */
  private takePair(trade: ArbTrade, atMs: number): void {
    const { arbId, state, result, execution, buy, sell } = trade;
    if (state !== 'certified' || this.pairs.has(arbId)) return;
    this.pairs.add(arbId);
    const oldest = this.pairs.keys().next();
    if (this.pairs.size > PAIRS_MAX && oldest.done !== true) this.pairs.delete(oldest.value);
    if (result?.netUsd === null || result === null) return;
    const isLoss = decimal(result.netUsd).lt(0);
    this.end(execution, [buy.instrumentId, sell.instrumentId], { isLoss, atMs });
  }

  /** One result more: a round of one position, or a pair. */
  private end(
    mode: ExecutionMode,
    ids: readonly InstrumentId[],
    { isLoss, atMs }: { readonly isLoss: boolean; readonly atMs: number },
  ): void {
    const { limits } = this.coreSettings;
    this.streaks.set(mode, afterRound(this.lossStreak(mode), isLoss, atMs, limits));
    if (!isLoss || limits.cooldownAfterLossMs <= 0) return;
    for (const id of ids) this.cooldowns.afterLoss(id, limits.cooldownAfterLossMs, atMs);
  }

  private applyIncome({ account, income }: Extract<TradingRecord, { kind: 'income' }>): void {
    if (income.kind === 'transfer') return;
    const amount = decimal(income.amount);
    const day = this.day(modeOf(account));
    day.roll(income.venueMs);
    day.add(income.asset, amount, income.venueMs);
    if (income.instrumentId !== null) this.rounds.addIncome(account, income.instrumentId, income.asset, amount);
  }

  /** Another account stands behind the key of this one from now on; what was gained and lost today stays. */
  private forgetAccount(account: AccountKey): void {
    this.rounds.forget(account);
    this.day(modeOf(account)).forget(account);
  }

  private releaseStreak(key: string): void {
    for (const mode of EXECUTION_MODES) if (key === lossStreakConditionKey(mode)) this.streaks.set(mode, NO_LOSSES);
  }

  private day(mode: ExecutionMode): DayResult {
    const day = this.days.get(mode);
    if (day === undefined) throw new Error(`Invariant: no day of mode ${mode}`);
    return day;
  }
}

function modeOf(account: AccountKey): ExecutionMode {
  return account.endsWith(':live') ? 'live' : 'paper';
}
