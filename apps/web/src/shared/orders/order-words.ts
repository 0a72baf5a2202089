import type { OrderRow } from '@riptide/contracts/calls';

const ROLE_WORDS: Readonly<Record<string, string>> = {
  entry: 'Entry',
  'protective-stop': 'Stop',
  'take-profit': 'Target',
  exit: 'Close',
  unwind: 'Close',
  flatten: 'Close',
};

/** Says what an order is for; one that was not given here says so. */
export function wordRole({ role, ours, reduce_only: isReduceOnly }: OrderRow): string {
  if (!ours) return 'Not given here';
  return (role === null ? undefined : ROLE_WORDS[role]) ?? (isReduceOnly ? 'Close' : 'Entry');
}

/** Says how an order stands, with what of it is filled. */
export function wordState({ status }: Pick<OrderRow, 'status'>): string {
  return status.replaceAll(/[-_]/g, ' ');
}

/** Gives the price an order waits for: its limit, or what triggers it; null for one at the market. */
export function waitsFor({ price, trigger_price: trigger }: Pick<OrderRow, 'price' | 'trigger_price'>): number | null {
  return trigger ?? price;
}

/** Tells the stop that the engine keeps on a position: cancelled by hand it would only be set anew. */
export function isKept({ role, ours }: Pick<OrderRow, 'role' | 'ours'>): boolean {
  return ours && role === 'protective-stop';
}
