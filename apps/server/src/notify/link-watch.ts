import { VENUES, type MarketSource, type Venue } from '@riptide/core/domain';
import type { Clock, TimerHandle } from '@riptide/core/kernel';
import { venueStatus } from '../http/presenters/venue-status.ts';
import type { EngineLink } from '../link/engine-link.ts';
import { noticeOf, type Notice } from './notice.ts';

const CHECK_PERIOD_MS = 1_000;
/** After so much silence of the engine a person is told. */
const ENGINE_SILENT_MS = 10_000;
/** A venue has to be down that long without a break; reconnecting takes seconds. */
const VENUE_DOWN_MS = 10_000;
/** And up that long to be back: one that comes and goes is told once, not at every turn. */
const VENUE_BACK_MS = 30_000;
/** The journal is told as well again when it has not failed for so long. */
const JOURNAL_QUIET_MS = 30_000;

export interface LinkWatchDeps {
  readonly link: EngineLink;
  readonly clock: Clock;
  readonly market: MarketSource;
  accept(notices: readonly Notice[]): void;
  /** Notes for the audit: nobody else can tell of an engine that is gone. */
  audit(event: 'engine_lost' | 'engine_back', data: Readonly<Record<string, number>>): void;
}

interface Switch {
  readonly key: string;
  readonly isOn: boolean;
  readonly on: () => Pick<Notice, 'event' | 'severity' | 'title' | 'body'> & Partial<Notice>;
  readonly off: () => Pick<Notice, 'event' | 'severity' | 'title' | 'body'> & Partial<Notice>;
}

/** Watches what the engine can't tell itself: that it is silent, that a venue is gone, that a key is refused. Tells changes only. */
export class LinkWatch {
  private readonly deps: LinkWatchDeps;
  private readonly timer: TimerHandle;
  private readonly startedMs: number;
  private readonly states = new Map<string, boolean>();
  private readonly downSinceMs = new Map<Venue, number>();
  private readonly upSinceMs = new Map<Venue, number>();
  private journal = { failures: 0, failedMs: 0 };
  /** Since when the link is lost; null while it stands. Before the first connection nothing is lost. */
  private lostMs: number | null = null;
  private wasConnected = false;

  constructor(deps: LinkWatchDeps) {
    this.deps = deps;
    this.startedMs = deps.clock.nowMs();
    this.timer = deps.clock.every(CHECK_PERIOD_MS, () => this.check());
  }

  close(): void {
    this.timer.cancel();
  }

  private check(): void {
    const { clock, link } = this.deps;
    const atMs = clock.nowMs();
    this.noteEngine(atMs);
    const switches = [
      this.engine(atMs),
      ...(link.isConnected ? [...this.venues(atMs), ...this.keys(), this.journalSwitch(atMs)] : []),
    ];
    const notices = switches.flatMap(({ key, isOn, on, off }) => {
      if (this.states.get(key) === isOn) return [];
      this.states.set(key, isOn);
      return [noticeOf({ atMs, edge: { key, isOn }, ...(isOn ? on() : off()) })];
    });
    if (notices.length > 0) this.deps.accept(notices);
  }

  /** Keeps in the audit how long positions were unwatched, shorter gaps than a person is told of as well. */
  private noteEngine(nowMs: number): void {
    const { isConnected } = this.deps.link;
    if (isConnected && this.lostMs !== null) {
      this.deps.audit('engine_back', { gone_seconds: Math.round((nowMs - this.lostMs) / 1_000) });
      this.lostMs = null;
    } else if (!isConnected && this.wasConnected) {
      this.lostMs = nowMs;
      this.deps.audit('engine_lost', {});
    }
    this.wasConnected = isConnected;
  }

  private engine(nowMs: number): Switch {
    const { link } = this.deps;
    const heardMs = Math.max(link.lastHeardMs ?? this.startedMs, this.startedMs);
    // WHY: connected and heard are one while the link works; a link that stands and brings nothing counts as silence.
    const isSilent = nowMs - heardMs > ENGINE_SILENT_MS && (!link.isConnected || link.lastHeardMs !== null);
    return {
      key: 'engine-silent',
      isOn: isSilent,
      on: () => ({
        event: 'engine_silent',
        severity: 'CRITICAL',
        title: 'The engine is silent',
        body: `The engine has not been heard for ${Math.round((nowMs - heardMs) / 1_000)} s and is being restarted. Stops that rest at the venues stay; nothing else is watched meanwhile.`,
      }),
      off: () => ({
        event: 'engine_silent',
        severity: 'INFO',
        title: 'The engine is back',
        body: 'The engine is heard again.',
      }),
    };
  }

  private venues(nowMs: number): readonly Switch[] {
    const { link, market } = this.deps;
    return [...link.values('venue').values()].map((line) => {
      const { venue } = line;
      const { status, reason } = venueStatus(line, { nowMs, isReplay: market === 'replay' });
      const [since, other] =
        status === 'down' ? [this.downSinceMs, this.upSinceMs] : [this.upSinceMs, this.downSinceMs];
      other.delete(venue);
      if (!since.has(venue)) since.set(venue, nowMs);
      const heldMs = nowMs - (since.get(venue) ?? nowMs);
      const key = `venue-down:${venue}`;
      const about = { event: 'venue_down', venues: [venue] } as const;
      return {
        key,
        isOn:
          status === 'down'
            ? heldMs >= VENUE_DOWN_MS || this.states.get(key) === true
            : heldMs < VENUE_BACK_MS && this.states.get(key) === true,
        on: () => ({ ...about, severity: 'ERROR', title: `${venue} is down`, body: reason ?? 'No data' }),
        off: () => ({ ...about, severity: 'INFO', title: `${venue} is back`, body: 'Market data arrive again.' }),
      };
    });
  }

  /** Records that can't be written can't be read either: this is seen from the counter of failures. */
  private journalSwitch(nowMs: number): Switch {
    const failures = this.deps.link.values('trading').get('state')?.journal.failures ?? 0;
    if (failures > this.journal.failures) this.journal = { failures, failedMs: nowMs };
    // A restart of the engine counts anew.
    else if (failures < this.journal.failures) this.journal = { ...this.journal, failures };
    const about = { event: 'condition' } as const;
    return {
      key: 'journal-failing',
      isOn: this.journal.failedMs > 0 && nowMs - this.journal.failedMs < JOURNAL_QUIET_MS,
      on: () => ({
        ...about,
        severity: 'CRITICAL',
        title: 'The journal can not be written',
        body: 'Nothing new is begun until it can. Look at the free space of the data folder.',
      }),
      off: () => ({
        ...about,
        severity: 'INFO',
        title: 'The journal is written again',
        body: 'No write has failed for 30 s.',
      }),
    };
  }

  private keys(): readonly Switch[] {
    const accounts = [...this.deps.link.values('account').values()].filter(({ mode }) => mode === 'live');
    return VENUES.map((venue) => {
      const account = accounts.find((each) => each.venue === venue);
      const about = { event: 'key_problem', venues: [venue] } as const;
      return {
        key: `key-problem:${venue}`,
        isOn: account?.keyCheck === 'failed',
        on: () => ({
          ...about,
          severity: 'ERROR',
          title: `${venue} refuses the key`,
          body: `The venue answers ${account?.lastErrorCode ?? 'nothing'}. Test the key on the API keys page.`,
        }),
        off: () => ({ ...about, severity: 'INFO', title: `${venue} takes the key`, body: 'The key can be used.' }),
      };
    });
  }
}
