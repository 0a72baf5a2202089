import { good, answerOfItems, missing, invalid, type OkxAnswer, type OkxItem } from './okx-answer.ts';
import type { SimOrder } from '../../account/model.ts';
import type { OkxListing } from '../okx-listing.ts';
import {
  okxCall,
  type OkxCall,
  type OkxCaller,
  type OkxCalls,
  type OkxParams,
  type OkxPrivateContext,
} from './okx-context.ts';
import { OkxFields } from './okx-fields.ts';
import { orderIdOf, wireOrderId } from './okx-ids.ts';
import { readOkxOrder } from './okx-new-order.ts';
import { okxWordsOf, type OkxWords } from './okx-refusals.ts';

const BATCH_MAX = 20;

/** The signed calls that place, change and cancel orders. */
export function okxOrderCalls(context: OkxPrivateContext): OkxCalls {
  const operation = (
    name: OkxCall['name'],
    act: (caller: OkxCaller, params: OkxParams) => OkxItem,
  ): Pick<Record<'one' | 'batch', OkxCall>, 'one' | 'batch'> => {
    const head = { name, needsTrade: true, perInstrument: true, isOrderOperation: true } as const;
    const run = (caller: OkxCaller, items: readonly OkxParams[]): OkxAnswer =>
      answerOfItems(
        items.map((item) => act(caller, item)),
        String(context.market.nowMs()),
      );
    return {
      one: { ...head, per2s: 60, answer: (caller, [item = {}]) => run(caller, [item]) },
      batch: {
        ...head,
        per2s: 300,
        answer: (caller, items) =>
          items.length === 0 || items.length > BATCH_MAX ? invalid('orders') : run(caller, items),
      },
    };
  };
  const order = operation('place', (caller, params) => place(context, caller, params));
  const cancelled = operation('cancel', (caller, params) => cancel(context, caller, params));
  const amended = operation('other', (caller, params) => amend(context, caller, params));
  return {
    'POST /api/v5/trade/order': order.one,
    'POST /api/v5/trade/batch-orders': order.batch,
    'POST /api/v5/trade/cancel-order': cancelled.one,
    'POST /api/v5/trade/cancel-batch-orders': cancelled.batch,
    'POST /api/v5/trade/amend-order': amended.one,
    'POST /api/v5/trade/amend-batch-orders': amended.batch,
    'POST /api/v5/trade/close-position': okxCall({ name: 'place', needsTrade: true, per2s: 20 }, (caller, params) =>
      closePosition(context, caller, params),
    ),
    'POST /api/v5/trade/cancel-all-after': okxCall({ name: 'other', needsTrade: true, per2s: 2 }, (caller, params) =>
      cancelAllAfter(context, caller, params),
    ),
  };
}

/** An item that was refused. */
export function refusedItem([sCode, sMsg, subCode = '']: OkxWords, fields: OkxItem['fields']): OkxItem {
  return { sCode, sMsg, subCode, fields };
}

function doneItem(fields: OkxItem['fields']): OkxItem {
  return { sCode: '0', sMsg: '', subCode: '', fields };
}

/** Only an acknowledgement: what became of the order is told by its channel. */
function place(context: OkxPrivateContext, caller: OkxCaller, params: OkxParams): OkxItem {
  const clOrdId = new OkxFields(params).text('clOrdId') ?? '';
  const nothing = { ordId: '', clOrdId, tag: '' };
  const read = readOkxOrder(context, caller, params);
  if ('refusal' in read) return refusedItem(read.refusal, nothing);
  const placed = context.side.accounts.place(caller.accountId, read.request, caller.fillFrac);
  if (!placed.ok) return refusedItem(wordsFor(read.listing, placed.refusal), nothing);
  context.algos.attach(placed.value, read.attached);
  return doneItem({ ordId: wireOrderId(placed.value.id), clOrdId, tag: '' });
}

/** Lack of money is told in the coin that lacks. */
function wordsFor({ instrument }: OkxListing, refusal: Parameters<typeof okxWordsOf>[0]): OkxWords {
  const [code, msg, subCode] = okxWordsOf(refusal);
  const named: OkxWords = [code, msg.replace('USDT', instrument.quote), subCode ?? ''];
  return named;
}

/** Finds the order that `ordId` or `clOrdId` names among plain orders; `ordId` wins. */
export function findOrder(context: OkxPrivateContext, caller: OkxCaller, read: OkxFields): SimOrder | null {
  const listing = read.listing(context.listings);
  const ordId = read.text('ordId');
  const clientId = read.text('clOrdId');
  if (listing === null) return null;
  if (ordId === null && clientId === null) return read.wrong('ordId');
  const by = ordId === null ? { clientId: clientId ?? '', isConditional: false } : { id: orderIdOf(ordId) ?? -1 };
  const order = context.side.accounts.order(caller.accountId, { ...by, ix: listing.ix });
  // The order of a fired algo carries no client id of its own here.
  return order === null || (ordId === null && order.parentOrderId !== null) ? null : order;
}

