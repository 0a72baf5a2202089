import type { SimRefusal } from '../../account/model.ts';
import type { KucoinProduct } from '../kucoin-listing.ts';
import { bad, type KucoinReply } from './kucoin-context.ts';

type Words = readonly [code: string, msg: string];

const SPOT: Readonly<Record<SimRefusal, Words>> = {
  'unknown-symbol': ['900001', 'Unsupported trading pair.'],
  halted: ['200001', 'The trading of this pair is suspended.'],
  'market-closed': ['200001', 'The trading of this pair is suspended.'],
  'px-off-tick': ['400100', 'Price increment invalid.'],
  'px-out-of-band': ['400370', 'The order price exceeds the price limit of this pair.'],
  'qty-off-step': ['600100', 'Order size increment invalid.'],
  'qty-too-small': ['400100', 'Order size below the minimum requirement.'],
  'qty-too-large': ['102434', 'The order size is too large.'],
  'notional-too-small': ['600101', 'The order funds should more then 0.1 USDT.'],
  'balance-insufficient': ['200004', 'Balance insufficient!'],
  'margin-insufficient': ['200004', 'Balance insufficient!'],
  'would-take': ['400100', 'The post-only order would take liquidity.'],
  'fok-unfillable': ['400100', 'The order could not be filled completely.'],
  'duplicate-client-id': ['102426', 'Duplicate clientOid.'],
  'reduce-only': ['400100', 'reduceOnly is not supported.'],
  'position-side': ['400100', 'positionSide is not supported.'],
  'triggers-now': ['400100', 'The stop price is not valid against the last price.'],
  'too-many-orders': ['200003', 'The number of active orders reached the limit.'],
  'no-depth': ['400760', 'There is not enough depth in the market.'],
  'unknown-order': ['400100', 'order_not_exist_or_not_allow_to_cancel'],
  'order-final': ['400100', 'order_not_exist_or_not_allow_to_cancel'],
  'leverage-invalid': ['400100', 'leverage is invalid.'],
  'leverage-locked': ['400100', 'leverage is invalid.'],
  'margin-mode-unchanged': ['400100', 'marginMode is invalid.'],
  'margin-mode-locked': ['400100', 'marginMode is invalid.'],
  'position-mode-unchanged': ['400100', 'positionMode is invalid.'],
  'position-mode-locked': ['400100', 'positionMode is invalid.'],
  'position-limit': ['102434', 'The order size is too large.'],
  'no-permission': ['400007', 'Access denied, require more permission'],
};

const FUTURES: Readonly<Record<SimRefusal, Words>> = {
  ...SPOT,
  'unknown-symbol': ['100003', 'Contract parameter invalid.'],
  halted: ['300002', 'The trading of this contract is suspended.'],
  'market-closed': ['300002', 'The trading of this contract is suspended.'],
  'px-off-tick': ['100001', 'Price parameter invalid: it must be a multiple of the tick size.'],
  'px-out-of-band': ['300011', 'The order price is too high.'],
  'qty-off-step': ['100001', 'Quantity parameter invalid: it must be a multiple of the lot size.'],
  'qty-too-small': ['100001', 'Quantity below the minimum requirement.'],
  'qty-too-large': ['100001', 'Quantity cannot exceed 1,000,000.'],
  // The futures have no least worth of an order; one would be a parameter error like the least quantity.
  'notional-too-small': ['100001', 'Funds below the minimum requirement.'],
  'balance-insufficient': ['300003', 'Insufficient balance. Please adjust your order quantity or leverage.'],
  'margin-insufficient': ['300003', 'Insufficient balance. Please adjust your order quantity or leverage.'],
  'would-take': ['300000', 'The post-only order would take liquidity.'],
  'fok-unfillable': ['300000', 'The order could not be filled completely.'],
  'duplicate-client-id': ['300018', 'clientOid parameter repeated.'],
  'reduce-only': ['300009', 'No open positions to close.'],
  'position-side': [
    '330011',
    "The order's position mode does not match your selected mode. Please switch modes and try again.",
  ],
  'triggers-now': ['300000', 'The stop price is not valid against the current price.'],
  'too-many-orders': ['300001', 'The number of active orders reached the limit.'],
  'no-depth': ['300000', 'There is not enough depth in the market.'],
  'unknown-order': ['100001', 'error.getOrder.orderNotExist'],
  'order-final': ['100004', 'Order is in not cancelable state'],
  'leverage-invalid': ['300016', 'The leverage cannot be greater than the maximum.'],
  'leverage-locked': ['300016', 'The leverage cannot be changed while there is a position.'],
  'margin-mode-unchanged': ['100001', 'marginMode is invalid.'],
  'margin-mode-locked': ['50002', 'exist.order.or.position'],
  'position-mode-locked': ['50002', 'exist.order.or.position'],
  'position-limit': ['300005', 'The position exceeds the risk limit.'],
};

/** Says a refusal of the accounts in the words of the product. */
export function kucoinRefusalOf(product: KucoinProduct, refusal: SimRefusal): KucoinReply {
  return bad(...(product === 'spot' ? SPOT : FUTURES)[refusal]);
}
