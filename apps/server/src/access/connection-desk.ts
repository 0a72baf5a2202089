import {
  accountKey,
  domainError,
  err,
  ok,
  VENUES,
  type DomainError,
  type MarketSource,
  type Result,
  type Venue,
  type VenueKey,
} from '@riptide/core/domain';
import type { AccountView, TradingCalls } from '@riptide/core/engine';
import type { Clock, Log, TimerHandle } from '@riptide/core/kernel';
import type { EngineLink } from '../link/engine-link.ts';
import type { VenueKeyRepository, VenueKeyRow } from '../storage/app-db/venue-key-repository.ts';
import { keyText } from './key-text.ts';
import { KeySync } from './key-sync.ts';
import type { KeyVault } from './key-vault.ts';
import { openVenueKey, sealVenueKey } from './open-venue-key.ts';

const PROBE_TIMEOUT_MS = 12_000;
/** A person waits this long for the engine to take a key; it goes on trying afterwards. */
const TAKEN_WITHIN_MS = 5_000;

export interface ConnectionDeskDeps {
  readonly repository: VenueKeyRepository;
  readonly vault: KeyVault;
  readonly link: EngineLink;
  readonly clock: Clock;
  readonly log: Log;
  readonly market: MarketSource;
}

/** What a saved key is, beside its secrets. */
export interface NewKey {
  readonly key: VenueKey;
  readonly scopes: VenueKeyRow['scopes'];
  readonly source: VenueKeyRow['source'];
}

export type ProbeAnswer = TradingCalls['probe-key']['answer'];

/** Keeps the exchange keys of the chosen market: saves, enables, tests them, and keeps the engine supplied. */
export class ConnectionDesk {
  private readonly deps: ConnectionDeskDeps;
  private readonly rows = new Map<Venue, VenueKeyRow>();
  private readonly sync: KeySync;
  /** When the key was saved whose first test was kept. */
  private readonly firstTests = new Map<Venue, number>();
  private readonly unsubscribe: () => void;

  private constructor(deps: ConnectionDeskDeps, rows: readonly VenueKeyRow[]) {
    this.deps = deps;
    for (const row of rows) this.rows.set(row.venue, row);
    const { link, clock, log, market } = deps;
    this.sync = new KeySync({
      link,
      clock,
      log,
      market,
      wanted: (venue) => {
        const row = this.rows.get(venue);
        return row === undefined ? null : { isEnabled: row.isEnabled, key: openVenueKey(deps.vault, row) };
      },
    });
    this.unsubscribe = link.onChange(() => this.noteFirstTests());
  }

  static async open(deps: ConnectionDeskDeps): Promise<ConnectionDesk> {
    return new ConnectionDesk(deps, await deps.repository.list(deps.market));
  }

  close(): void {
    this.unsubscribe();
    this.sync.close();
  }

  /** The saved key of a venue, its secrets sealed; null when there is none. */
  rowOf(venue: Venue): VenueKeyRow | null {
    return this.rows.get(venue) ?? null;
  }

  /** False when the key was sealed with another master key and has to be entered again. */
  isReadable(venue: Venue): boolean {
    const row = this.rows.get(venue);
    return row === undefined || openVenueKey(this.deps.vault, row) !== null;
  }

  /**
   * Saves a key and hands it to the engine. Returns in words why it is not in use yet; null when its streams are up.
   *
   * @errors ACCOUNT_IN_USE, with nothing saved, while the account of the key in use holds something and this one opens another.
   */
  async save(venue: Venue, { key, scopes, source }: NewKey): Promise<Result<string | null, DomainError>> {
    const { market, vault, clock, link } = this.deps;
    if (link.isConnected && market !== 'replay') {
      const checked = await link.send('check-key', { venue, key }, PROBE_TIMEOUT_MS);
      if (!checked.ok && checked.error.code === 'ACCOUNT_IN_USE') return checked;
    }
    const createdMs = Math.max(clock.nowMs(), (this.rows.get(venue)?.createdMs ?? 0) + 1);
    await this.store({
      venue,
      market,
      label: source === 'simulator' ? 'simulator' : '',
      isEnabled: true,
      scopes,
      ...sealVenueKey(vault, { venue, market }, key),
      source,
      createdMs,
      lastTestMs: null,
      lastTest: null,
    });
    return ok(await this.handOver(venue));
  }

  /** Switches a venue on or off, with a key or without. @errors ENGINE_NOT_READY, ENGINE_BUSY when it has no key and the engine does not answer. */
  async setEnabled(venue: Venue, isEnabled: boolean): Promise<Result<null, DomainError>> {
    const row = this.rows.get(venue);
    if (row !== undefined) {
      await this.store({ ...row, isEnabled });
      await this.handOver(venue);
      return ok(null);
    }
    const request = { venue, isEnabled, by: 'connections' };
    const result = await this.deps.link.send('set-venue-enabled', request, TAKEN_WITHIN_MS);
    return result.ok ? ok(null) : result;
  }

  /** Removes a key, whatever its account holds. Returns what stays open at the venue and is not watched any more, in words; null when nothing does. */
  async forget(venue: Venue): Promise<string | null> {
    const left = this.leftAt(venue);
    const { repository, market, link, log } = this.deps;
    await repository.remove(venue, market);
    this.rows.delete(venue);
    const result = await link.send('set-key', { venue, key: null, isForgotten: true }, TAKEN_WITHIN_MS);
    if (!result.ok) log.warn('the engine did not drop the key', { venue, code: result.error.code });
    return left;
  }

