import {
  decimal,
  toDecimalString,
  ZERO,
  type BalanceReport,
  type Fill,
  type OrderReport,
  type PositionReport,
} from '@riptide/core/domain';
import { isRecord, listOf, recordOf, type JsonRecord } from '../../kit/index.ts';
import { algoStatusOf, fillCauseOf, orderStatusOf, orderTypeOf, tifOf } from '../enums.ts';
import { fromWirePx, fromWireQty } from '../extra/exact-amounts.ts';
import { toOrderReport } from '../extra/order-report.ts';
import {
  figure,
  flagOf,
  idText,
  positiveFigure,
  sideOf,
  textOf,
  timeOf,
  type FindClientId,
  type FindInstrument,
} from '../extra/private-reading.ts';

/** What one user event says. */
export type UserEvent =
  | { readonly kind: 'order'; readonly report: OrderReport }
  | { readonly kind: 'fill'; readonly fill: Fill }
  | { readonly kind: 'position'; readonly position: PositionReport }
  | { readonly kind: 'balances'; readonly balances: readonly BalanceReport[] }
  /** A conditional order; before its trigger its number is none of an order. */
  | { readonly kind: 'conditional'; readonly report: OrderReport }
  /** A trigger made an order: everything said of that number belongs to our conditional order. */
  | { readonly kind: 'triggered'; readonly report: OrderReport }
  /** Futures balances moved; the event tells the wallet but not what is free. `hasIncome`: something else than a trade moved them. */
  | { readonly kind: 'balances-moved'; readonly hasIncome: boolean; readonly venueMs: number }
  /** The stream ends: its key ran out, or the venue said so. */
  | { readonly kind: 'stream-over'; readonly why: string }
  /** Known and of no use here, or of an instrument that is not listed. */
  | { readonly kind: 'skipped' }
  | { readonly kind: 'malformed'; readonly why: string };

/** What reading an event needs to know. */
export interface UserEventContext {
  readonly find: FindInstrument;
  readonly clientIdOf: FindClientId;
}

/** A frame of either private socket: an answer to a request of ours, or an event. */
export type UserFrame =
  | { readonly kind: 'event'; readonly event: JsonRecord }
  | { readonly kind: 'answer'; readonly id: number; readonly error: { wireCode: number; text: string } | null }
  | { readonly kind: 'malformed' };

const SKIPPED: readonly UserEvent[] = [{ kind: 'skipped' }];

/** Reads the text of a frame: wrapped by subscription (spot), by stream name, or bare (futures). */
export function parseUserFrame(text: string): UserFrame {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (e) {
    if (e instanceof SyntaxError) return { kind: 'malformed' };
    throw e;
  }
  if (!isRecord(body)) return { kind: 'malformed' };
  const event = body['event'] ?? body['data'] ?? (typeof body['e'] === 'string' ? body : null);
  if (isRecord(event)) return { kind: 'event', event };
  if (!('id' in body) && !('error' in body)) return { kind: 'malformed' };
  const error = recordOf(body['error']);
  const isFine = error === null && (body['status'] === undefined || body['status'] === 200);
  if (isFine) return { kind: 'answer', id: Number(body['id']), error: null };
  const refusal = { wireCode: Number(error?.['code']), text: String(error?.['msg'] ?? '') };
  return { kind: 'answer', id: Number(body['id']), error: refusal };
}

/** Reads one user event of spot. A fill stands before the order state it led to. */
export function parseSpotEvent(event: JsonRecord, context: UserEventContext): readonly UserEvent[] {
  switch (event['e']) {
    case 'executionReport':
      return parseExecutionReport(event, context);
    case 'outboundAccountPosition':
      return parseAccountPosition(event);
    case 'eventStreamTerminated':
    case 'serverShutdown':
      return [{ kind: 'stream-over', why: event['e'] }];
    default:
      // balanceUpdate comes with the absolute amounts of outboundAccountPosition; lists and locks are not used.
      return SKIPPED;
  }
}

/** Reads one user event of futures. A fill stands before the order state it led to. */
export function parseFuturesEvent(event: JsonRecord, context: UserEventContext): readonly UserEvent[] {
  switch (event['e']) {
    case 'ORDER_TRADE_UPDATE':
      return parseOrderTradeUpdate(recordOf(event['o']) ?? {}, context);
    case 'ALGO_UPDATE':
      return parseAlgoUpdate(event, context);
    case 'ACCOUNT_UPDATE':
      return parseAccountUpdate(event, context);
    case 'listenKeyExpired':
    case 'serverShutdown':
      return [{ kind: 'stream-over', why: event['e'] }];
    default:
      // TRADE_LITE repeats a fill without its fee; margin calls and settings are asked for.
      return SKIPPED;
  }
}

function malformed(why: string): readonly UserEvent[] {
  return [{ kind: 'malformed', why }];
}

