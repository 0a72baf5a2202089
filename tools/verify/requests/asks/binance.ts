import type { Instrument } from '@riptide/core/domain';
import { binanceRequests as ours } from '@riptide/venues/binance';
import { notAsked, type Answer, type Ask, type Span } from './ask.ts';
import { built, captured, sent, VERIFY_KEY, VERIFY_NOW_MS, VERIFY_TARGET } from './sending.ts';

type Call = Parameters<typeof ours.toWireCall>[0];

const SPOT = 'https://api.binance.com';
const USDM = 'https://fapi.binance.com';

function wire(call: Call): ReturnType<typeof ours.toWireCall> {
  return ours.toWireCall(call, VERIFY_TARGET, VERIFY_KEY, VERIFY_NOW_MS);
}

/** Returns what the adapter of BINANCE makes of an ask. */
export function answerBinance(ask: Ask): Answer {
  const { account, futures, spot } = ours;
  switch (ask.call) {
    case 'place':
      return built(ours.buildPlace(ask.order), wire);
    case 'cancel':
      return sent(wire(ours.buildCancel(ask.ref)));
    case 'query':
    case 'query-ended': {
      const { ref } = ask;
      const symbol = ref.instrument.wireSymbol;
      const name = {
        symbol,
        orderId: ref.venueOrderId ?? undefined,
        origClientOrderId: ref.clientOrderId ?? undefined,
      };
      if (ref.instrument.kind === 'spot') return sent(wire(spot.buildGetOrder(name)));
      return sent(
        wire(
          ref.isConditional ? futures.buildQueryAlgoOrder(futures.algoOrderName(ref)) : futures.buildQueryOrder(name),
        ),
      );
    }
    case 'balances':
      return sent(wire(ask.market === 'spot' ? account.buildSpotAccount() : account.buildFuturesBalance()));
    case 'positions':
      return sent(wire(account.buildPositionRisk(ask.instrument?.wireSymbol)));
    case 'set-leverage':
      return sent(wire(account.buildChangeLeverage(ask.instrument.wireSymbol, ask.leverage)));
    case 'set-margin-mode':
      return sent(wire(account.buildChangeMarginType(ask.instrument.wireSymbol, ask.mode)));
    case 'set-position-mode':
      return sent(wire(account.buildChangePositionMode(ask.mode)));
    case 'leverage':
      return sent(wire(account.buildSymbolConfig(ask.instrument.wireSymbol)));
    case 'fee-rates': {
      const build = ask.instrument.kind === 'spot' ? account.buildSpotCommission : account.buildCommissionRate;
      return sent(wire(build(ask.instrument.wireSymbol)));
    }
    case 'income':
      return answerIncome(ask);
    case 'open-orders':
    case 'cancel-all':
    case 'cancel-many':
    case 'all-orders':
    case 'fills':
      return answerOrders(ask);
    default:
      return answerPublic(ask);
  }
}

type OrdersAsk = Extract<Ask, { call: 'open-orders' | 'cancel-all' | 'cancel-many' | 'all-orders' | 'fills' }>;

