import type { TradingFact } from '@riptide/core/domain';

/** Builds the record of an approved wish; only what the audit looks at is true to life. */
export function buildIntentFact(intentId: string, symbol = 'BTCUSDT'): TradingFact {
  const fact = {
    kind: 'intent',
    intent: { intentId, instrumentId: `${symbol}.PERP.OKX`, side: 'BUY', qtyBase: '0.01' },
    gates: [{ gate: 'kill-switch', ok: true, code: null, detail: 'off' }],
    isApproved: true,
  };
  return fact as unknown as TradingFact;
}

/** Builds the record of the order of a wish. */
export function buildOrderFact(intentId: string, clientOrderId: string, symbol = 'BTCUSDT'): TradingFact {
  const order = {
    intentId,
    clientOrderId,
    venue: 'OKX',
    mode: 'paper',
    source: 'operator',
    role: 'entry',
    instrumentId: `${symbol}.PERP.OKX`,
    side: 'BUY',
    type: 'market',
    tif: 'ioc',
    qtyBase: '0.01',
    px: null,
    triggerPx: null,
  };
  return { kind: 'order', order } as unknown as TradingFact;
}

/** Builds the record of an order that the venue never had. */
export function buildFailedFact(clientOrderId: string): TradingFact {
  const error = { code: 'VENUE_REJECTED', detail: 'no', outcome: 'rejected' };
  return { kind: 'order-failed', clientOrderId, error } as unknown as TradingFact;
}

/** Builds the record of a fill of an order. */
export function buildFillFact(
  clientOrderId: string,
  more: { readonly fillId: string; readonly fee: string; readonly venueMs: number },
): TradingFact {
  const fill = {
    instrumentId: 'BTCUSDT.PERP.OKX',
    venueOrderId: `v-${clientOrderId}`,
    clientOrderId,
    side: 'BUY',
    px: '64000',
    qtyBase: '0.01',
    feeAsset: 'USDT',
    liquidity: 'taker',
    cause: 'order',
    ...more,
  };
  return { kind: 'fill', account: 'OKX:paper', fill } as unknown as TradingFact;
}
