import { instrumentId, type Instrument, type Market, type Venue } from '@riptide/core/domain';
import { binanceRequests } from '@riptide/venues/binance';
import { bybitRequests } from '@riptide/venues/bybit';
import { kucoinRequests } from '@riptide/venues/kucoin';
import { okxRequests } from '@riptide/venues/okx';

/** Rows state amounts in the venue's own units (contracts of a swap), so a unit is a unit; steps are the rows' own. */
const FINEST = '0.000000000000000001';

export interface NamedPair {
  readonly venue: Venue;
  readonly market: Market;
  readonly base: string;
  readonly quote: string;
}

/** Returns an instrument by the venue's own name. */
export function instrumentNamed(venue: Venue, market: Market, wireSymbol: string): Instrument {
  const symbol = wireSymbol.replaceAll(/[^A-Za-z0-9]/g, '');
  const quoteAsset = /(USDT|USDC|USD|BTC|ETH)/.exec(wireSymbol.slice(2))?.[1] ?? 'USDT';
  return {
    id: instrumentId(symbol, market, venue),
    venue,
    kind: market,
    symbol,
    wireSymbol,
    baseAsset: symbol.slice(0, Math.max(1, symbol.indexOf(quoteAsset))),
    quoteAsset,
    settleAsset: quoteAsset,
    isInverse: false,
    qtyScale: 1,
    pxDivisor: 1,
    pxTick: FINEST,
    qtyStep: FINEST,
    qtyMin: FINEST,
    qtyMax: null,
    notionalMin: null,
    isTrading: true,
    listedMs: null,
    fundingIntervalHours: null,
  };
}

/** Returns an instrument by its assets; the venue's adapter writes the name. */
export function instrumentOfPair(pair: NamedPair): Instrument {
  const named = instrumentNamed(pair.venue, pair.market, wireNameOf(pair));
  return { ...named, baseAsset: pair.base, quoteAsset: pair.quote, settleAsset: pair.quote };
}

function wireNameOf({ venue, market, base, quote }: NamedPair): string {
  switch (venue) {
    case 'BINANCE':
      return binanceRequests.toWireSymbol({ prefix: '', baseAsset: base, quoteAsset: quote, suffix: '' });
    case 'BYBIT':
      // Contracts in USDC have a name of their own in the venue's list.
      return market === 'perp' && quote === 'USDC'
        ? `${base}PERP`
        : bybitRequests.toWireSymbol(bybitRequests.fromWireAsset(base), quote);
    case 'OKX':
      return okxRequests.toWireSymbol({
        kind: market,
        symbol: base + quote,
        baseAsset: base,
        quoteAsset: quote,
        multiplier: 1,
      });
    case 'KUCOIN':
      return kucoinRequests.toWireSymbol(
        { baseAsset: base, quoteAsset: quote, factor: 1 },
        market === 'spot' ? 'spot' : 'futures',
      );
  }
}
