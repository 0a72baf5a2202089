import {
  accountKey,
  decimal,
  domainError,
  err,
  marketOf,
  ok,
  quantize,
  toDecimalString,
  type ArbLeg,
  type ArbTrade,
  type Decimal,
  type DecimalString,
  type DomainError,
  type Instrument,
  type LegKey,
  type OrderSide,
  type Result,
} from '../../domain/index.ts';
import { commonStepBase, quantisePx } from '../../execution/index.ts';
import { chooseSequencing, worsePx, type SequencingChoice } from '../../strategies/arbitrage-execution/index.ts';
import { leverageWithin } from '../../risk/index.ts';
import type { AccountDesk } from '../trading/account-desk.ts';
import { tierFees } from '../trading/tier-fees.ts';
import type { ArbPlan, PlanRequest } from './arb-trades.ts';
import { arbIdOf } from './arb-ids.ts';
import { accountOf, type ArbitrageContext } from './arbitrage-context.ts';
import { expectationOf } from './arb-expectation.ts';
import { firstRefusal } from './arb-refusals.ts';
import { judgeLegs, type JudgedLegs } from './judge-legs.ts';
import { ownBestPx, quoteLeg, spreadBps, type LegQuote } from './leg-market.ts';
import { pairMinSize, type PairMinSize } from './pair-min-size.ts';
import { spotTotalOf, type PlannedSide, type PlannedSides } from './planned-sides.ts';

/** A plan with what its orders are made of. */
export interface FullPlan extends ArbPlan {
  readonly sides: PlannedSides;
  readonly choice: SequencingChoice;
  readonly judged: JudgedLegs;
}

interface Sized {
  readonly qtyBase: Decimal;
  readonly quotes: Readonly<Record<LegKey, LegQuote>>;
  readonly midPx: number;
  readonly least: PairMinSize;
}

/** Makes a trade of a wish: listings, size, limits, expectation, the word of every gate. Pure but for what it reads; sends nothing. */
export class ArbPlanner {
  private readonly context: ArbitrageContext;
  private number = 0;

  constructor(context: ArbitrageContext) {
    this.context = context;
  }

  /** Reads anew what the gates ask the accounts: modes and fees. `isOpening`: also sets the leverage at the venue where it differs. */
  async prepare(
    request: Pick<PlanRequest, 'buyId' | 'sellId' | 'leverage'>,
    isOpening: boolean,
  ): Promise<Result<null, DomainError>> {
    const found = this.sidesOf(request);
    if (!found.ok) return found;
    const { buy, sell } = found.value;
    await Promise.all(
      [buy, sell].map(async ({ desk, instrument, market }) => {
        await Promise.all([desk.refreshModes(instrument), desk.refreshFees(market, instrument)]);
        if (isOpening) await this.setLeverage(desk, instrument, this.leverageOf(request));
      }),
    );
    return ok(null);
  }

  /** @errors INSTRUMENT_UNKNOWN, INPUT_INVALID, VENUE_NOT_READY, RISK_BOOK_STALE, QUANTITY_TOO_SMALL, QUANTITY_TOO_LARGE; what only forbids to open is the plan's `refusal`. `isOpening`: the leverage was set. */
  plan(request: PlanRequest, isOpening: boolean): Result<FullPlan, DomainError> {
    const found = this.sidesOf(request);
    if (!found.ok) return found;
    const sides = found.value;
    const sized = this.sizeOf(request, sides);
    if (!sized.ok) return sized;
    const { qtyBase, quotes } = sized.value;
    const { settings } = this.context.state;
    const choice = chooseSequencing(
      request.sequencing ?? settings.sequencing,
      {
        qtyBase: Number(qtyBase),
        depthBase: { buy: quotes.buy.depthBase, sell: quotes.sell.depthBase },
        spreadBps: {
          buy: spreadBps(this.context.core.eyes, sides.buy.instrument.id),
          sell: spreadBps(this.context.core.eyes, sides.sell.instrument.id),
        },
      },
      settings.depthMultiple,
    );
    const trade = this.tradeOf(request, sides, { ...sized.value, choice });
    const leverageAt = (side: PlannedSide) => (isOpening ? this.leverageOf(request) : this.leverageNow(request, side));
    const leverage = { buy: leverageAt(sides.buy), sell: leverageAt(sides.sell) };
    const judged = judgeLegs(this.context, trade, { sides, choice, leverage });
    const refusal = firstRefusal(this.context, trade, { request, judged, sides });
    const gates = (['buy', 'sell'] as const).flatMap((leg) =>
      judged[leg].judged.gates.map((gate) => ({ ...gate, leg })),
    );
    const minNotionalUsd = sized.value.least.notionalUsd;
    return ok({ request, trade, gates, refusal, minNotionalUsd, sides, choice, judged });
  }

