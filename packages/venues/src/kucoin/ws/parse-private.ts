import {
  type BalanceReport,
  type Instrument,
  type MarginMode,
  type OrderReport,
  type VenueOrderStatus,
} from '@riptide/core/domain';
import { isRecord, numberOrNull, recordOf, type JsonRecord } from '../../kit/index.ts';
import { conditionalTypeOf, marginModeOf, orderSideOf } from '../enums.ts';
import type { OrderTraits } from '../extra/order-memory.ts';
import { fromWirePx, fromWireQty } from '../extra/wire-units.ts';
import { readSpotBalanceChange, readWalletChange } from '../extra/parse-account.ts';
import { firstMs, isFilled, nameOf } from '../rest/parse-private.ts';

/** Topics of the private sockets. */
export const PRIVATE_TOPICS = {
  spot: ['/spotMarket/tradeOrdersV2', '/account/balance'],
  futures: [
    '/contractMarket/tradeOrders',
    '/contractMarket/advancedOrders',
    '/contract/positionAll',
    '/contractAccount/wallet',
    '/contract/marginMode',
    '/contract/crossLeverage',
  ],
} as const;

/** What a private frame says. Several may come from one frame. */
export type PrivateReading =
  /** `isWhole` is false where the event leaves out what the order is, and nobody remembers it. */
  | { readonly kind: 'order'; readonly report: OrderReport; readonly instrument: Instrument; readonly isWhole: boolean }
  /** An execution; the event names no fee, the fills query does. */
  | {
      readonly kind: 'match';
      readonly instrument: Instrument;
      readonly fillId: string;
      readonly venueMs: number;
    }
  /** A position row; a partial one carries what the mark moved and nothing else. */
  | {
      readonly kind: 'position';
      readonly instrument: Instrument;
      readonly row: JsonRecord;
      readonly isPartial: boolean;
    }
  | { readonly kind: 'settlement'; readonly instrument: Instrument; readonly fundingMs: number }
  | { readonly kind: 'balance'; readonly balance: BalanceReport }
  | { readonly kind: 'margin-mode'; readonly wireSymbol: string; readonly mode: MarginMode }
  | { readonly kind: 'leverage'; readonly wireSymbol: string; readonly leverage: number }
  /** A frame of ours that can't be read: something was missed. */
  | { readonly kind: 'malformed'; readonly topic: string };

/** What the reader looks up. */
export interface PrivateLookups {
  /** Returns null, counted, for what is not listed. */
  readonly instrumentOf: (wireSymbol: unknown) => Instrument | null;
  readonly traitsOf: (venueOrderId: string, clientOrderId: string | null) => OrderTraits | null;
  readonly nowMs: number;
}

/** Reads one pushed frame whose numbers are text. Pure; frames of other topics say nothing. */
export function readPrivateFrame(frame: JsonRecord, look: PrivateLookups): readonly PrivateReading[] {
  const topic = nameOf(frame['topic']) ?? '';
  const data = recordOf(frame['data']);
  if (data === null) return topic === '' ? [] : [{ kind: 'malformed', topic }];
  const [channel = '', topicSymbol] = topic.split(':');
  switch (channel) {
    case '/spotMarket/tradeOrdersV2':
    case '/spotMarket/tradeOrders':
    case '/contractMarket/tradeOrders':
      return readOrderEvent(data, topic, look);
    case '/contractMarket/advancedOrders':
      return readStopEvent(data, topic, look);
    case '/contract/positionAll':
    case '/contract/position':
      return readPositionEvent({ subject: frame['subject'], data, topic, symbol: data['symbol'] ?? topicSymbol }, look);
    case '/account/balance':
      return balanceReading(readSpotBalanceChange(data, look.nowMs), topic);
    case '/contractAccount/wallet':
      // The older subjects repeat parts of the wallet's own.
      return frame['subject'] === 'walletBalance.change'
        ? balanceReading(readWalletChange(data, look.nowMs), topic)
        : [];
    case '/contract/marginMode':
    case '/contract/crossLeverage':
      return Object.entries(data).flatMap(([symbol, value]) => readSetting(symbol, value));
    default:
      return [];
  }
}

function balanceReading(balance: BalanceReport | null | undefined, topic: string): readonly PrivateReading[] {
  if (balance === undefined) return [];
  return [balance === null ? { kind: 'malformed', topic } : { kind: 'balance', balance }];
}

