import { createHash, randomBytes, randomInt } from 'node:crypto';
import { hash as hashPassword, verify as verifyPassword } from '@node-rs/argon2';
import { err, ok, type Result } from '@riptide/core/domain';
import type { Clock, Log } from '@riptide/core/kernel';
import type { GateRepository } from '../storage/app-db/gate-repository.ts';
import { TryLimiter } from './try-limiter.ts';

const SLIDING_MS = 12 * 3_600_000;
const LONGEST_MS = 7 * 24 * 3_600_000;
/** The last use is written at most this often. */
const TOUCH_MS = 60_000;
const SESSIONS_MAX = 1_000;
/** Password checks at the same time; each takes 19 MiB. */
const CHECKS_MAX = 4;
const PASSWORD_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

interface Session {
  readonly createdMs: number;
  usedMs: number;
  writtenMs: number;
}

export type UnlockRefusal =
  | { readonly kind: 'wrong-password' }
  /** No password is stored yet: the very first start is under way. Says nothing about the password and counts as no try. */
  | { readonly kind: 'not-ready' }
  | { readonly kind: 'too-many-tries'; readonly retryAfterMs: number };

/** What the gate starts from: see `prepare`. */
export type GateStart =
  { readonly kind: 'kept' } | { readonly kind: 'given' } | { readonly kind: 'generated'; readonly password: string };

/** Returns a password of 100 bits in four groups that can be read out. */
export function generatePassword(): string {
  const group = (): string =>
    Array.from({ length: 5 }, () => PASSWORD_ALPHABET[randomInt(PASSWORD_ALPHABET.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}

/**
 * The gate: one shared password, sessions by random 256-bit tokens of which only the SHA-256 is kept.
 *
 * A session ends 12 h after its last use, 7 d after its start, or when it is locked.
 */
export class GateKeeper {
  private readonly repository: GateRepository;
  private readonly clock: Clock;
  private readonly log: Log;
  private readonly limiter: TryLimiter;
  private readonly sessions = new Map<string, Session>();
  private readonly endListeners = new Set<(tokenHash: string) => void>();
  private passwordHash: string | null = null;
  private checks = 0;

  constructor(repository: GateRepository, clock: Clock, log: Log) {
    this.repository = repository;
    this.clock = clock;
    this.log = log;
    this.limiter = new TryLimiter(clock);
  }

  /** Loads the sessions and tells where the password comes from. Nothing is stored before `commit`. */
  async prepare(givenPassword: string | null): Promise<GateStart & { readonly isGenerated: boolean }> {
    for (const row of await this.repository.sessions()) {
      this.sessions.set(row.tokenHash, { createdMs: row.createdMs, usedMs: row.usedMs, writtenMs: row.usedMs });
    }
    await this.dropExpired();
    const kept = await this.repository.password();
    if (kept !== null && !(kept.isGenerated && givenPassword !== null)) {
      this.passwordHash = kept.hash;
      return { kind: 'kept', isGenerated: kept.isGenerated };
    }
    if (givenPassword !== null) return { kind: 'given', isGenerated: false };
    return { kind: 'generated', password: generatePassword(), isGenerated: true };
  }

  /** Stores the password the gate starts with. */
  async commit(password: string, isGenerated: boolean): Promise<void> {
    const hash = await hashPassword(password);
    await this.repository.savePassword(hash, isGenerated, this.clock.nowMs());
    this.passwordHash = hash;
  }

  /** Checks a password and opens a session. The value is the token for the cookie. */
  async unlock(password: string, address: string): Promise<Result<string, UnlockRefusal>> {
    if (this.passwordHash === null) return err({ kind: 'not-ready' });
    const waitMs = this.checks >= CHECKS_MAX ? 1_000 : this.limiter.begin(address);
    if (waitMs > 0) {
      await this.repository.addEvent('too-many-tries', address, this.clock.nowMs());
      this.log.warn('gate: too many tries', { address, waitMs });
      return err({ kind: 'too-many-tries', retryAfterMs: waitMs });
    }
    if (!(await this.isRight(password))) {
      await this.repository.addEvent('wrong-password', address, this.clock.nowMs());
      this.log.warn('gate: wrong password', { address });
      return err({ kind: 'wrong-password' });
    }
    this.limiter.succeed(address);
    const token = randomBytes(32).toString('base64url');
    const nowMs = this.clock.nowMs();
    await this.makeRoom();
    await this.repository.addSession({ tokenHash: tokenHashOf(token), createdMs: nowMs, usedMs: nowMs, address });
    this.sessions.set(tokenHashOf(token), { createdMs: nowMs, usedMs: nowMs, writtenMs: nowMs });
    await this.repository.addEvent('unlocked', address, nowMs);
    this.log.info('gate: unlocked', { address });
    return ok(token);
  }

  /** Returns the end of the session a token opens, epoch ms, and counts it as used now; null when it opens none. */
  use(token: string | undefined): number | null {
    if (token === undefined) return null;
    const tokenHash = tokenHashOf(token);
    const session = this.sessions.get(tokenHash);
    if (session === undefined) return null;
    const nowMs = this.clock.nowMs();
    if (endOf(session) <= nowMs) {
      this.end(tokenHash);
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

  /** Ends the session of a token, if there is one. */
  async lock(token: string | undefined, address: string): Promise<void> {
    if (token === undefined || !this.sessions.has(tokenHashOf(token))) return;
    this.end(tokenHashOf(token));
    await this.repository.addEvent('locked', address, this.clock.nowMs());
  }

  /** Calls back with the token's hash when a session ends. Returns how to stop it. */
  onEnd(listener: (tokenHash: string) => void): () => void {
    this.endListeners.add(listener);
    return () => void this.endListeners.delete(listener);
  }

  private async isRight(password: string): Promise<boolean> {
    if (this.passwordHash === null) return false;
    this.checks += 1;
    try {
      return await verifyPassword(this.passwordHash, password);
    } finally {
      this.checks -= 1;
    }
  }

  private end(tokenHash: string): void {
    this.sessions.delete(tokenHash);
    this.repository
      .removeSession(tokenHash)
      .catch((error: unknown) => this.log.error('gate: session not removed', { error: String(error) }));
    for (const listener of this.endListeners) listener(tokenHash);
  }

  private async dropExpired(): Promise<void> {
    const nowMs = this.clock.nowMs();
    for (const [tokenHash, session] of this.sessions) if (endOf(session) <= nowMs) this.end(tokenHash);
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
      this.end(oldest);
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