  private leverageOf(request: Pick<PlanRequest, 'leverage'>): number {
    const { core, state } = this.context;
    return leverageWithin(request.leverage ?? state.settings.leverage, core.risk.limits);
  }

  /** A preview sets nothing at the venue: it is judged with the leverage that stands there. */
  private leverageNow(request: PlanRequest, { desk, instrument }: PlannedSide): number {
    const { leverage } = desk.modesOf(instrument.id) ?? { leverage: Number.NaN };
    return desk.mode === 'paper' || Number.isNaN(leverage) ? this.leverageOf(request) : leverage;
  }

  /** Only of what is free: where somebody holds a position its leverage is theirs. */
  private async setLeverage(desk: AccountDesk, instrument: Instrument, leverage: number): Promise<void> {
    const modes = desk.modesOf(instrument.id);
    if (instrument.kind !== 'perp' || desk.mode === 'paper' || modes === null) return;
    if (Number.isNaN(modes.leverage) || modes.leverage === leverage || desk.positionOf(instrument.id) !== null) return;
    const { core } = this.context;
    if (!core.permit.mayActOn(desk.account) || core.risk.kill.level > 0) return;
    const set = await desk.client.setLeverage(instrument, leverage, 'isolated');
    if (!set.ok) core.log.warn('leverage could not be set', { instrument: instrument.id, code: set.error.code });
    await desk.refreshModes(instrument, true);
  }

  private sidesOf({ buyId, sellId }: Pick<PlanRequest, 'buyId' | 'sellId'>): Result<PlannedSides, DomainError> {
    const { core } = this.context;
    const [buy, sell] = [core.instrumentOf(buyId), core.instrumentOf(sellId)];
    if (buy === null || sell === null) return refuse('INSTRUMENT_UNKNOWN', `buy=${buyId} sell=${sellId}`);
    if (buy.id === sell.id || buy.symbol !== sell.symbol || buy.quoteAsset !== sell.quoteAsset) {
      return refuse('INPUT_INVALID', `${buy.id} and ${sell.id} are no pair`);
    }
    if (marketOf(buy.kind) === null || marketOf(sell.kind) === null || buy.isInverse || sell.isInverse) {
      return refuse('INPUT_INVALID', `${buy.id} or ${sell.id} is not traded`);
    }
    if (buy.kind === 'spot' && sell.kind === 'spot') return refuse('INPUT_INVALID', 'two spot legs hedge nothing');
    const buySide = this.sideOf(buy, 'BUY');
    const sellSide = this.sideOf(sell, 'SELL');
    if (buySide === null || sellSide === null) {
      const missing = buySide === null ? accountOf(this.context, buy) : accountOf(this.context, sell);
      return refuse('VENUE_NOT_READY', `account=${missing}`);
    }
    if (buySide.desk.mode !== sellSide.desk.mode) {
      const detail = `one leg would be ${buySide.desk.mode} at ${buy.venue} and the other ${sellSide.desk.mode} at ${sell.venue}`;
      return refuse('RISK_MODE_MISMATCH', detail);
    }
    return ok({ buy: buySide, sell: sellSide });
  }

  private sideOf(instrument: Instrument, side: OrderSide): PlannedSide | null {
    const { core } = this.context;
    const desk = core.desks.get(accountOf(this.context, instrument));
    const market = marketOf(instrument.kind);
    if (desk === undefined || market === null) return null;
    const rates = desk.feesOf(market) ?? tierFees(instrument);
    return { instrument, desk, market, side, feeBps: Number(rates.takerFrac) * 1e4 };
  }

