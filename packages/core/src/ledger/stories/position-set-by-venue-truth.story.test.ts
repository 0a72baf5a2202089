import { expect, it } from 'vitest';
import { books, fill, positionSet, T0 } from './build-ledger.fixture.ts';

const late = { venueMs: T0 + 60_000 };

// Ours 1 at 100, the venue holds 3 at 104. Sold at 110: what the missing fills gained is not known, and is not invented.
it("takes over the venue's quantity and says that the gross is unknown", () => {
  const ledger = books([fill({ fillId: '1' }), positionSet('3', '104')]);
  expect(ledger.positions()).toMatchObject([{ qtyBase: '3', avgPx: '104' }]);
  const closed = books([
    fill({ fillId: '1' }),
    positionSet('3', '104'),
    fill({ fillId: '2', side: 'SELL', px: '110', qtyBase: '3', ...late }),
  ]);
  expect(closed.closedTrades()).toMatchObject([{ grossQuote: null, qtyBase: null, avgExitPx: null }]);
  expect(closed.realised().toTexts()).toEqual({ USDT: '18' });
});

it('closes the round when the venue is flat, and goes on from there', () => {
  const ledger = books([
    fill({ fillId: '1', fee: '0.1' }),
    positionSet('0', '0'),
    fill({ fillId: '2', px: '50', ...late }),
  ]);
  expect(ledger.closedTrades()).toMatchObject([{ grossQuote: null, feesQuote: '0.1', closeMs: T0 + 1_000 }]);
  expect(ledger.positions()).toMatchObject([{ qtyBase: '1', avgPx: '50' }]);
});

// A position from before our memory, 2 at 100, sold at 103: gross 6.
it('starts from an opening balance with its cost', () => {
  const ledger = books([
    positionSet('2', '100', 'opening-balance'),
    fill({ fillId: '2', side: 'SELL', px: '103', qtyBase: '2', ...late }),
  ]);
  expect(ledger.closedTrades()).toMatchObject([{ side: 'LONG', qtyBase: '2', avgEntryPx: '100', grossQuote: '6' }]);
});

it('does not count a late fill from before the takeover again', () => {
  const ledger = books([positionSet('1', '100'), fill({ fillId: 'old', venueMs: T0 - 5, fee: '0.1' })]);
  expect(ledger.positions()).toMatchObject([{ qtyBase: '1' }]);
  expect(ledger.notBooked.covered).toBe(1);
  expect(ledger.feesCharged.toTexts()).toEqual({ USDT: '0.1' });
});

// The venue's clock runs 3 s behind ours. Taken over: 1 at 100; sold for 110 a second later by the venue's clock: gross 10.
it("books a fill of after the takeover by the venue's clock, though our clock was ahead", () => {
  const set = { ...positionSet('1', '100', 'opening-balance'), asOfMs: T0 - 3_000 } as const;
  const sale = fill({ fillId: 'new', side: 'SELL', px: '110', venueMs: T0 - 2_000 });
  const ledger = books([set, sale]);
  expect(ledger.positions()).toEqual([]);
  expect(ledger.realised().toTexts()).toEqual({ USDT: '10' });
  expect(ledger.notBooked.covered).toBe(0);
  const inside = fill({ fillId: 'old', side: 'SELL', px: '110', venueMs: T0 - 3_000 });
  expect(books([set, inside])).toMatchObject({ notBooked: { covered: 1 } });
});

it('keeps our cost where the quantity agrees', () => {
  expect(books([fill({ fillId: '1' }), positionSet('1', '104')]).positions()).toMatchObject([{ avgPx: '100' }]);
});
