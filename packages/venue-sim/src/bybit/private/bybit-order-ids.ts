import type { BybitCategory } from '../bybit-listing.ts';

const SPOT_PREFIX = '1321003';
const SPOT_DIGITS = 12;
const UUID = /^[0-9a-f]{8}-0000-4000-a000-[0-9a-f]{12}$/;

/** The venue's id of an order: digits on spot, a UUID on linear. Both are texts. */
export function wireOrderId(category: BybitCategory, id: number): string {
  if (category === 'spot') return SPOT_PREFIX + String(id).padStart(SPOT_DIGITS, '0');
  return uuidOf(0x9a_ac_16_1b, id);
}

/** The accounts' number of an order; null for an id the venue never gave. */
export function orderIdOf(category: BybitCategory, wireId: string): number | null {
  if (category === 'spot') {
    const digits = wireId.startsWith(SPOT_PREFIX) ? wireId.slice(SPOT_PREFIX.length) : '';
    return digits.length === SPOT_DIGITS && /^\d+$/.test(digits) ? Number(digits) : null;
  }
  return UUID.test(wireId) ? Number.parseInt(wireId.slice(-12), 16) : null;
}

/** The venue's id of an execution. */
export function wireExecId(category: BybitCategory, id: number): string {
  return category === 'spot' ? String(2_210_000_000_000_000 + id) : uuidOf(0x0a_b1_bd_f7, id);
}

function uuidOf(head: number, id: number): string {
  return `${head.toString(16).padStart(8, '0')}-0000-4000-a000-${id.toString(16).padStart(12, '0')}`;
}
