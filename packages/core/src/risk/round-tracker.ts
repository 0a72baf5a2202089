import {
  applyAtAverageCost,
  applySpotFill,
  arbFillOf,
  assetsOfInstrument,
  decimal,
  FLAT,
  heldToDust,
  toDecimalString,
  ZERO,
  type AccountKey,
  type CostedQty,
  type CostStep,
  type Decimal,
  type DecimalString,
  type DustEntry,
  type Fill,
  type InstrumentId,
  type SpotMove,
  type TradingRecord,
} from '../domain/index.ts';

type PositionSet = Extract<TradingRecord, { kind: 'position-set' }>;

interface OpenRound {
  readonly held: CostedQty;
  /** Known result of the round so far, in quote. */
  readonly netQuote: Decimal;
  /** True for the leg of an arbitrage: by itself it is no result. */
  readonly isPair: boolean;
}

const NO_ROUND: OpenRound = { held: FLAT, netQuote: ZERO, isPair: false };

/** What a fill meant for the result of a mode. */
export interface FillResult {
  readonly quoteAsset: string;
  readonly realisedQuote: Decimal;
  /** Fees of a spot fill taken in its coins, at its price; null where they are to be counted as charged. */
  readonly baseFeeQuote: Decimal | null;
  /** Result of the round that this fill ended; null when none ended, and for a leg of a pair. Fees in a third coin are not in it. */
  readonly closedNetQuote: Decimal | null;
}

export type RoundTrackerSnapshot = readonly {
  readonly key: string;
  readonly qtyBase: DecimalString;
  readonly costQuote: DecimalString;
  readonly netQuote: DecimalString;
  /** Absent: no. */
  readonly isPair?: true;
  /** Venue time up to which fills are inside a quantity taken over; absent where none was. */
  readonly coveredMs?: number;
  /** What ended rounds left of spot; absent without. */
  readonly dust?: { readonly qtyBase: DecimalString; readonly costQuote: DecimalString };
}[];

const keyOf = (account: AccountKey, id: InstrumentId): string => `${account}|${id}`;

/** Follows every position from flat to flat, as far as the daily loss and the loss streak need it. */
export class RoundTracker {
  private readonly rounds = new Map<string, OpenRound>();
  private readonly covered = new Map<string, number>();
  private readonly dust = new Map<string, CostedQty>();

  /** Drops the open rounds of an account. */
  forget(account: AccountKey): void {
    for (const kept of [this.rounds, this.covered, this.dust]) {
      for (const key of kept.keys()) if (key.startsWith(`${account}|`)) kept.delete(key);
    }
  }

  /** Books a fill; null when the instrument's assets can't be told from its id. A spot sell of coins without a known cost gains nothing. */
  book(account: AccountKey, fill: Fill): FillResult | null {
    const assets = assetsOfInstrument(fill.instrumentId);
    if (assets === null) return null;
    const key = keyOf(account, fill.instrumentId);
    const isCovered = fill.venueMs < (this.covered.get(key) ?? 0);
    if (isCovered)
      return { quoteAsset: assets.quoteAsset, realisedQuote: ZERO, baseFeeQuote: null, closedNetQuote: null };
    const round = this.rounds.get(key) ?? NO_ROUND;
    const px = decimal(fill.px);
    const fee = decimal(fill.fee);
    const isBaseFee = assets.kind === 'spot' && fill.feeAsset === assets.baseAsset;
    let signed = decimal(fill.qtyBase).times(fill.side === 'BUY' ? 1 : -1);
    if (isBaseFee) signed = signed.minus(fee);
    const arb = arbFillOf(fill);
    const { step, dustQuote } =
      assets.kind === 'spot'
        ? this.bookSpot(key, { signedBase: signed, px, arb })
        : { step: applyAtAverageCost(round.held, signed, px), dustQuote: ZERO };
    const knownFee = isBaseFee ? fee.times(px) : fill.feeAsset === assets.quoteAsset ? fee : ZERO;
    const netQuote = round.netQuote.plus(step.realisedQuote).minus(knownFee);
    const isClosed = step.closedBase.gt(0) && (step.after.qtyBase.eq(0) || step.openedBase.gt(0));
    const hasBegun = step.openedBase.gt(0) && (isClosed || round.held.qtyBase.eq(0));
    const isPair = hasBegun ? arb?.opens === true : round.isPair;
    this.put(key, { held: step.after, netQuote: isClosed ? ZERO : netQuote, isPair });
    return {
      quoteAsset: assets.quoteAsset,
      realisedQuote: step.realisedQuote.plus(dustQuote),
      baseFeeQuote: isBaseFee ? fee.times(px) : null,
      closedNetQuote: isClosed && !round.isPair ? netQuote : null,
    };
  }

