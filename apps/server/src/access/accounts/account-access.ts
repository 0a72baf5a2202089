import type { Kysely } from 'kysely';
import type { Clock, Log } from '@riptide/core/kernel';
import type { Mailer } from '../../mail/mailer.ts';
import { AccessRepository, type AccessEvent } from '../../storage/app-db/access-repository.ts';
import { AccountRepository } from '../../storage/app-db/account-repository.ts';
import type { AppSchema } from '../../storage/app-db/app-schema.ts';
import { SessionRepository } from '../../storage/app-db/session-repository.ts';
import type { KeyVault } from '../key-vault.ts';
import type { PasswordCost } from '../password-cost.ts';
import { AccessTokens } from './access-tokens.ts';
import { AccountDesk } from './account-desk.ts';
import { AccountSessions } from './account-sessions.ts';
import { LoginDesk } from './login-desk.ts';
import { MailSender } from './mail-sender.ts';
import { PasswordHasher } from './password-hasher.ts';
import { SecondFactor } from './second-factor.ts';

const REQUIRE_ACCOUNT = 'require_account_for_trading';

/** Where an event comes from: address, request, and the short id of the gate session; null: none. */
export interface AccountEventSource {
  readonly address: string;
  readonly requestId: string;
  readonly sessionId: string | null;
}

/** Something that happened to an account, with all that is known of who caused it. */
export type AccountEvent = AccessEvent & AccountEventSource;

interface AccessParts {
  readonly db: Kysely<AppSchema>;
  readonly vault: KeyVault;
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly log: Log;
  /** The usual cost when left out. */
  readonly passwordCost?: PasswordCost;
}

/** Accounts behind the gate, whole: logins, sessions, second factor, and whether trading needs one. */
export class AccountAccess {
  readonly desk: AccountDesk;
  readonly login: LoginDesk;
  readonly sessions: AccountSessions;
  readonly secondFactor: SecondFactor;
  private readonly access: AccessRepository;
  private readonly tokens: AccessTokens;
  private readonly mails: MailSender;
  private readonly listeners = new Set<(event: AccountEvent) => void>();
  private readonly clock: Clock;
  private isRequired = false;

  private constructor({ db, vault, mailer, clock, log, passwordCost }: AccessParts) {
    const accounts = new AccountRepository(db);
    const hasher = new PasswordHasher(passwordCost);
    const access = new AccessRepository(db);
    this.access = access;
    this.clock = clock;
    this.tokens = new AccessTokens(access, vault, clock, log);
    this.mails = new MailSender(mailer, log);
    this.secondFactor = new SecondFactor(accounts, vault, clock);
    const repository = new SessionRepository(db);
    this.sessions = new AccountSessions({ accounts, repository, tokens: this.tokens, vault, clock });
    const { sessions, secondFactor, mails } = this;
    this.login = new LoginDesk({ accounts, access, sessions, secondFactor, hasher, vault, clock });
    this.desk = new AccountDesk({
      accounts,
      hasher,
      login: this.login,
      mails,
      vault,
      clock,
      needsApproval: () => this.isRequired,
    });
  }

  static async open(parts: AccessParts): Promise<AccountAccess> {
    const opened = new AccountAccess(parts);
    await opened.tokens.load();
    opened.isRequired = (await opened.access.setting(REQUIRE_ACCOUNT)) === '1';
    return opened;
  }

  /** True while every call that can move money or lowers protection needs an account. */
  get isAccountRequired(): boolean {
    return this.isRequired;
  }

  async requireAccount(isRequired: boolean): Promise<void> {
    await this.access.saveSetting(REQUIRE_ACCOUNT, isRequired ? '1' : '0');
    this.isRequired = isRequired;
  }

  /** Notes what happened to an account and tells whoever keeps a record of it. */
  async note(event: Omit<AccountEvent, 'atMs'>): Promise<void> {
    const full = { ...event, atMs: this.clock.nowMs() };
    await this.access.addEvent(full);
    for (const listener of this.listeners) listener(full);
  }

  /** Returns the newest events, the last first. */
  events(limit: number): Promise<readonly AccessEvent[]> {
    return this.access.events(limit);
  }

  /** Calls back with everything that happens to accounts. Returns how to stop it. */
  onEvent(listener: (event: AccountEvent) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Resolves when every mail is on its way. */
  async close(): Promise<void> {
    await this.mails.settle();
  }
}
