import {
  accountKey,
  domainError,
  err,
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

/** How often what the engine has is compared with what is saved. */
const PERIOD_MS = 2_000;
const TIMEOUT_MS = 15_000;
/** A key for another account than the one that holds something is offered again after this long: it may have been closed meanwhile. */
const REFUSED_PAUSE_MS = 30_000;

type SetKeyResult = Result<TradingCalls['set-key']['answer'], DomainError>;

/** What is saved for a venue. `key` null: nothing to use. */
export interface WantedKey {
  readonly isEnabled: boolean;
  readonly key: VenueKey | null;
}

export interface KeySyncDeps {
  readonly link: EngineLink;
  readonly clock: Clock;
  readonly log: Log;
  readonly market: MarketSource;
  /** Returns what is saved for a venue, null when nothing was ever saved. */
  wanted(venue: Venue): WantedKey | null;
}

/**
 * Brings the engine to what is saved: hands over keys it lacks, takes back those that were disabled, switches venues on and off. Tries
 * again every 2 s until both agree, so that neither a restart of the engine nor one of the server leaves them apart.
 *
 * A key whose account still holds something stays in use: what is open there must be closable.
 */
export class KeySync {
  private readonly deps: KeySyncDeps;
  /** By venue: which saving of a key the engine refused, and until when it is not offered again. */
  private readonly refused = new Map<Venue, { readonly savedMs: number | undefined; readonly untilMs: number }>();
  private readonly running = new Map<Venue, Promise<SetKeyResult | null>>();
  private wasReady = false;
  private readonly timer: TimerHandle;
  private readonly unsubscribe: () => void;

  constructor(deps: KeySyncDeps) {
    this.deps = deps;
    this.timer = deps.clock.every(PERIOD_MS, () => this.syncAll());
    this.unsubscribe = deps.link.onChange(({ kind }) => {
      // Not with the next period: until the engine has the keys every screen says that they are being checked.
      const isNowReady = this.isEngineReady && !this.wasReady;
      this.wasReady = this.isEngineReady;
      if (kind === 'reset' || isNowReady) this.syncAll();
    });
  }

  close(): void {
    this.timer.cancel();
    this.unsubscribe();
  }

  /** Brings one venue up to date. null: there was nothing to do. */
  async sync(venue: Venue): Promise<SetKeyResult | null> {
    const before = this.running.get(venue);
    if (before !== undefined) await before;
    const run = this.bring(venue).finally(() => this.running.delete(venue));
    this.running.set(venue, run);
    return run;
  }

  private get isEngineReady(): boolean {
    const { link } = this.deps;
    return link.isConnected && link.values('trading').get('state')?.isReady === true;
  }

  private syncAll(): void {
    const { log } = this.deps;
    if (!this.isEngineReady) return;
    for (const venue of VENUES) {
      if (this.running.has(venue)) continue;
      this.sync(venue).catch((e: unknown) => log.error('handing a key over failed', { venue, detail: String(e) }));
    }
  }

  private async bring(venue: Venue): Promise<SetKeyResult | null> {
    const { link, log, market } = this.deps;
    const wanted = this.deps.wanted(venue);
    await this.bringEnabled(venue, wanted);
    if (market === 'replay') return null;
    const key = wanted?.isEnabled === true ? wanted.key : null;
    const account = link.values('account').get(accountKey(venue, 'live'));
    const isGone = wanted === null;
    if (key === null ? account === undefined || (!isGone && this.isInUse(venue)) : this.isDone(venue, account, key)) {
      return null;
    }
    const result = await this.send(venue, key);
    if (result.ok) this.refused.delete(venue);
    else if (result.error.code === 'ACCOUNT_IN_USE') {
      this.refused.set(venue, { savedMs: key?.savedMs, untilMs: this.deps.clock.nowMs() + REFUSED_PAUSE_MS });
    }
    if (!result.ok && result.error.code !== 'VENUE_NOT_READY')
      log.warn('the engine did not take the key', { venue, code: result.error.code, detail: result.error.detail });
    return result;
  }

  /** True when the engine has this very key, or has just refused it. */
  private isDone(venue: Venue, account: AccountView | undefined, key: VenueKey): boolean {
    if (account !== undefined && account.keySavedMs === (key.savedMs ?? null)) return true;
    const refused = this.refused.get(venue);
    return refused !== undefined && refused.savedMs === key.savedMs && this.deps.clock.nowMs() < refused.untilMs;
  }

  private async send(venue: Venue, key: VenueKey | null): Promise<SetKeyResult> {
    const { link } = this.deps;
    if (!link.isConnected) return err(domainError('ENGINE_NOT_READY', 'set-key', { outcome: 'not-sent' }));
    return link.send('set-key', { venue, key }, TIMEOUT_MS);
  }

  private async bringEnabled(venue: Venue, wanted: WantedKey | null): Promise<void> {
    const { link, log } = this.deps;
    const state = link.values('trading').get('state');
    if (state === undefined || wanted === null || !link.isConnected) return;
    if (wanted.isEnabled !== state.disabledVenues.includes(venue)) return;
    const request = { venue, isEnabled: wanted.isEnabled, by: 'connections' };
    const result = await link.send('set-venue-enabled', request, TIMEOUT_MS);
    if (!result.ok) log.warn('the venue was not switched', { venue, code: result.error.code });
  }

  /** True while the real account holds a position or a resting order. */
  private isInUse(venue: Venue): boolean {
    const account = accountKey(venue, 'live');
    const { link } = this.deps;
    for (const position of link.values('position').values()) if (position.account === account) return true;
    for (const order of link.values('order').values()) if (order.account === account && order.isOurs) return true;
    return false;
  }
}
