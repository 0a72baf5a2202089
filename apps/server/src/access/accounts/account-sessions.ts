import { randomBytes, randomUUID } from 'node:crypto';
import { err, ok, type Result } from '@riptide/core/domain';
import type { Clock } from '@riptide/core/kernel';
import type { AccountRepository, AccountRow } from '../../storage/app-db/account-repository.ts';
import type { SessionRepository } from '../../storage/app-db/session-repository.ts';
import type { KeyVault } from '../key-vault.ts';
import { CallBudget } from './call-budget.ts';
import type { AccessTokens } from './access-tokens.ts';

const HOUR_MS = 3_600_000;
const SESSION_MS = 12 * HOUR_MS;
const REMEMBERED_MS = 30 * 24 * HOUR_MS;
/** Open sessions of one account; over it the oldest ends. */
const SESSIONS_MAX = 20;
/** Refreshes in an hour; a page needs four. */
const REFRESHES_OF_ADDRESS = 240;
const REFRESHES_OF_SESSION = 60;

/** Why a refresh token was not taken; `reusedBy`: it was spent before, by the account of this id. */
export type RefreshRefusal =
  | { readonly kind: 'wrong-token'; readonly reusedBy: string | null }
  | { readonly kind: 'too-many-tries'; readonly retryAfterMs: number };

/** What a login or a refresh gives. */
export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly isRemembered: boolean;
  /** End of the session, epoch ms. */
  readonly endMs: number;
}

export interface AccountSession {
  readonly account: AccountRow;
  readonly sessionId: string;
}

interface SessionParts {
  readonly accounts: AccountRepository;
  readonly repository: SessionRepository;
  readonly tokens: AccessTokens;
  readonly vault: KeyVault;
  readonly clock: Clock;
}

/** Sessions of accounts: short access tokens, and refresh tokens that are good once. */
export class AccountSessions {
  private readonly parts: SessionParts;
  private readonly addressBudget: CallBudget;
  private readonly sessionBudget: CallBudget;

  constructor(parts: SessionParts) {
    this.parts = parts;
    this.addressBudget = new CallBudget(parts.clock, REFRESHES_OF_ADDRESS, HOUR_MS);
    this.sessionBudget = new CallBudget(parts.clock, REFRESHES_OF_SESSION, HOUR_MS);
  }

  async open(accountId: string, isRemembered: boolean, address: string): Promise<TokenPair> {
    const { repository, tokens, clock } = this.parts;
    const createdMs = clock.nowMs();
    const endMs = createdMs + (isRemembered ? REMEMBERED_MS : SESSION_MS);
    const refreshToken = newToken();
    const session = { id: randomUUID(), accountId, isRemembered, address, createdMs, expiresMs: endMs };
    await repository.open(session, this.hashOf(refreshToken), SESSIONS_MAX);
    const accessToken = await tokens.sign({ accountId, sessionId: session.id });
    return { accessToken, refreshToken, isRemembered, endMs };
  }

  /** Spends a refresh token for a new pair. `reused`: it was spent before, and its session has been ended; the account is named. */
  async refresh(refreshToken: string, address: string): Promise<Result<TokenPair, RefreshRefusal>> {
    const { repository, tokens, clock } = this.parts;
    const waitMs = await this.refreshWait(refreshToken, address);
    if (waitMs > 0) return err({ kind: 'too-many-tries', retryAfterMs: waitMs });
    const next = newToken();
    const spent = await repository.spend(this.hashOf(refreshToken), this.hashOf(next), clock.nowMs());
    if (spent.kind === 'unknown') return err({ kind: 'wrong-token', reusedBy: null });
    if (spent.kind === 'reused') return err({ kind: 'wrong-token', reusedBy: spent.accountId });
    const { accountId, id, isRemembered, expiresMs } = spent.session;
    const accessToken = await tokens.sign({ accountId, sessionId: id });
    return ok({ accessToken, refreshToken: next, isRemembered, endMs: expiresMs });
  }

  /** Returns the session an access token opens; null when it opens none, or its session was ended. */
  async read(accessToken: string): Promise<AccountSession | null> {
    const { accounts, repository, tokens, clock } = this.parts;
    const claims = await tokens.read(accessToken);
    if (claims === null) return null;
    const session = await repository.byId(claims.sessionId, clock.nowMs());
    if (session === null || session.accountId !== claims.accountId) return null;
    const account = await accounts.byId(claims.accountId);
    return account === null ? null : { account, sessionId: session.id };
  }

  async end(sessionId: string): Promise<void> {
    await this.parts.repository.end(sessionId);
  }

  /** Ends the session a refresh token belongs to, if there is one. */
  async endByToken(refreshToken: string): Promise<void> {
    const id = await this.parts.repository.idOfToken(this.hashOf(refreshToken));
    if (id !== null) await this.parts.repository.end(id);
  }

  /** A token that is no token counts for the address alone. */
  private async refreshWait(refreshToken: string, address: string): Promise<number> {
    const ofAddress = this.addressBudget.spend(address);
    if (ofAddress > 0) return ofAddress;
    const id = await this.parts.repository.idOfToken(this.hashOf(refreshToken));
    return id === null ? 0 : this.sessionBudget.spend(id);
  }

  private hashOf(refreshToken: string): string {
    return this.parts.vault.fingerprint(refreshToken, 'refresh-token');
  }
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}