  private sizeOf(request: PlanRequest, sides: PlannedSides): Result<Sized, DomainError> {
    const { core, state } = this.context;
    const { depthBps, maxTradeUsd, protectBps } = state.settings;
    const [buy, sell] = [sides.buy.instrument, sides.sell.instrument];
    const top = {
      buy: quoteLeg(core.eyes, buy.id, { side: 'BUY', qtyBase: 0, depthBps }),
      sell: quoteLeg(core.eyes, sell.id, { side: 'SELL', qtyBase: 0, depthBps }),
    };
    if (top.buy === null || top.sell === null) {
      return refuse('RISK_BOOK_STALE', `the book of ${(top.buy === null ? buy : sell).id} is not live`);
    }
    const midPx = (top.buy.bestPx + top.sell.bestPx) / 2;
    const wanted =
      request.qtyBase !== null
        ? decimal(request.qtyBase)
        : decimal(request.notionalUsd ?? maxTradeUsd).div(decimal(midPx));
    const step = commonStepBase(buy, sell);
    const qtyBase = quantize(wanted, step, 'down');
    // A venue measures a notional by the limit, which of a sale lies under the market.
    const sellPx = worsePx('SELL', top.sell.bestPx, protectBps);
    const least = pairMinSize(buy, sell, { buyPx: top.buy.bestPx, sellPx, midPx });
    if (qtyBase.lt(decimal(least.qtyBase))) return err(tooSmall(wanted, step, least));
    const size = Number(qtyBase);
    const quotes = {
      buy: quoteLeg(core.eyes, buy.id, { side: 'BUY', qtyBase: size, depthBps }) ?? top.buy,
      sell: quoteLeg(core.eyes, sell.id, { side: 'SELL', qtyBase: size, depthBps }) ?? top.sell,
    };
    for (const [key, quote] of Object.entries(quotes)) {
      if (quote.depthBase >= size && Number.isFinite(quote.vwapPx)) continue;
      const detail = `the ${key} book holds ${quote.depthBase} of ${size} ${buy.baseAsset} within ${depthBps} bps`;
      return refuse('QUANTITY_TOO_LARGE', detail);
    }
    return ok({ qtyBase, quotes, least, midPx: (quotes.buy.vwapPx + quotes.sell.vwapPx) / 2 });
  }

  private tradeOf(
    request: PlanRequest,
    sides: PlannedSides,
    sized: Sized & { readonly choice: SequencingChoice },
  ): ArbTrade {
    const { core, state, scanner } = this.context;
    const { settings } = state;
    const { buy, sell } = sides;
    const { choice } = sized;
    const nowMs = core.clock.nowMs();
    const pairId = `${buy.instrument.id}>${sell.instrument.id}`;
    this.number += 1;
    const expected = expectationOf(scanner, pairId, {
      sides,
      quotes: sized.quotes,
      qtyBase: Number(sized.qtyBase),
      nowMs,
    });
    const isPanic = request.bracket === 'panic';
    const { guard } = core.risk.settings;
    return {
      arbId: arbIdOf(pairId, nowMs, this.number),
      source: request.source,
      roundId: request.roundId,
      pairId,
      symbol: buy.instrument.symbol,
      mode: buy.market === 'perp' && sell.market === 'perp' ? 'futures-futures' : 'spot-futures',
      execution: buy.desk.mode,
      sequencing: choice.sequencing,
      first: choice.first,
      state: 'planned',
      phase: 'entry',
      buy: this.legOf(buy, 'buy', sized),
      sell: this.legOf(sell, 'sell', sized),
      wantedQtyBase: toDecimalString(sized.qtyBase),
      orders: { buy: { entry: 0, exit: 0 }, sell: { entry: 0, exit: 0 } },
      expected,
      repairMaxBps: Math.max(0, expected.entryNetBps) + settings.repairExtraBps,
      bracket: request.bracket,
      takeProfitBps: isPanic ? (request.takeProfitBps ?? guard.tpBps) : request.takeProfitBps,
      stopLossBps: isPanic ? (request.stopLossBps ?? guard.slBps) : request.stopLossBps,
      exitSpreadBps: spreadTarget(request.exitSpreadBps, expected.grossBps),
      maxHoldMs: request.maxHoldMs ?? settings.maxHoldMs,
      repairs: [],
      ladderSinceMs: nowMs,
      judgedOrderIds: [],
      certificates: [],
      startedMs: nowMs,
      hedgedMs: null,
      exitStartedMs: null,
      closedMs: null,
      exitReason: null,
      result: null,
      by: request.by,
      reason: 'planned',
    };
  }

