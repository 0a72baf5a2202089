import { assetsOfInstrument, decimal, type AccountKey, type TradingRecord } from '../../domain/index.ts';

export type SpotFeesSnapshot = readonly (readonly [AccountKey, boolean])[];

/** Whether accounts pay the fee of a spot buy in the coins it buys, by the newest such fill: a discount coin, once chosen or used up, changes it. */
export class SpotFees {
  private readonly inBase: Map<AccountKey, boolean>;

  constructor(saved: SpotFeesSnapshot = []) {
    this.inBase = new Map(saved);
  }

  apply(record: TradingRecord): void {
    if (record.kind !== 'fill') return;
    const { account, fill } = record;
    const assets = assetsOfInstrument(fill.instrumentId);
    // A fill without a fee tells nothing.
    if (assets?.kind !== 'spot' || fill.side !== 'BUY' || decimal(fill.fee).eq(0)) return;
    this.inBase.set(account, fill.feeAsset === assets.baseAsset);
  }

  /** null before the first spot buy of an account. */
  isInBase(account: AccountKey): boolean | null {
    return this.inBase.get(account) ?? null;
  }

  snapshot(): SpotFeesSnapshot {
    return [...this.inBase];
  }
}
