import { kucoinRequests as ours } from '@riptide/venues/kucoin';
import { notAsked, type Answer, type Ask } from './ask.ts';
import { built, captured, sent, VERIFY_KEY, VERIFY_NOW_MS, VERIFY_TARGET } from './sending.ts';

type Call = Parameters<typeof ours.toWireCall>[0];

const HOSTS = { spot: 'https://api.kucoin.com', perp: 'https://api-futures.kucoin.com' } as const;
const MINUTES: Readonly<Record<string, number>> = {
  '1m': 1,
  '3m': 3,
  '5m': 5,
  '15m': 15,
  '30m': 30,
  '1h': 60,
  '4h': 240,
  '1d': 1440,
};

function wire(call: Call): ReturnType<typeof ours.toWireCall> {
  return ours.toWireCall(call, VERIFY_TARGET, VERIFY_KEY, VERIFY_NOW_MS);
}

/** Returns what the adapter of KUCOIN makes of an ask. */
export function answerKucoin(ask: Ask): Answer {
  const { account } = ours;
  switch (ask.call) {
    case 'place':
      return built(ours.buildPlace(ask.order, ask.modes.marginMode), wire);
    case 'cancel':
    case 'query':
      if (ask.ref.isConditional && ask.ref.instrument.kind === 'spot') return notAsked('conditional orders of spot');
      return sent(wire(ask.call === 'cancel' ? ours.buildCancel(ask.ref) : ours.buildQuery(ask.ref)));
    case 'open-orders':
    case 'fills':
      return answerLists(ask);
    case 'balances':
      return sent(
        wire(ask.market === 'spot' ? account.buildGetAccountList() : account.buildGetAccountOverview(ask.currency)),
      );
    case 'positions':
      return sent(
        wire(
          ask.instrument === null
            ? account.buildGetPositionList()
            : account.buildGetPositionDetails(ask.instrument.wireSymbol),
        ),
      );
    case 'set-leverage':
      return sent(wire(account.buildModifyCrossMarginLeverage(ask.instrument.wireSymbol, ask.leverage)));
    case 'set-margin-mode':
      return sent(wire(account.buildSwitchMarginMode(ask.instrument.wireSymbol, ask.mode)));
    case 'set-position-mode':
      return sent(wire(account.buildSwitchPositionMode(ask.mode)));
    case 'leverage':
      return sent(wire(account.buildGetCrossMarginLeverage(ask.instrument.wireSymbol)));
    case 'fee-rates': {
      const { kind, wireSymbol } = ask.instrument;
      return sent(
        wire(
          kind === 'spot' ? account.buildGetSpotActualFee(wireSymbol) : account.buildGetFuturesActualFee(wireSymbol),
        ),
      );
    }
    case 'income':
      return answerIncome(ask);
    case 'cancel-all':
    case 'cancel-many':
      return notAsked('several orders in one request');
    case 'all-orders':
    case 'query-ended':
      return notAsked('lists of ended orders');
    default:
      return answerPublic(ask);
  }
}

function answerLists(ask: Extract<Ask, { call: 'open-orders' | 'fills' }>): Answer {
  const { futures, spot } = ours;
  const symbol = ask.instrument?.wireSymbol;
  if (ask.call === 'open-orders') {
    if (ask.market === 'perp') {
      return sent(wire(ask.isConditional ? futures.buildGetStopOrderList(1, symbol) : futures.buildGetOrderList(1)));
    }
    if (ask.isConditional) return notAsked('conditional orders of spot');
    if (symbol === undefined) return notAsked('open orders of all pairs in one request: they are read pair by pair');
    return sent(wire(spot.buildGetOpenOrders(symbol)));
  }
  const startAtMs = ask.span.startMs ?? VERIFY_NOW_MS;
  const endAtMs = ask.span.endMs ?? VERIFY_NOW_MS;
  if (ask.market === 'perp') {
    return sent(wire(futures.buildGetTradeHistory({ symbol, startAtMs, endAtMs, currentPage: 1 })));
  }
  if (symbol === undefined) return notAsked('fills of all pairs at once');
  return sent(wire(spot.buildGetHfTradeHistory({ symbol, startAtMs, endAtMs, lastId: ask.span.fromId ?? undefined })));
}

function answerIncome({ isFunding, instrument, currency, span }: Extract<Ask, { call: 'income' }>): Answer {
  const { account } = ours;
  const startAtMs = span.startMs ?? VERIFY_NOW_MS;
  const endAtMs = span.endMs ?? VERIFY_NOW_MS;
  if (!isFunding) return sent(wire(account.buildGetFuturesLedger(currency, undefined)));
  if (instrument === null) return notAsked('funding of all contracts at once');
  const query = { symbol: instrument.wireSymbol, startAtMs, endAtMs, offset: undefined };
  return sent(wire(account.buildGetPrivateFundingHistory(query)));
}

type PublicAsk = Extract<Ask, { call: 'time' | 'tickers' | 'instruments' | 'book' | 'candles' | 'funding-rate' }>;

function answerPublic(ask: PublicAsk): Answer {
  const { futuresMarket, spotMarket } = ours;
  switch (ask.call) {
    case 'time':
      return ask.market === 'spot' ? captured(HOSTS.spot, spotMarket.getServerTime) : notAsked('time of futures');
    case 'tickers':
      return ask.market === 'spot'
        ? captured(HOSTS.spot, spotMarket.getAllTickers)
        : captured(HOSTS.perp, futuresMarket.getContractTickers);
    case 'instruments':
      return ask.market === 'spot'
        ? captured(HOSTS.spot, spotMarket.getAllSymbols)
        : captured(HOSTS.perp, futuresMarket.getActiveContracts);
    case 'book': {
      const { kind, wireSymbol } = ask.instrument;
      if (kind !== 'spot') return captured(HOSTS.perp, (rest) => futuresMarket.getFullOrderBook(rest, wireSymbol));
      if (ask.levels !== 100) return notAsked('a spot book of another depth than 100');
      return captured(HOSTS.spot, (rest) => spotMarket.getPartOrderBook(rest, wireSymbol));
    }
    case 'candles': {
      const { instrument, limit, startMs, timeframe } = ask;
      const count = limit ?? 200;
      const fromMs = startMs ?? VERIFY_NOW_MS;
      const toMs = fromMs + count * (MINUTES[timeframe] ?? 1) * 60_000;
      const query = { symbol: instrument.wireSymbol, timeframe, fromMs, toMs };
      return instrument.kind === 'spot'
        ? captured(HOSTS.spot, (rest) => spotMarket.getKlines(rest, query))
        : captured(HOSTS.perp, (rest) => futuresMarket.getKlines(rest, query));
    }
    case 'funding-rate':
      return captured(HOSTS.perp, (rest) => futuresMarket.getCurrentFundingRate(rest, ask.instrument.wireSymbol));
  }
}
