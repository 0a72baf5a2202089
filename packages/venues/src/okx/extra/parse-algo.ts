import { err, ok, type OrderReport } from '@riptide/core/domain';
import { algoStatus } from '../enums.ts';
import {
  decimalOf,
  isTrue,
  px,
  qty,
  sideOf,
  subjectOf,
  textOf,
  textOrNull,
  timeOf,
  type InstrumentLookup,
  type RowReading,
} from '../rest/parse-private.ts';

/** A conditional order, with the order that it became once triggered. */
export interface AlgoReading {
  readonly report: OrderReport;
  readonly algoId: string;
  /** null until it triggered. */
  readonly ordId: string | null;
}

const MALFORMED = err('malformed' as const);

/**
 * Reads a conditional order of `trade/order-algo`, `orders-algo-pending` and the `orders-algo` channel.
 *
 * Until it triggers the report carries `algoId` as the venue's id, afterwards the `ordId` of the order it became. An `oco` is reported
 * by its stop; a `trigger` order counts as a stop. What the triggered order filled is told by that order.
 */
export function parseAlgoOrder(value: unknown, find: InstrumentLookup): RowReading<AlgoReading> {
  const subject = subjectOf(value, find);
  if (!subject.ok) return subject;
  const { row, instrument } = subject.value;
  const side = sideOf(row);
  const status = algoStatus(textOf(row, 'state'));
  const algoId = textOf(row, 'algoId');
  const updatedMs = timeOf(row, 'uTime', 'triggerTime', 'cTime');
  const trigger = triggerOf(row);
  if (side === null || status === null || algoId === '' || updatedMs === null || trigger === null) return MALFORMED;
  const ordId = orderIdOf(row);
  const closesPosition = decimalOf(row, 'closeFraction')?.eq(1) ?? false;
  return ok({
    algoId,
    ordId,
    report: {
      instrumentId: instrument.id,
      clientOrderId: textOrNull(row, 'algoClOrdId') ?? textOrNull(row, 'clOrdId'),
      venueOrderId: ordId ?? algoId,
      side,
      type: trigger.type,
      tif: 'GTC',
      qtyBase: closesPosition ? null : qty(row, 'sz', instrument),
      px: null,
      triggerPx: px(row, trigger.field, instrument),
      isReduceOnly: isTrue(row['reduceOnly']),
      closesPosition,
      status,
      cumQtyBase: '0',
      avgPx: null,
      reason: reasonOf(row, status),
      updatedMs,
    },
  });
}

type Row = Parameters<typeof textOf>[0];

/** QUIRK(okx): the side that is not set comes as empty text or as 0. */
function triggerOf(row: Row): { readonly type: 'stop-market' | 'take-profit-market'; readonly field: string } | null {
  const isSet = (field: string): boolean => decimalOf(row, field)?.gt(0) ?? false;
  if (isSet('slTriggerPx')) return { type: 'stop-market', field: 'slTriggerPx' };
  if (isSet('tpTriggerPx')) return { type: 'take-profit-market', field: 'tpTriggerPx' };
  return isSet('triggerPx') ? { type: 'stop-market', field: 'triggerPx' } : null;
}

/** Newer answers list the orders, older ones name the first only. */
function orderIdOf(row: Row): string | null {
  const list = row['ordIdList'];
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  if (typeof first === 'string' && first !== '') return first;
  const one = textOf(row, 'ordId');
  return one === '' || one === '0' ? null : one;
}

function reasonOf(row: Row, status: OrderReport['status']): string | null {
  if (status !== 'rejected') return null;
  const code = textOf(row, 'failCode');
  return code === '' ? 'the order it should have become failed' : `failCode ${code}`;
}
