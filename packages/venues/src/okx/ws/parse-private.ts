import type { BalanceReport, Fill, OrderReport, PositionReport } from '@riptide/core/domain';
import { isRecord, listOf, type JsonRecord } from '../../kit/index.ts';
import { parseBalances } from '../extra/parse-account.ts';
import { parseAlgoOrder, type AlgoReading } from '../extra/parse-algo.ts';
import {
  parseOrder,
  parseOrderFill,
  parsePosition,
  textOf,
  type InstrumentLookup,
  type RowReading,
} from '../rest/parse-private.ts';

/** One thing that a private frame says. */
export type PrivateEvent =
  | { readonly kind: 'order'; readonly report: OrderReport; readonly algoId: string | null }
  | { readonly kind: 'fill'; readonly fill: Fill }
  | { readonly kind: 'algo'; readonly reading: AlgoReading }
  | { readonly kind: 'position'; readonly position: PositionReport }
  | { readonly kind: 'balances'; readonly balances: readonly BalanceReport[] }
  /** Cash moved without a trade; the bill that says how much is to be read by REST. */
  | { readonly kind: 'bill-due'; readonly billType: string }
  | { readonly kind: 'unknown-symbol'; readonly row: unknown }
  | { readonly kind: 'malformed' };

/** Control frames of a private socket. */
export type PrivateControl =
  | { readonly kind: 'login' }
  | { readonly kind: 'subscribed'; readonly topic: string }
  | { readonly kind: 'error'; readonly code: string; readonly requestId: number | null; readonly text: string }
  | { readonly kind: 'notice'; readonly code: string; readonly text: string }
  | { readonly kind: 'too-many-connections'; readonly text: string }
  | { readonly kind: 'ignored' };

/** Events of `balance_and_position` that leave a bill which no fill tells, and its type. */
const BILL_OF_EVENT: Readonly<Record<string, string>> = {
  funding_fee: '8',
  interest_deduction: '7',
  transferred: '1',
  liquidation: '5',
  adl: '9',
};

/** Returns the topic of a subscription: the channel, with its instrument type where there is one. */
export function privateTopic(arg: JsonRecord): string {
  const instType = textOf(arg, 'instType');
  return instType === '' ? textOf(arg, 'channel') : `${textOf(arg, 'channel')}#${instType}`;
}

/** Reads a control frame; null for frames that carry data. */
export function parsePrivateControl(frame: JsonRecord): PrivateControl | null {
  const event = textOf(frame, 'event');
  const text = textOf(frame, 'msg');
  switch (event) {
    case '':
      return null;
    case 'login':
      return textOf(frame, 'code') === '0' ? { kind: 'login' } : errorOf(frame);
    case 'subscribe':
      return isRecord(frame['arg']) ? { kind: 'subscribed', topic: privateTopic(frame['arg']) } : errorOf(frame);
    case 'error':
      return errorOf(frame);
    case 'notice':
      return { kind: 'notice', code: textOf(frame, 'code'), text };
    case 'channel-conn-count-error':
      return { kind: 'too-many-connections', text: textOf(frame, 'channel') };
    default:
      return { kind: 'ignored' };
  }
}

/** Reads the rows of a data frame, each by itself: one bad row does not hide the others. */
export function parsePrivateFrame(frame: JsonRecord, find: InstrumentLookup): readonly PrivateEvent[] {
  const rows = listOf(frame['data']);
  if (!isRecord(frame['arg']) || rows === null) return [{ kind: 'malformed' }];
  const read = READERS[textOf(frame['arg'], 'channel')];
  return read === undefined ? [{ kind: 'malformed' }] : rows.flatMap((row) => read(row, find));
}

const READERS: Readonly<Record<string, (row: unknown, find: InstrumentLookup) => readonly PrivateEvent[]>> = {
  orders: readOrder,
  'orders-algo': (row, find) => [eventOf(row, parseAlgoOrder(row, find), (reading) => ({ kind: 'algo', reading }))],
  positions: (row, find) => [eventOf(row, parsePosition(row, find), (position) => ({ kind: 'position', position }))],
  account: (row) => [eventOf(row, parseBalances(row), (balances) => ({ kind: 'balances', balances }))],
  balance_and_position: readBalanceAndPosition,
};

/** A push of `orders` says how the order stands, and carries the execution that made it so. */
function readOrder(row: unknown, find: InstrumentLookup): readonly PrivateEvent[] {
  const algoId = isRecord(row) ? textOf(row, 'algoId') : '';
  const order = eventOf(row, parseOrder(row, find), (report) => ({
    kind: 'order',
    report,
    algoId: algoId === '' ? null : algoId,
  }));
  if (order.kind === 'unknown-symbol') return [order];
  const fill = parseOrderFill(row, find);
  if (!fill.ok) return order.kind === 'malformed' ? [order] : [order, { kind: 'malformed' }];
  return fill.value === null ? [order] : [order, { kind: 'fill', fill: fill.value }];
}

function readBalanceAndPosition(row: unknown): readonly PrivateEvent[] {
  if (!isRecord(row)) return [{ kind: 'malformed' }];
  const billType = BILL_OF_EVENT[textOf(row, 'eventType')];
  return billType === undefined ? [] : [{ kind: 'bill-due', billType }];
}

function eventOf<T>(row: unknown, reading: RowReading<T>, wrap: (value: T) => PrivateEvent): PrivateEvent {
  if (reading.ok) return wrap(reading.value);
  return reading.error === 'malformed' ? { kind: 'malformed' } : { kind: 'unknown-symbol', row };
}

function errorOf(frame: JsonRecord): PrivateControl {
  const id = Number(frame['id'] ?? Number.NaN);
  const requestId = Number.isInteger(id) ? id : null;
  return { kind: 'error', code: textOf(frame, 'code'), requestId, text: textOf(frame, 'msg') };
}
