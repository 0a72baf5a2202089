import { randomBytes, randomUUID } from 'node:crypto';
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import type { Clock, Log } from '@riptide/core/kernel';
import type { AccessRepository } from '../../storage/app-db/access-repository.ts';
import type { KeyVault } from '../key-vault.ts';

export const ACCESS_TOKEN_S = 15 * 60;
/** A key signs for a week and is known for as long as a token it signed is good. */
const SIGNS_MS = 7 * 24 * 3_600_000;
const KNOWN_MS = SIGNS_MS + 2 * ACCESS_TOKEN_S * 1_000;
const ALGORITHM = 'HS256';
const ISSUER = 'riptide';
const AUDIENCE = 'riptide-api';
const TOKEN_CHARACTERS_MAX = 2_048;

interface TokenKey {
  readonly kid: string;
  readonly secret: Uint8Array;
  readonly createdMs: number;
}

/** Whom a token speaks for. */
export interface TokenClaims {
  readonly accountId: string;
  readonly sessionId: string;
}

/** Signs and reads access tokens: HS256 alone, by keys that are renewed every week and lie sealed in the database. */
export class AccessTokens {
  private readonly repository: AccessRepository;
  private readonly vault: KeyVault;
  private readonly clock: Clock;
  private readonly log: Log;
  private keys: TokenKey[] = [];
  private renewal: Promise<TokenKey> | null = null;

  constructor(repository: AccessRepository, vault: KeyVault, clock: Clock, log: Log) {
    this.repository = repository;
    this.vault = vault;
    this.clock = clock;
    this.log = log;
  }

  /** Loads the keys. One that was sealed with another master key is passed over: its tokens are no longer good. */
  async load(): Promise<void> {
    for (const { kid, sealed, createdMs } of await this.repository.tokenKeys()) {
      const text = this.vault.open(sealed, { area: 'access', name: `token-key-${kid}` });
      if (text === null) this.log.warn('access: a token key can not be opened', { kid });
      else this.keys.push({ kid, secret: Buffer.from(text, 'base64'), createdMs });
    }
  }

  async sign({ accountId, sessionId }: TokenClaims): Promise<string> {
    const nowS = Math.floor(this.clock.nowMs() / 1_000);
    const key = await this.signingKey();
    return new SignJWT({ sid: sessionId })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: key.kid })
      .setSubject(accountId)
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setIssuedAt(nowS)
      .setExpirationTime(nowS + ACCESS_TOKEN_S)
      .sign(key.secret);
  }

  /** Returns whom a token speaks for; null when it is none of ours, altered, or too old. */
  async read(token: string): Promise<TokenClaims | null> {
    if (token.length > TOKEN_CHARACTERS_MAX) return null;
    try {
      const { kid } = decodeProtectedHeader(token);
      const key = this.keys.find((each) => each.kid === kid);
      if (key === undefined || this.clock.nowMs() - key.createdMs > KNOWN_MS) return null;
      const { payload } = await jwtVerify(token, key.secret, {
        algorithms: [ALGORITHM],
        typ: 'JWT',
        issuer: ISSUER,
        audience: AUDIENCE,
        currentDate: new Date(this.clock.nowMs()),
        requiredClaims: ['sub', 'sid', 'exp', 'iat'],
      });
      const { sub, sid } = payload;
      return typeof sub === 'string' && typeof sid === 'string' ? { accountId: sub, sessionId: sid } : null;
    } catch (e) {
      // What is no token, or not signed by us, is an answer and no fault.
      if (e instanceof errors.JOSEError || e instanceof TypeError) return null;
      throw e;
    }
  }

  private signingKey(): Promise<TokenKey> {
    const newest = this.keys[0];
    const nowMs = this.clock.nowMs();
    if (newest !== undefined && nowMs - newest.createdMs < SIGNS_MS) return Promise.resolve(newest);
    this.renewal ??= this.renew(nowMs).finally(() => (this.renewal = null));
    return this.renewal;
  }

  private async renew(nowMs: number): Promise<TokenKey> {
    const key: TokenKey = { kid: randomUUID(), secret: randomBytes(32), createdMs: nowMs };
    const text = Buffer.from(key.secret).toString('base64');
    const sealed = this.vault.seal(text, { area: 'access', name: `token-key-${key.kid}` });
    await this.repository.addTokenKey({ kid: key.kid, sealed, createdMs: nowMs }, nowMs - KNOWN_MS);
    this.keys = [key, ...this.keys.filter(({ createdMs }) => nowMs - createdMs <= KNOWN_MS)];
    return key;
  }
}
