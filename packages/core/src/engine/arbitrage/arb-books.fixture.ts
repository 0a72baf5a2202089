import { expect } from 'vitest';
import { decimal, ZERO, type Decimal } from '../../domain/index.ts';
import { Ledger, netQuoteOf, resultsOf, type TradeResult } from '../../ledger/index.ts';
import type { ArbWorld } from './arb-world.fixture.ts';

/** Below it two sums of the same money differ by the rounding of quotients alone. */
const EXACT = '0.000000000001';

/** Returns the results of all closed trades in the books, priced as the engine prices fees. */
export function resultsInBooks(world: ArbWorld): readonly TradeResult[] {
  const { ledger, eyes } = world.core!.context;
  const rated = ledger.closedTrades().map((trade) => ({ trade, netUsd: netQuoteOf(trade, (a) => eyes.priceUsd(a)) }));
  return resultsOf(rated);
}

/**
 * Holds every arbitrage that has ended against the ledger: one result each, the same to the last digit, and nothing of it open. The day of
 * the risk guard is the sum of the same results while nothing is open.
 */
export function expectBooksAgree(world: ArbWorld): void {
  const { ledger, risk, eyes, clock } = world.core!.context;
  const results = resultsInBooks(world);
  const open = ledger.accounts().flatMap((books) => books.positions());
  for (const { trade } of world.fold.state.trades.finished()) {
    const { arbId, result, execution } = trade;
    const own = results.filter((each) => each.arbId === arbId);
    expect({ arbId, results: own.length }).toEqual({ arbId, results: result === null ? 0 : 1 });
    expect(open.filter((position) => position.arbId === arbId)).toEqual([]);
    if (result !== null && result.netUsd !== null) near(own[0]?.netUsd ?? null, decimal(result.netUsd));
    if (open.length > 0 || results.some(({ netUsd }) => netUsd === null)) continue;
    const sum = results.reduce((total, { netUsd }) => total.plus(decimal(netUsd ?? '0')), ZERO);
    near(
      risk.dayPnlUsd(execution, clock.nowMs(), (asset) => eyes.priceUsd(asset)),
      sum,
    );
  }
  const restored = Ledger.restore(JSON.parse(JSON.stringify(ledger.snapshot())));
  expect(restored.closedTrades()).toEqual(ledger.closedTrades());
  expect(restored.snapshot()).toEqual(ledger.snapshot());
}

function near(told: string | null, expected: Decimal): void {
  const difference = told === null ? null : decimal(told).minus(expected).abs();
  expect({ told, expected: expected.toString(), isSame: difference?.lt(decimal(EXACT)) }).toMatchObject({
    isSame: true,
  });
}
