import { describe, expect, it } from 'vitest';
import { COMMAND_ITEMS, SETTING_ITEMS, auditItems, positionItems, rankItem } from './palette-items.ts';

describe('rankItem', () => {
  it('wants every word, and puts what begins so first', () => {
    const [kill] = COMMAND_ITEMS;
    if (!kill) throw new Error('Invariant: no commands');
    expect(rankItem(kill, '> kill')).toBeGreaterThan(rankItem(kill, '> panic'));
    expect(rankItem(kill, '> panic')).toBeGreaterThan(0);
    expect(rankItem(kill, 'kill engine of doom')).toBe(0);
  });
});

describe('auditItems', () => {
  it('takes a number with or without its sign, and nothing else', () => {
    expect(auditItems('#48211').map((item) => item.act)).toContainEqual({
      kind: 'go',
      to: '/app/pro-dashboard?auditTab=trades&auditId=48211',
    });
    expect(auditItems('sol')).toEqual([]);
  });
});

describe('palette', () => {
  it('names every field of the risk settings', () => {
    const titles = SETTING_ITEMS.map((item) => item.title);
    for (const title of ['Max Position Size USD', 'Daily Loss Limit %', 'Max Leverage', 'Stop Loss %'])
      expect(titles).toContain(title);
  });

  it('sends no order by itself: closing leads to the page that asks', () => {
    const position = { id: 'p 1', symbol: 'SOLUSDT', venue: 'BYBIT', side: 'short', size: 42, pnl: 39.48 } as const;
    const [shown, close] = positionItems([position as never]);
    expect(shown).toMatchObject({ title: 'SOLUSDT Short 42.0000 on BYBIT', note: 'open position, +$39.48' });
    expect(close?.act).toEqual({ kind: 'go', to: '/app/trading?position=p%201&close=1' });
  });
});
