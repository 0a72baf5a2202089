import { describe, expect, it } from 'vitest';
import { buildStatus, buildTest } from '../api-keys.fixture.ts';
import { parseApiKeysSearch } from './api-keys-search.ts';
import { EMPTY_KEY_FORM, readKeyForm } from './key-form.ts';
import { permissionsOf, wordExpiry } from './key-test.ts';
import { whatToDo } from './venue-guide.ts';

describe('readKeyForm', () => {
  const form = { ...EMPTY_KEY_FORM, apiKey: 'key-of-operator', apiSecret: 'secret-of-operator' };

  it('says nothing of an empty field and names a faulty one', () => {
    expect(readKeyForm('BYBIT', EMPTY_KEY_FORM).errors).toMatchObject({ apiKey: null, apiSecret: null });
    expect(readKeyForm('BYBIT', { ...form, apiKey: 'short' })).toMatchObject({
      parts: null,
      errors: { apiKey: 'api_key is too short: at least 8 characters' },
    });
  });

  it('sends a passphrase only where the venue has one and it is filled', () => {
    expect(readKeyForm('BYBIT', { ...form, passphrase: 'left over' }).parts).not.toHaveProperty('passphrase');
    expect(readKeyForm('KUCOIN', { ...form, passphrase: ' p ' }).parts).toMatchObject({ passphrase: 'p' });
    expect(readKeyForm('KUCOIN', form).parts).not.toHaveProperty('passphrase');
  });

  it('wants at least one use of the key', () => {
    expect(readKeyForm('BYBIT', { ...form, spot: false, futures: false })).toMatchObject({
      parts: null,
      errors: { scopes: 'Choose spot, futures or both' },
    });
  });
});

describe('permissionsOf', () => {
  it('leaves unknown what nobody told', () => {
    const status = buildStatus({ hasSpotPermission: null, hasFuturesPermission: null });
    expect(permissionsOf(status, undefined)).toMatchObject({ read: null, spot: null, withdraw: null, expiresAt: null });
  });

  it('takes the newest test over what the server was told', () => {
    const test = buildTest({ ok: false, spot_ok: false, futures_ok: false, clock_offset_ms: null });
    expect(permissionsOf(buildStatus(), test)).toMatchObject({ read: false, spot: false, futures: false });
  });
});

it('prefers the code of the venue over ours when it says what to do', () => {
  expect(whatToDo('OKX', { code: 'CREDENTIALS_INVALID', venue_code: '50105' })).toContain(
    'not the password of your login',
  );
  expect(whatToDo('OKX', { code: 'CREDENTIALS_INVALID', venue_code: '99999' })).toContain('Copy key and secret again');
  expect(whatToDo('OKX', { code: null, venue_code: null })).toBeNull();
});

it('counts down to the end of a key', () => {
  const nowMs = 1_800_000_000_000;
  expect(wordExpiry(null, nowMs)).toBeNull();
  expect(wordExpiry(1_800_000_000 + 40 * 86_400, nowMs)).toEqual({ text: 'in 40 days', isSoon: false });
  expect(wordExpiry(1_800_000_000 + 7_200, nowMs)).toEqual({ text: 'in 2 h', isSoon: true });
  expect(wordExpiry(1_799_999_999, nowMs)).toEqual({ text: 'expired', isSoon: true });
});

it('reads only venues from the address', () => {
  expect(parseApiKeysSearch({ edit: 'OKX', venue: 'KRAKEN' })).toEqual({ edit: 'OKX' });
});
