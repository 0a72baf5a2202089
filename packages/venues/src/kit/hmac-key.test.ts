import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { HmacKey, hmacKeyOf } from './hmac-key.ts';

describe('HmacKey', () => {
  it.each([0, 1, 31, 63, 64, 65, 200])(
    'equals createHmac for a secret of %i characters, whatever was signed before',
    (size) => {
      const secret = 'sécret-'.repeat(40).slice(0, size);
      const key = new HmacKey(secret);
      for (const text of [
        '',
        'a',
        'symbol=BTCUSDT&price=64000.1',
        'ü'.repeat(3_000),
        'x'.repeat(20_000),
        'short again',
      ]) {
        for (const encoding of ['hex', 'base64'] as const)
          expect(key.sign(text, encoding)).toBe(createHmac('sha256', secret).update(text, 'utf8').digest(encoding));
      }
    },
  );

  it('is made once for a key, and anew for another key of the same name', () => {
    const key = { apiSecret: 'a' };
    expect(hmacKeyOf(key)).toBe(hmacKeyOf(key));
    expect(hmacKeyOf({ apiSecret: 'b' }).sign('t', 'hex')).not.toBe(hmacKeyOf(key).sign('t', 'hex'));
  });
});
