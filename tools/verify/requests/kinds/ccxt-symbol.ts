import { err, ok, type Instrument, type Market, type Result, type Venue } from '@riptide/core/domain';
import { instrumentOfPair } from '../asks/instrument-of.ts';

/** Reads a unified symbol: `LTC/USDT` is a pair, `LTC/USDT:USDT` a perpetual; in words why the product trades it not. */
export function ccxtInstrument(venue: Venue, symbol: string): Result<Instrument, string> {
  const [pair = '', settle] = symbol.split(':');
  const [base, quote] = pair.split('/');
  if (base === undefined || quote === undefined || base === '' || quote === '') return err(`symbol ${symbol}`);
  if (settle !== undefined && settle.includes('-')) return err('dated contracts and options');
  if (settle !== undefined && settle !== quote) return err('inverse contracts');
  return ok(instrumentOfPair({ venue, market: settle === undefined ? 'spot' : 'perp', base, quote }));
}

/** Returns the market a row without a symbol means, by its parameters and its own label. */
export function ccxtMarket(type: unknown, label: string): Market {
  if (type === 'spot') return 'spot';
  if (type === 'swap' || type === 'future' || type === 'linear') return 'perp';
  return /spot|funding/.test(label) ? 'spot' : 'perp';
}
