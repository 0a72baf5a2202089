import { createHash, randomBytes } from 'node:crypto';
import type { Clock, Log } from '@riptide/core/kernel';
import type { GateRepository } from '../storage/app-db/gate-repository.ts';

const SLIDING_MS = 12 * 3_600_000;
const LONGEST_MS = 7 * 24 * 3_600_000;
/** The last use is written at most this often. */
const TOUCH_MS = 60_000;
const SESSIONS_MAX = 1_000;
const ID_CHARACTERS = 16;

interface Session {
  readonly createdMs: number;
  readonly address: string;
  usedMs: number;
  writtenMs: number;
  /** When its holder last showed the password; the unlock that opened it is the first time. */
  provenMs: number;
}

/** One open session as its owner may see it. */
export interface GateSessionView {
  /** Names the session; opens nothing. */
  readonly id: string;
  readonly isCurrent: boolean;
  readonly createdMs: number;
  readonly usedMs: number;
  readonly endMs: number;
  readonly address: string;
}

/** The open sessions of the gate. One ends 12 h after its last use, 7 d after its start, or when it is ended. */
export class GateSessions {
  private readonly repository: GateRepository;
  private readonly clock: Clock;
  private readonly log: Log;
  private readonly sessions = new Map<string, Session>();
  private readonly endListeners = new Set<(tokenHash: string) => void>();

  constructor(repository: GateRepository, clock: Clock, log: Log) {
    this.repository = repository;
    this.clock = clock;
    this.log = log;
  }

  async load(): Promise<void> {
    for (const { tokenHash, createdMs, usedMs, address } of await this.repository.sessions()) {
      this.sessions.set(tokenHash, { createdMs, usedMs, writtenMs: usedMs, provenMs: createdMs, address });
    }
    await this.dropExpired();
  }

  /** Opens a session. Returns the token for the cookie; only its hash is kept. */
  async open(address: string): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const nowMs = this.clock.nowMs();
    await this.makeRoom();
    await this.repository.addSession({ tokenHash: tokenHashOf(token), createdMs: nowMs, usedMs: nowMs, address });
    const session = { createdMs: nowMs, usedMs: nowMs, writtenMs: nowMs, provenMs: nowMs, address };
    this.sessions.set(tokenHashOf(token), session);
    return token;
  }

  /** Notes that the holder of an open session has shown the password again. */
  prove(tokenHash: string): void {
    const session = this.sessions.get(tokenHash);
    if (session !== undefined) session.provenMs = this.clock.nowMs();
  }

  /** Returns true when the holder of a session has shown the password within the last `withinMs`. */
  isProven(tokenHash: string, withinMs: number): boolean {
    const session = this.sessions.get(tokenHash);
    return session !== undefined && this.clock.nowMs() - session.provenMs <= withinMs;
  }

  /** Returns the end of the session a token opens, epoch ms, and counts it as used now; null when it opens none. */
  use(token: string | undefined): number | null {
    if (token === undefined) return null;
    const tokenHash = tokenHashOf(token);
    const session = this.sessions.get(tokenHash);
    if (session === undefined) return null;
    const nowMs = this.clock.nowMs();
    if (endOf(session) <= nowMs) {
      this.endInBackground(tokenHash);
      return null;
    }
    session.usedMs = nowMs;
    if (nowMs - session.writtenMs >= TOUCH_MS) {
      session.writtenMs = nowMs;
      this.repository
        .touchSession(tokenHash, nowMs)
        .catch((error: unknown) => this.log.error('gate: last use not stored', { error: String(error) }));
    }
    return endOf(session);
  }

  has(tokenHash: string): boolean {
    return this.sessions.has(tokenHash);
  }

  /** Returns true for an address somebody is unlocked from. */
  isKnownAddress(address: string): boolean {
    for (const session of this.sessions.values()) if (session.address === address) return true;
    return false;
  }

  /** Returns the open sessions, the one used last first. */
  list(currentHash: string): readonly GateSessionView[] {
    const nowMs = this.clock.nowMs();
    return [...this.sessions]
      .filter(([, session]) => endOf(session) > nowMs)
      .map(([tokenHash, session]) => ({
        id: tokenHash.slice(0, ID_CHARACTERS),
        isCurrent: tokenHash === currentHash,
        createdMs: session.createdMs,
        usedMs: session.usedMs,
        endMs: endOf(session),
        address: session.address,
      }))
      .sort((a, b) => b.usedMs - a.usedMs);
  }

  /** Returns the hash a session's id stands for; null when there is no such session. */
  hashOf(id: string): string | null {
    if (id.length !== ID_CHARACTERS) return null;
    for (const tokenHash of this.sessions.keys()) if (tokenHash.startsWith(id)) return tokenHash;
    return null;
  }

  /** Ends a session; returns once it is ended on disk too. */
  async end(tokenHash: string): Promise<void> {
    this.forget(tokenHash);
    await this.repository.removeSession(tokenHash);
  }

  /** Ends every session but one. Returns how many. */
  async endOthers(keptHash: string): Promise<number> {
    const ended = this.forgetOthers(keptHash);
    await this.repository.removeOtherSessions(keptHash);
    return ended;
  }

  /** Forgets every session but one that is off the disk already. Returns how many. */
  forgetOthers(keptHash: string): number {
    const others = [...this.sessions.keys()].filter((tokenHash) => tokenHash !== keptHash);
    for (const tokenHash of others) this.forget(tokenHash);
    return others.length;
  }

  /** Calls back with the token's hash when a session ends. Returns how to stop it. */
  onEnd(listener: (tokenHash: string) => void): () => void {
    this.endListeners.add(listener);
    return () => void this.endListeners.delete(listener);
  }

  private forget(tokenHash: string): void {
    this.sessions.delete(tokenHash);
    for (const listener of this.endListeners) listener(tokenHash);
  }

  private endInBackground(tokenHash: string): void {
    this.end(tokenHash).catch((error: unknown) =>
      this.log.error('gate: session not removed', { error: String(error) }),
    );
  }

  private async dropExpired(): Promise<void> {
    const nowMs = this.clock.nowMs();
    for (const [tokenHash, session] of this.sessions) if (endOf(session) <= nowMs) this.endInBackground(tokenHash);
  }

  /** Keeps the number of sessions bounded: expired ones go first, then the one used longest ago. */
  private async makeRoom(): Promise<void> {
    if (this.sessions.size < SESSIONS_MAX) return;
    await this.dropExpired();
    while (this.sessions.size >= SESSIONS_MAX) {
      let oldest: string | null = null;
      let oldestMs = Number.POSITIVE_INFINITY;
      for (const [tokenHash, session] of this.sessions) {
        if (session.usedMs < oldestMs) [oldest, oldestMs] = [tokenHash, session.usedMs];
      }
      if (oldest === null) return;
      await this.end(oldest);
    }
  }
}

function endOf(session: Session): number {
  return Math.min(session.usedMs + SLIDING_MS, session.createdMs + LONGEST_MS);
}

/** Returns what is kept of a token. */
export function tokenHashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Returns the short id of the session a token opens; it names the session and opens nothing. */
export function sessionIdOf(token: string): string {
  return tokenHashOf(token).slice(0, ID_CHARACTERS);
}
