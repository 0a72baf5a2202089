/** The finest steps seen of one instrument, as numbers of decimals. */
export interface Precision {
  pxDecimals: number;
  qtyDecimals: number;
}

/** Returns the decimals of a number or of decimal text that carry a digit: 2 for "63943.90" is 1. Null for anything else. */
function decimalsIn(value: unknown): number | null {
  const text = typeof value === 'number' ? plain(value) : value;
  if (typeof text !== 'string' || !/^\d+(\.\d+)?$/.test(text)) return null;
  const dot = text.indexOf('.');
  if (dot < 0) return 0;
  let end = text.length;
  while (text.charCodeAt(end - 1) === 48) end -= 1;
  return Math.max(0, end - dot - 1);
}

/** Widens `precision` by the `[price, quantity]` rows of a frame. */
export function notePrecision(precision: Precision, levels: readonly (readonly unknown[])[]): void {
  for (const level of levels) {
    const px = decimalsIn(level[0]);
    const qty = decimalsIn(level[1]);
    if (px !== null && px > precision.pxDecimals) precision.pxDecimals = px;
    if (qty !== null && qty > precision.qtyDecimals) precision.qtyDecimals = qty;
  }
}

/** Prints one step of `decimals` digits: "0.01" for 2, "1" for 0. */
export function stepOf(decimals: number): string {
  return decimals === 0 ? '1' : `0.${'0'.repeat(decimals - 1)}1`;
}

/** Returns the finer of a listed step and the finest step seen. */
export function finerStep(listed: unknown, seenDecimals: number): string {
  const listedDecimals = decimalsIn(listed);
  return listedDecimals === null || listedDecimals < seenDecimals ? stepOf(seenDecimals) : String(listed);
}

function plain(value: number): string {
  return Math.abs(value) < 1e-6 && value !== 0 ? value.toFixed(12) : String(value);
}
