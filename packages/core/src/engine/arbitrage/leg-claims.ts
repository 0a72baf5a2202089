import {
  ARB_FINAL_STATES,
  LEG_KEYS,
  type AccountKey,
  type InstrumentId,
  type OrderSide,
  type TradingRecord,
} from '../../domain/index.ts';

interface Claim {
  readonly account: AccountKey;
  readonly instrumentId: InstrumentId;
  readonly side: OrderSide;
}

export type LegClaimsSnapshot = readonly (readonly [string, readonly Claim[]])[];

/** Which instruments arbitrages hold, as the fold of their records: nobody else opens anything there. */
export class LegClaims {
  private readonly byTrade: Map<string, readonly Claim[]>;

  constructor(saved: LegClaimsSnapshot = []) {
    this.byTrade = new Map(saved);
  }

  apply(record: TradingRecord): void {
    if (record.kind !== 'arb') return;
    const { trade } = record;
    if (ARB_FINAL_STATES.includes(trade.state)) {
      this.byTrade.delete(trade.arbId);
      return;
    }
    const claims = LEG_KEYS.map((key) => {
      const { account, instrumentId, side } = trade[key];
      return { account, instrumentId, side };
    });
    this.byTrade.set(trade.arbId, claims);
  }

  /** Returns the side that a trade opens or holds there; null where none does. */
  sideOf(account: AccountKey, instrumentId: InstrumentId): OrderSide | null {
    for (const claims of this.byTrade.values()) {
      const claim = claims.find((each) => each.account === account && each.instrumentId === instrumentId);
      if (claim !== undefined) return claim.side;
    }
    return null;
  }

  snapshot(): LegClaimsSnapshot {
    return [...this.byTrade];
  }
}
