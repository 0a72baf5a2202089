import { describe, expect, it } from 'vitest';
import { AccountIntake } from './account-intake.ts';
import { ACCOUNT, buildBench, buildFill, buildPlanned, buildReport, T0 } from './build-execution.fixture.ts';

function build(openedMs: number | null = null) {
  const bench = buildBench();
  const heard: string[] = [];
  const intake = new AccountIntake(bench.deps, ACCOUNT, {
    onPosition: (_account, position) => heard.push(`position ${position.qtyBase}`),
    openedMs: () => openedMs,
    onStream: (_account, state) => heard.push(`stream ${String(state.isLive)}`),
  });
  bench.deps.facts.append([{ kind: 'order', order: buildPlanned() }]);
  return { ...bench, intake, heard };
}

describe('AccountIntake', () => {
  it('journals a report that says something new, and nothing for its doubles', () => {
    const { intake, journal } = build();
    for (let times = 0; times < 3; times += 1) intake.onOrder(buildReport({ updatedMs: T0 + times }));
    expect(journal.of('order-report')).toHaveLength(1);
  });

  it('journals a fill once', () => {
    const { intake, journal } = build();
    intake.onFill(buildFill());
    intake.onFill(buildFill());
    expect(journal.of('fill')).toHaveLength(1);
  });

  it('adopts an order nobody here gave', () => {
    const { intake, store } = build();
    intake.onOrder(buildReport({ clientOrderId: null, venueOrderId: '5' }));
    expect(store.openOrders().map(({ isOurs }) => isOurs)).toEqual([true, false]);
  });

  it('counts what the journal refused, and takes it when it comes again', () => {
    const { intake, journal, ledger } = build();
    journal.fail();
    intake.onFill(buildFill());
    expect(intake.counters.unrecorded).toBe(1);
    expect(ledger.positionQtyOf(ACCOUNT, buildFill().instrumentId)).toBe('0');
    journal.error = null;
    intake.onFill(buildFill());
    expect(ledger.positionQtyOf(ACCOUNT, buildFill().instrumentId)).toBe('1');
  });

  it('leaves out income from before the books were opened', () => {
    const { intake, journal } = build(T0);
    const income = { instrumentId: null, scope: 'futures', asset: 'USDT', amount: '20000' } as const;
    intake.onIncome({ ...income, kind: 'transfer', incomeId: 'deposit', venueMs: T0 - 1 });
    intake.onIncome({ ...income, kind: 'funding', incomeId: 'later', venueMs: T0 });
    expect(journal.of('income').map((record) => record.income.incomeId)).toEqual(['later']);
  });

  it('passes on what is no fact', () => {
    const { intake, heard } = build();
    intake.onStream({ isLive: false, sinceMs: T0, reason: 'x', reconnects: 0, lastEventMs: null });
    expect(heard).toEqual(['stream false']);
  });
});
