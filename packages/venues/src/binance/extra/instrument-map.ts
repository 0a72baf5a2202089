import type { Instrument } from '@riptide/core/domain';
import type { UnknownNames } from '../../kit/index.ts';
import type { BinanceProduct } from '../config.ts';
import type { FindInstrument } from './private-reading.ts';

/** Finds instruments by the names private messages use: the same name stands for spot and for the perpetual. */
export class InstrumentMap {
  private readonly bySymbol: Record<BinanceProduct, Map<string, Instrument>> = { spot: new Map(), usdm: new Map() };
  private readonly unknownNames: UnknownNames;
  private misses = 0;

  constructor(unknownNames: UnknownNames) {
    this.unknownNames = unknownNames;
  }

  /** Replaces what is listed. */
  set(instruments: readonly Instrument[]): void {
    this.bySymbol.spot.clear();
    this.bySymbol.usdm.clear();
    for (const one of instruments) {
      if (one.venue !== 'BINANCE') continue;
      this.bySymbol[one.kind === 'spot' ? 'spot' : 'usdm'].set(one.wireSymbol, one);
    }
  }

  /** How often something of an instrument came that is not listed. */
  get unlisted(): number {
    return this.misses;
  }

  /** Returns the finder of one product; it counts what it does not find and logs each name once. */
  finder(product: BinanceProduct): FindInstrument {
    return (wireSymbol) => {
      const found = this.bySymbol[product].get(wireSymbol);
      if (found !== undefined) return found;
      this.misses += 1;
      this.unknownNames.tell('symbol', `${product} ${wireSymbol}`);
      return null;
    };
  }
}
