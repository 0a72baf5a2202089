import { decimal, type DecimalString } from '../../domain/index.ts';
import type { OrderRecord } from '../../execution/index.ts';
import type { LedgerPosition } from '../../ledger/index.ts';

/** Returns where a position is stopped and where its profit is taken, of the open orders of its account; null where nothing stands. */
export function stopsOf(
  orders: readonly OrderRecord[],
  position: Pick<LedgerPosition, 'instrumentId' | 'qtyBase'>,
): { readonly stopPx: DecimalString | null; readonly takeProfitPx: DecimalString | null } {
  const closeSide = decimal(position.qtyBase).gt(0) ? 'SELL' : 'BUY';
  const open = orders.filter(({ instrumentId, state }) => instrumentId === position.instrumentId && state === 'open');
  const stops = open.filter(({ triggerPx }) => triggerPx !== null);
  const target = open.find(
    ({ role, side, isReduceOnly, px }) => role === 'take-profit' && side === closeSide && isReduceOnly && px !== null,
  );
  return {
    stopPx: stops.find(({ role, type }) => role === 'protective-stop' || type === 'stop-market')?.triggerPx ?? null,
    takeProfitPx: stops.find(({ type }) => type === 'take-profit-market')?.triggerPx ?? target?.px ?? null,
  };
}
