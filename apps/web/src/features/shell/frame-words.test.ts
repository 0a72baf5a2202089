import { describe, expect, it } from 'vitest';
import type { AccountFacts } from '../../shared/account.ts';
import { wordMode } from './mode-words.ts';
import { countUsed, limitsUsed } from './use-risk-used.ts';
import { tabTitle } from './use-tab-title.ts';
import { nameOf, wordAccount } from './account-name.ts';

const SETTINGS = {
  max_position_usd: 1000,
  daily_loss_pct: 5,
  max_leverage: 10,
  stop_loss_pct: 2,
  flatten_on_daily_loss: false,
};

describe('wordMode', () => {
  it('says paper in the words of the strip, and what its prices are', () => {
    expect(wordMode({ execution: 'paper', market: 'live' }, [], [])).toEqual({
      word: 'PAPER',
      lead: 'Orders fill in the built-in simulator at live prices. ',
      text: 'No real money is at risk.',
    });
  });

  it('names the live venues and those that stay on paper', () => {
    const words = wordMode({ execution: 'live', market: 'live' }, ['BINANCE', 'BYBIT'], ['OKX', 'KUCOIN']);
    expect([words.word, words.text]).toEqual([
      'LIVE',
      'Real orders on BINANCE and BYBIT. OKX and KUCOIN stay on paper.',
    ]);
  });

  it('never calls paper what it does not know', () => {
    expect(wordMode(null, null, []).word).toBe('MODE UNKNOWN');
    expect(wordMode({ execution: 'live', market: 'live' }, null, []).word).toBe('LIVE');
  });
});

describe('limitsUsed', () => {
  const status = { active_positions: 3, max_positions: 5, daily_pnl: -240, total_equity: 10_000 };
  const streak = { losses: 1, losses_max: 4, is_halted: false };

  it('counts a limit from half of it on', () => {
    const limits = limitsUsed({
      positions: [{ notional: 700, leverage: 2 }],
      settings: SETTINGS,
      status: status as never,
      streak,
    });
    expect(limits.map(({ fraction }) => fraction)).toEqual([0.7, 0.48, 0.2, 0.6, 0.25]);
    expect(countUsed(limits)).toBe(2);
  });

  it('leaves unknown what it does not know', () => {
    const limits = limitsUsed({ positions: undefined, settings: undefined, status: undefined, streak: undefined });
    expect(countUsed(limits)).toBeNull();
    const partly = limitsUsed({
      positions: [{ notional: null, leverage: 2 }],
      settings: SETTINGS,
      status: undefined,
      streak: { ...streak, is_halted: true },
    });
    expect(partly.map(({ fraction }) => fraction)).toEqual([null, null, 0.2, null, 1]);
  });
});

describe('tabTitle', () => {
  it('tells mode, result, page and version, and no result that is not known', () => {
    expect(tabTitle('LIVE', 412.38, 'Dashboard')).toBe('LIVE · +$412.38 · Dashboard · Riptide 2.0.0');
    expect(tabTitle(null, null, 'Trading')).toBe('Trading · Riptide 2.0.0');
  });
});

describe('user menu', () => {
  const user = { email: 'ada@example.org', is_verified: true, two_factor_enabled: false, created_at: 1 };
  const account: AccountFacts = { user, token: 't', isConfirmed: true };

  it('shows the local part and the verification, or the gate session', () => {
    expect([nameOf(account), wordAccount(account)]).toEqual(['ada', 'Verified']);
    expect(wordAccount({ ...account, user: { ...user, is_verified: false } })).toBe('Unverified');
    expect([nameOf(null), wordAccount(null)]).toEqual(['User', 'Gate session']);
  });

  it('marks what the server has not confirmed', () => {
    expect(wordAccount({ ...account, isConfirmed: false })).toBe('Verified, not confirmed yet');
  });
});
