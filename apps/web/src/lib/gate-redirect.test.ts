import { describe, expect, it } from 'vitest';
import { gateAddress, nextPath } from './gate-redirect.ts';

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
