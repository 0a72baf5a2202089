import { describe, expect, it } from 'vitest';
import { okxUrls } from './urls.ts';

describe('okxUrls', () => {
  it('takes the live hosts of the region', () => {
    expect(okxUrls({ target: { kind: 'live' }, region: 'global' })).toEqual({
      rest: 'https://openapi.okx.com',
      publicWs: 'wss://ws.okx.com:8443/ws/v5/public',
      privateWs: 'wss://ws.okx.com:8443/ws/v5/private',
      businessWs: 'wss://ws.okx.com:8443/ws/v5/business',
      restHeaders: {},
    });
    expect(okxUrls({ target: { kind: 'live' }, region: 'eea' }).publicWs).toBe('wss://wseea.okx.com:8443/ws/v5/public');
  });

  it('marks demo requests by a header, since the demo shares the REST host', () => {
    expect(okxUrls({ target: { kind: 'testnet' }, region: 'global' })).toEqual({
      rest: 'https://openapi.okx.com',
      publicWs: 'wss://wspap.okx.com:8443/ws/v5/public',
      privateWs: 'wss://wspap.okx.com:8443/ws/v5/private',
      businessWs: 'wss://wspap.okx.com:8443/ws/v5/business',
      restHeaders: { 'x-simulated-trading': '1' },
    });
  });

  it('hangs everything below the base of a simulator', () => {
    expect(okxUrls({ target: { kind: 'simulator', baseUrl: 'http://127.0.0.1:4700/' }, region: 'us' })).toEqual({
      rest: 'http://127.0.0.1:4700',
      publicWs: 'ws://127.0.0.1:4700/ws/v5/public',
      privateWs: 'ws://127.0.0.1:4700/ws/v5/private',
      businessWs: 'ws://127.0.0.1:4700/ws/v5/business',
      restHeaders: {},
    });
  });
});