  private legOf(side: PlannedSide, key: LegKey, sized: Sized & { readonly choice: SequencingChoice }): ArbLeg {
    const { core, state } = this.context;
    const { instrument, desk, market, feeBps } = side;
    const quote = sized.quotes[key];
    const isMaker = sized.choice.sequencing === 'maker-taker' && sized.choice.first === key;
    const protectedPx = worsePx(side.side, quote.vwapPx, state.settings.protectBps);
    // The size must be within reach however coarse the tick is.
    const takerPx = side.side === 'BUY' ? Math.max(protectedPx, quote.lastPx) : Math.min(protectedPx, quote.lastPx);
    const makerPx = ownBestPx(core.eyes, instrument.id, side.side) ?? quote.bestPx;
    const limit = quantisePx(decimal(isMaker ? makerPx : takerPx), instrument, side.side === 'BUY' ? 'down' : 'up');
    const dustBase = state.dust.qtyOf(desk.account, instrument.id);
    return {
      key,
      account: desk.account,
      venue: instrument.venue,
      market,
      instrumentId: instrument.id,
      side: side.side,
      plannedPx: toDecimalString(decimal(quote.vwapPx).round(12)),
      limitPx: toDecimalString(limit),
      feeBps,
      heldBefore: this.heldBefore(side),
      entryBase: '0',
      entryPx: null,
      exitBase: '0',
      exitPx: null,
      disasterStopPx: market === 'spot' ? null : this.disasterStop(side, quote.vwapPx),
      liquidationFrac: null,
      dustBase,
      firstFillMs: null,
    };
  }

  private disasterStop({ side, instrument }: PlannedSide, px: number): DecimalString {
    const { disasterStopBps } = this.context.state.settings;
    const away = worsePx(side === 'BUY' ? 'SELL' : 'BUY', px, disasterStopBps);
    return toDecimalString(quantisePx(decimal(away), instrument, side === 'BUY' ? 'down' : 'up'));
  }

  /** What the account holds by the ledger: of a perp the position, of spot the coins in all pockets. What a venue tells of balances may come late. */
  private heldBefore({ desk, instrument }: PlannedSide): DecimalString {
    const ledger = this.context.core.ledger.account(accountKey(desk.venue, desk.mode));
    if (instrument.kind === 'spot') {
      if (ledger === null) return spotTotalOf(desk.balances, instrument.baseAsset);
      return toDecimalString(ledger.cash.totals().get(instrument.baseAsset));
    }
    const position = ledger?.positions().find(({ instrumentId }) => instrumentId === instrument.id);
    return position?.qtyBase ?? '0';
  }
}

/** A pair that opens at its target already has no spread to wait for: its other rules end it. */
function spreadTarget(exitSpreadBps: number | null, grossBps: number): number | null {
  return exitSpreadBps === null || grossBps <= exitSpreadBps ? null : exitSpreadBps;
}

function tooSmall(wanted: Decimal, step: Decimal, { qtyBase, notionalUsd }: PairMinSize): DomainError {
  const figures = `${toDecimalString(wanted.round(8))} was asked for, the least is ${qtyBase} in steps of ${toDecimalString(step)}`;
  const detail = `${figures}; the smallest amount that both legs take is ${notionalUsd} USD`;
  return domainError('QUANTITY_TOO_SMALL', detail, { outcome: 'not-sent', minNotionalUsd: notionalUsd });
}

function refuse(code: DomainError['code'], detail: string): { readonly ok: false; readonly error: DomainError } {
  return err(domainError(code, detail, { outcome: 'not-sent' }));
}
