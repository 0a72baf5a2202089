/** Returns maker and taker fee as the API shows them. */
export function presentFees(fees: { readonly makerBps: number; readonly takerBps: number }): {
  maker_bps: number;
  taker_bps: number;
} {
  return { maker_bps: fees.makerBps, taker_bps: fees.takerBps };
}
