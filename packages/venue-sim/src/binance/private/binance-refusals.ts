import type { SimOrderSide, SimRefusal } from '../../account/model.ts';
import type { BinanceProductKind } from '../binance-product.ts';
import { BinanceRefusal } from '../binance-refusal.ts';

type Words = readonly [code: number, msg: string];

const SPOT_REJECTED = -2010;
const FILTER = -1013;

const SPOT: Readonly<Record<SimRefusal, Words>> = {
  'unknown-symbol': [-1121, 'Invalid symbol.'],
  halted: [SPOT_REJECTED, 'Market is closed.'],
  'market-closed': [SPOT_REJECTED, 'Market is closed.'],
  'px-off-tick': [FILTER, 'Filter failure: PRICE_FILTER'],
  'px-out-of-band': [FILTER, 'Filter failure: PERCENT_PRICE_BY_SIDE'],
  'qty-off-step': [FILTER, 'Filter failure: LOT_SIZE'],
  'qty-too-small': [FILTER, 'Filter failure: LOT_SIZE'],
  'qty-too-large': [FILTER, 'Filter failure: LOT_SIZE'],
  'notional-too-small': [FILTER, 'Filter failure: NOTIONAL'],
  'balance-insufficient': [SPOT_REJECTED, 'Account has insufficient balance for requested action.'],
  'margin-insufficient': [SPOT_REJECTED, 'Account has insufficient balance for requested action.'],
  'would-take': [SPOT_REJECTED, 'Order would immediately match and take.'],
  'fok-unfillable': [SPOT_REJECTED, 'Order book liquidity is less than LOT_SIZE filter minimum quantity.'],
  'duplicate-client-id': [SPOT_REJECTED, 'Duplicate order sent.'],
  'reduce-only': [SPOT_REJECTED, 'This action is disabled on this account.'],
  'position-side': [SPOT_REJECTED, 'This action is disabled on this account.'],
  'triggers-now': [SPOT_REJECTED, 'Order would trigger immediately.'],
  'too-many-orders': [FILTER, 'Filter failure: MAX_NUM_ORDERS'],
  'no-depth': [SPOT_REJECTED, 'Order book liquidity is less than LOT_SIZE filter minimum quantity.'],
  'unknown-order': [-2011, 'Unknown order sent.'],
  'order-final': [-2011, 'Unknown order sent.'],
  'leverage-invalid': [-1130, "Data sent for parameter 'leverage' is not valid."],
  'leverage-locked': [SPOT_REJECTED, 'This action is disabled on this account.'],
  'margin-mode-unchanged': [SPOT_REJECTED, 'This action is disabled on this account.'],
  'margin-mode-locked': [SPOT_REJECTED, 'This action is disabled on this account.'],
  'position-mode-unchanged': [SPOT_REJECTED, 'This action is disabled on this account.'],
  'position-mode-locked': [SPOT_REJECTED, 'This action is disabled on this account.'],
  'position-limit': [FILTER, 'Filter failure: MAX_POSITION'],
  'no-permission': [-2015, 'Invalid API-key, IP, or permissions for action.'],
};

const FUTURES: Readonly<Record<SimRefusal, Words>> = {
  'unknown-symbol': [-1121, 'Invalid symbol.'],
  halted: [-4140, 'Invalid symbol status for opening position.'],
  'market-closed': [-4141, 'Symbol is closed.'],
  'px-off-tick': [-4014, 'Price not increased by tick size.'],
  'px-out-of-band': [-4016, "Limit price can't be higher than the cap."],
  'qty-off-step': [-4023, 'Qty not increased by step size.'],
  'qty-too-small': [-4004, 'Quantity less than min quantity.'],
  'qty-too-large': [-4005, 'Quantity greater than max quantity.'],
  'notional-too-small': [
    -4164,
    "Order's notional must be no smaller than the minimum (unless you choose reduce only).",
  ],
  'balance-insufficient': [-2018, 'Balance is insufficient.'],
  'margin-insufficient': [-2019, 'Margin is insufficient.'],
  'would-take': [
    -5022,
    'Due to the order could not be executed as maker, the Post Only order will be rejected. The order will not be recorded in the order history',
  ],
  'fok-unfillable': [
    -5021,
    'Due to the order could not be filled immediately, the FOK order has been rejected. The order will not be recorded in the order history',
  ],
  'duplicate-client-id': [-4116, 'ClientOrderId is duplicated.'],
  'reduce-only': [-2022, 'ReduceOnly Order is rejected.'],
  'position-side': [-4061, "Order's position side does not match user's setting."],
  'triggers-now': [-2021, 'Order would immediately trigger.'],
  'too-many-orders': [-2025, 'Reach max open order limit.'],
  'no-depth': [-4131, "The counterparty's best price does not meet the PERCENT_PRICE filter limit."],
  'unknown-order': [-2011, 'Unknown order sent.'],
  'order-final': [-2011, 'Unknown order sent.'],
  'leverage-invalid': [-4028, 'Leverage is not valid.'],
  'leverage-locked': [-4161, 'Leverage reduction is not supported in Isolated Margin Mode with open positions.'],
  'margin-mode-unchanged': [-4046, 'No need to change margin type.'],
  'margin-mode-locked': [-4048, 'Margin type cannot be changed if there exists position.'],
  'position-mode-unchanged': [-4059, 'No need to change position side.'],
  'position-mode-locked': [-4068, 'Position side cannot be changed if there exists position.'],
  'position-limit': [-2027, 'Exceeded the maximum allowable position at current leverage.'],
  'no-permission': [-2015, 'Invalid API-key, IP, or permissions for action.'],
};

/** Says a refusal of the accounts in the words of the product. */
export function binanceRefusalOf(kind: BinanceProductKind, refusal: SimRefusal): BinanceRefusal {
  const [code, msg] = (kind === 'spot' ? SPOT : FUTURES)[refusal];
  return new BinanceRefusal(code, msg, code === -2015 ? 401 : 400);
}

/** Details of a refused futures order that its code and text depend on. */
export interface RefusedOrder {
  readonly side: SimOrderSide;
  readonly isMarket: boolean;
  readonly notionalMin: number;
}

/** As `binanceRefusalOf`, with the cases of futures that depend on the order. */
export function futuresOrderRefusal(refusal: SimRefusal, order: RefusedOrder): BinanceRefusal {
  if (refusal === 'px-out-of-band' && order.isMarket) return binanceRefusalOf('usdm', 'no-depth');
  if (refusal === 'px-out-of-band' && order.side === 'SELL') {
    return new BinanceRefusal(-4024, "Limit price can't be lower than the floor.");
  }
  if (refusal === 'notional-too-small') {
    const min = order.notionalMin.toFixed(1);
    return new BinanceRefusal(-4164, `Order's notional must be no smaller than ${min} (unless you choose reduce only)`);
  }
  return binanceRefusalOf('usdm', refusal);
}
