import { expect, it } from 'vitest';
import { books, fill, T0 } from './build-ledger.fixture.ts';

const PEPE = 'PEPEUSDT.PERP.BINANCE';

// 1000PEPE: 7 lots of 1,000 at a wire price of 0.0123456 are 7,000 PEPE at 0.0000123456 in the core's units.
// Sold at 0.0000133456: 7,000 * 0.000001 = 0.007.
it('counts single coins, whatever the contract', () => {
  const open = fill({ fillId: '1', instrumentId: PEPE, qtyBase: '7000', px: '0.0000123456' });
  expect(books([open]).positions()).toMatchObject([{ baseAsset: 'PEPE', qtyBase: '7000', costQuote: '0.0864192' }]);
  const close = fill({
    fillId: '2',
    instrumentId: PEPE,
    side: 'SELL',
    qtyBase: '7000',
    px: '0.0000133456',
    venueMs: T0 + 1,
  });
  expect(books([open, close]).closedTrades()).toMatchObject([{ grossQuote: '0.007' }]);
});
