import { expect, it } from 'vitest';
import { books, fill } from './build-ledger.fixture.ts';

// The stream and the query tell the same fill; another instrument may use the same id.
it('books a fill once, by instrument and id', () => {
  const once = fill({ fillId: '7', fee: '0.1' });
  const ledger = books([once, once, fill({ fillId: '7', instrumentId: 'ETHUSDT.PERP.BINANCE' }), once]);
  expect(ledger.positions().map((p) => [p.symbol, p.qtyBase])).toEqual([
    ['BTCUSDT', '1'],
    ['ETHUSDT', '1'],
  ]);
  expect(ledger.feesCharged.toTexts()).toEqual({ USDT: '0.1' });
});