function cancel(context: OkxPrivateContext, caller: OkxCaller, params: OkxParams): OkxItem {
  const read = new OkxFields(params);
  const fields = { ordId: read.text('ordId') ?? '', clOrdId: read.text('clOrdId') ?? '' };
  const order = findOrder(context, caller, read);
  if (read.refusal !== null) return refusedItem(read.refusal, fields);
  if (order === null) return refusedItem(okxWordsOf('order-final'), fields);
  const done = context.side.accounts.cancel(caller.accountId, { id: order.id });
  if (!done.ok) return refusedItem(okxWordsOf('order-final'), fields);
  return doneItem({ ordId: wireOrderId(order.id), clOrdId: order.request.clientId });
}

function amend(context: OkxPrivateContext, caller: OkxCaller, params: OkxParams): OkxItem {
  const read = new OkxFields(params);
  const fields = {
    ordId: read.text('ordId') ?? '',
    clOrdId: read.text('clOrdId') ?? '',
    reqId: read.text('reqId') ?? '',
  };
  const order = findOrder(context, caller, read);
  if (read.refusal !== null) return refusedItem(read.refusal, fields);
  if (order === null || order.status !== 'open') {
    const msg = 'Order modification failed as the order has been filled, canceled or does not exist.';
    return refusedItem(['51503', msg], fields);
  }
  const listing = context.listings.all[order.request.ix];
  if (listing === undefined) throw new Error(`Invariant: no listing at ${order.request.ix}`);
  const lots = read.text('newSz') === null ? null : read.lots('newSz', listing);
  const ticks = read.text('newPx') === null ? null : read.ticks('newPx', listing);
  if (lots === null && ticks === null) read.wrong('newSz');
  if (read.refusal !== null) return refusedItem(read.refusal, fields);
  const done = context.side.accounts.amend(caller.accountId, order.id, {
    ...(lots === null ? {} : { lots }),
    ...(ticks === null ? {} : { ticks }),
  });
  if (!done.ok) return refusedItem(okxWordsOf(done.refusal), fields);
  return doneItem({ ...fields, ordId: wireOrderId(order.id), clOrdId: order.request.clientId });
}

function closePosition(context: OkxPrivateContext, caller: OkxCaller, params: OkxParams): OkxAnswer {
  const read = new OkxFields(params);
  const listing = read.listing(context.listings);
  if (listing === null) return missing('instId');
  const wanted = read.text('posSide') ?? 'net';
  const side = wanted === 'long' ? 'LONG' : wanted === 'short' ? 'SHORT' : 'BOTH';
  const { accounts } = context.side;
  const held = accounts
    .positions(caller.accountId, { ix: listing.ix })
    .find(({ positionSide }) => positionSide === side);
  if (held === undefined) return { code: '51023', msg: "Position doesn't exist.", data: [] };
  if (read.flag('autoCxl')) accounts.cancelAll(caller.accountId, { ix: listing.ix, isConditional: false });
  const params2 = {
    instId: listing.instId,
    tdMode: held.marginMode,
    side: held.lots > 0 ? 'sell' : 'buy',
    ordType: 'market',
    sz: listing.qty(Math.abs(held.lots)),
    reduceOnly: true,
    clOrdId: read.text('clOrdId') ?? '',
    ...(side === 'BOTH' ? {} : { posSide: wanted }),
  };
  const item = place(context, caller, params2);
  if (item.sCode !== '0') return { code: item.sCode, msg: item.sMsg, data: [] };
  return good([{ instId: listing.instId, posSide: wanted, clOrdId: read.text('clOrdId') ?? '', tag: '' }]);
}

/** 0 disarms, else 10 to 120 seconds. */
function cancelAllAfter(context: OkxPrivateContext, caller: OkxCaller, params: OkxParams): OkxAnswer {
  const seconds = new OkxFields(params).whole('timeOut');
  if (seconds === null || (seconds !== 0 && (seconds < 10 || seconds > 120))) return invalid('timeOut');
  context.side.accounts.armDeadMan(caller.accountId, null, seconds * 1_000);
  const nowMs = context.market.nowMs();
  const triggerTime = seconds === 0 ? '0' : String(nowMs + seconds * 1_000);
  return good([{ triggerTime, tag: '', ts: String(nowMs) }]);
}
