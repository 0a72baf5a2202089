import type { z } from 'zod';
import type { HistoryTrade, TradeFill, TradeOrder } from '@riptide/contracts';
import type { ClosedTrade } from '@riptide/core/ledger';
import type { FillRecord, IncomeRecord, OrderRecord } from '../../storage/trading-db/read-trade-records.ts';
import { partsOfAccount } from './accounts.ts';
import { exact, exactOrNull } from './money.ts';
import { toEpochSeconds } from './numbers.ts';

/** Says what closed a trade: what the venue did, or what the order of its last closing fill was for; null where no fill is on record. */
export function exitOf(trade: ClosedTrade, fills: readonly FillRecord[]): string | null {
  const closing = trade.side === 'LONG' ? 'SELL' : 'BUY';
  const last = fills.findLast(({ side }) => side === closing);
  if (last === undefined) return null;
  return last.cause === 'order' ? last.role : last.cause;
}

/** Returns a fill of a trade. */
export function presentFill(tradeId: string, fill: FillRecord): z.input<typeof TradeFill> {
  const { venue, mode } = partsOfAccount(fill.account);
  return {
    trade_id: tradeId,
    fill_id: fill.fillId,
    order_id: fill.venueOrderId,
    timestamp: toEpochSeconds(fill.venueMs),
    symbol: fill.instrumentId.slice(0, fill.instrumentId.indexOf('.')),
    venue,
    mode,
    side: fill.side === 'BUY' ? 'BUY' : 'SELL',
    price: exact(fill.px),
    quantity: exact(fill.qty),
    fee: exact(fill.fee),
    fee_asset: fill.feeAsset,
    liquidity: fill.liquidity,
    cause: fill.cause,
    role: fill.role,
  };
}

/** Returns an order of a trade. */
export function presentTradeOrder(order: OrderRecord): z.input<typeof TradeOrder> {
  return {
    order_id: order.venueOrderId ?? order.clientOrderId ?? '',
    client_order_id: order.clientOrderId,
    created_at: toEpochSeconds(order.createdMs),
    updated_at: toEpochSeconds(order.updatedMs),
    side: order.side === 'BUY' ? 'BUY' : 'SELL',
    type: order.type,
    tif: order.tif,
    role: order.role,
    source: order.source,
    quantity: exactOrNull(order.qty),
    price: exactOrNull(order.px),
    trigger_price: exactOrNull(order.triggerPx),
    filled_qty: exact(order.cumQty),
    avg_price: exactOrNull(order.avgPx),
    status: order.status,
    reason: order.reason,
  };
}

/** Returns what was booked while a trade was open. */
export function presentIncome({ kind, asset, amount, venueMs }: IncomeRecord): HistoryTrade['income'][number] {
  return { timestamp: toEpochSeconds(venueMs), kind, amount: exact(amount), asset };
}
