import { decimal, quantize, toDecimalString, type Instrument, type PlaceOrder } from '@riptide/core/domain';

/** The name every order of the verifier has; names are compared nowhere. */
export const VERIFY_ORDER_ID = 'verify1';

/** Builds a market order, with the given parts over it. */
export function buildOrder(instrument: Instrument, parts: Partial<PlaceOrder>): PlaceOrder {
  return {
    clientOrderId: VERIFY_ORDER_ID,
    instrument,
    side: 'BUY',
    type: 'market',
    tif: 'GTC',
    qtyBase: null,
    px: null,
    triggerPx: null,
    triggerBy: 'last',
    isReduceOnly: false,
    closesPosition: false,
    leverage: null,
    role: 'entry',
    ...parts,
  };
}

/**
 * Returns an amount in the steps of the other side's text: quantities down, prices to the nearest. Sizes are brought to steps before
 * an adapter sees them, and a row states no steps: those of its own request are taken.
 */
export function inStepsOf(amount: number | string, theirs: string | undefined, mode: 'down' | 'nearest'): string {
  const digits = /\.(\d+)$/.exec(theirs ?? '')?.[1]?.length ?? 0;
  const exact = decimal(amount);
  if (theirs === undefined || !/^\d+(\.\d+)?$/.test(theirs)) return toDecimalString(exact);
  const step = digits === 0 ? decimal(1) : decimal(`0.${'0'.repeat(digits - 1)}1`);
  return toDecimalString(quantize(exact, step, mode));
}
