import { describe, expect, it } from 'vitest';
import { MARKET_SOURCES } from '../../domain/index.ts';
import { LivePermit } from './live-permit.ts';

describe('LivePermit', () => {
  it('sends every order to paper unless EXECUTION is live, whatever is typed', () => {
    for (const market of MARKET_SOURCES) {
      const permit = new LivePermit({ market, execution: 'paper' });
      expect(permit.choose('OKX', 'live', 'GO LIVE OKX')).toMatchObject({
        ok: false,
        error: { code: 'RISK_LIVE_NOT_CONFIRMED' },
      });
      expect(permit.modeOf('OKX')).toBe('paper');
    }
  });

  it('needs the typed text of that very venue on a real market and on a testnet', () => {
    for (const market of ['live', 'testnet'] as const) {
      const permit = new LivePermit({ market, execution: 'live' });
      expect(permit.modeOf('BYBIT')).toBe('paper');
      for (const text of [null, '', 'GO LIVE', 'go live bybit', 'GO LIVE OKX']) {
        expect(permit.choose('BYBIT', 'live', text).ok).toBe(false);
        expect(permit.mayTradeLive('BYBIT')).toBe(false);
      }
      expect(permit.choose('BYBIT', 'live', 'GO LIVE BYBIT')).toEqual({ ok: true, value: 'live' });
      expect(permit.mayTradeLive('BYBIT')).toBe(true);
      expect(permit.mayTradeLive('OKX')).toBe(false);
    }
  });

  it('forgets the confirmation over a restart', () => {
    const before = new LivePermit({ market: 'live', execution: 'live' });
    before.choose('OKX', 'live', 'GO LIVE OKX');
    const after = new LivePermit({ market: 'live', execution: 'live' });
    after.restore(before.choices());
    expect(after.modeOf('OKX')).toBe('paper');
  });

  it('is live on simulated venues by the variable alone, and can be put back to paper', () => {
    const permit = new LivePermit({ market: 'sim', execution: 'live' });
    expect(permit.modeOf('KUCOIN')).toBe('live');
    permit.choose('KUCOIN', 'paper', null);
    expect(permit.modeOf('KUCOIN')).toBe('paper');
  });

  it('takes no live order over a recording', () => {
    expect(new LivePermit({ market: 'replay', execution: 'live' }).mayTradeLive('BINANCE')).toBe(false);
  });
});