function parseExecutionReport(row: JsonRecord, { find }: UserEventContext): readonly UserEvent[] {
  const instrument = find(String(row['s']));
  if (instrument === null) return SKIPPED;
  const venueOrderId = idText(row['i']);
  const status = orderStatusOf(row['X']);
  const side = sideOf(row['S']);
  const quantity = figure(row['q']);
  const filled = figure(row['z']);
  const updatedMs = timeOf(row['T']) ?? timeOf(row['E']);
  if (venueOrderId === null || status === null || side === null) return malformed('executionReport');
  if (quantity === null || filled === null || updatedMs === null) return malformed('executionReport');
  const price = positiveFigure(row['p']);
  const type = orderTypeOf(row['o'], price !== null);
  const cost = positiveFigure(row['Z']);
  const waits = status === 'open' && row['w'] === false && (type === 'stop-market' || type === 'take-profit-market');
  // A cancel has an id of its own in `c`; `C` then holds the order's.
  const clientOrderId = textOf(row['C']) ?? textOf(row['c']);
  const report = toOrderReport({
    instrument,
    clientOrderId,
    venueOrderId,
    side,
    type,
    tif: tifOf(row['f'], row['o']),
    quantity,
    price,
    triggerPrice: positiveFigure(row['P']),
    isReduceOnly: false,
    closesPosition: false,
    status: waits && filled.eq(0) ? 'untriggered' : status,
    filled,
    averagePrice: cost === null || filled.eq(0) ? null : cost.div(filled),
    reason: reasonOf(row['r'], row['eR']),
    updatedMs,
  });
  if (row['x'] !== 'TRADE') return [{ kind: 'order', report }];
  const fill = readFill(row, { instrument, clientOrderId, venueOrderId, side, updatedMs });
  return fill === null
    ? malformed('executionReport trade')
    : [
        { kind: 'fill', fill },
        { kind: 'order', report },
      ];
}

function reasonOf(...texts: readonly unknown[]): string | null {
  const said = texts.flatMap((text) =>
    textOf(text) === null || text === 'NONE' || text === '0' ? [] : [String(text)],
  );
  return said.length === 0 ? null : said.join(' ');
}

function parseAccountPosition(event: JsonRecord): readonly UserEvent[] {
  const updatedMs = timeOf(event['u']) ?? timeOf(event['E']);
  const rows = listOf(event['B']);
  if (updatedMs === null || rows === null) return malformed('outboundAccountPosition');
  const balances: BalanceReport[] = [];
  for (const row of rows) {
    const wire = recordOf(row);
    const asset = textOf(wire?.['a']);
    const free = figure(wire?.['f']);
    const locked = figure(wire?.['l']);
    if (asset === null || free === null || locked === null) return malformed('outboundAccountPosition');
    balances.push({
      scope: 'spot',
      asset,
      total: toDecimalString(free.plus(locked)),
      free: toDecimalString(free),
      locked: toDecimalString(locked),
      borrowed: '0',
      updatedMs,
    });
  }
  return [{ kind: 'balances', balances }];
}

function parseOrderTradeUpdate(row: JsonRecord, { find, clientIdOf }: UserEventContext): readonly UserEvent[] {
  const instrument = find(String(row['s']));
  if (instrument === null) return SKIPPED;
  const venueOrderId = idText(row['i']);
  const status = orderStatusOf(row['X']);
  const side = sideOf(row['S']);
  const filled = figure(row['z']);
  const updatedMs = timeOf(row['T']);
  if (venueOrderId === null || status === null || side === null || filled === null || updatedMs === null)
    return malformed('ORDER_TRADE_UPDATE');
  const clientOrderId = clientIdOf(instrument.id, venueOrderId) ?? textOf(row['c']);
  const price = positiveFigure(row['p']);
  const wireType = row['ot'] ?? row['o'];
  const closesPosition = flagOf(row['cp']);
  const report = toOrderReport({
    instrument,
    clientOrderId,
    venueOrderId,
    side,
    type: orderTypeOf(wireType, price !== null),
    tif: tifOf(row['f'], wireType),
    quantity: positiveFigure(row['q']),
    price,
    triggerPrice: positiveFigure(row['sp']),
    isReduceOnly: flagOf(row['R']),
    closesPosition,
    status,
    filled,
    averagePrice: filled.eq(0) ? null : positiveFigure(row['ap']),
    reason: status === 'expired' || status === 'cancelled' ? reasonOf(row['er']) : null,
    updatedMs,
  });
  const isExecution = (row['x'] === 'TRADE' || row['x'] === 'CALCULATED') && positiveFigure(row['l']) !== null;
  if (!isExecution) return [{ kind: 'order', report }];
  const wireId = textOf(row['c']);
  const fill = readFill(row, { instrument, clientOrderId, venueOrderId, side, updatedMs });
  if (fill === null) return malformed('ORDER_TRADE_UPDATE trade');
  return [
    { kind: 'fill', fill: { ...fill, cause: fillCauseOf(wireId) } },
    { kind: 'order', report },
  ];
}

type FillOwner = Pick<Fill, 'clientOrderId' | 'venueOrderId' | 'side'> & {
  readonly instrument: NonNullable<ReturnType<FindInstrument>>;
  readonly updatedMs: number;
};