function answerOrders(ask: OrdersAsk): Answer {
  const { futures, spot } = ours;
  const isSpot = 'market' in ask ? ask.market === 'spot' : ask.instrument.kind === 'spot';
  const symbol = ask.instrument?.wireSymbol;
  if (ask.call === 'open-orders') {
    if (isSpot) return sent(wire(spot.buildOpenOrders(symbol)));
    return sent(wire(ask.isConditional ? futures.buildOpenAlgoOrders(symbol) : futures.buildOpenOrders(symbol)));
  }
  if (symbol === undefined) return notAsked(`${ask.call} of all symbols at once`);
  switch (ask.call) {
    case 'cancel-all':
      if (isSpot) return sent(wire(spot.buildCancelOpenOrders(symbol)));
      return sent(
        wire(ask.isConditional ? futures.buildCancelAlgoOpenOrders(symbol) : futures.buildCancelAllOpenOrders(symbol)),
      );
    case 'cancel-many':
      if (isSpot) return notAsked('several orders in one request');
      return sent(
        wire(
          futures.buildCancelBatchOrders({
            symbol,
            ...(ask.orderIds.length === 0 ? {} : { orderIdList: ask.orderIds.map(Number) }),
            ...(ask.clientOrderIds.length === 0 ? {} : { origClientOrderIdList: ask.clientOrderIds }),
          }),
        ),
      );
    case 'all-orders': {
      const { orderId, ...range } = rangeOf(symbol, ask.span);
      const query = { ...range, ...(orderId === undefined ? {} : { orderId }) };
      if (isSpot) return sent(wire(spot.buildAllOrders(query)));
      return sent(wire(ask.isConditional ? futures.buildAllAlgoOrders(range) : futures.buildAllOrders(query)));
    }
    case 'fills': {
      const { fromId } = ask.span;
      const query = { ...rangeOf(symbol, ask.span), ...(fromId === null ? {} : { fromId }) };
      return sent(wire(isSpot ? spot.buildMyTrades(query) : futures.buildUserTrades(query)));
    }
  }
}

function rangeOf(
  symbol: string,
  { startMs, endMs, limit, orderId }: Span,
): { symbol: string; startTime?: number; endTime?: number; limit?: number; orderId?: string } {
  return {
    symbol,
    ...(orderId === null ? {} : { orderId }),
    ...(startMs === null ? {} : { startTime: startMs }),
    ...(endMs === null ? {} : { endTime: endMs }),
    ...(limit === null ? {} : { limit }),
  };
}

function answerIncome({ instrument, isFunding, span }: Extract<Ask, { call: 'income' }>): Answer {
  return sent(
    wire(
      ours.account.buildIncome({
        ...(instrument === null ? {} : { symbol: instrument.wireSymbol }),
        ...(isFunding ? { incomeType: 'FUNDING_FEE' } : {}),
        ...(span.startMs === null ? {} : { startTime: span.startMs }),
        ...(span.endMs === null ? {} : { endTime: span.endMs }),
      }),
    ),
  );
}

type PublicAsk = Extract<Ask, { call: 'time' | 'tickers' | 'instruments' | 'book' | 'candles' | 'funding-rate' }>;

function answerPublic(ask: PublicAsk): Answer {
  const { account, futuresMarket, spotMarket } = ours;
  const of = (
    instrument: Instrument | null,
    market: string,
    spot: Parameters<typeof captured>[1],
    usdm: Parameters<typeof captured>[1],
  ): Answer => ((instrument?.kind ?? market) === 'spot' ? captured(SPOT, spot) : captured(USDM, usdm));
  switch (ask.call) {
    case 'time':
      return sent(wire(account.buildServerTime(ask.market === 'spot' ? 'spot' : 'usdm')));
    case 'tickers':
      return of(null, ask.market, spotMarket.getSpotDayTickers, futuresMarket.getFuturesDayTickers);
    case 'instruments':
      return of(null, ask.market, spotMarket.getSpotExchangeInfo, futuresMarket.getFuturesExchangeInfo);
    case 'book': {
      const symbol = ask.instrument.wireSymbol;
      return of(
        ask.instrument,
        '',
        (rest) => spotMarket.getSpotDepth(rest, symbol),
        (rest) => futuresMarket.getFuturesDepth(rest, symbol),
      );
    }
    case 'candles': {
      if (ask.startMs !== null) return notAsked('candles from a time on');
      const query = {
        symbol: ask.instrument.wireSymbol,
        interval: ask.timeframe,
        limit: ask.limit ?? 500,
      };
      return of(
        ask.instrument,
        '',
        (rest) => spotMarket.getSpotKlines(rest, query),
        (rest) => futuresMarket.getFuturesKlines(rest, query),
      );
    }
    case 'funding-rate':
      return notAsked('funding of one symbol: it comes with the mark price over the socket');
  }
}
