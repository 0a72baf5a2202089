import {
  domainError,
  err,
  ok,
  type AccountKey,
  type DomainError,
  type FundingSettlement,
  type Income,
  type InstrumentId,
  type Result,
} from '../../domain/index.ts';
import { fundingIncomeId, PaperClient } from '../../execution/index.ts';
import type { FundingDue, TradingCalls } from '../trading-views.ts';
import type { AccountDesk } from './account-desk.ts';
import type { CoreContext } from './core-context.ts';

const HOUR_MS = 3_600_000;
/** Venues write a settlement into their history within this; earlier it may still be missing there. */
const PUBLISH_MS = 60_000;
/** The feed has told the running interval by then: what settles later is booked as it happens. */
const FEED_TELLS_MS = 60_000;
/** Funding that is still missing is told again after this. */
const TELL_AGAIN_MS = HOUR_MS;

interface Missing extends FundingDue {
  toldMs: number | null;
}

type BookFunding = TradingCalls['book-funding'];

/**
 * Books what paper positions paid and earned while nobody watched. The core reads nothing itself: it names what is due, and the other side
 * brings the venue's history. Each settlement is booked once, by its id.
 */
export class FundingDesk {
  private readonly context: CoreContext;
  private readonly missing = new Map<string, Missing>();
  private readonly listed = new Set<AccountDesk>();
  private readonly startMs: number;

  constructor(context: CoreContext) {
    this.context = context;
    this.startMs = context.clock.nowMs();
  }

  /** Returns the positions whose past settlements have to be read. Empty while the newest one may not be in the history yet. */
  due(): readonly FundingDue[] {
    for (const desk of this.context.desks.values()) this.list(desk);
    if (this.missing.size === 0) return [];
    const nowMs = this.context.clock.nowMs();
    if (nowMs % HOUR_MS < PUBLISH_MS) return [];
    return [...this.missing.values()]
      .filter(({ instrumentId }) => nowMs - this.startMs >= FEED_TELLS_MS || this.isWatched(instrumentId, nowMs))
      .map(({ account, instrumentId, sinceMs }) => ({ account, instrumentId, sinceMs }));
  }

  /**
   * Books what the history says, oldest first; what can't be booked is told and stays due.
   *
   * @errors INPUT_INVALID when nothing is due there.
   */
  book({
    account,
    instrumentId,
    settlements,
    reason,
  }: BookFunding['request']): Result<BookFunding['answer'], DomainError> {
    const missing = this.missing.get(keyOf(account, instrumentId));
    const client = this.context.desks.get(account)?.client;
    if (missing === undefined || !(client instanceof PaperClient)) {
      return err(domainError('INPUT_INVALID', `no funding is due of ${account} in ${instrumentId}`));
    }
    const booked: FundingSettlement[] = [];
    let open = settlements === null ? (reason ?? 'the history could not be read') : null;
    for (const settlement of settlements ?? []) {
      const result = this.bookOne(client, missing, settlement);
      if (result === 'booked') booked.push(settlement);
      else if (result !== null) open ??= result;
    }
    if (booked.length > 0) this.tellBooked(missing, booked);
    if (open === null) this.missing.delete(keyOf(account, instrumentId));
    else this.tellMissing(missing, open);
    return ok({ booked: booked.length, isComplete: open === null });
  }

  /** Returns null where nothing was to be done, and otherwise what came of it in words. */
  private bookOne(client: PaperClient, due: Missing, { venueMs, rateFrac, markPx }: FundingSettlement): string | null {
    const { orders, ledger, clock } = this.context;
    const { account, instrumentId, sinceMs } = due;
    if (venueMs <= sinceMs || venueMs > clock.nowMs() || this.isBooked(due, venueMs)) return null;
    const at = new Date(venueMs).toISOString();
    const qtyBase = ledger.account(account)?.qtyBefore(instrumentId, venueMs) ?? null;
    if (qtyBase === null) return `what was held at ${at} can't be told any more`;
    if (qtyBase.eq(0)) return null;
    if (markPx === null) return `no price of ${at} is known`;
    client.bookFunding({ instrumentId, venueMs, rateFrac, markPx, qtyBase });
    return orders.hasIncome(account, incomeOf(instrumentId, venueMs)) ? 'booked' : `${at} could not be recorded`;
  }

  private isBooked({ account, instrumentId }: FundingDue, venueMs: number): boolean {
    return this.context.orders.hasIncome(account, incomeOf(instrumentId, venueMs));
  }

  /** A position that was open over a full hour may have missed a settlement; venues settle on full hours only. */
  private list(desk: AccountDesk): void {
    if (!desk.hasStarted || desk.mode !== 'paper' || this.listed.has(desk)) return;
    this.listed.add(desk);
    const lastHourMs = Math.floor((this.startMs + FEED_TELLS_MS) / HOUR_MS) * HOUR_MS;
    for (const position of this.context.ledger.account(desk.account)?.positions() ?? []) {
      const { account, instrumentId, kind, openMs: sinceMs } = position;
      if (kind !== 'perp' || sinceMs >= lastHourMs) continue;
      this.missing.set(keyOf(account, instrumentId), { account, instrumentId, sinceMs, toldMs: null });
    }
  }

  private isWatched(id: InstrumentId, nowMs: number): boolean {
    return (this.context.eyes.fundingOf(id)?.nextMs ?? 0) > nowMs;
  }

  private tellMissing(missing: Missing, why: string): void {
    const nowMs = this.context.clock.nowMs();
    if (missing.toldMs !== null && nowMs - missing.toldMs < TELL_AGAIN_MS) return;
    missing.toldMs = nowMs;
    const since = new Date(missing.sinceMs).toISOString();
    const text = `funding of ${missing.account} in ${missing.instrumentId} since ${since} is not booked whole: ${why}; it is tried again`;
    this.tell(missing, { event: 'funding_missing', severity: 'WARN', text });
  }

  private tellBooked(due: FundingDue, booked: readonly FundingSettlement[]): void {
    const times = booked.map(({ venueMs }) => new Date(venueMs).toISOString()).join(', ');
    const text = `funding of ${due.account} in ${due.instrumentId} that fell into a stop is booked: ${times}`;
    this.tell(due, { event: 'funding_booked', severity: 'INFO', text });
  }

  private tell(
    { account, instrumentId }: FundingDue,
    what: { readonly event: string; readonly severity: 'WARN' | 'INFO'; readonly text: string },
  ): void {
    const instrument = this.context.instrumentOf(instrumentId);
    const { symbol = null, venue } = instrument ?? {};
    this.context.facts.append([
      { kind: 'event', ...what, symbol, venues: venue === undefined ? [] : [venue], data: { account, instrumentId } },
    ]);
  }
}

function keyOf(account: AccountKey, instrumentId: InstrumentId): string {
  return `${account}|${instrumentId}`;
}

function incomeOf(instrumentId: InstrumentId, venueMs: number): Pick<Income, 'kind' | 'incomeId'> {
  return { kind: 'funding', incomeId: fundingIncomeId(instrumentId, venueMs) };
}