  /**
   * What is left of a spot round is too little for an order: the round ends. Returns its result; null when none ended, and for a leg of a
   * pair.
   */
  setDust({ account, instrumentId, qtyBase }: Pick<DustEntry, 'account' | 'instrumentId' | 'qtyBase'>): Decimal | null {
    const key = keyOf(account, instrumentId);
    const round = this.rounds.get(key);
    const isSpot = assetsOfInstrument(instrumentId)?.kind === 'spot';
    if (!isSpot || round === undefined || round.held.qtyBase.abs().gt(decimal(qtyBase).abs())) return null;
    this.dust.set(key, heldToDust({ held: round.held, dust: this.dust.get(key) ?? FLAT }).dust);
    this.rounds.delete(key);
    return round.isPair ? null : round.netQuote;
  }

  private bookSpot(key: string, move: SpotMove): { readonly step: CostStep; readonly dustQuote: Decimal } {
    const held = this.rounds.get(key)?.held ?? FLAT;
    const { own, dust } = applySpotFill({ held, dust: this.dust.get(key) ?? FLAT }, move);
    if (dust.after.qtyBase.eq(0)) this.dust.delete(key);
    else this.dust.set(key, dust.after);
    return { step: own, dustQuote: dust.realisedQuote };
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
    this.put(key, { held, netQuote: before?.netQuote ?? ZERO, isPair: before?.isPair ?? false });
    this.covered.set(key, asOfMs === undefined ? atMs : asOfMs + 1);
  }

  snapshot(): RoundTrackerSnapshot {
    return [...new Set([...this.rounds.keys(), ...this.covered.keys(), ...this.dust.keys()])].map((key) => {
      const { held, netQuote, isPair } = this.rounds.get(key) ?? NO_ROUND;
      const coveredMs = this.covered.get(key);
      const dust = this.dust.get(key);
      return {
        key,
        qtyBase: toDecimalString(held.qtyBase),
        costQuote: toDecimalString(held.costQuote),
        netQuote: toDecimalString(netQuote),
        ...(isPair ? { isPair } : {}),
        ...(coveredMs === undefined ? {} : { coveredMs }),
        ...(dust === undefined
          ? {}
          : { dust: { qtyBase: toDecimalString(dust.qtyBase), costQuote: toDecimalString(dust.costQuote) } }),
      };
    });
  }

  static restore(saved: RoundTrackerSnapshot): RoundTracker {
    const tracker = new RoundTracker();
    for (const row of saved) {
      const held = { qtyBase: decimal(row.qtyBase), costQuote: decimal(row.costQuote) };
      tracker.put(row.key, { held, netQuote: decimal(row.netQuote), isPair: row.isPair === true });
      if (row.dust !== undefined) {
        const { qtyBase, costQuote } = row.dust;
        tracker.dust.set(row.key, { qtyBase: decimal(qtyBase), costQuote: decimal(costQuote) });
      }
      if (row.coveredMs !== undefined) tracker.covered.set(row.key, row.coveredMs);
    }
    return tracker;
  }

  private put(key: string, round: OpenRound): void {
    if (round.held.qtyBase.eq(0)) this.rounds.delete(key);
    else this.rounds.set(key, round);
  }
}
