import type { EngineLink } from '../../link/engine-link.ts';
import { leadInstruments, priceOf } from './live-prices.ts';

const DOLLARS: ReadonlySet<string> = new Set(['USDT', 'USD', 'USDC']);

/** Returns how to price a coin in USD by the newest data, as decimal text; null while none is known. */
export function coinPrices(link: EngineLink): (asset: string) => string | null {
  let leads: ReturnType<typeof leadInstruments> | null = null;
  return (asset) => {
    if (DOLLARS.has(asset)) return '1';
    leads ??= leadInstruments(link.values('instrument').values());
    const lead = leads.get(`${asset}USDT`);
    const price = lead === undefined ? null : priceOf(lead);
    return price === null ? null : String(price);
  };
}
