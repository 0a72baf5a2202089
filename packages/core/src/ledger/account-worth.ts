import { decimal, toDecimalString, ZERO, type DecimalString, type InstrumentId } from '../domain/index.ts';
import type { AccountLedger } from './account-ledger.ts';
import type { PriceOf } from './closed-trade.ts';

/** Mark price of one base unit of an instrument, in its quote asset; null while unknown. */
export type MarkOf = (instrumentId: InstrumentId) => DecimalString | null;

export interface EquitySnapshot {
  /** All cash, coins of spot included, at current prices. */
  readonly cashUsd: DecimalString;
  /** Perps alone: the coins of spot are in the cash. */
  readonly unrealisedUsd: DecimalString;
}

/** Returns an account's equity in its two parts; null when a price or a mark is missing. */
export function equityOf(ledger: AccountLedger, markOf: MarkOf, priceUsd: PriceOf): EquitySnapshot | null {
  const cash = ledger.cash.totals().worth(priceUsd);
  const unrealised = unrealisedUsd(ledger, { markOf, priceUsd, kinds: ['perp'] });
  if (cash === null || unrealised === null) return null;
  return { cashUsd: toDecimalString(cash), unrealisedUsd: unrealised };
}

export interface WorthOptions {
  readonly markOf: MarkOf;
  readonly priceUsd: PriceOf;
  readonly kinds: readonly ('perp' | 'spot')[];
}

/** Returns the unrealised result of all open positions of some kinds; null when a mark or a price is missing. */
export function unrealisedUsd(ledger: AccountLedger, { markOf, priceUsd, kinds }: WorthOptions): DecimalString | null {
  let sum = ZERO;
  for (const position of ledger.positions()) {
    if (!(kinds as readonly string[]).includes(position.kind)) continue;
    const mark = markOf(position.instrumentId);
    const price = priceUsd(position.quoteAsset);
    if (mark === null || price === null) return null;
    const worth = decimal(position.qtyBase).times(decimal(mark)).minus(decimal(position.costQuote));
    sum = sum.plus(worth.times(decimal(price)));
  }
  return toDecimalString(sum);
}

/** An account's result since its opening, part by part. A part is null when it holds an asset without a price. */
export interface PnlParts {
  /** Realised gains before fees. */
  readonly grossUsd: DecimalString | null;
  /** Positive costs. */
  readonly feesUsd: DecimalString | null;
  /** The others: positive is received. */
  readonly fundingUsd: DecimalString | null;
  readonly borrowUsd: DecimalString | null;
  /** Liquidation fees, rebates and adjustments. */
  readonly otherUsd: DecimalString | null;
  /** gross - fees + funding + borrow + other. Transfers and openings are no result. */
  readonly netUsd: DecimalString | null;
}

/** Returns an account's realised result in its parts; third coins count at the prices given now. */
export function pnlOf(ledger: AccountLedger, priceUsd: PriceOf): PnlParts {
  const gross = ledger.realised().worth(priceUsd);
  const fees = ledger.feesCost.worth(priceUsd);
  const funding = ledger.income('funding').worth(priceUsd);
  const borrow = ledger.income('borrow-interest').worth(priceUsd);
  const others = (['liquidation-fee', 'rebate', 'adjustment'] as const).map((kind) =>
    ledger.income(kind).worth(priceUsd),
  );
  const other = others.reduce((sum, part) => (sum === null || part === null ? null : sum.plus(part)), ZERO);
  const isKnown = gross !== null && fees !== null && funding !== null && borrow !== null && other !== null;
  const net = isKnown ? gross.minus(fees).plus(funding).plus(borrow).plus(other) : null;
  const text = (value: typeof gross) => (value === null ? null : toDecimalString(value));
  return {
    grossUsd: text(gross),
    feesUsd: text(fees),
    fundingUsd: text(funding),
    borrowUsd: text(borrow),
    otherUsd: text(other),
    netUsd: text(net),
  };
}
