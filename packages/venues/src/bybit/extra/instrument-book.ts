import type { Instrument } from '@riptide/core/domain';
import { productOf } from '../enums.ts';

const SETTLE_COIN = 'USDT';

/** The instruments that private rows are mapped to. The same name stands on both products, so `category` decides. */
export class InstrumentBook {
  private byName: ReadonlyMap<string, Instrument> = new Map();
  private coins: readonly string[] = [SETTLE_COIN];

  set(instruments: readonly Instrument[]): void {
    this.byName = new Map(instruments.map((one) => [`${productOf(one.kind)} ${one.wireSymbol}`, one]));
    const perps = instruments.filter((one) => one.kind === 'perp');
    this.coins = perps.length === 0 ? [SETTLE_COIN] : [...new Set(perps.map((one) => one.settleAsset))];
  }

  find(category: unknown, wireSymbol: unknown): Instrument | null {
    return this.byName.get(`${String(category)} ${String(wireSymbol)}`) ?? null;
  }

  /** The coins that perpetuals settle in: some lists are asked for by them. */
  get settleCoins(): readonly string[] {
    return this.coins;
  }
}
