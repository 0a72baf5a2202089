import { err, ok, type Result } from '@riptide/core/domain';
import type { Clock } from '@riptide/core/kernel';
import type { AccessRepository } from '../../storage/app-db/access-repository.ts';
import type { AccountRepository, AccountRow } from '../../storage/app-db/account-repository.ts';
import type { KeyVault } from '../key-vault.ts';
import { TryLimiter } from '../try-limiter.ts';
import { BUSY, type AccessRefusal } from './access-refusal.ts';
import type { AccountSessions, TokenPair } from './account-sessions.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { SecondFactor } from './second-factor.ts';

const LOCK = { failuresMax: 5, lockMs: 15 * 60_000, forgetMs: 60 * 60_000 };
/** Per address, over all accounts. */
const ADDRESS_TRIES = { freeTries: 20, firstWaitMs: 1_000, waitMsMax: 15 * 60_000 };

interface LoginParts {
  readonly accounts: AccountRepository;
  readonly access: AccessRepository;
  readonly sessions: AccountSessions;
  readonly secondFactor: SecondFactor;
  readonly hasher: PasswordHasher;
  readonly vault: KeyVault;
  readonly clock: Clock;
}

export interface LoginRequest {
  /** Lower case: an email, or the part before its `@`. */
  readonly who: string;
  readonly password: string;
  readonly otp: string | null;
  readonly isRemembered: boolean;
  readonly address: string;
}

export interface LoggedIn {
  readonly account: AccountRow;
  readonly pair: TokenPair;
}

/** Logs accounts in. An email without an account is treated alike in all: answer, time, lock. */
export class LoginDesk {
  private readonly parts: LoginParts;
  private readonly limiter: TryLimiter;

  constructor(parts: LoginParts) {
    this.parts = parts;
    this.limiter = new TryLimiter(parts.clock, ADDRESS_TRIES);
  }

  async logIn(request: LoginRequest): Promise<Result<LoggedIn, AccessRefusal>> {
    const { sessions, accounts } = this.parts;
    const { who, address } = request;
    const account = await (who.includes('@') ? accounts.byEmail(who) : accounts.byName(who));
    const checked = await this.check(account, { ...request, who: account?.email ?? who }, address);
    if (!checked.ok) return checked;
    // The password may have been reset while it was checked.
    const now = await accounts.byId(checked.value.id);
    if (now?.passwordHash !== checked.value.passwordHash) return err({ kind: 'wrong-login' });
    return ok({ account: now, pair: await sessions.open(now.id, request.isRemembered, address) });
  }

  /** Checks the password of somebody who is logged in, and a code where their second factor is on, by the same limits. */
  async confirm(
    account: AccountRow,
    password: string,
    address: string,
    otp?: string,
  ): Promise<Result<null, AccessRefusal>> {
    const checked = await this.check(account, { who: account.email, password, otp: otp ?? null }, address);
    return checked.ok ? ok(null) : checked;
  }

  /** Lets a first code of somebody who is logged in be tried, by the same limits. */
  async confirmCode(
    account: AccountRow,
    otp: string,
    address: string,
  ): Promise<Result<readonly string[], AccessRefusal>> {
    const waitMs = this.limiter.begin(address);
    if (waitMs > 0) return err({ kind: 'too-many-tries', retryAfterMs: waitMs });
    const key = this.keyOf(account.email);
    const lockedMs = await this.parts.access.beginLogin(key, this.parts.clock.nowMs(), LOCK);
    if (lockedMs > 0) return err({ kind: 'locked', retryAfterMs: lockedMs });
    const confirmed = await this.parts.secondFactor.confirm(account, otp);
    if (confirmed.ok) await this.parts.access.forgetFailures(key);
    if (!confirmed.ok && confirmed.error === 'not-enrolled')
      return err({ kind: 'state', text: 'Two-factor authentication is not being set up' });
    if (!confirmed.ok) return err({ kind: 'wrong-code' });
    this.limiter.succeed(address);
    return confirmed;
  }

  /** Takes away the lock of an account. */
  async unlock(email: string): Promise<void> {
    await this.parts.access.forgetFailures(this.keyOf(email));
  }

  private async check(
    account: AccountRow | null,
    { who, password, otp }: Pick<LoginRequest, 'who' | 'password' | 'otp'>,
    address: string,
  ): Promise<Result<AccountRow, AccessRefusal>> {
    const { access, hasher, secondFactor, clock } = this.parts;
    const waitMs = this.limiter.begin(address);
    if (waitMs > 0) return err({ kind: 'too-many-tries', retryAfterMs: waitMs });
    const key = this.keyOf(who);
    const lockedMs = await access.beginLogin(key, clock.nowMs(), LOCK);
    if (lockedMs > 0) return err({ kind: 'locked', retryAfterMs: lockedMs });
    const isRight = await hasher.verify(account?.passwordHash ?? null, password);
    if (isRight === null) {
      await access.undoLogin(key);
      return err(BUSY);
    }
    if (!isRight || account === null) return err({ kind: 'wrong-login' });
    if (account.isTotpOn && otp === null) {
      await access.undoLogin(key);
      return err({ kind: 'two-factor-required' });
    }
    if (account.isTotpOn && otp !== null && !(await secondFactor.take(account, otp)))
      return err({ kind: 'wrong-code' });
    this.limiter.succeed(address);
    await access.forgetFailures(key);
    return ok(account);
  }

  private keyOf(who: string): string {
    return this.parts.vault.fingerprint(who, 'login-failure');
  }
}
