import { randomInt } from 'node:crypto';
import { hash as hashPassword, verify as verifyPassword } from '@node-rs/argon2';
import { err, ok, type Result } from '@riptide/core/domain';
import type { Clock, Log } from '@riptide/core/kernel';
import type { GateEventKind, GateRepository } from '../storage/app-db/gate-repository.ts';
import type { PasswordCost } from './password-cost.ts';
import { GateSessions, sessionIdOf, tokenHashOf, type GateSessionView } from './gate-sessions.ts';
import { OVERALL_TRIES, TryLimiter } from './try-limiter.ts';

/** Password checks at the same time; each takes 19 MiB. */
const CHECKS_MAX = 4;
/** Under this name the tries of all addresses are counted together. */
const EVERYBODY = 'everybody';
/** How long after an unlock its session may set another password without showing the present one again. */
const PROVEN_MS = 5 * 60_000;
const PASSWORD_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

export type UnlockRefusal =
  | { readonly kind: 'wrong-password' }
  /** No password is stored yet: the very first start is under way. Says nothing about the password and counts as no try. */
  | { readonly kind: 'not-ready' }
  | { readonly kind: 'too-many-tries'; readonly retryAfterMs: number };

export type PasswordRefusal =
  | { readonly kind: 'wrong-password' }
  /** The present password has to be given. */
  | { readonly kind: 'password-needed' }
  | { readonly kind: 'no-session' }
  | { readonly kind: 'too-many-tries'; readonly retryAfterMs: number };

/** What happened at the gate, for whoever keeps a record of it. */
export interface GateEvent {
  readonly kind: GateEventKind;
  readonly address: string;
  readonly atMs: number;
  /** Of the request that caused it. */
  readonly requestId: string;
  /** Short id of the session it was asked from, or that it opened; null: none. */
  readonly sessionId: string | null;
  /** Short id of another session that was ended by it. */
  readonly endedSessionId: string | null;
}

/** Who asks for something at the gate: their session's token, their address, and the request they ask with. */
export interface GateCaller {
  readonly token: string | undefined;
  readonly address: string;
  readonly requestId: string;
}

/** What the gate starts from: see `prepare`. */
export type GateStart =
  { readonly kind: 'kept' } | { readonly kind: 'given' } | { readonly kind: 'generated'; readonly password: string };

