import {
  accountKey,
  decimal,
  domainError,
  err,
  ok,
  type AccountKey,
  type DomainError,
  type KeyReport,
  type Result,
  type Venue,
  type VenueKey,
} from '../../domain/index.ts';
import type { TradingCalls } from '../trading-views.ts';
import type { AccountDesk } from './account-desk.ts';
import type { AccountDesks } from './account-desks.ts';
import type { CoreContext } from './core-context.ts';

/** Pauses before an account that could not be opened is tried again, doubled each time. */
const AGAIN_MS = { first: 2_000, max: 60_000 } as const;

/** Pause between two questions about a key that the venue did not tell of. */
const PROBE_AGAIN_MS = 15_000;

type SetKey = TradingCalls['set-key'];

/**
 * Changes the keys of live accounts and proves whose account stands behind each: books are about one account of the venue. A key for
 * another one ends them and begins new ones, and is refused while the former account holds something.
 */
export class KeyDesk {
  private readonly context: CoreContext;
  private readonly accounts: AccountDesks;
  private readonly onStarted: (desk: AccountDesk) => void;
  private readonly changes = new Map<Venue, Promise<unknown>>();
  private readonly again = new Map<AccountDesk, { readonly count: number; readonly dueMs: number }>();

  private probeDueMs = 0;

  constructor(context: CoreContext, accounts: AccountDesks, onStarted: (desk: AccountDesk) => void) {
    this.context = context;
    this.accounts = accounts;
    this.onStarted = onStarted;
  }

  /** One change of a venue's key at a time: of two at once the streams of the first would stay open for ever. */
  setKey(request: SetKey['request']): Promise<Result<SetKey['answer'], DomainError>> {
    const before = this.changes.get(request.venue) ?? Promise.resolve();
    const change = before.then(() => this.change(request));
    this.changes.set(request.venue, Promise.allSettled([change]));
    return change;
  }

  /**
   * Says whether a key may replace the one in use. Nothing is changed.
   *
   * @errors ACCOUNT_IN_USE, with what is open in words, while the account holds something and the key is not proven to open the same.
   */
  async check(venue: Venue, key: VenueKey): Promise<Result<null, DomainError>> {
    const account = accountKey(venue, 'live');
    const owner = this.context.ledger.ownerOf(account);
    const held = this.heldBy(account);
    const isSameKey = key.savedMs !== undefined && owner?.keySavedMs === key.savedMs;
    if (held.length === 0 || owner?.isReleased === true || isSameKey) return ok(null);
    const desk = this.accounts.makeLive(venue, key);
    const probed = await desk.probe();
    await desk.client.stop();
    if (!probed.ok) return inUse(held, refusalOf(probed.error));
    return this.isOther(account, probed.value) ? inUse(held, 'the new key opens another account') : ok(null);
  }

  /** Asks the venue what a key may do. It is used for nothing else, and the one in use stays. @errors what the venue says. */
  async tryKey(venue: Venue, key: VenueKey): Promise<Result<TradingCalls['try-key']['answer'], DomainError>> {
    if (this.context.eyes.instrumentsOf(venue).length === 0) {
      return err(domainError('VENUE_NOT_READY', `${venue} has not told its instruments yet`, { outcome: 'not-sent' }));
    }
    const desk = this.accounts.makeLive(venue, key);
    const probed = await desk.probe();
    await desk.client.stop();
    return probed.ok ? ok({ ...probed.value, clockOffsetMs: this.context.eyes.clockOffsetMs(venue) }) : probed;
  }

  /**
   * Opens an account at its venue. A key that was proven before is trusted, so that protection does not wait for its probe; any other
   * one has to tell first whose account it opens.
   *
   * @errors what the venue says; ACCOUNT_IN_USE; ENGINE_JOURNAL_FAILED. It is then tried again.
   */
  private async open(desk: AccountDesk): Promise<Result<null, DomainError>> {
    if (!desk.isOpen && desk.mode === 'live') {
      const proven = await this.prove(desk);
      if (!proven.ok) {
        desk.lastError = proven.error;
        this.plan(desk);
        return proven;
      }
    }
    this.again.delete(desk);
    desk.isOpen = true;
    return this.accounts.start(desk);
  }

  /** Tries again what could not be opened. */
  everySecond(): void {
    const nowMs = this.context.clock.nowMs();
    for (const [desk, { dueMs }] of this.again) {
      if (this.context.desks.get(desk.account) !== desk) this.again.delete(desk);
      else if (nowMs >= dueMs) this.openAgain(desk);
    }
    if (nowMs < this.probeDueMs) return;
    this.probeDueMs = nowMs + PROBE_AGAIN_MS;
    for (const desk of this.context.desks.values()) if (desk.isOpen && desk.keyError !== null) void desk.probe();
  }

  private openAgain(desk: AccountDesk): void {
    this.plan(desk);
    this.openAndCompare(desk).catch((e: unknown) => this.tellFailure(desk, e));
  }

  private tellFailure(desk: AccountDesk, e: unknown): void {
    this.context.log.error('an account could not be opened', { account: desk.account, detail: String(e) });
  }

  /** Opens an account, compares it with its venue and takes up what was left undone there. Waits for no other account. */
  async openAndCompare(desk: AccountDesk): Promise<Result<null, DomainError>> {
    const opened = await this.open(desk);
    if (desk.isOpen) await this.compare(desk);
    return opened;
  }

