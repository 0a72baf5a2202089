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
  type TradingRecord,
} from '../domain/index.ts';

type PositionSet = Extract<TradingRecord, { kind: 'position-set' }>;

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
  /** Venue time up to which fills are inside a quantity taken over; absent where none was. */
  readonly coveredMs?: number;
}[];

const keyOf = (account: AccountKey, id: InstrumentId): string => `${account}|${id}`;

/** Follows every position from flat to flat, as far as the daily loss and the loss streak need it. */
export class RoundTracker {
  private readonly rounds = new Map<string, OpenRound>();
  private readonly covered = new Map<string, number>();

  /** Drops the open rounds of an account. */
  forget(account: AccountKey): void {
    for (const kept of [this.rounds, this.covered]) {
      for (const key of kept.keys()) if (key.startsWith(`${account}|`)) kept.delete(key);
    }
  }

  /** Books a fill; null when the instrument's assets can't be told from its id. A spot sell of coins without a known cost gains nothing. */
  book(account: AccountKey, fill: Fill): FillResult | null {
    const assets = assetsOfInstrument(fill.instrumentId);
    if (assets === null) return null;
    const key = keyOf(account, fill.instrumentId);
    const isCovered = fill.venueMs < (this.covered.get(key) ?? 0);
    if (isCovered) return { quoteAsset: assets.quoteAsset, realisedQuote: ZERO, closedNetQuote: null };
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

  /**
   * Takes the venue's truth (our cost stays where the quantity agrees); a round that ends so has no known result and counts neither way,
   * and a fill from before it moves nothing any more.
   */
  set({ account, instrumentId, qtyBase, px, asOfMs, atMs }: PositionSet): void {
    const key = keyOf(account, instrumentId);
    const before = this.rounds.get(key);
    const qty = decimal(qtyBase);
    const isSame = before?.held.qtyBase.eq(qty) === true;
    const held = isSame ? before.held : { qtyBase: qty, costQuote: qty.times(decimal(px)) };
    this.put(key, { held, netQuote: before?.netQuote ?? ZERO });
    this.covered.set(key, asOfMs === undefined ? atMs : asOfMs + 1);
  }

  snapshot(): RoundTrackerSnapshot {
    return [...new Set([...this.rounds.keys(), ...this.covered.keys()])].map((key) => {
      const { held, netQuote } = this.rounds.get(key) ?? { held: FLAT, netQuote: ZERO };
      const coveredMs = this.covered.get(key);
      return {
        key,
        qtyBase: toDecimalString(held.qtyBase),
        costQuote: toDecimalString(held.costQuote),
        netQuote: toDecimalString(netQuote),
        ...(coveredMs === undefined ? {} : { coveredMs }),
      };
    });
  }

  static restore(saved: RoundTrackerSnapshot): RoundTracker {
    const tracker = new RoundTracker();
    for (const row of saved) {
      const held = { qtyBase: decimal(row.qtyBase), costQuote: decimal(row.costQuote) };
      tracker.put(row.key, { held, netQuote: decimal(row.netQuote) });
      if (row.coveredMs !== undefined) tracker.covered.set(row.key, row.coveredMs);
    }
    return tracker;
  }

  private put(key: string, round: OpenRound): void {
    if (round.held.qtyBase.eq(0)) this.rounds.delete(key);
    else this.rounds.set(key, round);
  }
}
