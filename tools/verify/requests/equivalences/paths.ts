import type { Venue } from '@riptide/core/domain';

import type { PathRule } from './rules.ts';

const KUCOIN_HF =
  'spot goes by the high-frequency calls of the trade account (docs/venues/kucoin.md); the older ones are their former names';

/** Other paths of the same requests. */
export const PATHS: readonly PathRule[] = [
  {
    venue: 'BINANCE',
    theirs: /^\/sapi\/v1\/asset\/tradeFee$/,
    ours: '/api/v3/account/commission',
    method: 'GET',
    reason: 'fee rates of one pair, also where the target has no wallet calls',
  },
  {
    venue: 'BINANCE',
    theirs: /^\/fapi\/v2\/(positionRisk|balance)$/,
    ours: '/fapi/v3/$1',
    method: 'GET',
    reason: 'v3 is the current form of the read (docs/venues/binance.md)',
  },
  {
    venue: 'BINANCE',
    theirs: /^\/fapi\/v[23]\/account$/,
    ours: '/fapi/v3/balance',
    method: 'GET',
    reason: 'the balances alone, without positions (docs/venues/binance.md)',
  },
  {
    venue: 'OKX',
    theirs: /^\/api\/v5\/trade\/batch-orders$/,
    ours: '/api/v5/trade/order',
    method: 'POST',
    isList: true,
    reason: 'one order in a list is one order',
  },
  { venue: 'KUCOIN', theirs: /^\/api\/v1\/orders$/, ours: '/api/v1/hf/orders', method: 'POST', reason: KUCOIN_HF },
  {
    venue: 'KUCOIN',
    theirs: /^\/api\/v1\/orders$/,
    ours: '/api/v1/hf/orders/active',
    method: 'GET',
    reason: KUCOIN_HF,
  },
  { venue: 'KUCOIN', theirs: /^\/api\/v1\/fills$/, ours: '/api/v1/hf/fills', method: 'GET', reason: KUCOIN_HF },
  { venue: 'KUCOIN', theirs: /^\/api\/v1\/orders\/([^/]+)$/, ours: '/api/v1/hf/orders/$1', reason: KUCOIN_HF },
  {
    venue: 'KUCOIN',
    theirs: /^\/api\/v1\/order\/client-order\/([^/]+)$/,
    ours: '/api/v1/hf/orders/client-order/$1',
    reason: KUCOIN_HF,
  },
  {
    venue: 'KUCOIN',
    theirs: /^\/api\/v1\/orders\/$/,
    ours: '/api/v1/orders/byClientOid',
    method: 'GET',
    reason: 'the older spelling of the query by our id (docs/venues/kucoin.md)',
  },
];

/** Other spellings of a parameter's name that a venue takes. */
export const SPELLINGS: Readonly<Partial<Record<Venue, Readonly<Record<string, string>>>>> = {
  BINANCE: { fromID: 'fromId', origclientorderidlist: 'origClientOrderIdList', orderidlist: 'orderIdList' },
};
