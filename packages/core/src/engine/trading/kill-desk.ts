import {
  decimal,
  EXECUTION_MODES,
  err,
  ok,
  type AccountKey,
  type DomainError,
  type Result,
  type TradingFact,
  type Venue,
} from '../../domain/index.ts';
import { isFinalState, isProtectiveStop, type OrderRecord } from '../../execution/index.ts';
import type { LedgerPosition } from '../../ledger/index.ts';
import { lossStreakConditionKey } from '../../risk/index.ts';
import type { KillVenueReport, TradingCalls } from '../trading-views.ts';
import type { AccountWorthDesk } from './account-worth-desk.ts';
import type { CloseDesk } from './close-desk.ts';
import type { CoreContext } from './core-context.ts';
import { RESTORE_FAULT } from './core-state.ts';

/** Pauses between attempts to close what is still open. */
const PAUSES_MS = [250, 1_000, 3_000] as const;

/** Pauses before what is still there is dealt with once more, doubled each time. */
const AGAIN_MS = { first: 5_000, max: 60_000 } as const;

type KillCall = TradingCalls['kill-switch'];

interface Pause {
  readonly count: number;
  readonly dueMs: number;
}

interface Tally {
  cancelled: number;
  closed: number;
  readonly failed: string[];
}

/** Told when the switch goes on or up; who pulls it again at the same level is in the records, and wakes nobody. */
function pulledEvent(level: 0 | 1 | 2 | 3, reason: string, by: string): TradingFact {
  return {
    kind: 'event',
    event: 'kill_switch',
    severity: 'CRITICAL',
    symbol: null,
    venues: [],
    text: `kill switch level ${level}: ${reason}`,
    data: { level, by },
  };
}

/**
 * The kill switch: 1 stops new risk, 2 cancels resting entries too, 3 also closes every position. It is a record, so a restart finds it
 * on, and takes up again what was not finished.
 */
export class KillDesk {
  private readonly context: CoreContext;
  private readonly closing: CloseDesk;
  private readonly worth: AccountWorthDesk;
  /** How often it is being carried out at an account right now. */
  private readonly running = new Map<AccountKey, number>();
  private readonly again = new Map<AccountKey, Pause>();
  private readonly flattening = new Map<AccountKey, Pause>();

  constructor(context: CoreContext, closing: CloseDesk, worth: AccountWorthDesk) {
    this.context = context;
    this.closing = closing;
    this.worth = worth;
  }

  /**
   * Pulls the switch and answers when each venue has been dealt with.
   *
   * A journal that can't be written does not stop it: it counts from now on, only its memory of a restart is then in doubt.
   */
  async pull({ level: asked, reason, by }: KillCall['request']): Promise<Result<KillCall['answer'], DomainError>> {
    const { facts, risk } = this.context;
    // Only a release lowers it.
    const level = risk.kill.level > asked ? risk.kill.level : asked;
    const isNews = level !== risk.kill.level;
    facts.append([{ kind: 'kill-switch', level, reason, by }, ...(isNews ? [pulledEvent(level, reason, by)] : [])]);
    return ok({ level, venues: await this.carryOut(level) });
  }

  release(by: string): Result<{ readonly level: 0 }, DomainError> {
    const { facts, risk } = this.context;
    // A switch that is off is not released: nobody is told so.
    if (risk.kill.level > 0) {
      const written = facts.append([
        { kind: 'kill-switch', level: 0, reason: 'released', by },
        {
          kind: 'event',
          event: 'kill_switch_released',
          severity: 'WARN',
          symbol: null,
          venues: [],
          text: 'kill switch released; engines stay stopped until they are started',
          data: { by },
        },
      ]);
      if (!written.ok) return err(written.error);
    }
    this.releaseHalts();
    return ok({ level: 0 });
  }

  /** A person who releases the switch has looked at the losses in a row, and at what the journal lacks, as well. */
  private releaseHalts(): void {
    const { facts, risk, clock } = this.context;
    const nowMs = clock.nowMs();
    const halted = EXECUTION_MODES.filter((mode) => {
      const { isOff, haltEndMs } = risk.lossStreak(mode);
      return isOff || (haltEndMs !== null && haltEndMs > nowMs);
    });
    const text = 'released by a person';
    facts.append(halted.map((mode) => ({ kind: 'condition-cleared', key: lossStreakConditionKey(mode), text })));
    facts.clear(RESTORE_FAULT, text);
  }

  /** Does at an account that has just started what the level asks for. */
  takeUp(account: AccountKey): void {
    const { level } = this.context.risk.kill;
    if (level >= 2 && this.mayAct(account)) void this.carryOutSafely(account, level);
  }

  /** Closes what is left of ours at an account, without the switch; ever more slowly while it fails. Call every second. */
  keepFlat(account: AccountKey): void {
    if (!this.mayAct(account) || this.running.has(account)) return;
    if (this.openOf(account, true).length === 0) this.flattening.delete(account);
    else this.carryOutAgain(account, 3, this.flattening);
  }

  /** Does what the level asks for. */
  async carryOut(level: 0 | 1 | 2 | 3): Promise<readonly KillVenueReport[]> {
    const reports = [...this.context.desks.keys()]
      .filter((account) => this.mayAct(account))
      .map((account) => this.carryOutSafely(account, level));
    return Promise.all(reports);
  }

