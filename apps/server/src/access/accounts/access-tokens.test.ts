import { generateKeyPairSync } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { silentLog, VirtualClock } from '@riptide/core/kernel';
import { AccessRepository } from '../../storage/app-db/access-repository.ts';
import { APP_MIGRATIONS, type AppSchema } from '../../storage/app-db/app-schema.ts';
import { openSqlite } from '../../storage/open-sqlite.ts';
import { KeyVault } from '../key-vault.ts';
import { AccessTokens } from './access-tokens.ts';

const CLAIMS = { accountId: 'a1', sessionId: 's1' };
const DAY_MS = 24 * 3_600_000;

const vault = new KeyVault(Buffer.alloc(32, 1));
let clock: VirtualClock;
let repository: AccessRepository;
let tokens: AccessTokens;

beforeEach(async () => {
  clock = new VirtualClock(1_800_000_000_000);
  repository = new AccessRepository(await openSqlite<AppSchema>(':memory:', APP_MIGRATIONS));
  tokens = new AccessTokens(repository, vault, clock, silentLog());
});

const headerOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());

describe('an access token', () => {
  it('is good for 15 minutes, and after a restart too', async () => {
    const token = await tokens.sign(CLAIMS);
    const restarted = new AccessTokens(repository, vault, clock, silentLog());
    await restarted.load();
    expect(await restarted.read(token)).toEqual(CLAIMS);
    clock.advance(15 * 60_000);
    expect(await restarted.read(token)).toBeNull();
  });

  it('is none where anything of it is altered', async () => {
    const token = await tokens.sign(CLAIMS);
    const [head = '', body = '', mark = ''] = token.split('.');
    const other = Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(body, 'base64url').toString()), sub: 'a2' }));
    for (const text of [
      `${head}.${other.toString('base64url')}.${mark}`,
      `${head}.${body}.`,
      `${head}.${body}`,
      `${token}.`,
      '',
      'x'.repeat(5_000),
    ]) {
      expect(await tokens.read(text)).toBeNull();
    }
  });

  it('is none by another algorithm, another key, or without a signature, even under a known key id', async () => {
    const { kid } = headerOf(await tokens.sign(CLAIMS));
    const nowS = clock.nowMs() / 1_000;
    const signed = (alg: string, key: Parameters<SignJWT['sign']>[0], more: object = {}) =>
      new SignJWT({ sid: 's1', sub: 'a1', iss: 'riptide', aud: 'riptide-api', iat: nowS, exp: nowS + 60 })
        .setProtectedHeader({ alg, typ: 'JWT', kid, ...more })
        .sign(key);
    const unsigned = new UnsecuredJWT({ sid: 's1' })
      .setSubject('a1')
      .setExpirationTime(nowS + 60)
      .encode();
    const { privateKey } = generateKeyPairSync('ed25519');
    const forged = [
      await signed('HS256', Buffer.alloc(32, 9)),
      await signed('HS512', Buffer.alloc(64, 9)),
      await signed('EdDSA', privateKey),
      await signed('HS256', Buffer.alloc(32, 9), { kid: '../../dev/null' }),
      unsigned,
      unsigned.replace(/^[^.]+/, Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT', kid })).toString('base64url')),
    ];
    for (const token of forged) expect(await tokens.read(token)).toBeNull();
  });

  it('is signed by a new key every week, while the old one is known as long as it is needed', async () => {
    clock.advance(1);
    const early = await tokens.sign(CLAIMS);
    clock.advance(7 * DAY_MS - 60_000);
    const old = await tokens.sign(CLAIMS);
    expect(headerOf(old).kid).toBe(headerOf(early).kid);
    clock.advance(60_000);
    const fresh = await tokens.sign(CLAIMS);
    expect(headerOf(fresh).kid).not.toBe(headerOf(old).kid);
    expect([await tokens.read(old), await tokens.read(fresh)]).toEqual([CLAIMS, CLAIMS]);
    clock.advance(8 * DAY_MS);
    await tokens.sign(CLAIMS);
    expect(await repository.tokenKeys()).toHaveLength(1);
  });

  it('has its keys sealed: the database alone signs nothing', async () => {
    await tokens.sign(CLAIMS);
    const [row] = await repository.tokenKeys();
    expect(row?.sealed).toMatch(/^v1\./);
    const stranger = new AccessTokens(repository, new KeyVault(Buffer.alloc(32, 2)), clock, silentLog());
    await stranger.load();
    expect(await stranger.read(await tokens.sign(CLAIMS))).toBeNull();
  });
});
