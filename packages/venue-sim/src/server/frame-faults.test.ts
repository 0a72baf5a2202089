import { describe, expect, it } from 'vitest';
import { FrameFaultPlan } from './frame-faults.ts';

const socket = {};
const frame = (n: number): string =>
  JSON.stringify({ topic: 'orderbook.50.BTCUSDT', data: { b: [['1', String(n)]], a: [['2', '1']] } });

describe('FrameFaultPlan', () => {
  it('passes frames on unchanged while nothing is armed or nothing matches', () => {
    const plan = new FrameFaultPlan();
    plan.arm({ kind: 'drop', topic: 'publicTrade', count: 1 });
    expect(plan.apply(socket, frame(1), 'orderbook.50.BTCUSDT')).toEqual([frame(1)]);
  });

  it('matches a symbol only as a whole name, in either case', () => {
    const plan = new FrameFaultPlan();
    plan.arm({ kind: 'drop', wireSymbol: 'BTC-USDT', count: 1 });
    expect(plan.apply(socket, '{}', 'books:BTC-USDT-SWAP')).toEqual(['{}']);
    expect(plan.apply(socket, '{}', 'books:btc-usdt')).toEqual([]);
    expect(plan.apply(socket, '{}', 'books:BTC-USDT')).toEqual(['{}']);
  });

  it('sends a held frame after the next one of its topic', () => {
    const plan = new FrameFaultPlan();
    plan.arm({ kind: 'swap-with-next', count: 1 });
    expect(plan.apply(socket, frame(1), 't')).toEqual([]);
    expect(plan.apply(socket, frame(9), 'other')).toEqual([frame(9)]);
    expect(plan.apply(socket, frame(2), 't')).toEqual([frame(2), frame(1)]);
    expect(plan.apply(socket, frame(3), 't')).toEqual([frame(3)]);
  });

  it('crosses books of levels and of best prices', () => {
    const plan = new FrameFaultPlan();
    plan.arm({ kind: 'cross-book', count: 2 });
    const levels = JSON.parse(plan.apply(socket, frame(1), 't')[0] ?? '') as { data: { b: string[][]; a: string[][] } };
    expect(Number(levels.data.b[0]?.[0])).toBeGreaterThan(Number(levels.data.a[0]?.[0]));
    const best = JSON.parse(plan.apply(socket, '{"b":"1","B":"5","a":"2","A":"5"}', 't')[0] ?? '') as {
      b: string;
      a: string;
    };
    expect(Number(best.b)).toBeGreaterThan(Number(best.a));
  });

  it('cuts, doubles, retypes and precedes with an unknown channel', () => {
    const plan = new FrameFaultPlan();
    for (const kind of ['truncate', 'duplicate', 'wrong-type', 'unknown-channel'] as const)
      plan.arm({ kind, count: 1 });
    const cut = plan.apply(socket, frame(1), 't')[0] ?? '';
    expect(() => JSON.parse(cut)).toThrow();
    expect(plan.apply(socket, frame(1), 't')).toEqual([frame(1), frame(1)]);
    const retyped = JSON.parse(plan.apply(socket, frame(1), 't')[0] ?? '') as { data: { b: unknown } };
    expect(Array.isArray(retyped.data.b)).toBe(false);
    const [unknown, known] = plan.apply(socket, frame(1), 't');
    expect((JSON.parse(unknown ?? '') as { topic: string }).topic).not.toBe('orderbook.50.BTCUSDT');
    expect(known).toBe(frame(1));
  });
});
