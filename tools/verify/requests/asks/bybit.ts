import { bybitRequests as ours } from '@riptide/venues/bybit';
import { notAsked, type Answer, type Ask } from './ask.ts';
import { built, captured, sent, VERIFY_KEY, VERIFY_NOW_MS, VERIFY_TARGET } from './sending.ts';

type Call = Parameters<typeof ours.toWireCall>[0];

const HOST = 'https://api.bybit.com';
const INTERVALS: Readonly<Record<string, string>> = {
  '1m': '1',
  '3m': '3',
  '5m': '5',
  '15m': '15',
  '30m': '30',
  '1h': '60',
  '4h': '240',
  '1d': 'D',
};

function wire(call: Call): ReturnType<typeof ours.toWireCall> {
  return ours.toWireCall(call, VERIFY_TARGET, VERIFY_KEY, VERIFY_NOW_MS);
}

/** Returns what the adapter of BYBIT makes of an ask. */
export function answerBybit(ask: Ask): Answer {
  const { account, futures, queries } = ours;
  switch (ask.call) {
    case 'place':
      return built(ours.buildPlace(ask.order), wire);
    case 'cancel':
      return built(ours.buildCancel(ask.ref, false), wire);
    case 'query':
      return sent(wire(queries.buildRealtimeOrder(ask.ref, false)));
    case 'query-ended':
      return sent(wire(queries.buildOrderHistory(ask.ref)));
    case 'open-orders':
      return sent(
        wire(
          queries.buildOpenOrders(
            ask.market,
            ask.market === 'spot' ? undefined : (ask.instrument?.settleAsset ?? 'USDT'),
          ),
        ),
      );
    case 'fills':
      return sent(
        wire(
          queries.buildExecutionList({
            market: ask.market,
            wireSymbol: ask.instrument?.wireSymbol ?? null,
            startMs: ask.span.startMs ?? VERIFY_NOW_MS,
            endMs: ask.span.endMs ?? VERIFY_NOW_MS,
          }),
        ),
      );
    case 'balances':
      return sent(wire(account.buildWalletBalance()));
    case 'positions':
      return sent(
        wire(
          ask.instrument === null
            ? futures.buildPositions(ask.settleAsset)
            : futures.buildInstrumentPosition(ask.instrument),
        ),
      );
    case 'set-leverage':
      return sent(wire(futures.buildSetLeverage(ask.instrument, ask.leverage)));
    case 'set-margin-mode':
      return sent(wire(account.buildSetMarginMode(ask.mode)));
    case 'set-position-mode':
      return sent(wire(futures.buildSwitchMode(ask.settleAsset, ask.mode)));
    case 'leverage':
      return sent(wire(futures.buildInstrumentPosition(ask.instrument)));
    case 'fee-rates':
      return sent(wire(account.buildFeeRate(ask.instrument)));
    case 'income':
      return sent(
        wire(account.buildTransactionLog(ask.span.startMs ?? VERIFY_NOW_MS, ask.span.endMs ?? VERIFY_NOW_MS)),
      );
    case 'cancel-all':
    case 'cancel-many':
      return notAsked('several orders in one request');
    case 'all-orders':
      return notAsked('lists of ended orders');
    default:
      return answerPublic(ask);
  }
}

type PublicAsk = Extract<Ask, { call: 'time' | 'tickers' | 'instruments' | 'book' | 'candles' | 'funding-rate' }>;

function answerPublic(ask: PublicAsk): Answer {
  const { market, queries } = ours;
  switch (ask.call) {
    case 'time':
      return captured(HOST, market.getTime);
    case 'tickers':
      return captured(HOST, (rest) => market.getTickers(rest, queries.categoryOf(ask.market)));
    case 'instruments':
      return captured(HOST, (rest) => market.getInstruments(rest, queries.categoryOf(ask.market)));
    case 'candles': {
      if (ask.startMs !== null) return notAsked('candles from a time on');
      const category = queries.categoryOf(ask.instrument.kind === 'spot' ? 'spot' : 'perp');
      const { wireSymbol } = ask.instrument;
      const interval = INTERVALS[ask.timeframe] ?? ask.timeframe;
      return captured(HOST, (rest) =>
        market.getCandles(rest, { category, wireSymbol, interval, limit: ask.limit ?? 200 }),
      );
    }
    case 'book':
      return notAsked('books by REST: they come over the socket');
    case 'funding-rate':
      return notAsked('funding of one symbol: it comes with the tickers');
  }
}
