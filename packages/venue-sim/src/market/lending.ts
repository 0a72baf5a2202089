import { SIM_ASSETS, type AssetTier } from './assets.ts';
import type { SimInstrument, SimLoan } from './model.ts';

/** Interest of an hour as a share of the loan; the tail of small coins is not lent. */
const PER_HOUR_FRAC: Readonly<Record<AssetTier, number | null>> = { 1: 0.00001, 2: 0.00002, 3: null };
const DOLLAR_PER_HOUR_FRAC = 0.000015;

/** What one venue lends on spot margin. */
export class Lending {
  private readonly rates = new Map<string, number>();

  constructor(instruments: readonly SimInstrument[]) {
    for (const { kind, asset, base, quote } of instruments) {
      const tier = SIM_ASSETS.find(({ key }) => key === asset)?.tier;
      const rate = tier === undefined ? null : PER_HOUR_FRAC[tier];
      if (kind !== 'spot' || rate === null) continue;
      this.rates.set(base, rate);
      if (quote === 'USDT') this.rates.set(quote, DOLLAR_PER_HOUR_FRAC);
    }
  }

  /** In the order of the list of instruments. */
  loans(): readonly SimLoan[] {
    return Array.from(this.rates, ([asset, perHourFrac]) => ({ asset, perHourFrac }));
  }

  /** Changes the rate of an asset by its wire name; null: it is not lent any more. */
  set(asset: string, perHourFrac: number | null): void {
    if (perHourFrac === null) this.rates.delete(asset);
    else this.rates.set(asset, perHourFrac);
  }
}
