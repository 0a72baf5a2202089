import { decimal, err, ok, type AccountKey, type DomainError, type Result } from '../../domain/index.ts';
import { isFinalState, isProtectiveStop } from '../../execution/index.ts';
import type { KillVenueReport, TradingCalls } from '../trading-views.ts';
import type { AccountWorthDesk } from './account-worth-desk.ts';
import type { CloseDesk } from './close-desk.ts';
import type { CoreContext } from './core-context.ts';

/** Pauses between attempts to close what is still open. */
const PAUSES_MS = [250, 1_000, 3_000] as const;

type KillCall = TradingCalls['kill-switch'];

interface Tally {
  cancelled: number;
  closed: number;
  readonly failed: string[];
}

/**
 * The kill switch: 1 stops new risk, 2 cancels resting entries too, 3 also closes every position. It is a record, so a restart finds it
 * on, and takes up again what was not finished.
 */
export class KillDesk {
  private readonly context: CoreContext;
  private readonly closing: CloseDesk;
  private readonly worth: AccountWorthDesk;

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
    // Only a release lowers it.
    const level = this.context.risk.kill.level > asked ? this.context.risk.kill.level : asked;
    this.context.facts.append([
      { kind: 'kill-switch', level, reason, by },
      {
        kind: 'event',
        event: 'kill_switch',
        severity: 'CRITICAL',
        symbol: null,
        venues: [],
        text: `kill switch level ${level}: ${reason}`,
        data: { level, by },
      },
    ]);
    return ok({ level, venues: await this.carryOut(level) });
  }

  release(by: string): Result<{ readonly level: 0 }, DomainError> {
    const written = this.context.facts.append([
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
    return written.ok ? ok({ level: 0 }) : err(written.error);
  }

  /** Does what the level asks for, also after a restart. */
  async carryOut(level: 0 | 1 | 2 | 3): Promise<readonly KillVenueReport[]> {
    const reports = [...this.context.desks.keys()]
      .filter((account) => this.mayAct(account))
      .map((account) => this.carryOutAt(account, level));
    return Promise.all(reports);
  }

  /** Cancels what rests and closes every position of one account, without pulling the switch. null: it is only looked at. */
  async flatten(account: AccountKey): Promise<KillVenueReport | null> {
    return this.mayAct(account) ? this.carryOutAt(account, 3) : null;
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
      openPositions: this.worth.perpsOf(account).length,
      openOrders: this.context.orders.openOrders(account).length,
    };
  }

  /** Everything of ours that rests but the stops that protect. */
  private async cancelResting(account: AccountKey, tally: Tally): Promise<void> {
    const { executor, orders } = this.context;
    const resting = orders
      .openOrders(account)
      .filter((order) => order.isOurs && !isProtectiveStop(order) && !isFinalState(order.state));
    const failures = await executor.cancelWhere((order) => resting.some(({ key }) => key === order.key), 'kill switch');
    tally.cancelled += resting.length - failures.size;
    for (const [key, error] of failures) tally.failed.push(`cancel ${key}: ${error.code}`);
  }

  private async closeAll(account: AccountKey, tally: Tally): Promise<void> {
    const asked = new Set<string>();
    for (let attempt = 0; attempt <= PAUSES_MS.length; attempt += 1) {
      const open = this.worth.perpsOf(account).filter(({ qtyBase }) => !decimal(qtyBase).eq(0));
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

  /** A live account that is not switched to live is only looked at. */
  private mayAct(account: AccountKey): boolean {
    return this.context.desks.has(account) && this.context.permit.mayActOn(account);
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.context.clock.after(ms, resolve));
  }
}
