import { quantize, type Decimal, type Instrument } from '../../domain/index.ts';
import { qtyStepBase } from '../../execution/index.ts';

/** Returns a quantity cut to the instrument's step. */
export function onStep(qtyBase: Decimal, instrument: Instrument): Decimal {
  return quantize(qtyBase, qtyStepBase(instrument), 'down');
}

/**
 * True where a spot buy pays its fee in the coins it buys: what can be sold is the quantity less the fee. `known`: as the account's newest buy
 * paid it (a discount coin takes the place of either); null before the first.
 * Source: fee assets of BINANCE, BYBIT and OKX spot fills; KUCOIN charges the quote asset. Paper charges the quote asset.
 */
export function paysFeeInBase(instrument: Instrument, mode: 'paper' | 'live', known: boolean | null): boolean {
  return instrument.kind === 'spot' && (known ?? (mode === 'live' && instrument.venue !== 'KUCOIN'));
}
