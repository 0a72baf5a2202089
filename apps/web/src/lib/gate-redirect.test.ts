import { describe, expect, it } from 'vitest';
import { gateAddress, heldWhileSigningOut, nextPath, signOutBy } from './gate-redirect.ts';

describe('the way through the gate', () => {
  it('comes back to the page with its filters', () => {
    const address = gateAddress('/app/arbitrage?status=ready');
    expect(nextPath(new URL(address, 'http://x').search)).toBe('/app/arbitrage?status=ready');
  });

  it.each(['https://evil.example', '//evil.example', '/gate', '/app\\@evil', '/application', 'app'])(
    'does not follow %s',
    (next) => {
      expect(nextPath(`?next=${encodeURIComponent(next)}`)).toBe('/app');
    },
  );

  it('goes to the app without a next', () => expect(nextPath('')).toBe('/app'));
});

describe('a page that is being signed out', () => {
  it('asks nothing more, which would be refused, and asks it when the signing out failed', async () => {
    const asked: string[] = [];
    const fetch = heldWhileSigningOut(async (input) => {
      asked.push(String(input));
      return new Response('{}');
    });
    let fail = (_reason: Error): void => {};
    const out = signOutBy(() => new Promise((_, reject) => (fail = reject)));
    const poll = fetch('/api/health');
    await fetch('/api/gate/lock', { method: 'POST' });
    expect(asked).toEqual(['/api/gate/lock']);
    fail(new Error('not reached'));
    await expect(out).rejects.toThrow('not reached');
    await poll;
    expect(asked).toEqual(['/api/gate/lock', '/api/health']);
  });
});
