import type { ClosedTrade } from '@riptide/core/ledger';

/** Builds a closed long of OKX's paper account that earned 1 USD before fees. */
export function buildClosedTrade(over: Partial<ClosedTrade> & Pick<ClosedTrade, 'tradeId'>): ClosedTrade {
  const { openMs = 1_800_000_000_000, closeMs = openMs + 60_000 } = over;
  return {
    account: 'OKX:paper',
    instrumentId: 'BTCUSDT.PERP.OKX',
    quoteAsset: 'USDT',
    side: 'LONG',
    openMs,
    closeMs,
    holdMs: closeMs - openMs,
    qtyBase: '0.01',
    avgEntryPx: '64000',
    avgExitPx: '64100',
    grossQuote: '1',
    feesQuote: '0.6',
    otherFees: [],
    fundingQuote: '-0.1',
    otherQuote: '0',
    source: 'pas-trader',
    entryOrders: 1,
    ...over,
  };
}
