import type { SimOrder } from '../../account/model.ts';
import { answerOfItems, bad, good, invalid, missing, type OkxAnswer, type OkxItem } from './okx-answer.ts';
import {
  okxCall,
  okxListingAt,
  type OkxCaller,
  type OkxCalls,
  type OkxParams,
  type OkxPrivateContext,
} from './okx-context.ts';
import { algoStateOf, okxAlgoRow } from './okx-algo-row.ts';
import { OkxFields } from './okx-fields.ts';
import { algoIdOf, wireAlgoId } from './okx-ids.ts';
import { readOkxAlgo } from './okx-new-algo.ts';
import { refusedItem } from './okx-order-calls.ts';
import { pageOf } from './okx-query-calls.ts';
import { okxWordsOf, type OkxWords } from './okx-refusals.ts';

const CANCEL_MAX = 10;
const GONE: OkxWords = ['51400', 'Cancellation failed as the order has been filled, canceled or does not exist.'];

/** The signed calls of algo orders: conditional, oco and trigger. */
export function okxAlgoCalls(context: OkxPrivateContext): OkxCalls {
  return {
    'POST /api/v5/trade/order-algo': {
      name: 'place',
      needsTrade: true,
      per2s: 20,
      perInstrument: true,
      isOrderOperation: true,
      answer: (caller, [params = {}]) => untimed(answerOfItems([placeAlgo(context, caller, params)], null)),
    },
    'POST /api/v5/trade/cancel-algos': {
      name: 'cancel',
      needsTrade: true,
      per2s: 20,
      perInstrument: true,
      isOrderOperation: true,
      answer: (caller, items) =>
        items.length === 0 || items.length > CANCEL_MAX
          ? invalid('orders')
          : untimed(
              answerOfItems(
                items.map((item) => cancelAlgo(context, caller, item)),
                null,
              ),
            ),
    },
    'GET /api/v5/trade/order-algo': okxCall({ name: 'query-order', needsTrade: false, per2s: 20 }, (caller, params) =>
      oneAlgo(context, caller, params),
    ),
    'GET /api/v5/trade/orders-algo-pending': okxCall(
      { name: 'open-orders', needsTrade: false, per2s: 20 },
      (caller, params) => listAlgos(context, caller, { params, isPending: true }),
    ),
    'GET /api/v5/trade/orders-algo-history': okxCall(
      { name: 'query-order', needsTrade: false, per2s: 20 },
      (caller, params) => listAlgos(context, caller, { params, isPending: false }),
    ),
  };
}

/** Algo operations come without times. */
function untimed(answer: OkxAnswer): OkxAnswer {
  return { ...answer, isTimed: false };
}

function placeAlgo(context: OkxPrivateContext, caller: OkxCaller, params: OkxParams): OkxItem {
  const algoClOrdId = new OkxFields(params).text('algoClOrdId') ?? '';
  const nothing = { algoId: '', clOrdId: '', algoClOrdId, tag: '' };
  const wanted = readOkxAlgo(context, caller, params);
  if ('refusal' in wanted) return refusedItem(wanted.refusal, nothing);
  const placed = context.algos.place(caller.accountId, wanted);
  if (!placed.ok) {
    const words = okxWordsOf(placed.refusal);
    return refusedItem(words[0] === '51016' ? ['51065', 'algoClOrdId is duplicated.'] : words, nothing);
  }
  return { sCode: '0', sMsg: '', subCode: '', fields: { ...nothing, algoId: wireAlgoId(placed.value.id) } };
}

/** Finds an algo order; `algoId` wins over `algoClOrdId`. */
function findAlgo(context: OkxPrivateContext, caller: OkxCaller, read: OkxFields): SimOrder | null {
  const algoId = read.text('algoId');
  const clientId = read.text('algoClOrdId');
  if (algoId === null && clientId === null) return read.wrong('algoId');
  const by = algoId === null ? { clientId: clientId ?? '' } : { id: algoIdOf(algoId) ?? -1 };
  return context.side.accounts.order(caller.accountId, { ...by, isConditional: true });
}

function cancelAlgo(context: OkxPrivateContext, caller: OkxCaller, params: OkxParams): OkxItem {
  const read = new OkxFields(params);
  const fields = {
    algoId: read.text('algoId') ?? '',
    algoClOrdId: read.text('algoClOrdId') ?? '',
    clOrdId: '',
    tag: '',
  };
  const order = findAlgo(context, caller, read);
  if (read.refusal !== null) return refusedItem(read.refusal, fields);
  if (order === null || !context.algos.cancel(caller.accountId, order)) return refusedItem(GONE, fields);
  return { sCode: '0', sMsg: '', subCode: '', fields: { ...fields, algoId: wireAlgoId(order.id) } };
}

function rowOf(context: OkxPrivateContext, order: SimOrder) {
  return okxAlgoRow(context.side.accounts, okxListingAt(context, order.request.ix), context.algos.of(order));
}

function oneAlgo(context: OkxPrivateContext, caller: OkxCaller, params: OkxParams): OkxAnswer {
  const read = new OkxFields(params);
  const order = findAlgo(context, caller, read);
  if (read.refusal !== null) return bad(read.refusal[0], read.refusal[1], 400);
  return order === null ? bad('51603', 'Order does not exist') : good([rowOf(context, order)]);
}

function listAlgos(
  context: OkxPrivateContext,
  caller: OkxCaller,
  { params, isPending }: { readonly params: OkxParams; readonly isPending: boolean },
): OkxAnswer {
  const read = new OkxFields(params);
  const types = read.text('ordType')?.split(',') ?? null;
  if (types === null) return missing('ordType');
  const algoId = read.text('algoId');
  const state = read.text('state');
  if (!isPending && state === null && algoId === null) return missing('state');
  const instType = read.text('instType');
  const instId = read.text('instId');
  const orders = context.side.accounts.orders(caller.accountId, { isConditional: true, isOpen: isPending });
  const rows = orders
    .map((order) => ({ order, algo: context.algos.of(order) }))
    .filter(({ order, algo }) => {
      const listing = okxListingAt(context, order.request.ix);
      return (
        algo.legs[0]?.id === order.id &&
        types.includes(algo.ordType) &&
        (algoStateOf(algo) === 'live') === isPending &&
        (state === null || algoStateOf(algo) === state) &&
        (instType === null || listing.instType === instType) &&
        (instId === null || listing.instId === instId) &&
        (algoId === null || wireAlgoId(order.id) === algoId)
      );
    })
    .map(({ order }) => rowOf(context, order));
  return good(pageOf(read, rows, (row) => row.algoId));
}
