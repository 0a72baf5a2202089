import {
  applyAtAverageCost,
  assetsOfInstrument,
  decimal,
  FLAT,
  toDecimalString,
  ZERO,
  type AccountKey,
  type CostedQty,
  type Decimal,
  type DecimalString,
  type Fill,
  type InstrumentId,
} from '../domain/index.ts';

interface OpenRound {
  readonly held: CostedQty;
  /** Known result of the round so far, in quote. */
  readonly netQuote: Decimal;
}

/** What a fill meant for the result of a mode. */
export interface FillResult {
  readonly quoteAsset: string;
  readonly realisedQuote: Decimal;
  /** Result of the round that this fill ended; null when none ended. Fees in a third coin are not in it. */
  readonly closedNetQuote: Decimal | null;
}

export type RoundTrackerSnapshot = readonly {
  readonly key: string;
  readonly qtyBase: DecimalString;
  readonly costQuote: DecimalString;
  readonly netQuote: DecimalString;
}[];

const keyOf = (account: AccountKey, id: InstrumentId): string => `${account}|${id}`;

/** Follows every position from flat to flat, as far as the daily loss and the loss streak need it. */
export class RoundTracker {
  private readonly rounds = new Map<string, OpenRound>();

  /** Drops the open rounds of an account. */
  forget(account: AccountKey): void {
    for (const key of this.rounds.keys()) if (key.startsWith(`${account}|`)) this.rounds.delete(key);
  }

  /** Books a fill; null when the instrument's assets can't be told from its id. A spot sell of coins without a known cost gains nothing. */
  book(account: AccountKey, fill: Fill): FillResult | null {
    const assets = assetsOfInstrument(fill.instrumentId);
    if (assets === null) return null;
    const key = keyOf(account, fill.instrumentId);
    const round = this.rounds.get(key) ?? { held: FLAT, netQuote: ZERO };
    const px = decimal(fill.px);
    const fee = decimal(fill.fee);
    const isBaseFee = assets.kind === 'spot' && fill.feeAsset === assets.baseAsset;
    let signed = decimal(fill.qtyBase).times(fill.side === 'BUY' ? 1 : -1);
    if (isBaseFee) signed = signed.minus(fee);
    if (assets.kind === 'spot' && round.held.qtyBase.plus(signed).lt(0)) signed = round.held.qtyBase.times(-1);
    const step = applyAtAverageCost(round.held, signed, px);
    const knownFee = isBaseFee ? fee.times(px) : fill.feeAsset === assets.quoteAsset ? fee : ZERO;
    const netQuote = round.netQuote.plus(step.realisedQuote).minus(knownFee);
    const isClosed = step.closedBase.gt(0) && (step.after.qtyBase.eq(0) || step.openedBase.gt(0));
    this.put(key, { held: step.after, netQuote: isClosed ? ZERO : netQuote });
    return {
      quoteAsset: assets.quoteAsset,
      realisedQuote: step.realisedQuote,
      closedNetQuote: isClosed ? netQuote : null,
    };
  }

  /** Adds funding and the like to the open round; nothing happens while flat. */
  addIncome(account: AccountKey, id: InstrumentId, asset: string, amount: Decimal): void {
    const key = keyOf(account, id);
    const round = this.rounds.get(key);
    if (round === undefined || assetsOfInstrument(id)?.quoteAsset !== asset) return;
    this.rounds.set(key, { ...round, netQuote: round.netQuote.plus(amount) });
  }

  /** Takes the venue's truth; a round that ends so has no known result and counts neither way. */
  set(account: AccountKey, id: InstrumentId, qtyBase: Decimal, px: Decimal): void {
    const key = keyOf(account, id);
    const before = this.rounds.get(key);
    this.put(key, { held: { qtyBase, costQuote: qtyBase.times(px) }, netQuote: before?.netQuote ?? ZERO });
  }

  snapshot(): RoundTrackerSnapshot {
    return [...this.rounds].map(([key, { held, netQuote }]) => ({
      key,
      qtyBase: toDecimalString(held.qtyBase),
      costQuote: toDecimalString(held.costQuote),
      netQuote: toDecimalString(netQuote),
    }));
  }

  static restore(saved: RoundTrackerSnapshot): RoundTracker {
    const tracker = new RoundTracker();
    for (const row of saved) {
      const held = { qtyBase: decimal(row.qtyBase), costQuote: decimal(row.costQuote) };
      tracker.rounds.set(row.key, { held, netQuote: decimal(row.netQuote) });
    }
    return tracker;
  }

  private put(key: string, round: OpenRound): void {
    if (round.held.qtyBase.eq(0)) this.rounds.delete(key);
    else this.rounds.set(key, round);
  }
}
