import type { Instrument, Market } from '@riptide/core/domain';
import { UnknownNames, type VenueDeps } from '../../kit/index.ts';

/** The instruments an account's reports are mapped to, by wire symbol. What is not listed is counted and left out. */
export class InstrumentBook {
  private readonly unknownNames: UnknownNames;
  private byWire: ReadonlyMap<string, Instrument> = new Map();
  private unknown = 0;

  constructor(deps: VenueDeps) {
    this.unknownNames = new UnknownNames(deps.log, 'kucoin-private');
  }

  /** How often something of an unlisted instrument came. */
  get unknownCount(): number {
    return this.unknown;
  }

  /** Coin-margined contracts are left out: a lot of them is quote, not base. */
  set(instruments: readonly Instrument[]): void {
    this.byWire = new Map(
      instruments
        .filter(
          ({ venue, isInverse, kind }) => venue === 'KUCOIN' && !isInverse && (kind === 'spot' || kind === 'perp'),
        )
        .map((instrument) => [instrument.wireSymbol, instrument]),
    );
  }

  /** Returns the instrument, or null after counting the name. */
  find(wireSymbol: unknown): Instrument | null {
    const name = typeof wireSymbol === 'string' ? wireSymbol : '';
    const found = this.byWire.get(name);
    if (found !== undefined) return found;
    this.unknown += 1;
    this.unknownNames.tell('symbol', name);
    return null;
  }

  has(wireSymbol: string): boolean {
    return this.byWire.has(wireSymbol);
  }

  all(market: Market): readonly Instrument[] {
    return [...this.byWire.values()].filter(({ kind }) => kind === market);
  }

  /** The assets that perps settle in, as the venue names them; USDT before anything is listed. */
  settleAssets(): readonly string[] {
    const assets = new Set(this.all('perp').map(({ settleAsset }) => settleAsset));
    return assets.size === 0 ? ['USDT'] : [...assets].sort();
  }
}
