import {
  marketOf,
  toDecimalString,
  type AccountKey,
  type Instrument,
  type InstrumentId,
  type Market,
  type TradingFact,
} from '../../domain/index.ts';
import type { AccountDesk } from './account-desk.ts';
import type { AccountWorthDesk } from './account-worth-desk.ts';
import type { CoreContext } from './core-context.ts';
import { GapWatch } from './gap-watch.ts';
import { spotDustOf } from './spot-dust.ts';

const EQUITY_PERIOD_MS = 60_000;
const TRANSFER_PERIOD_MS = 1_000;
/** Both our sum and the venue's word must have been still for this long before a difference is called a transfer. */
const TRANSFER_SETTLE_MS = 5_000;
/** Below it a difference is a venue's rounding. */
const TRANSFER_TOLERANCE = '0.01';
const DEAD_MAN_PERIOD_MS = 10_000;
const DEAD_MAN_TIMEOUT_MS = 60_000;
const FEES_PERIOD_MS = 60_000;
const POSITIONS_PERIOD_MS = 5_000;

/** What has to be done again and again: equity points, transfers, fee rates, the venues' own timers that cancel our entries when we fall silent. */
export class Upkeep {
  private readonly context: CoreContext;
  private readonly worth: AccountWorthDesk;
  private readonly gaps: GapWatch;
  private readonly dueMs = new Map<string, number>();
  private readonly armed = new Set<AccountKey>();

  constructor(context: CoreContext, worth: AccountWorthDesk) {
    this.context = context;
    this.worth = worth;
    this.gaps = new GapWatch(context);
  }

  everySecond(): void {
    this.gaps.everySecond();
    for (const desk of this.context.desks.values()) {
      if (!desk.hasStarted) continue;
      this.recordEquity(desk);
      this.recordTransfers(desk);
      this.context.facts.append(spotDustOf(this.context, desk));
      if (this.isDue(`fees|${desk.account}`, FEES_PERIOD_MS)) this.run('fees', this.refreshFees(desk));
      if (this.isDue(`positions|${desk.account}`, POSITIONS_PERIOD_MS)) this.run('positions', desk.refreshPositions());
      if (desk.mode === 'live' && this.isDue(`dead-man|${desk.account}`, DEAD_MAN_PERIOD_MS)) {
        this.run('dead-man timer', this.armDeadMan(desk));
      }
    }
    // WHY: a division that stands already is not worked out between a trigger and its order.
    this.worth.capital();
  }

  private recordEquity(desk: AccountDesk): void {
    // A nearly full disk is for what reduces risk.
    if (this.context.journal.isOnReserve) return;
    const { cashUsd, unrealisedUsd } = this.worth.worthOf(desk);
    if (cashUsd === null || unrealisedUsd === null || !this.isDue(`equity|${desk.account}`, EQUITY_PERIOD_MS)) return;
    this.context.facts.append([
      {
        kind: 'equity',
        account: desk.account,
        cashUsd: toDecimalString(cashUsd),
        unrealisedUsd: toDecimalString(unrealisedUsd),
      },
    ]);
  }

  /** Money that came or went without a fill or an income of ours. */
  private recordTransfers(desk: AccountDesk): void {
    if (!this.isDue(`transfers|${desk.account}`, TRANSFER_PERIOD_MS)) return;
    const { ledger, facts, reconciler } = this.context;
    // WHY: a lost fill moves the venue's balance as a transfer does; only after a reading of all fills the rest is one.
    const readMs = reconciler.lastCompleteMs(desk.account);
    if (readMs === null) return;
    const found = ledger.detectTransfers(desk.account, {
      nowMs: readMs,
      settleMs: TRANSFER_SETTLE_MS,
      tolerance: TRANSFER_TOLERANCE,
    });
    facts.append(found.map((income): TradingFact => ({ kind: 'income', account: desk.account, income })));
  }

  /** One instrument stands for its market: an account has one tier. */
  private async refreshFees(desk: AccountDesk): Promise<void> {
    const instruments = this.context.eyes.instrumentsOf(desk.venue);
    for (const market of ['perp', 'spot'] as const) {
      const instrument = instruments.find(({ kind, isTrading }) => kind === market && isTrading);
      if (instrument !== undefined) await desk.refreshFees(market, instrument);
    }
  }

  /** Armed while an entry rests; disarmed once when the last is gone. */
  private async armDeadMan(desk: AccountDesk): Promise<void> {
    const { deadMan } = desk.client.capabilities;
    if (deadMan.length === 0 || !this.context.permit.mayTradeLive(desk.venue)) return;
    const resting = this.restingEntries(desk.account, deadMan);
    if (resting.length === 0 && !this.armed.has(desk.account)) return;
    const armed = await desk.client.armDeadMan(resting.length === 0 ? 0 : DEAD_MAN_TIMEOUT_MS, resting);
    if (!armed.ok) {
      desk.lastError = armed.error;
      return;
    }
    if (resting.length === 0) this.armed.delete(desk.account);
    else this.armed.add(desk.account);
  }

  private restingEntries(account: AccountKey, markets: readonly Market[]): readonly Instrument[] {
    const found = new Map<InstrumentId, Instrument>();
    for (const order of this.context.orders.openOrders(account)) {
      const instrument = this.context.instrumentOf(order.instrumentId);
      const market = instrument === null ? null : marketOf(instrument.kind);
      if (
        order.isOurs &&
        order.role === 'entry' &&
        instrument !== null &&
        market !== null &&
        markets.includes(market)
      ) {
        found.set(instrument.id, instrument);
      }
    }
    return [...found.values()];
  }

  private isDue(key: string, periodMs: number): boolean {
    const nowMs = this.context.clock.nowMs();
    if (nowMs < (this.dueMs.get(key) ?? 0)) return false;
    this.dueMs.set(key, nowMs + periodMs);
    return true;
  }

  private run(what: string, work: Promise<void>): void {
    work.catch((e: unknown) => this.context.log.error(`${what} failed`, { detail: String(e) }));
  }
}
