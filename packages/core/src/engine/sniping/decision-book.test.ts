import { describe, expect, it } from 'vitest';
import type { ArmOutcome, Decision, DecisionOutcome, TradingRecord } from '../../domain/index.ts';
import { DecisionBook } from './decision-book.ts';

const ARM = 'fade-15-35x25-post';

function decision(decisionId: string, over: Partial<Decision> = {}): TradingRecord {
  const made: Partial<Decision> = {
    decisionId,
    symbol: 'BTCUSDT',
    liquidatedSide: 'LONG',
    trigger: { clusterId: decisionId } as Decision['trigger'],
    gates: [],
    arms: [],
    chosenArmId: ARM,
    action: 'blocked',
    snipeId: null,
    ...over,
  };
  return { kind: 'decision', decision: made as Decision, seq: 1, atMs: 1 };
}

function outcome(decisionId: string, over: Partial<ArmOutcome>): DecisionOutcome {
  const arm: ArmOutcome = {
    armId: ARM,
    isFilled: true,
    isReal: true,
    netBps: 10,
    feesBps: 4,
    entryPx: 1,
    exitPx: 1,
    exit: 'take-profit',
    heldMs: 1,
    ...over,
  };
  const about = { symbol: 'BTCUSDT', liquidatedSide: 'LONG' as const, context: [1], chosenArmId: ARM, propensity: 1 };
  return { decisionId, ...about, outcomes: [arm] };
}

function fill(book: DecisionBook, from: number, to: number): void {
  for (let n = from; n < to; n += 1) book.apply(decision(`d${n}`));
}

describe('decisions in memory', () => {
  it('keep what was traded until its result is told, over checkpoints and any number of others', () => {
    const book = new DecisionBook();
    book.apply(decision('traded', { action: 'traded', snipeId: 's1' }));
    fill(book, 0, 300);
    const again = new DecisionBook(structuredClone(book.snapshot()));
    fill(again, 300, 1_500);
    expect(again.byId('traded')).not.toBeNull();
    expect(again.list().length).toBeLessThanOrEqual(501);
    again.addOutcome(outcome('traded', {}));
    fill(again, 1_500, 2_100);
    expect(again.byId('traded')).toBeNull();
    expect(again.list()).toHaveLength(500);
  });

  it('count an arm that is told again once, by what was told last', () => {
    const book = new DecisionBook();
    book.apply(decision('d1', { action: 'traded', snipeId: 's1' }));
    book.addOutcome(outcome('d1', { isFilled: false, netBps: 0, exit: 'none' }));
    const real = outcome('d1', { netBps: -7 });
    expect(book.newsOf(real).outcomes).toHaveLength(1);
    book.addOutcome(real);
    expect(book.newsOf(real).outcomes).toEqual([]);
    expect(book.totals()).toMatchObject([{ outcomes: 1, fills: 1, realFills: 1, sumNetBps: -7, sumSquareBps: 49 }]);
  });
});
