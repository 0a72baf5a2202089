import type { SimRefusal } from '../../account/model.ts';

/** Code, words and sub-code of a refusal. */
export type OkxWords = readonly [code: string, msg: string, subCode?: string];

const WORDS: Readonly<Record<SimRefusal, OkxWords>> = {
  'unknown-symbol': ['51001', "Instrument ID, Instrument ID code, or Spread ID doesn't exist."],
  halted: ['51022', 'Contract suspended.'],
  'market-closed': ['51022', 'Contract suspended.'],
  'px-off-tick': ['51000', 'Parameter px error'],
  'px-out-of-band': ['51006', 'Order price is not within the price limit'],
  'qty-off-step': ['51121', 'Order quantity must be a multiple of the lot size.'],
  'qty-too-small': ['51120', 'Order amount is less than the minimum.'],
  'qty-too-large': ['51202', 'Market order amount exceeds the maximum amount.'],
  'notional-too-small': ['51020', 'Your order should meet or exceed the minimum order amount.'],
  'balance-insufficient': ['51008', 'Order failed. Insufficient USDT balance in account', '1000'],
  'margin-insufficient': ['51008', 'Order failed. Insufficient USDT margin in account', '1001'],
  'would-take': ['51006', 'Order price is not within the price limit'],
  'fok-unfillable': ['51000', 'Parameter ordType error'],
  'duplicate-client-id': ['51016', 'Client order ID already exists.'],
  'reduce-only': ['51169', "Order failed because you don't have any positions in this direction to reduce."],
  'position-side': ['51000', 'Parameter posSide error'],
  'triggers-now': ['51280', "SL trigger price can't be higher than the last price"],
  'too-many-orders': ['51174', 'Order failed: the number of pending orders reached the limit.'],
  'no-depth': ['51006', 'Order price is not within the price limit'],
  'unknown-order': ['51603', 'Order does not exist'],
  'order-final': ['51400', 'Order cancellation failed as the order has been filled, canceled or does not exist.'],
  'leverage-invalid': ['59102', 'Leverage exceeds the maximum limit. Please lower the leverage.'],
  'leverage-locked': ['59101', 'Leverage cannot be modified. Please cancel all pending isolated margin orders.'],
  'margin-mode-unchanged': ['51000', 'Parameter mgnMode error'],
  'margin-mode-locked': [
    '59000',
    'Setting failed. Cancel any open orders, close positions, and stop trading bots first.',
  ],
  'position-mode-unchanged': ['51000', 'Parameter posMode error'],
  'position-mode-locked': [
    '59000',
    'Setting failed. Cancel any open orders, close positions, and stop trading bots first.',
  ],
  'position-limit': ['51004', 'Order failed. The position exceeds the maximum under current leverage.', '1101'],
  'no-permission': ['51010', 'Request unsupported under current account mode'],
};

/** Says a refusal of the accounts in the venue's code and words. */
export function okxWordsOf(refusal: SimRefusal): OkxWords {
  return WORDS[refusal];
}
