import { describe, expect, it } from 'vitest';
import { checkAnswer, restError, socketError } from './errors.ts';

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => ({ status, body, headers });

describe('checkAnswer', () => {
  it('accepts both success codes', () => {
    expect(checkAnswer('spot', answer(200, { code: '200000', data: 1 }))).toBeNull();
    expect(checkAnswer('spot', answer(200, { code: '200', success: true, data: 1 }))).toBeNull();
  });

  it('sees an error behind HTTP 200', () => {
    const error = checkAnswer('spot', answer(200, { code: '400002', msg: 'Invalid KC-API-TIMESTAMP' }));
    expect(error).toMatchObject({ code: 'CLOCK_SKEWED', outcome: 'rejected' });
  });

  it('waits as long as the rate limit header says', () => {
    const error = checkAnswer(
      'spot',
      answer(429, { code: '429000', msg: 'too many requests' }, { 'gw-ratelimit-reset': '1250' }),
    );
    expect(error).toMatchObject({ code: 'VENUE_RATE_LIMITED', retryAfterMs: 1250, outcome: 'rejected' });
  });

  it('leaves open what an overloaded service did that names no limit', () => {
    const error = checkAnswer('spot', answer(200, { code: '429000', msg: 'too many requests' }));
    expect(error).toMatchObject({ code: 'VENUE_RATE_LIMITED', retryAfterMs: 3_000, outcome: 'unknown' });
  });

  it('sees the refusal that comes under the code of success', () => {
    const error = checkAnswer('futures', answer(200, { code: '200000', msg: 'Position does not exist' }));
    expect(error).toMatchObject({ code: 'POSITION_NOT_FOUND', outcome: 'rejected' });
  });

  it('waits ten seconds after the futures block that names no time', () => {
    expect(checkAnswer('futures', answer(200, { code: '200002', msg: '' }))).toMatchObject({ retryAfterMs: 10_000 });
  });

  it('takes a page of the edge for a ban and a bare 5xx for a busy venue', () => {
    expect(checkAnswer('spot', answer(403, undefined))).toMatchObject({ code: 'VENUE_BANNED', retryAfterMs: 30_000 });
    expect(checkAnswer('spot', answer(502, undefined))).toMatchObject({ code: 'VENUE_BUSY', outcome: 'unknown' });
    expect(checkAnswer('spot', answer(200, { data: 1 }))).toMatchObject({ code: 'VENUE_ANSWER_MALFORMED' });
  });
});

describe('order codes', () => {
  it.each([
    ['spot', '200004', 'Balance insufficient!', 'MARGIN_INSUFFICIENT'],
    ['spot', '400100', 'account.available.amount', 'MARGIN_INSUFFICIENT'],
    ['spot', '400100', 'Order size below the minimum requirement.', 'QUANTITY_TOO_SMALL'],
    ['spot', '400100', 'order_not_exist_or_not_allow_to_cancel', 'ORDER_NOT_FOUND'],
    ['spot', '400100', 'order not exist.', 'ORDER_NOT_FOUND'],
    ['spot', '400100', 'symbol parameter error', 'VENUE_REQUEST_INVALID'],
    ['spot', '600100', 'Order size increment invalid.', 'QUANTITY_OFF_STEP'],
    ['spot', '600100', 'Price increment invalid.', 'PRICE_OFF_TICK'],
    ['spot', '600100', 'Funds below the minimum requirement.', 'NOTIONAL_TOO_SMALL'],
    ['spot', '600101', 'The order funds should more then 0.1 USDT.', 'NOTIONAL_TOO_SMALL'],
    ['spot', '102426', '', 'ORDER_DUPLICATE_ID'],
    ['spot', '200003', '', 'ORDER_TOO_MANY_OPEN'],
    ['futures', '200003', '', 'INSTRUMENT_UNKNOWN'],
    ['futures', '300003', 'Insufficient balance', 'MARGIN_INSUFFICIENT'],
    ['futures', '330008', '', 'MARGIN_INSUFFICIENT'],
    ['futures', '100001', 'error.getOrder.orderNotExist', 'ORDER_NOT_FOUND'],
    ['futures', '100001', 'Quantity cannot exceed 10,000.', 'QUANTITY_TOO_LARGE'],
    ['futures', '100001', 'side is invalid', 'VENUE_REQUEST_INVALID'],
    ['futures', '100004', 'Order is in not cancelable state', 'ORDER_FINAL'],
    ['futures', '300018', '', 'ORDER_DUPLICATE_ID'],
    ['futures', '300009', 'No open positions to close.', 'ORDER_REDUCE_ONLY'],
    ['futures', '330005', '', 'MARGIN_MODE_MISMATCH'],
    ['futures', '330011', '', 'POSITION_MODE_MISMATCH'],
    ['futures', '50002', 'exist.order.or.position', 'MARGIN_MODE_LOCKED'],
    ['futures', '300012', '', 'PRICE_OUT_OF_BAND'],
    ['futures', '300016', '', 'LEVERAGE_NOT_ALLOWED'],
    ['futures', '300005', '', 'POSITION_LIMIT_REACHED'],
  ] as const)('%s %s "%s" is %s', (product, wireCode, words, code) => {
    expect(restError(product, wireCode, words)).toEqual({ code, outcome: 'rejected' });
  });
});

describe('restError', () => {
  it('tells the same number apart by product', () => {
    expect(restError('spot', '200002').code).toBe('INSTRUMENT_HALTED');
    expect(restError('futures', '200002').code).toBe('VENUE_RATE_LIMITED');
  });

  it('never guesses at an unlisted code', () => {
    expect(restError('spot', '987654')).toEqual({ code: 'VENUE_ERROR_UNMAPPED', outcome: 'unknown' });
    expect(socketError('599')).toEqual({ code: 'VENUE_ERROR_UNMAPPED', outcome: 'unknown' });
  });
});