  /**
   * Asks the venue what the saved key may do, and keeps the answer.
   *
   * @errors CREDENTIALS_MISSING without a key; ENGINE_NOT_READY, ENGINE_BUSY; what the venue says.
   */
  async test(venue: Venue): Promise<Result<ProbeAnswer, DomainError>> {
    const { link, market } = this.deps;
    const row = this.rows.get(venue);
    if (row === undefined) return refused('CREDENTIALS_MISSING', `venue=${venue}`);
    if (market === 'replay') return refused('VENUE_NOT_READY', 'a recording has no accounts');
    if (this.accountOf(venue) === null && row.isEnabled) await this.handOver(venue);
    const probed = await link.send('probe-key', { venue }, PROBE_TIMEOUT_MS);
    if (probed.ok || !probed.error.code.startsWith('ENGINE_')) await this.keepTest(row, probed);
    return probed;
  }

  /** Asks the venue what a key may do that is not saved. Nothing is kept. @errors as `test`. */
  async tryKey(venue: Venue, key: VenueKey): Promise<Result<ProbeAnswer, DomainError>> {
    const { link, market } = this.deps;
    if (market === 'replay') return refused('VENUE_NOT_READY', 'a recording has no accounts');
    return link.send('try-key', { venue, key }, PROBE_TIMEOUT_MS);
  }

  /** Takes the keys that the simulated venues issued: where there is none, and where an older one of theirs is. */
  async takeSimulatorKeys(keys: Readonly<Partial<Record<Venue, VenueKey>>>): Promise<void> {
    if (this.deps.market !== 'sim') return;
    const newer = VENUES.flatMap((venue) => {
      const key = keys[venue];
      const row = this.rows.get(venue);
      if (key === undefined || (row !== undefined && row.source !== 'simulator')) return [];
      const isSame = row !== undefined && openVenueKey(this.deps.vault, row)?.apiSecret === key.apiSecret;
      return isSame ? [] : [{ venue, key }];
    });
    const scopes = { spot: true, futures: true };
    await Promise.all(newer.map(({ venue, key }) => this.save(venue, { key, scopes, source: 'simulator' })));
  }

  /** The account in the engine that the key opens which is saved now; null while the engine has another one or none. */
  accountOf(venue: Venue): AccountView | null {
    const account = this.deps.link.values('account').get(accountKey(venue, 'live')) ?? null;
    const row = this.rows.get(venue);
    return row !== undefined && account?.keySavedMs === row.createdMs ? account : null;
  }

  private leftAt(venue: Venue): string | null {
    const account = accountKey(venue, 'live');
    const { link } = this.deps;
    const positions = [...link.values('position').values()]
      .filter((position) => position.account === account)
      .map(({ symbol, side, qtyBase }) => `${side} ${qtyBase} ${symbol}`);
    const orders = [...link.values('order').values()].filter((order) => order.account === account && order.isOurs);
    const parts = [...positions, ...(orders.length === 0 ? [] : [`${orders.length} orders`])];
    return parts.length === 0 ? null : parts.join(', ');
  }

  private async store(row: VenueKeyRow): Promise<void> {
    await this.deps.repository.save(row);
    this.rows.set(row.venue, row);
  }

  private async handOver(venue: Venue): Promise<string | null> {
    const { clock, link } = this.deps;
    if (!link.isConnected) return 'the engine is not answering; it gets the key as soon as it does';
    const taken = this.sync.sync(venue);
    const [late, timer] = lateAfter(clock, TAKEN_WITHIN_MS);
    const result = await Promise.race([taken, late]);
    timer.cancel();
    if (result === 'late') return 'the venue has not answered yet';
    if (result === null) return null;
    if (!result.ok) return reasonOf(result.error);
    const { reason } = result.value;
    return reason === null ? null : keyText(reason);
  }

  private async keepTest(row: VenueKeyRow, probed: Result<ProbeAnswer, DomainError>): Promise<void> {
    const current = this.rows.get(row.venue);
    // Meanwhile another key may have been saved: the answer is not about that one.
    if (current === undefined || current.createdMs !== row.createdMs) return;
    const lastTest = probed.ok
      ? {
          ok: probed.value.spotOk || probed.value.futuresOk,
          spotOk: probed.value.spotOk,
          futuresOk: probed.value.futuresOk,
          canWithdraw: probed.value.canWithdraw,
          detail: probed.value.detail,
        }
      : { ok: false, spotOk: false, futuresOk: false, canWithdraw: null, detail: keyText(probed.error.code) };
    await this.store({ ...current, lastTestMs: this.deps.clock.nowMs(), lastTest });
  }

  /** The engine asks the venue when it opens an account; the answer is the first test of the key. */
  private noteFirstTests(): void {
    const { log } = this.deps;
    for (const row of this.rows.values()) {
      const report = this.accountOf(row.venue)?.key ?? null;
      const isTold = row.lastTestMs !== null || this.firstTests.get(row.venue) === row.createdMs;
      if (!row.isEnabled || report === null || isTold) continue;
      this.firstTests.set(row.venue, row.createdMs);
      this.keepTest(row, ok({ ...report, clockOffsetMs: null })).catch((e: unknown) =>
        log.error('a test of a key was not kept', { venue: row.venue, detail: String(e) }),
      );
    }
  }
}

function lateAfter(clock: Clock, ms: number): readonly [Promise<'late'>, TimerHandle] {
  let tell: (late: 'late') => void = () => undefined;
  const late = new Promise<'late'>((resolve) => (tell = resolve));
  return [late, clock.after(ms, () => tell('late'))];
}

function reasonOf({ code }: DomainError): string {
  if (code === 'VENUE_NOT_READY') return 'the venue is still being connected; the key is used as soon as it is';
  if (code.startsWith('ENGINE_')) return 'the engine has not taken it yet; it is tried again';
  return keyText(code);
}

function refused(code: DomainError['code'], detail: string): Result<never, DomainError> {
  return err(domainError(code, detail, { outcome: 'not-sent' }));
}
