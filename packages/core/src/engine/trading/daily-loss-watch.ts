import { decimal, EXECUTION_MODES, type ExecutionMode } from '../../domain/index.ts';
import { lossStreakConditionKey } from '../../risk/index.ts';
import type { CoreContext } from './core-context.ts';
import type { KillDesk } from './kill-desk.ts';

const DAY_MS = 86_400_000;

/**
 * Watches the loss of the UTC day, mode by mode. At the limit it shouts, keeps new risk out for the rest of the day by a condition, and closes
 * every position of the mode when the operator has asked for that. The next day clears the condition.
 */
export class DailyLossWatch {
  private readonly context: CoreContext;
  private readonly kill: KillDesk;

  constructor(context: CoreContext, kill: KillDesk) {
    this.context = context;
    this.kill = kill;
  }

  check(): void {
    for (const mode of EXECUTION_MODES) {
      this.checkMode(mode);
      this.checkStreak(mode);
    }
  }

  /** After the last permitted halt only a person goes on: the condition says so until the release of the kill switch clears it. */
  private checkStreak(mode: ExecutionMode): void {
    const { risk, facts, clock } = this.context;
    const { isOff, halts } = risk.lossStreak(mode);
    if (!isOff) return;
    const text = `the ${mode} accounts have been halted ${halts} times for losses in a row; new risk waits for a release of the kill switch`;
    facts.raise({
      key: lossStreakConditionKey(mode),
      kind: 'halted',
      account: [...this.context.desks.values()].find((desk) => desk.mode === mode)?.account ?? null,
      instrumentId: null,
      text,
      sinceMs: clock.nowMs(),
    });
  }

  private checkMode(mode: ExecutionMode): void {
    const { risk, clock, eyes, facts } = this.context;
    const nowMs = clock.nowMs();
    const key = `halted:daily-loss:${mode}`;
    const standing = facts.conditions().find((condition) => condition.key === key);
    if (standing !== undefined) {
      const isNewDay = Math.floor(standing.sinceMs / DAY_MS) < Math.floor(nowMs / DAY_MS);
      if (isNewDay) facts.clear(key, 'a new day has begun');
      else if (risk.limits.flattenOnDailyLoss) this.keepFlat(mode);
      return;
    }
    const pnl = risk.dayPnlUsd(mode, nowMs, (asset) => eyes.priceUsd(asset));
    const start = risk.dayStartEquityUsd(mode, nowMs);
    if (pnl === null || start === null) return;
    const limit = decimal(start).times(risk.limits.dailyLossPct).div(100);
    if (limit.lte(0) || decimal(pnl).gt(limit.times(-1))) return;
    const { flattenOnDailyLoss } = risk.limits;
    const text = `the ${mode} accounts have lost ${decimal(pnl).abs().round(2).toString()} USD today, the limit is ${limit.round(2).toString()}`;
    const accounts = [...this.context.desks.values()].filter((desk) => desk.mode === mode);
    facts.raise({
      key,
      kind: 'halted',
      account: accounts[0]?.account ?? null,
      instrumentId: null,
      text,
      sinceMs: nowMs,
    });
    facts.append([
      {
        kind: 'event',
        event: 'daily_loss_reached',
        severity: 'CRITICAL',
        symbol: null,
        venues: accounts.map(({ venue }) => venue),
        text: flattenOnDailyLoss ? `${text}; every position is closed` : text,
        data: { mode, pnlUsd: pnl, limitUsd: limit.toString(), flattens: flattenOnDailyLoss },
      },
    ]);
    if (flattenOnDailyLoss) for (const { account } of accounts) this.flatten(account);
  }

  /** What a crash or a failed attempt left open while the condition stands; nothing new can have been opened since. */
  private keepFlat(mode: ExecutionMode): void {
    for (const desk of this.context.desks.values()) if (desk.mode === mode) this.kill.keepFlat(desk.account);
  }

  private flatten(account: Parameters<KillDesk['flatten']>[0]): void {
    this.kill.flatten(account).catch((e: unknown) => {
      this.context.log.error('flattening after the daily loss failed', { account, detail: String(e) });
    });
  }
}
