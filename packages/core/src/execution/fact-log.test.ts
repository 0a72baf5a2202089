import { describe, expect, it } from 'vitest';
import type { TradingFact, TradingRecord } from '../domain/index.ts';
import { VirtualClock } from '../kernel/index.ts';
import { ACCOUNT, buildFill, T0 } from './build-execution.fixture.ts';
import { ConditionBook } from './condition-book.ts';
import { FactLog } from './fact-log.ts';
import { OrderStore } from './order-store.ts';

describe('FactLog', () => {
  it('goes on when a fold has a bug, and halts new risk until a restart', () => {
    const conditions = new ConditionBook();
    const seen: string[] = [];
    let seq = 0;
    const facts = new FactLog({
      journal: {
        append: (given: readonly TradingFact[], atMs: number) => ({
          ok: true as const,
          records: given.map((fact) => ({ ...fact, seq: (seq += 1), atMs }) as TradingRecord),
        }),
      },
      store: new OrderStore(),
      conditions,
      clock: new VirtualClock(T0),
      folds: [
        ({ kind }) => {
          if (kind === 'fill') throw new Error('Invariant: no such thing');
        },
        ({ kind }) => void seen.push(kind),
      ],
    });
    const fill = (fillId: string): TradingFact => ({ kind: 'fill', account: ACCOUNT, fill: buildFill({ fillId }) });
    expect(facts.append([fill('f1')]).ok).toBe(true);
    expect(facts.append([fill('f2')]).ok).toBe(true);
    expect(seen).toEqual(['fill', 'condition', 'fill']);
    expect(conditions.list()).toMatchObject([{ key: 'halted:fault:fold', kind: 'halted', account: null }]);
    expect(conditions.list()[0]?.text).toContain('no such thing');
  });
});
