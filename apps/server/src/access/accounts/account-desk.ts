import { randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { err, ok, type Result } from '@riptide/core/domain';
import type { Clock } from '@riptide/core/kernel';
import type { Mail } from '../../mail/mailer.ts';
import type { AccountRepository, AccountRow } from '../../storage/app-db/account-repository.ts';
import type { KeyVault } from '../key-vault.ts';
import { ACCESS_MAILS } from './access-mails.ts';
import { BUSY, type AccessRefusal } from './access-refusal.ts';
import { CallBudget } from './call-budget.ts';
import type { LoginDesk } from './login-desk.ts';
import type { MailSender } from './mail-sender.ts';
import type { PasswordHasher } from './password-hasher.ts';

const ACCOUNTS_MAX = 1_000;
const CODE_MS = 15 * 60_000;
const CODE_TRIES_MAX = 5;
const RESET_MS = 30 * 60_000;
/** Mails an address may cause, and codes it may try, in an hour. */
const MAILS_AN_HOUR = 20;
const CODES_AN_HOUR = 30;
/** Mails that one email gets in an hour whoever asks, whether it has an account or not. */
const MAILS_AN_EMAIL = 6;
const HOUR_MS = 3_600_000;

interface AccountParts {
  readonly accounts: AccountRepository;
  readonly hasher: PasswordHasher;
  readonly login: LoginDesk;
  readonly mails: MailSender;
  readonly vault: KeyVault;
  readonly clock: Clock;
  /** True while a new account counts for trading only after another has approved it. */
  readonly needsApproval: () => boolean;
}

type Done = Result<null, AccessRefusal>;

/** Registers, verifies and resets accounts. Nothing it answers tells whether an email has an account. */
export class AccountDesk {
  private readonly parts: AccountParts;
  private readonly mailBudget: CallBudget;
  private readonly codeBudget: CallBudget;
  private readonly emailBudget: CallBudget;

  constructor(parts: AccountParts) {
    this.parts = parts;
    this.mailBudget = new CallBudget(parts.clock, MAILS_AN_HOUR, HOUR_MS);
    this.codeBudget = new CallBudget(parts.clock, CODES_AN_HOUR, HOUR_MS);
    this.emailBudget = new CallBudget(parts.clock, MAILS_AN_EMAIL, HOUR_MS);
  }

  /** Registers an email, lower case. One that has an account gets a mail that says so, and nothing changes. */
  async register(email: string, password: string, address: string): Promise<Done> {
    const { accounts, hasher, mails, clock } = this.parts;
    const waitMs = this.mailWait(address, email);
    if (waitMs > 0) return err({ kind: 'too-many-tries', retryAfterMs: waitMs });
    const passwordHash = await hasher.hash(password);
    if (passwordHash === null) return err(BUSY);
    const id = randomUUID();
    const isNew = await accounts.add({ id, email, passwordHash, createdMs: clock.nowMs() }, ACCOUNTS_MAX);
    mails.send(async () => {
      if (isNew) return this.codeMail(id, email);
      return (await accounts.byEmail(email)) === null ? null : ACCESS_MAILS.registeredAgain(email);
    });
    return ok(null);
  }

  /** Sends another code to an account that is not verified; others are passed over in silence. */
  async resend(account: AccountRow | string, address: string): Promise<Done> {
    const waitMs = this.mailWait(address, typeof account === 'string' ? account : account.email);
    if (waitMs > 0) return err({ kind: 'too-many-tries', retryAfterMs: waitMs });
    this.parts.mails.send(async () => {
      const found = typeof account === 'string' ? await this.parts.accounts.byEmail(account) : account;
      return found === null || found.isVerified ? null : this.codeMail(found.id, found.email);
    });
    return ok(null);
  }

  /** Verifies an account by the code that was mailed to it: five tries a code. */
  async verify(account: AccountRow | string, code: string, address: string): Promise<Done> {
    const { accounts, clock } = this.parts;
    const waitMs = this.codeBudget.spend(address);
    if (waitMs > 0) return err({ kind: 'too-many-tries', retryAfterMs: waitMs });
    const found = typeof account === 'string' ? await accounts.byEmail(account) : account;
    if (found === null) return err({ kind: 'wrong-code' });
    const kept = await accounts.tryCode(found.id, 'verify', { nowMs: clock.nowMs(), most: CODE_TRIES_MAX });
    const given = this.codeHash(found.id, code);
    if (kept === null || !timingSafeEqual(Buffer.from(kept), Buffer.from(given))) return err({ kind: 'wrong-code' });
    if ((await accounts.takeCode(given, 'verify', clock.nowMs())) === null) return err({ kind: 'wrong-code' });
    await accounts.setVerified(found.id, { nowMs: clock.nowMs(), needsApproval: this.parts.needsApproval() });
    return ok(null);
  }

  /** Returns the accounts, the oldest first. */
  list(): Promise<readonly AccountRow[]> {
    return this.parts.accounts.list(ACCOUNTS_MAX);
  }

  /** Lets a verified account count for trading. The value is that account. */
  async approve(id: string): Promise<Result<AccountRow, AccessRefusal>> {
    const { accounts, clock } = this.parts;
    const isDone = await accounts.approve(id, clock.nowMs());
    const account = await accounts.byId(id);
    if (account === null) return err({ kind: 'state', text: 'There is no such account' });
    return isDone ? ok(account) : err({ kind: 'state', text: 'This account has not verified its email yet' });
  }

  /** Mails a reset token where the email has an account; the last one counts. */
  async forgot(email: string, address: string): Promise<Done> {
    const { accounts, mails, vault, clock } = this.parts;
    const waitMs = this.mailWait(address, email);
    if (waitMs > 0) return err({ kind: 'too-many-tries', retryAfterMs: waitMs });
    mails.send(async () => {
      const account = await accounts.byEmail(email);
      if (account === null) return null;
      const token = randomBytes(32).toString('base64url');
      const hash = vault.fingerprint(token, 'reset-token');
      await accounts.putCode(account.id, 'reset', { hash, expiresMs: clock.nowMs() + RESET_MS });
      return ACCESS_MAILS.reset(email, token);
    });
    return ok(null);
  }

  /** Sets another password by a reset token and ends every session of the account. The value is its email. */
  async reset(token: string, password: string, address: string): Promise<Result<string, AccessRefusal>> {
    const { accounts, hasher, login, mails, vault, clock } = this.parts;
    const waitMs = this.codeBudget.spend(address);
    if (waitMs > 0) return err({ kind: 'too-many-tries', retryAfterMs: waitMs });
    const passwordHash = await hasher.hash(password);
    if (passwordHash === null) return err(BUSY);
    const id = await accounts.takeCode(vault.fingerprint(token, 'reset-token'), 'reset', clock.nowMs());
    const account = id === null ? null : await accounts.byId(id);
    if (account === null) return err({ kind: 'wrong-token' });
    await accounts.setPassword(account.id, passwordHash);
    await login.unlock(account.email);
    mails.send(async () => ACCESS_MAILS.passwordChanged(account.email));
    return ok(account.email);
  }

  /** Counts a mail. Returns 0 when it may go, else how long to wait, ms. */
  private mailWait(address: string, email: string): number {
    return this.mailBudget.spend(address) || this.emailBudget.spend(email);
  }

  private async codeMail(accountId: string, email: string): Promise<Mail> {
    const { accounts, clock } = this.parts;
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const hash = this.codeHash(accountId, code);
    await accounts.putCode(accountId, 'verify', { hash, expiresMs: clock.nowMs() + CODE_MS });
    return ACCESS_MAILS.verify(email, code);
  }

  private codeHash(accountId: string, code: string): string {
    return this.parts.vault.fingerprint(`${accountId}|${code}`, 'verify-code');
  }
}
