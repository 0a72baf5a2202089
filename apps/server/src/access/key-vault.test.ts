import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { KeyVault, type SecretPlace } from './key-vault.ts';

const PLACE: SecretPlace = { venue: 'OKX', market: 'live', field: 'api_secret' };
const SECRET = 'the-secret-of-a-key-0123456789';

describe('KeyVault', () => {
  const vault = new KeyVault(randomBytes(32));

  it('gives back what was sealed', () => {
    for (const text of [SECRET, '', 'Zürich 東京']) expect(vault.open(vault.seal(text, PLACE), PLACE)).toBe(text);
  });

  it('never seals twice alike, and shows nothing of the text', () => {
    const sealed = Array.from({ length: 200 }, () => vault.seal(SECRET, PLACE));
    const nonces = new Set(sealed.map((text) => text.split('.')[1]));
    expect(nonces.size).toBe(200);
    expect(Buffer.from([...nonces][0] ?? '', 'base64')).toHaveLength(12);
    expect(sealed.join()).not.toContain(SECRET);
    expect(Buffer.from(sealed[0]?.split('.')[2] ?? '', 'base64').toString('latin1')).not.toContain(SECRET);
  });

  it.each([
    { ...PLACE, venue: 'KUCOIN' as const },
    { ...PLACE, market: 'sim' as const },
    { ...PLACE, field: 'api_key' as const },
  ])('opens nothing at another place: %o', (elsewhere) => {
    expect(vault.open(vault.seal(SECRET, PLACE), elsewhere)).toBeNull();
  });

  it('opens nothing with another master key', () => {
    expect(new KeyVault(randomBytes(32)).open(vault.seal(SECRET, PLACE), PLACE)).toBeNull();
  });

  it('opens nothing that was changed by a single bit', () => {
    const [form = '', nonce = '', body = ''] = vault.seal(SECRET, PLACE).split('.');
    const bytes = Buffer.from(body, 'base64');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(vault.open([form, nonce, changed.toString('base64')].join('.'), PLACE)).toBeNull();
    }
    for (const broken of ['', 'v1', 'v1..', `v2.${nonce}.${body}`, `v1.${nonce}.AA==`])
      expect(vault.open(broken, PLACE)).toBeNull();
  });
});