  /** Cancels what was on its way when the switch was pulled, and closes what still filled then; ever more slowly while it fails. */
  everySecond(): void {
    const { level } = this.context.risk.kill;
    if (level < 2) return this.again.clear();
    for (const account of this.context.desks.keys()) {
      if (!this.mayAct(account) || this.running.has(account)) continue;
      const isOpen = this.restingOf(account).some(({ state }) => state === 'open');
      if (!isOpen && (level < 3 || this.openOf(account, true).length === 0)) this.again.delete(account);
      else this.carryOutAgain(account, level, this.again);
    }
  }

  private carryOutAgain(account: AccountKey, level: 0 | 1 | 2 | 3, pauses: Map<AccountKey, Pause>): void {
    const nowMs = this.context.clock.nowMs();
    const { count, dueMs } = pauses.get(account) ?? { count: 0, dueMs: nowMs };
    if (nowMs < dueMs) return;
    const pauseMs = Math.min(AGAIN_MS.first * 2 ** Math.min(count, 20), AGAIN_MS.max);
    pauses.set(account, { count: count + 1, dueMs: nowMs + pauseMs });
    void this.carryOutSafely(account, level);
  }

  /** A bug at one account must not keep the others from being dealt with. */
  private async carryOutSafely(account: AccountKey, level: 0 | 1 | 2 | 3): Promise<KillVenueReport> {
    this.running.set(account, (this.running.get(account) ?? 0) + 1);
    try {
      return await this.carryOutAt(account, level);
    } catch (e) {
      const detail = e instanceof Error ? (e.stack ?? e.message) : String(e);
      this.context.log.error('the kill switch failed at an account', { account, detail });
      const [venue] = account.split(':') as [Venue];
      const failed = [`${account}: ${String(e)}`];
      return { venue, account, cancelled: 0, closed: 0, failed, ...this.leftAt(account) };
    } finally {
      const left = (this.running.get(account) ?? 1) - 1;
      if (left > 0) this.running.set(account, left);
      else this.running.delete(account);
    }
  }

  /** Cancels what rests and closes every position of one account, without pulling the switch. null: it is only looked at. */
  async flatten(account: AccountKey): Promise<KillVenueReport | null> {
    return this.mayAct(account) ? this.carryOutSafely(account, 3) : null;
  }

  private async carryOutAt(account: AccountKey, level: 0 | 1 | 2 | 3): Promise<KillVenueReport> {
    const tally: Tally = { cancelled: 0, closed: 0, failed: [] };
    if (level >= 2) await this.cancelResting(account, tally);
    if (level >= 3) await this.closeAll(account, tally);
    const desk = this.context.desks.get(account);
    if (desk === undefined) throw new Error(`Invariant: no desk of ${account}`);
    return {
      venue: desk.venue,
      account,
      ...tally,
      ...this.leftAt(account),
    };
  }

  private leftAt(account: AccountKey): Pick<KillVenueReport, 'openPositions' | 'openOrders'> {
    const openOrders = this.context.orders.openOrders(account).length;
    return { openPositions: this.worth.perpsOf(account).length, openOrders };
  }

  /** Everything of ours that rests but the stops that protect. */
  private async cancelResting(account: AccountKey, tally: Tally): Promise<void> {
    const { executor } = this.context;
    const resting = this.restingOf(account);
    const failures = await executor.cancelWhere((order) => resting.some(({ key }) => key === order.key), 'kill switch');
    tally.cancelled += resting.length - failures.size;
    for (const [key, error] of failures) tally.failed.push(`cancel ${key}: ${error.code}`);
  }

  private restingOf(account: AccountKey): readonly OrderRecord[] {
    return this.context.orders
      .openOrders(account)
      .filter((order) => order.isOurs && !isProtectiveStop(order) && !isFinalState(order.state));
  }

  private openOf(account: AccountKey, areOursOnly: boolean): readonly LedgerPosition[] {
    return this.worth
      .perpsOf(account)
      .filter(({ qtyBase, source }) => !decimal(qtyBase).eq(0) && (!areOursOnly || source !== null));
  }

  private async closeAll(account: AccountKey, tally: Tally): Promise<void> {
    const asked = new Set<string>();
    for (let attempt = 0; attempt <= PAUSES_MS.length; attempt += 1) {
      const open = this.openOf(account, false);
      if (open.length === 0) break;
      const errors = await Promise.all(
        open.map(async (position) => {
          asked.add(position.instrumentId);
          const sent = await this.closing.close(`${account}|${position.instrumentId}`, 'flatten');
          return sent.ok ? null : `close ${position.instrumentId}: ${sent.error.code} ${sent.error.detail}`;
        }),
      );
      const pauseMs = PAUSES_MS[attempt];
      if (pauseMs === undefined) tally.failed.push(...errors.flatMap((text) => text ?? []));
      else await this.pause(pauseMs);
    }
    const left = new Set(this.worth.perpsOf(account).map(({ instrumentId }) => instrumentId as string));
    tally.closed += [...asked].filter((id) => !left.has(id)).length;
    for (const id of left) this.shout(account, id);
  }

  private shout(account: AccountKey, instrumentId: string): void {
    const text = `${instrumentId} on ${account} could not be closed by the kill switch`;
    this.context.facts.append([
      {
        kind: 'event',
        event: 'flatten_failed',
        severity: 'CRITICAL',
        symbol: null,
        venues: [],
        text,
        data: { account, instrumentId },
      },
    ]);
  }

  /** A live account that is not switched to live is only looked at, and so is one that was not compared with its venue yet. */
  private mayAct(account: AccountKey): boolean {
    return this.context.desks.get(account)?.hasStarted === true && this.context.permit.mayActOn(account);
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.context.clock.after(ms, resolve));
  }
}
