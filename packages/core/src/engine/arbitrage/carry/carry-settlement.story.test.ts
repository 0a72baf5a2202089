import { describe, expect, it } from 'vitest';
import { accountKey, decimal, toDecimalString } from '../../../domain/index.ts';
import { CarryWorld, HOUR_MS, T0 } from './carry-world.fixture.ts';

const SETTLED_MS = T0 + 2 * HOUR_MS;

function cashOf(world: CarryWorld): string {
  const { ledger } = world.running().context;
  const [binance, bybit] = (['BINANCE', 'BYBIT'] as const).map((venue) =>
    ledger
      .account(accountKey(venue, 'paper'))
      ?.cash.totals()
      .worth((asset) => (asset === 'USDT' ? '1' : null)),
  );
  return toDecimalString(decimal(binance ?? '').plus(decimal(bybit ?? '')));
}

describe('a carry that is closed around a settlement', () => {
  it.each([-2_000, -200, -50, 0, 50, 200])(
    'books what was paid and no more: closed %i ms from it, the result is what the cash says',
    async (fromMs) => {
      const world = new CarryWorld();
      await world.start();
      const before = cashOf(world);
      const { roundId } = await world.opened();
      await world.pass(SETTLED_MS + fromMs - world.clock.nowMs());
      const closed = await world.close(roundId);
      expect(closed.ok).toBe(true);
      await world.pass(90_000);
      const { state, result, fundingUsd, settlements } = world.round();
      expect(state).toBe('closed');
      expect(result?.netUsd).toBe(toDecimalString(decimal(cashOf(world)).minus(decimal(before))));
      expect(result?.fundingUsd).toBe(fundingUsd);
      const endMs = Math.max(...world.recordsOf('fill').map(({ fill }) => fill.venueMs));
      expect([settlements, fundingUsd]).toEqual(endMs > SETTLED_MS ? [1, '1.8'] : [0, '0']);
      const [trade] = world.fold.state.trades.finished();
      expect(trade?.trade.result).toEqual(result);
    },
  );
});
