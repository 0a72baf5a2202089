import { decimal, EXECUTION_MODES, type ExecutionMode } from '../../domain/index.ts';
import { lossStreakConditionKey } from '../../risk/index.ts';
import type { CoreContext } from './core-context.ts';
import type { KillDesk } from './kill-desk.ts';

const DAY_MS = 86_400_000;
/** A person is warned once a day when so much of the limit is lost. */
const NEAR_FRAC = 0.8;

/**
 * Watches the loss of the UTC day, mode by mode. At the limit it shouts, keeps new risk out for the rest of the day by a condition, and closes
 * every position of the mode when the operator has asked for that. The next day clears the condition.
 */
export class DailyLossWatch {
  private readonly context: CoreContext;
  private readonly kill: KillDesk;
  /** Day of the newest warning, by mode. */
  private readonly warnedDay = new Map<ExecutionMode, number>();

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
    if (limit.lte(0)) return;
    if (decimal(pnl).gt(limit.times(-1))) return this.warnNear(mode, pnl, limit.toString());
    const { flattenOnDailyLoss } = risk.limits;
    const lost = `the ${mode} accounts have lost ${decimal(pnl).abs().round(2).toString()} USD today, the limit is ${limit.round(2).toString()}`;
    const text = flattenOnDailyLoss ? `${lost}; every position is closed` : lost;
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
        text,
        data: { mode, pnlUsd: pnl, limitUsd: limit.toString(), flattens: flattenOnDailyLoss },
      },
    ]);
    if (flattenOnDailyLoss) for (const { account } of accounts) this.flatten(account);
  }

  /** A restart may repeat it; whoever tells it knows mode and day. */
  private warnNear(mode: ExecutionMode, pnlUsd: string, limitUsd: string): void {
    const { clock, facts, desks } = this.context;
    const day = Math.floor(clock.nowMs() / DAY_MS);
    const lost = decimal(pnlUsd).times(-1);
    if (lost.lt(decimal(limitUsd).times(NEAR_FRAC)) || this.warnedDay.get(mode) === day) return;
    const share = lost.div(decimal(limitUsd)).times(100).round(0).toString();
    const text = `the ${mode} accounts have lost ${lost.round(2).toString()} USD today, ${share} % of the limit of ${decimal(limitUsd).round(2).toString()}`;
    const venues = [...desks.values()].flatMap((desk) => (desk.mode === mode ? [desk.venue] : []));
    const data = { mode, day, pnlUsd, limitUsd };
    const event = { event: 'daily_loss_near', severity: 'WARN', symbol: null, venues, text, data } as const;
    if (facts.append([{ kind: 'event', ...event }]).ok) this.warnedDay.set(mode, day);
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
