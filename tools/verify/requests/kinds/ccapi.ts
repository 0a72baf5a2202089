import type { Instrument, Market, OrderRef } from '@riptide/core/domain';
import { NO_SPAN } from '../asks/ask.ts';
import { buildOrder } from '../asks/build-order.ts';
import { instrumentNamed } from '../asks/instrument-of.ts';
import { checkAsk, type Reading } from '../check-ask.ts';
import type { RequestForm } from '../request-form.ts';
import type { Json, RequestRow } from '../request-row.ts';
import { unreadable, type RowVerdict } from '../verdict.ts';

/** What an assert looks at. */
const PARAM = /(?:document\["(\w+)"\]|paramMap\.at\("(\w+)"\)|document\[0\]\["(\w+)"\])/;

/** Checks a row of ccapi's tests: an operation, and asserts on the request it becomes. */
export function checkCcapi(row: RequestRow): RowVerdict {
  const { json, venue } = row;
  if (!Array.isArray(json.expects) || json.expects.length === 0) return unreadable('no asserts');
  const theirs = statedForm(json.expects);
  if (typeof theirs === 'string') return unreadable(theirs);
  return checkAsk(readOperation(row, theirs), { venue, theirs, isPartial: true });
}

function statedForm(expects: readonly Json[]): RequestForm | string {
  const params = new Map<string, string>();
  let method: string | null = null;
  let path: string | null = null;
  for (const { equals, what } of expects) {
    const value = String(equals);
    const key = PARAM.exec(what);
    if (what.includes('method()')) {
      method = value.replace('http::verb::', '').replace(/_$/, '').toUpperCase();
    } else if (key !== null) {
      // A C++ expression is a value of its own run.
      if (!value.startsWith('std::')) params.set(key[1] ?? key[2] ?? key[3] ?? '', value);
    } else if (/target\(\)|splitted\.at\(0\)/.test(what)) {
      const url = new URL(value, 'https://venue');
      path = url.pathname;
      for (const [name, one] of url.searchParams) params.set(name, one);
    } else return `assert ${what} is not known`;
  }
  return { method, host: null, path, params, hasBody: null };
}

function readOperation(row: RequestRow, theirs: RequestForm): Reading {
  const { json, venue } = row;
  const isPerp = /perp|swap|linear|futures/.test(row.market) || /-SWAP$|USDTM$/.test(json.instrument ?? '');
  const market: Market = isPerp ? 'perp' : 'spot';
  const instrument =
    json.instrument === undefined || json.instrument === '' ? null : instrumentNamed(venue, market, json.instrument);
  switch (json.operation) {
    case 'CREATE_ORDER':
      return instrument === null
        ? { unsupported: 'a call without an instrument' }
        : readPlace(instrument, json.input ?? {}, theirs);
    case 'CANCEL_ORDER':
    case 'GET_ORDER':
      if (instrument === null) return { unsupported: 'a call without an instrument' };
      return {
        ask: {
          call: json.operation === 'GET_ORDER' ? 'query' : 'cancel',
          ref: refOf(instrument, String(json.test ?? ''), theirs),
        },
      };
    case 'GET_OPEN_ORDERS':
      return { ask: { call: 'open-orders', market, instrument, isConditional: false } };
    case 'CANCEL_OPEN_ORDERS':
      return { ask: { call: 'cancel-all', market, instrument, isConditional: false } };
    case 'GET_ACCOUNTS':
    case 'GET_ACCOUNT_BALANCES':
      return { ask: { call: 'balances', market, currency: 'USDT' } };
    case 'GET_ACCOUNT_POSITIONS':
      return { ask: { call: 'positions', instrument, settleAsset: 'USDT' } };
    case 'GET_RECENT_TRADES':
    case 'GET_MARKET_DEPTH':
      return { unsupported: 'public data that comes over the socket' };
    case 'GET_EXECUTIONS':
      return { ask: { call: 'fills', market, instrument, span: NO_SPAN, isRecent: true } };
    default:
      return { unsupported: `operation ${String(json.operation)}` };
  }
}

/** The operation's amounts stand in its asserts alone; names and forms of them are what is compared. */
function readPlace(instrument: Instrument, input: Json, { params }: RequestForm): Reading {
  const valueOf = (...names: readonly string[]): string | null => {
    const name = names.find((one) => params.has(one));
    return name === undefined ? null : (params.get(name) ?? null);
  };
  const px = valueOf('px', 'price');
  const side = (valueOf('side') ?? 'buy').toUpperCase();
  const order = buildOrder(instrument, {
    side: side === 'SELL' ? 'SELL' : 'BUY',
    type: px === null ? 'market' : 'limit',
    qtyBase: valueOf('sz', 'size', 'quantity', 'qty'),
    px,
    leverage: instrument.kind === 'spot' ? null : Number(valueOf('leverage') ?? 1),
  });
  const spotTdMode = input.tdMode === 'cross' ? 'cross' : 'cash';
  return { ask: { call: 'place', order, modes: { spotTdMode, marginMode: 'cross' } } };
}

function refOf(instrument: Instrument, test: string, { params, path }: RequestForm): OrderRef {
  const names = ['origClientOrderId', 'clOrdId', 'orderLinkId', 'clientOid', 'ordId', 'orderId', 'order_id'];
  const name = names.find((one) => params.has(one));
  const id = name === undefined ? (path?.split('/').at(-1) ?? '') : (params.get(name) ?? '');
  const isOurs = /ByClientOrderId/.test(test) || (name !== undefined && /^(orig|cl|orderLink)/.test(name));
  return { instrument, clientOrderId: isOurs ? id : null, venueOrderId: isOurs ? null : id, isConditional: false };
}