/** Returns a password of 100 bits in four groups that can be read out. */
export function generatePassword(): string {
  const group = (): string =>
    Array.from({ length: 5 }, () => PASSWORD_ALPHABET[randomInt(PASSWORD_ALPHABET.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}

/** The gate: one shared password, sessions by random 256-bit tokens of which only the SHA-256 is kept. */
export class GateKeeper {
  private readonly repository: GateRepository;
  private readonly clock: Clock;
  private readonly log: Log;
  private readonly cost: PasswordCost;
  private readonly limiter: TryLimiter;
  private readonly overall: TryLimiter;
  private readonly open: GateSessions;
  private readonly listeners = new Set<(event: GateEvent) => void>();
  private passwordHash: string | null = null;
  private checks = 0;

  constructor(repository: GateRepository, clock: Clock, log: Log, cost: PasswordCost = {}) {
    this.repository = repository;
    this.clock = clock;
    this.log = log;
    this.cost = cost;
    this.limiter = new TryLimiter(clock);
    this.overall = new TryLimiter(clock, OVERALL_TRIES);
    this.open = new GateSessions(repository, clock, log);
  }

  /** Loads the sessions and tells where the password comes from. Nothing is stored before `commit`. */
  async prepare(givenPassword: string | null): Promise<GateStart & { readonly isGenerated: boolean }> {
    await this.open.load();
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
    const hash = await hashPassword(password, this.cost);
    await this.repository.savePassword(hash, isGenerated, this.clock.nowMs());
    this.passwordHash = hash;
  }

  /** True when a person chose the password that is stored; false while it is the generated one, or none is stored. */
  async isPasswordChosen(): Promise<boolean> {
    return (await this.repository.password())?.isGenerated === false;
  }

  /** Checks a password and opens a session. The value is the token for the cookie. */
  async unlock(password: string, caller: GateCaller): Promise<Result<string, UnlockRefusal>> {
    const { address } = caller;
    if (this.passwordHash === null) return err({ kind: 'not-ready' });
    const waitMs = this.beginTry(address);
    if (waitMs > 0) {
      await this.note('too-many-tries', caller);
      this.log.warn('gate: too many tries', { address, waitMs });
      return err({ kind: 'too-many-tries', retryAfterMs: waitMs });
    }
    const { passwordHash } = this;
    if (!(await this.isRight(password))) {
      await this.note('wrong-password', caller);
      this.log.warn('gate: wrong password', { address });
      return err({ kind: 'wrong-password' });
    }
    this.endTry(address);
    if (caller.token !== undefined) this.open.prove(tokenHashOf(caller.token));
    const token = await this.open.open(address);
    if (this.passwordHash !== passwordHash) {
      await this.open.end(tokenHashOf(token));
      return err({ kind: 'wrong-password' });
    }
    await this.note('unlocked', { ...caller, token });
    this.log.info('gate: unlocked', { address });
    return ok(token);
  }

  /**
   * Sets another password and ends every session but the caller's. The value is how many ended.
   *
   * The present password is checked where it is given, by the same limits as at the gate. It may be left out while the stored one is the
   * generated one, and within five minutes after an unlock by this very session.
   */
  async setPassword(
    caller: GateCaller,
    newPassword: string,
    presentPassword: string | null,
  ): Promise<Result<number, PasswordRefusal>> {
    const { token, address } = caller;
    if (presentPassword !== null) {
      const waitMs = this.beginTry(address);
      if (waitMs > 0) return err({ kind: 'too-many-tries', retryAfterMs: waitMs });
      if (!(await this.isRight(presentPassword))) {
        await this.note('wrong-password', caller);
        return err({ kind: 'wrong-password' });
      }
      this.endTry(address);
    } else if (!(await this.mayLeaveOutPassword(token))) return err({ kind: 'password-needed' });
    else if (this.checks >= CHECKS_MAX) return err({ kind: 'too-many-tries', retryAfterMs: 1_000 });
    const hash = await this.counted(() => hashPassword(newPassword, this.cost));
    // The session may have been ended while the hash was made.
    if (token === undefined || this.use(token) === null) return err({ kind: 'no-session' });
    const keptHash = tokenHashOf(token);
    await this.repository.changePassword(hash, keptHash, this.clock.nowMs());
    this.passwordHash = hash;
    const ended = this.open.forgetOthers(keptHash);
    await this.note('password-changed', caller);
    this.log.info('gate: password changed', { address, sessionsEnded: ended });
    return ok(ended);
  }

  /** Checks the password of somebody whose session is open already, by the same limits as at the gate. */
  async checkPassword(password: string, caller: GateCaller): Promise<Result<null, PasswordRefusal>> {
    const waitMs = this.beginTry(caller.address);
    if (waitMs > 0) return err({ kind: 'too-many-tries', retryAfterMs: waitMs });
    if (!(await this.isRight(password))) {
      await this.note('wrong-password', caller);
      return err({ kind: 'wrong-password' });
    }
    this.endTry(caller.address);
    return ok(null);
  }

  /** Returns the end of the session a token opens, epoch ms, and counts it as used now; null when it opens none. */
  use(token: string | undefined): number | null {
    return this.open.use(token);
  }

  /** Returns the open sessions, the one used last first. */
  sessions(token: string | undefined): readonly GateSessionView[] {
    return this.open.list(token === undefined ? '' : tokenHashOf(token));
  }

  /** Ends every session but the caller's. Returns how many. */
  async endOthers(caller: GateCaller): Promise<number> {
    const { token } = caller;
    if (token === undefined) return 0;
    const ended = await this.open.endOthers(tokenHashOf(token));
    await this.note('others-ended', caller);
    return ended;
  }

  /** Ends the session of an id. Returns false when there is none. */
  async endSession(id: string, caller: GateCaller): Promise<boolean> {
    const tokenHash = this.open.hashOf(id);
    if (tokenHash === null) return false;
    await this.open.end(tokenHash);
    await this.note('session-ended', caller, id);
    return true;
  }

  /** Ends the session of the caller, if there is one. */
  async lock(caller: GateCaller): Promise<void> {
    const { token } = caller;
    if (token === undefined || !this.open.has(tokenHashOf(token))) return;
    await this.open.end(tokenHashOf(token));
    await this.note('locked', caller);
  }

  /** Calls back with the token's hash when a session ends. Returns how to stop it. */
  onEnd(listener: (tokenHash: string) => void): () => void {
    return this.open.onEnd(listener);
  }

  /** Calls back with everything that happens at the gate. Returns how to stop it. */
  onEvent(listener: (event: GateEvent) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Begins a try. Returns 0 when it may go on, else how long to wait, ms. An address with an open session is not held up by others. */
  private beginTry(address: string): number {
    if (this.checks >= CHECKS_MAX) return 1_000;
    const ownMs = this.limiter.begin(address);
    if (ownMs > 0) return ownMs;
    return this.open.isKnownAddress(address) ? 0 : this.overall.begin(EVERYBODY);
  }

  private endTry(address: string): void {
    this.limiter.succeed(address);
    this.overall.undo(EVERYBODY);
  }

  private async mayLeaveOutPassword(token: string | undefined): Promise<boolean> {
    // Without a session it is refused for that, further on.
    if (token === undefined || this.use(token) === null) return true;
    return this.open.isProven(tokenHashOf(token), PROVEN_MS) || !(await this.isPasswordChosen());
  }

  /** A password that is changed while the old one is being checked opens nothing. */
  private async isRight(password: string): Promise<boolean> {
    const hash = this.passwordHash;
    if (hash === null) return false;
    const isRight = await this.counted(() => verifyPassword(hash, password));
    return isRight && this.passwordHash === hash;
  }

  private async counted<T>(work: () => Promise<T>): Promise<T> {
    this.checks += 1;
    try {
      return await work();
    } finally {
      this.checks -= 1;
    }
  }

  private async note(kind: GateEventKind, caller: GateCaller, endedSessionId: string | null = null): Promise<void> {
    const { token, address, requestId } = caller;
    const atMs = this.clock.nowMs();
    const isOpenOrEnded = kind === 'locked' || (token !== undefined && this.open.has(tokenHashOf(token)));
    const sessionId = token !== undefined && isOpenOrEnded ? sessionIdOf(token) : null;
    await this.repository.addEvent(kind, address, atMs);
    for (const listener of this.listeners) listener({ kind, address, atMs, requestId, sessionId, endedSessionId });
  }
}
