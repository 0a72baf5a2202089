import { decimal, toDecimalString, type AccountKey, type DecimalString, type InstrumentId } from '../domain/index.ts';

/** An open position of ours, as the ledger knows it. Perps only. */
export interface OpenPosition {
  readonly account: AccountKey;
  readonly instrumentId: InstrumentId;
  /** Signed base units. */
  readonly qtyBase: DecimalString;
  readonly entryPx: DecimalString;
}

/** Returns the price at which a position without a wish of its own is stopped: `distanceFrac` away from its entry. */
export function defaultStopPx(position: OpenPosition, distanceFrac: DecimalString): DecimalString {
  const factor = decimal(position.qtyBase).gt(0)
    ? decimal(1).minus(decimal(distanceFrac))
    : decimal(1).plus(decimal(distanceFrac));
  return toDecimalString(decimal(position.entryPx).times(factor));
}