/** Reads the execution that an order event carries; both products use the same letters for it. */
function readFill(row: JsonRecord, owner: FillOwner): Fill | null {
  const { instrument } = owner;
  const fillId = idText(row['t']);
  const qty = positiveFigure(row['l']);
  const px = positiveFigure(row['L']);
  const fee = row['n'] === undefined || row['n'] === null ? ZERO : figure(row['n']);
  if (fillId === null || qty === null || px === null || fee === null) return null;
  // No asset is named where nothing was charged.
  const feeAsset = textOf(row['N']) ?? (fee.eq(0) ? instrument.quoteAsset : null);
  if (feeAsset === null) return null;
  return {
    instrumentId: instrument.id,
    fillId,
    venueOrderId: owner.venueOrderId,
    clientOrderId: owner.clientOrderId,
    side: owner.side,
    px: fromWirePx(instrument, px),
    qtyBase: fromWireQty(instrument, qty),
    fee: toDecimalString(fee),
    feeAsset,
    liquidity: typeof row['m'] === 'boolean' ? (row['m'] ? 'maker' : 'taker') : null,
    cause: 'order',
    venueMs: owner.updatedMs,
  };
}

function parseAlgoUpdate(event: JsonRecord, { find }: UserEventContext): readonly UserEvent[] {
  const row = recordOf(event['o']) ?? {};
  const instrument = find(String(row['s']));
  if (instrument === null) return SKIPPED;
  const algoId = idText(row['aid']);
  const wireStatus = algoStatusOf(row['X']);
  const side = sideOf(row['S']);
  const updatedMs = timeOf(event['T']) ?? timeOf(event['E']);
  if (algoId === null || wireStatus === null || side === null || updatedMs === null) return malformed('ALGO_UPDATE');
  const actualOrderId = idText(row['ai']);
  const clientOrderId = textOf(row['caid']);
  const price = positiveFigure(row['p']);
  const quantity = positiveFigure(row['q']);
  const filled = positiveFigure(row['aq']) ?? decimal(0);
  const closesPosition = flagOf(row['cp']);
  const isWhole = filled.gt(0) && (closesPosition || quantity === null || filled.gte(quantity));
  const report = toOrderReport({
    instrument,
    clientOrderId,
    venueOrderId: actualOrderId ?? algoId,
    side,
    type: orderTypeOf(row['o'], price !== null),
    tif: tifOf(row['f'], row['o']),
    quantity: closesPosition ? null : quantity,
    price,
    triggerPrice: positiveFigure(row['tp']),
    isReduceOnly: flagOf(row['R']),
    closesPosition,
    status: wireStatus === 'finished' ? (isWhole ? 'filled' : 'cancelled') : wireStatus,
    filled,
    averagePrice: positiveFigure(row['ap']),
    reason: textOf(row['rm']),
    updatedMs,
  });
  // FINISHED without the whole quantity does not say how the order ended that the trigger made; its own events and the query do.
  const isTold = wireStatus !== 'finished' || isWhole;
  const said: readonly UserEvent[] = isTold ? [{ kind: 'conditional', report }] : [];
  if (actualOrderId !== null) return [{ kind: 'triggered', report }, ...said];
  return said.length === 0 ? SKIPPED : said;
}

function parseAccountUpdate(event: JsonRecord, { find }: UserEventContext): readonly UserEvent[] {
  const account = recordOf(event['a']);
  const updatedMs = timeOf(event['T']) ?? timeOf(event['E']);
  if (account === null || updatedMs === null) return malformed('ACCOUNT_UPDATE');
  const events: UserEvent[] = [];
  for (const row of listOf(account['P']) ?? []) {
    const wire = recordOf(row) ?? {};
    const instrument = find(String(wire['s']));
    const amount = figure(wire['pa']);
    if (amount === null) return malformed('ACCOUNT_UPDATE position');
    if (instrument === null) continue;
    const entry = positiveFigure(wire['ep']);
    const unrealised = figure(wire['up']);
    const isIsolated = wire['mt'] === 'isolated';
    const isolatedWallet = isIsolated ? figure(wire['iw']) : null;
    events.push({
      kind: 'position',
      position: {
        instrumentId: instrument.id,
        qtyBase: fromWireQty(instrument, amount),
        entryPx: amount.eq(0) || entry === null ? null : fromWirePx(instrument, entry),
        markPx: null,
        unrealisedUsd: unrealised === null ? null : toDecimalString(unrealised),
        leverage: null,
        marginMode: isIsolated ? 'isolated' : wire['mt'] === 'cross' ? 'cross' : null,
        liquidationPx: null,
        marginUsd: isolatedWallet === null ? null : toDecimalString(isolatedWallet),
        adlRank: null,
        updatedMs,
      },
    });
  }
  if ((listOf(account['B']) ?? []).length > 0) {
    events.push({ kind: 'balances-moved', hasIncome: account['m'] !== 'ORDER', venueMs: updatedMs });
  }
  return events.length === 0 ? SKIPPED : events;
}
