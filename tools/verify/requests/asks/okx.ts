import { okxRequests as ours } from '@riptide/venues/okx';
import { notAsked, type Answer, type Ask } from './ask.ts';
import { built, captured, sent, VERIFY_KEY, VERIFY_NOW_MS, VERIFY_TARGET } from './sending.ts';

type Call = Parameters<typeof ours.toWireCall>[0];

const HOST = 'https://openapi.okx.com';
/** OKX's number of funding among its bills. */
const FUNDING_BILL = '8';
const BARS: Readonly<Record<string, string>> = { '1h': '1H', '4h': '4H', '1d': '1Dutc' };

function wire(call: Call): ReturnType<typeof ours.toWireCall> {
  return ours.toWireCall(call, VERIFY_TARGET, VERIFY_KEY, VERIFY_NOW_MS);
}

/** Returns what the adapter of OKX makes of an ask. */
export function answerOkx(ask: Ask): Answer {
  const { account, trade } = ours;
  switch (ask.call) {
    case 'place':
      return built(ours.buildPlace(ask.order, ask.modes), wire);
    case 'cancel':
      return sent(wire(ours.buildCancel(ask.ref, false)));
    case 'query':
      return sent(wire(ours.buildQuery(ask.ref)));
    case 'open-orders':
      return sent(
        wire(
          ask.isConditional
            ? trade.buildOrdersAlgoPending(ask.market, 'trigger')
            : trade.buildOrdersPending(ask.market),
        ),
      );
    case 'fills':
      return sent(
        wire(
          trade.buildFills({
            market: ask.market,
            instId: ask.instrument?.wireSymbol ?? null,
            sinceMs: ask.span.startMs ?? VERIFY_NOW_MS,
            isHistory: !ask.isRecent,
          }),
        ),
      );
    case 'balances':
      return sent(wire(account.buildAccountBalance()));
    case 'positions':
      return sent(wire(account.buildAccountPositions(ask.instrument?.wireSymbol)));
    case 'set-leverage':
      return sent(wire(account.buildSetLeverage(ask.instrument.wireSymbol, ask.leverage, ask.marginMode)));
    case 'set-margin-mode':
      return ask.leverage === null
        ? notAsked('a margin mode without a leverage')
        : sent(wire(account.buildSetLeverage(ask.instrument.wireSymbol, ask.leverage, ask.mode)));
    case 'set-position-mode':
      return sent(wire(account.buildSetPositionMode(ask.mode)));
    case 'leverage':
      return sent(wire(account.buildLeverageInfo(ask.instrument.wireSymbol, ask.marginMode)));
    case 'fee-rates':
      return sent(wire(account.buildTradeFee(ask.instrument)));
    case 'income':
      return ask.isFunding
        ? sent(
            wire(
              account.buildBills({ type: FUNDING_BILL, sinceMs: ask.span.startMs ?? VERIFY_NOW_MS, isArchive: false }),
            ),
          )
        : notAsked('bills of every type at once');
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

type PublicAsk = Extract<Ask, { call: 'time' | 'tickers' | 'instruments' | 'book' | 'candles' | 'funding-rate' }>;

function answerPublic(ask: PublicAsk): Answer {
  const { account, market, trade } = ours;
  switch (ask.call) {
    case 'time':
      return sent(wire(account.buildTime()));
    case 'tickers':
      return captured(HOST, (rest) => market.getTickers(rest, trade.instTypeOfMarket(ask.market)));
    case 'instruments':
      return captured(HOST, (rest) => market.getInstruments(rest, trade.instTypeOfMarket(ask.market)));
    case 'book':
      return captured(HOST, (rest) => market.getBooks(rest, ask.instrument.wireSymbol, ask.levels ?? 400));
    case 'candles': {
      if (ask.isHistory) return notAsked('candles older than the newest 1,440');
      if (ask.startMs !== null) return notAsked('candles from a time on');
      const instId = ask.instrument.wireSymbol;
      const bar = BARS[ask.timeframe] ?? ask.timeframe;
      return captured(HOST, (rest) =>
        market.getCandles(rest, { instId, bar, limit: ask.limit ?? 100, beforeMs: null }),
      );
    }
    case 'funding-rate':
      return notAsked('funding of one symbol: it comes over the socket');
  }
}
