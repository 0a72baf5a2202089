const MINUS = 45;
const NINE = 57;

/** True for what a number begins and ends with: digits, a minus, a point. */
export function isOfNumber(byte: number): boolean {
  return byte >= MINUS && byte <= NINE;
}