  private async compare(desk: AccountDesk): Promise<void> {
    await this.context.reconciler.start([desk.account]);
    if (this.context.desks.get(desk.account) !== desk) return;
    this.context.resolver.resume(desk.account);
    desk.hasStarted = true;
    this.onStarted(desk);
  }

  private plan(desk: AccountDesk): void {
    const count = this.again.get(desk)?.count ?? 0;
    const pauseMs = Math.min(AGAIN_MS.first * 2 ** Math.min(count, 20), AGAIN_MS.max);
    this.again.set(desk, { count: count + 1, dueMs: this.context.clock.nowMs() + pauseMs });
  }

  private async change({ venue, key, isForgotten }: SetKey['request']): Promise<Result<SetKey['answer'], DomainError>> {
    const account = accountKey(venue, 'live');
    if (key === null) {
      await this.close(account);
      if (isForgotten === true) this.release(account);
      return ok({ isConnected: false, reason: 'no key' });
    }
    if (this.context.eyes.instrumentsOf(venue).length === 0) {
      return err(domainError('VENUE_NOT_READY', `${venue} has not told its instruments yet`, { outcome: 'not-sent' }));
    }
    const checked = await this.check(venue, key);
    if (!checked.ok) return checked;
    await this.close(account);
    const desk = this.accounts.openLive(venue, key);
    const opened = await this.open(desk);
    // The comparison may have to read again and again: whoever saved the key does not wait for it.
    if (desk.isOpen) this.compare(desk).catch((e: unknown) => this.tellFailure(desk, e));
    return ok({ isConnected: opened.ok, reason: opened.ok ? null : opened.error.code });
  }

  private async close(account: AccountKey): Promise<void> {
    this.context.reconciler.drop(account);
    await this.accounts.close(account);
  }

  private async prove(desk: AccountDesk): Promise<Result<null, DomainError>> {
    const owner = this.context.ledger.ownerOf(desk.account);
    const isKnown = owner !== null && !owner.isReleased && desk.keySavedMs !== null;
    if (isKnown && owner.keySavedMs === desk.keySavedMs) return ok(null);
    const probed = await desk.probe();
    return probed.ok ? this.takeOver(desk, probed.value) : probed;
  }

  private takeOver(desk: AccountDesk, report: KeyReport): Result<null, DomainError> {
    const { ledger, facts } = this.context;
    const { account, keySavedMs } = desk;
    // A venue that does not tell its accounts apart: nothing can be compared.
    if (report.accountId === null) return ok(null);
    const archives = this.isOther(account, report);
    const held = this.heldBy(account);
    if (archives && held.length > 0 && ledger.ownerOf(account)?.isReleased === false) {
      return inUse(held, 'the key opens another account');
    }
    if (archives) this.endBooks(desk, held);
    const venueAccountId = report.accountId;
    const written = facts.append([{ kind: 'account-owner', account, venueAccountId, keySavedMs, archives }]);
    return written.ok ? ok(null) : err(written.error);
  }

  /** What stood open at the former account is nobody's any more: it has to be said loudly, once. */
  private endBooks({ account, venue }: AccountDesk, held: readonly string[]): void {
    const { facts } = this.context;
    for (const condition of facts.conditions()) {
      if (condition.account === account) facts.clear(condition.key, 'the account was exchanged for another one');
    }
    const left = held.length === 0 ? '' : `; left behind there and not watched any more: ${held.join(', ')}`;
    facts.append([
      {
        kind: 'event',
        event: 'account_exchanged',
        severity: held.length === 0 ? 'WARN' : 'CRITICAL',
        symbol: null,
        venues: [venue],
        text: `the key of ${venue} opens another account: its books begin anew, the former ones are archived${left}`,
        data: { account },
      },
    ]);
  }

  private release(account: AccountKey): void {
    this.context.facts.append([
      { kind: 'account-owner', account, venueAccountId: null, keySavedMs: null, archives: false },
    ]);
  }

  private isOther(account: AccountKey, { accountId }: KeyReport): boolean {
    const known = this.context.ledger.ownerOf(account)?.venueAccountId ?? null;
    return known !== null && accountId !== null && known !== accountId;
  }

  /** Positions of an account, and entries that could still make one, in words. A stop without its position does nothing. */
  private heldBy(account: AccountKey): readonly string[] {
    const { ledger, orders } = this.context;
    const positions = (ledger.account(account)?.positions() ?? [])
      .filter(({ kind, qtyBase }) => kind === 'perp' && !decimal(qtyBase).eq(0))
      .map(({ symbol, qtyBase }) => `position ${qtyBase} ${symbol}`);
    const resting = orders
      .openOrders(account)
      .filter(({ isOurs, role }) => isOurs && role === 'entry')
      .map(({ side, qtyBase, instrumentId }) => `order ${side} ${qtyBase ?? ''} ${instrumentId}`);
    return [...positions, ...resting];
  }
}

function refusalOf({ code }: DomainError): string {
  if (code.startsWith('CREDENTIALS_')) return 'the exchange refuses the new key';
  return 'the exchange could not be asked whose account the new key opens';
}

function inUse(held: readonly string[], why: string): Result<never, DomainError> {
  const detail = `${why} while this is open: ${held.join(', ')}`;
  return err(domainError('ACCOUNT_IN_USE', detail, { outcome: 'not-sent' }));
}
