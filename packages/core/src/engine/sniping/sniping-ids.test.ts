import { describe, expect, it } from 'vitest';
import { clientOrderId, parseClientOrderId } from '../../execution/index.ts';
import { decisionIdOf, parseSnipeIntent, snipeIdOf, snipeIntentId, trailingIntentId } from './sniping-ids.ts';

const name = {
  symbol: 'BTCUSDT',
  liquidatedSide: 'LONG',
  clusterId: '7',
  startedMs: 1_800_000_000_000,
  number: 1,
} as const;

describe('ids of trades', () => {
  it('are equal for equal names and differ with every part of them', () => {
    const others = [
      { ...name, symbol: 'ETHUSDT' },
      { ...name, liquidatedSide: 'SHORT' as const },
      { ...name, clusterId: '8' },
      { ...name, startedMs: name.startedMs + 1 },
      { ...name, number: 2 },
    ];
    expect(decisionIdOf({ ...name })).toBe(decisionIdOf(name));
    expect(new Set([name, ...others].map(decisionIdOf)).size).toBe(6);
  });

  it('fit into client order ids of every venue and are read back from them', () => {
    const snipeId = snipeIdOf(decisionIdOf(name));
    for (const [kind, n] of [
      ['entry', 1],
      ['addition', 35],
      ['take-profit', 36],
      ['exit', 1_295],
    ] as const) {
      const id = clientOrderId(snipeIntentId(snipeId, kind, n), 0, 0);
      expect(id).toMatch(/^[A-Za-z0-9]{1,19}$/u);
      expect(parseSnipeIntent(parseClientOrderId(id)?.intentId ?? '')).toEqual({ snipeId, kind, n });
    }
  });

  it('are told from every other intent', () => {
    expect(parseSnipeIntent('myxvqmo0001a2b')).toBeNull();
    expect(parseSnipeIntent(trailingIntentId({ orderId: 'T1', createdMs: 1 }, 1))).toBeNull();
    expect(() => snipeIntentId('s00000000000', 'entry', 1_296)).toThrow('Invariant');
  });
});
