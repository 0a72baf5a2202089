import type { KucoinProduct } from '../kucoin-listing.ts';

const FUTURES_PREFIX = '290000';
const FUTURES_DIGITS = 12;
const SPOT_PREFIX = '670f0000';
const SPOT_STOP_PREFIX = 'vs8hoo';
const SPOT_DIGITS = 16;
const FIRST_TRADE = 1_800_000_000_000;

/** The venue's id of an order: digits on futures, 24 hex digits on spot. */
export function wireOrderId(product: KucoinProduct, id: number): string {
  if (product === 'futures') return FUTURES_PREFIX + String(id).padStart(FUTURES_DIGITS, '0');
  return SPOT_PREFIX + id.toString(16).padStart(SPOT_DIGITS, '0');
}

/** The venue's id of a spot stop order. */
export function wireStopId(id: number): string {
  return SPOT_STOP_PREFIX + id.toString(16).padStart(SPOT_DIGITS, '0');
}

/** The accounts' number of an order; null for an id the venue never gave. */
export function orderIdOf(product: KucoinProduct, wireId: string): number | null {
  if (product === 'futures') return read(wireId, FUTURES_PREFIX, { digits: FUTURES_DIGITS, radix: 10 });
  return (
    read(wireId, SPOT_PREFIX, { digits: SPOT_DIGITS, radix: 16 }) ??
    read(wireId, SPOT_STOP_PREFIX, { digits: SPOT_DIGITS, radix: 16 })
  );
}

/** The venue's number of a trade. */
export function wireTradeId(fillId: number): number {
  return FIRST_TRADE + fillId;
}

function read(
  wireId: string,
  prefix: string,
  shape: { readonly digits: number; readonly radix: 10 | 16 },
): number | null {
  const rest = wireId.startsWith(prefix) ? wireId.slice(prefix.length) : '';
  const isWhole = shape.radix === 10 ? /^\d+$/.test(rest) : /^[0-9a-f]+$/.test(rest);
  return rest.length === shape.digits && isWhole ? Number.parseInt(rest, shape.radix) : null;
}
