import type { Venue } from '@riptide/core/domain';

/**
 * Base units per contract, where a case asserts base quantities of a market that counts contracts. Source: the venues' own
 * instrument lists (OKX ctVal, KuCoin multiplier); constant over the years the cases are of.
 */
const CONTRACT_SIZES: Readonly<Record<string, number>> = {
  'OKX BTC-USDT': 0.01,
  'OKX ETH-USDT': 0.1,
  'KUCOIN XBTUSDTM': 0.001,
  'KUCOIN ETHUSDTM': 0.01,
};

/** Returns base units per contract; 1 where a derivative counts base; null for spot; undefined when unknown. */
export function contractSizeOf(venue: Venue, market: string, symbol: string): number | null | undefined {
  const isSpot = market === 'spot' || (venue === 'OKX' && symbol.split('-').length === 2);
  if (isSpot) return null;
  if (venue === 'BINANCE' || venue === 'BYBIT') return 1;
  const name = venue === 'OKX' ? symbol.split('-').slice(0, 2).join('-') : symbol;
  return CONTRACT_SIZES[`${venue} ${name}`];
}

/** Returns `BTC/USDT` for a wire symbol with a known quote; undefined when it can't be told. */
export function pairOf(venue: Venue, symbol: string): string | undefined {
  if (symbol.includes('-')) return symbol.split('-').slice(0, 2).join('/');
  const bare = venue === 'KUCOIN' ? symbol.replace(/M$/, '') : symbol.split('_')[0];
  const match = /^(\w+?)(USDT|USDC|BUSD|USD|BTC|ETH|BNB)$/.exec(bare ?? '');
  if (match === null) return undefined;
  return `${match[1] === 'XBT' ? 'BTC' : match[1]}/${match[2]}`;
}
