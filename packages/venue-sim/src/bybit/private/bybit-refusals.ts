import type { SimRefusal } from '../../account/model.ts';
import type { BybitCategory } from '../bybit-listing.ts';
import { bad, type BybitAnswer } from './bybit-answer.ts';

type Words = readonly [code: number, msg: string];

const DENIED: Words = [10005, 'Permission denied, please check your API key permissions.'];

const LINEAR: Readonly<Record<SimRefusal, Words>> = {
  'unknown-symbol': [10001, 'params error: symbol invalid'],
  halted: [110074, 'This contract is not live'],
  'market-closed': [110066, 'Trading is currently not allowed'],
  'px-off-tick': [10001, 'params error: price invalid'],
  'px-out-of-band': [110003, 'Order price exceeds the allowable range.'],
  'qty-off-step': [10001, 'Qty invalid'],
  'qty-too-small': [10001, 'The number of contracts exceeds minimum limit allowed'],
  'qty-too-large': [10001, 'The number of contracts exceeds maximum limit allowed: too large'],
  'notional-too-small': [110094, 'Order does not meet minimum order value 5USDT'],
  'balance-insufficient': [110004, 'Insufficient wallet balance'],
  'margin-insufficient': [110007, 'ab not enough for new order'],
  'would-take': [110003, 'Order price exceeds the allowable range.'],
  'fok-unfillable': [110003, 'Order could not be filled completely'],
  'duplicate-client-id': [110072, 'OrderLinkedID is duplicate'],
  'reduce-only': [110017, 'orderQty will be truncated to zero'],
  'position-side': [10001, 'position idx not match position mode'],
  'triggers-now': [110092, 'expect Rising, but trigger_price <= current'],
  'too-many-orders': [110020, 'Not allowed to have more than 500 active orders'],
  'no-depth': [110003, 'Order price exceeds the allowable range.'],
  'unknown-order': [110001, 'order not exists or too late to cancel'],
  'order-final': [110001, 'order not exists or too late to cancel'],
  'leverage-invalid': [110013, 'cannot set leverage gt maxLeverage by risk limit'],
  'leverage-locked': [110045, 'Wallet balance is insufficient'],
  'margin-mode-unchanged': [110026, 'Cross/isolated margin mode is not modified'],
  'margin-mode-locked': [3400045, 'Set margin mode failed'],
  'position-mode-unchanged': [110025, 'Position mode is not modified'],
  'position-mode-locked': [110024, 'You have an existing position, so the position mode cannot be switched'],
  'position-limit': [110090, 'Order placement failed as your position may exceed the max limit.'],
  'no-permission': DENIED,
};

const SPOT: Readonly<Record<SimRefusal, Words>> = {
  ...LINEAR,
  'unknown-symbol': [170121, 'Invalid symbol.'],
  'px-off-tick': [170134, 'Order price has too many decimals.'],
  'px-out-of-band': [170193, 'Buy order price cannot be higher than the limit.'],
  'qty-off-step': [170137, 'Order volume has too many decimals.'],
  'qty-too-small': [170136, 'Order quantity lower than the minimum.'],
  'qty-too-large': [170124, 'Order amount too large.'],
  'notional-too-small': [170140, 'Order value exceeded lower limit.'],
  'balance-insufficient': [170131, 'Insufficient balance.'],
  'margin-insufficient': [170131, 'Insufficient balance.'],
  'would-take': [170218, 'The LIMIT-MAKER order is rejected due to invalid price.'],
  'fok-unfillable': [170210, 'New order rejected.'],
  'duplicate-client-id': [170141, 'Duplicate clientOrderId'],
  'reduce-only': [170130, "Data sent for parameter 'reduceOnly' is not valid."],
  'triggers-now': [170210, 'New order rejected.'],
  'too-many-orders': [170810, 'Cannot exceed maximum of 500 conditional, TP/SL and active orders.'],
  'no-depth': [170210, 'New order rejected.'],
  'unknown-order': [170213, 'Order does not exist.'],
  'order-final': [170213, 'Order does not exist.'],
};

/** Says a refusal of the accounts in the words of the category. */
export function bybitRefusalOf(category: BybitCategory, refusal: SimRefusal): BybitAnswer {
  return bad(...(category === 'spot' ? SPOT : LINEAR)[refusal]);
}
