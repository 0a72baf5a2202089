import { expect, it } from 'vitest';
import { failedInWords } from './failed-words.ts';

it.each([
  [
    'close ETHUSDT.PERP.OKX: MARGIN_INSUFFICIENT call=POST /api/v5/trade/order venueCode=51008 status=200 venueText="Order failed. Insufficient USDT margin in account"',
    'Closing ETHUSDT on OKX: Not enough free margin. The venue said: Order failed. Insufficient USDT margin in account (51008)',
  ],
  ['close BTCUSDT.PERP.BYBIT: RISK_BOOK_STALE age 5 s', 'Closing BTCUSDT on BYBIT: The order book is too old'],
  ['cancel OKX:paper|S1: VENUE_BUSY', 'Cancelling OKX:paper|S1: The exchange is busy'],
  ['close X: NO_SUCH_CODE at all', 'close X: NO_SUCH_CODE at all'],
  ['OKX:live: Error: it broke', 'OKX:live: Error: it broke'],
])('tells %s as %s', (text, words) => {
  expect(failedInWords(text)).toBe(words);
});
