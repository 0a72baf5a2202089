const ORDER_PREFIX = '2610000';
const ALGO_PREFIX = '2600000';
const DIGITS = 12;

/** The venue's id of an order. */
export function wireOrderId(id: number): string {
  return ORDER_PREFIX + String(id).padStart(DIGITS, '0');
}

/** The venue's id of an algo order. */
export function wireAlgoId(id: number): string {
  return ALGO_PREFIX + String(id).padStart(DIGITS, '0');
}

/** The accounts' number of an order; null for an id the venue never gave. */
export function orderIdOf(wireId: string): number | null {
  return read(wireId, ORDER_PREFIX);
}

/** The accounts' number of the order behind an algo order; null for an id the venue never gave. */
export function algoIdOf(wireId: string): number | null {
  return read(wireId, ALGO_PREFIX);
}

function read(wireId: string, prefix: string): number | null {
  const digits = wireId.startsWith(prefix) ? wireId.slice(prefix.length) : '';
  return digits.length === DIGITS && /^\d+$/.test(digits) ? Number(digits) : null;
}