/** Orders of both products share their fields; spot has `originSize` besides, which outlives a change. */
function readOrderEvent(data: JsonRecord, topic: string, look: PrivateLookups): readonly PrivateReading[] {
  const instrument = look.instrumentOf(data['symbol']);
  if (instrument === null) return [];
  const side = orderSideOf(data['side']);
  const venueOrderId = nameOf(data['orderId']);
  const cumQtyBase = fromWireQty(data['filledSize'] ?? 0, instrument);
  const size = fromWireQty(data['size'], instrument) ?? fromWireQty(data['originSize'], instrument);
  const updatedMs = firstMs(data['ts'], data['orderTime']);
  if (side === null || venueOrderId === null || cumQtyBase === null || updatedMs === null) {
    return [{ kind: 'malformed', topic }];
  }
  const clientOrderId = nameOf(data['clientOid']);
  const traits = look.traitsOf(venueOrderId, clientOrderId);
  const qtyBase = size === null || size === '0' ? (traits?.qtyBase ?? null) : size;
  const isLimit = data['orderType'] === 'limit';
  const report: OrderReport = {
    instrumentId: instrument.id,
    clientOrderId: clientOrderId ?? traits?.clientOrderId ?? null,
    venueOrderId,
    side,
    type: traits?.type ?? (isLimit ? 'limit' : 'market'),
    tif: traits?.tif ?? 'GTC',
    qtyBase,
    px: traits?.px ?? (isLimit ? fromWirePx(data['price'], instrument) : null),
    triggerPx: traits?.triggerPx ?? null,
    isReduceOnly: traits?.isReduceOnly ?? false,
    closesPosition: traits?.closesPosition ?? false,
    status: statusOf(data, qtyBase, cumQtyBase),
    cumQtyBase,
    avgPx: averageOfOnlyMatch(data, instrument),
    reason: null,
    updatedMs,
  };
  const readings: PrivateReading[] = [];
  const fillId = data['type'] === 'match' ? nameOf(data['tradeId']) : null;
  if (fillId !== null) readings.push({ kind: 'match', instrument, fillId, venueMs: updatedMs });
  readings.push({ kind: 'order', report, instrument, isWhole: true });
  return readings;
}

/** The price of a match that is all the order was filled with so far; null otherwise: no event names an average. */
function averageOfOnlyMatch(data: JsonRecord, instrument: Instrument): string | null {
  if (data['type'] !== 'match') return null;
  const matchQty = fromWireQty(data['matchSize'], instrument);
  return matchQty !== null && matchQty === fromWireQty(data['filledSize'], instrument)
    ? fromWirePx(data['matchPrice'], instrument)
    : null;
}

/** A final fill says `match` first; the `filled` that follows may be lost, so the quantity decides. */
function statusOf(data: JsonRecord, qtyBase: string | null, cumQtyBase: string): VenueOrderStatus {
  switch (data['type']) {
    case 'canceled':
      return 'cancelled';
    case 'filled':
      return 'filled';
    default:
      return qtyBase !== null && isFilled(qtyBase, cumQtyBase) ? 'filled' : 'open';
  }
}

const STOP_STATUS: Readonly<Record<string, VenueOrderStatus>> = {
  open: 'untriggered',
  triggered: 'open',
  cancel: 'cancelled',
  canceled: 'cancelled',
};

/** A stop's events name no client id and no flags: what is remembered fills them in, else the order has to be asked for. */
function readStopEvent(data: JsonRecord, topic: string, look: PrivateLookups): readonly PrivateReading[] {
  const instrument = look.instrumentOf(data['symbol']);
  if (instrument === null) return [];
  const side = orderSideOf(data['side']);
  const venueOrderId = nameOf(data['orderId']);
  const updatedMs = firstMs(data['ts'], data['createdAt']);
  const known = STOP_STATUS[String(data['type'])];
  const stop = data['stop'] === 'up' || data['stop'] === 'down' ? data['stop'] : null;
  if (side === null || venueOrderId === null || updatedMs === null || known === undefined || stop === null) {
    return [{ kind: 'malformed', topic }];
  }
  const traits = look.traitsOf(venueOrderId, nameOf(data['clientOid']));
  const hasFailed = data['type'] === 'triggered' && String(data['triggerSuccess']) === 'false';
  const size = fromWireQty(data['size'], instrument);
  const report: OrderReport = {
    instrumentId: instrument.id,
    clientOrderId: nameOf(data['clientOid']) ?? traits?.clientOrderId ?? null,
    venueOrderId,
    side,
    type: traits?.type ?? conditionalTypeOf(side, stop),
    tif: traits?.tif ?? 'GTC',
    qtyBase: traits === null ? (size === '0' ? null : size) : traits.qtyBase,
    px: traits?.px ?? null,
    triggerPx: traits?.triggerPx ?? fromWirePx(data['stopPrice'], instrument),
    isReduceOnly: traits?.isReduceOnly ?? false,
    closesPosition: traits?.closesPosition ?? false,
    status: hasFailed ? 'rejected' : known,
    cumQtyBase: '0',
    avgPx: null,
    reason: hasFailed ? (nameOf(data['error']) ?? 'not placed when triggered') : null,
    updatedMs,
  };
  return [{ kind: 'order', report, instrument, isWhole: traits !== null }];
}

interface PositionEvent {
  readonly subject: unknown;
  readonly data: JsonRecord;
  readonly topic: string;
  readonly symbol: unknown;
}

function readPositionEvent(event: PositionEvent, look: PrivateLookups): readonly PrivateReading[] {
  const { subject, data, topic, symbol } = event;
  if (subject === 'position.adjustRiskLimit') return [];
  const instrument = look.instrumentOf(symbol);
  if (instrument === null) return [];
  if (subject === 'position.settlement') {
    const fundingMs = firstMs(data['fundingTime'], data['ts']);
    return [fundingMs === null ? { kind: 'malformed', topic } : { kind: 'settlement', instrument, fundingMs }];
  }
  return [{ kind: 'position', instrument, row: data, isPartial: data['currentQty'] === undefined }];
}

function readSetting(wireSymbol: string, value: unknown): readonly PrivateReading[] {
  const mode = marginModeOf(value);
  if (mode !== null) return [{ kind: 'margin-mode', wireSymbol, mode }];
  const leverage = isRecord(value) ? numberOrNull(value['leverage']) : null;
  return leverage === null ? [] : [{ kind: 'leverage', wireSymbol, leverage }];
}
