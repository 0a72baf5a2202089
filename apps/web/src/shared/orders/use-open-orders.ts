import { getOrders } from '@riptide/contracts/calls';
import { useCall } from '../use-call.ts';

/** While the stream is down; else orders are pushed as they change. */
const ORDERS_INTERVAL_MS = 5000;

/** Gives the orders that rest or are being asked about. */
export function useOpenOrders() {
  return useCall(getOrders, { intervalMs: ORDERS_INTERVAL_MS, isPushed: true });
}
