import {
  decimal,
  domainError,
  err,
  isVenue,
  ok,
  parseDecimal,
  toDecimalString,
  VENUES,
  ZERO,
  type CarryRound,
  type DecimalString,
  type DomainError,
  type DomainErrorCode,
  type Result,
} from '../../../domain/index.ts';
import {
  DEFAULT_CARRY_RULES,
  planCarry,
  type CarryCandidate,
  type CarryPlan,
  type CarryRules,
} from '../../../strategies/index.ts';
import type { ArbitrageCalls, CarryPlanView } from '../../arbitrage-views.ts';
import { nameHash } from '../../name-hash.ts';
import type { ArbTrades, PlanRequest } from '../arb-desk.ts';
import { accountOf, type ArbitrageContext } from '../arbitrage-context.ts';
import type { CarryMarket } from './carry-market.ts';

type ExecuteRequest = ArbitrageCalls['carry-execute']['request'];
type Refusal = Result<never, DomainError>;

/** The rules of a carry with the operator's settings in them. */
export function carryRulesOf({ state }: Pick<ArbitrageContext, 'state'>): CarryRules {
  const { carryMinAprPct, carryMaxHoldMs, maxGrossBps } = state.settings;
  return { ...DEFAULT_CARRY_RULES, minAprPct: carryMinAprPct, maxHoldMs: carryMaxHoldMs, maxGrossBps };
}

/** Plans carries and opens rounds. */
export class CarryOpener {
  private readonly context: ArbitrageContext;
  private readonly market: CarryMarket;
  private readonly trades: ArbTrades;
  private readonly inFlight = new Set<string>();

  constructor(context: ArbitrageContext, market: CarryMarket, trades: ArbTrades) {
    this.context = context;
    this.market = market;
    this.trades = trades;
  }

  /** True while the trade of a round is being asked for. */
  isOpening(roundId: string): boolean {
    return this.inFlight.has(roundId);
  }

  /** @errors INPUT_INVALID, INSTRUMENT_UNKNOWN. */
  plan({ symbol, venues, notionalUsd }: ArbitrageCalls['carry-plan']['request']): Result<CarryPlanView, DomainError> {
    if (!venues.every(isVenue)) return refuse('INPUT_INVALID', `venues must be of ${VENUES.join(', ')}`);
    const sizeUsd = notionalUsd === null ? this.context.state.settings.maxTradeUsd : positive(notionalUsd);
    if (sizeUsd === null) return refuse('INPUT_INVALID', 'notional_usd must be a number over 0');
    const made = this.planAt(symbol, venues.length === 0 ? VENUES : venues, sizeUsd);
    if (!made.ok) return made;
    return ok({ symbol, atMs: this.context.core.clock.nowMs(), ...made.value });
  }

  /**
   * Opens a round with the best counter leg of the named venue and side. Nothing is sent unless every gate of both legs agrees first:
   * the margin of both venues has to be there before one of them is asked.
   *
   * @errors INPUT_INVALID, INSTRUMENT_UNKNOWN, RISK_SYMBOL_UNSUPPORTED (another coin, or nothing to carry against), RISK_BOOK_STALE, RISK_NO_EDGE, the code of the first gate that blocks, those of the trade.
   */
  async execute(request: ExecuteRequest): Promise<Result<CarryRound, DomainError>> {
    const chosen = this.choose(request);
    if (!chosen.ok) return chosen;
    const edge = this.edgeRefusal(request, chosen.value);
    if (edge !== null) return edge;
    const round = this.roundOf(request, chosen.value);
    const wanted = this.tradeOf(request, round);
    const planned = await this.trades.plan(wanted);
    if (!planned.ok) return planned;
    if (planned.value.refusal !== null) return err(planned.value.refusal);
    this.inFlight.add(round.roundId);
    try {
      return await this.open(round, wanted);
    } finally {
      this.inFlight.delete(round.roundId);
    }
  }

  private async open(round: CarryRound, wanted: PlanRequest): Promise<Result<CarryRound, DomainError>> {
    const { facts, clock } = this.context.core;
    const written = facts.append([{ kind: 'carry-round', round }]);
    if (!written.ok) return written;
    const opened = await this.trades.open(wanted);
    if (opened.ok) return ok(round);
    const { code, detail } = opened.error;
    const failed: CarryRound = {
      ...round,
      state: 'failed',
      closedMs: clock.nowMs(),
      reason: `${code} ${detail}`.trim(),
    };
    facts.append([{ kind: 'carry-round', round: failed }]);
    return opened;
  }

  private choose(request: ExecuteRequest): Result<CarryCandidate, DomainError> {
    const { symbol, venue, side } = request;
    if (!isVenue(venue)) return refuse('INPUT_INVALID', `venue must be of ${VENUES.join(', ')}`);
    const sizeUsd = this.sizeUsd(request);
    if (!sizeUsd.ok) return sizeUsd;
    const made = this.planAt(symbol, VENUES, sizeUsd.value);
    if (!made.ok) return made;
    const named = made.value.candidates.filter((candidate) =>
      side === 'short'
        ? candidate.shortVenue === venue
        : candidate.longVenue === venue && candidate.longMarket === 'perp',
    );
    const open = named.filter((candidate) => this.areAccountsAlike(candidate));
    const found = open.find(({ isWorthIt }) => isWorthIt) ?? open[0] ?? named[0];
    if (found !== undefined) return ok(found);
    return this.nothingToCarry(request, made.value.excluded);
  }

  private nothingToCarry({ symbol, venue, side }: ExecuteRequest, excluded: CarryPlan['excluded']): Refusal {
    if (this.context.core.eyes.find(venue, 'perp', symbol) === null) {
      return refuse('INSTRUMENT_UNKNOWN', `${symbol} has no perp at ${venue}`);
    }
    if (excluded.length === 0) {
      return refuse('RISK_SYMBOL_UNSUPPORTED', `${symbol} has no listing to carry ${side} at ${venue} against`);
    }
    const why = excluded.map(({ instrumentId, reason }) => `${instrumentId}: ${reason}`).join('; ');
    const isOnlyLate = excluded.every(({ cause }) => cause === 'data');
    return refuse(
      isOnlyLate ? 'RISK_BOOK_STALE' : 'RISK_SYMBOL_UNSUPPORTED',
      `no carry with ${side} ${symbol} at ${venue} can be planned: ${why}`,
    );
  }

  private planAt(symbol: string, venues: CarryPlanVenues, notionalUsd: number): Result<CarryPlan, DomainError> {
    const legs = this.market.legsOf(symbol, venues);
    if (legs.length === 0) return refuse('INSTRUMENT_UNKNOWN', `${symbol} is not listed at ${venues.join(', ')}`);
    return ok(planCarry({ legs, notionalUsd, nowMs: this.context.core.clock.nowMs() }, carryRulesOf(this.context)));
  }

  /** What the request asks for in USD; a quantity by the named perp's middle. */
  private sizeUsd({ qtyBase, notionalUsd, venue, symbol }: ExecuteRequest): Result<number, DomainError> {
    if ((qtyBase === null) === (notionalUsd === null))
      return refuse('INPUT_INVALID', 'give either qty or notional_usd');
    const usd = notionalUsd === null ? null : positive(notionalUsd);
    if (usd !== null) return ok(usd);
    const qty = qtyBase === null ? null : positive(qtyBase);
    if (qty === null) return refuse('INPUT_INVALID', 'qty and notional_usd must be numbers over 0');
    const instrument = this.context.core.eyes.find(venue, 'perp', symbol);
    if (instrument === null) return refuse('INSTRUMENT_UNKNOWN', `${symbol} has no perp at ${venue}`);
    const mid = this.context.core.eyes.midPx(instrument.id);
    return mid === null ? refuse('RISK_BOOK_STALE', `no price of ${instrument.id}`) : ok(qty * Number(mid));
  }

  /** What the plan calls not worth it needs a person's word; an expected loss is taken on paper alone. */
  private edgeRefusal({ acceptsNegative }: ExecuteRequest, candidate: CarryCandidate): Refusal | null {
    if (candidate.isWorthIt) return null;
    const name = `long ${candidate.longId}, short ${candidate.shortId}`;
    const netBps = Math.round(candidate.netBps * 100) / 100;
    const text = `${name} is expected to leave ${netBps} bps and is not worth it: ${candidate.reason}`;
    if (!acceptsNegative) return refuse('RISK_NO_EDGE', text);
    if (candidate.netBps > 0) return null;
    const { permit } = this.context.core;
    const isPaper = [candidate.longVenue, candidate.shortVenue].every((venue) => permit.modeOf(venue) === 'paper');
    return isPaper ? null : refuse('RISK_NO_EDGE', `${text}; an expected loss is taken on paper only`);
  }

  /** Both accounts are open and of one kind. */
  private areAccountsAlike({ longVenue, shortVenue }: CarryCandidate): boolean {
    const { permit, desks } = this.context.core;
    const isOpen = [longVenue, shortVenue].every(
      (venue) => desks.get(accountOf(this.context, { venue }))?.isOpen === true,
    );
    return isOpen && permit.modeOf(longVenue) === permit.modeOf(shortVenue);
  }

  private roundOf(request: ExecuteRequest, candidate: CarryCandidate): CarryRound {
    const { clock, newIntentId, permit } = this.context.core;
    const { symbol, venue, side, by } = request;
    const nowMs = clock.nowMs();
    return {
      roundId: `r${nameHash([symbol, venue, side, nowMs, newIntentId()])}`,
      arbId: null,
      symbol,
      venue,
      side,
      longId: candidate.longId,
      shortId: candidate.shortId,
      execution: permit.modeOf(venue),
      notionalUsd: this.notionalText(request, candidate),
      state: 'pending',
      plan: {
        edgePerHourBps: candidate.edgePerHourBps,
        costBps: candidate.costBps,
        exitSpreadBps: candidate.exitSpreadBps,
        breakEvenHours: candidate.breakEvenHours,
        aprPct: candidate.aprGrossPct,
      },
      settlements: 0,
      fundingUsd: '0',
      createdMs: nowMs,
      openedMs: null,
      closedMs: null,
      exitReason: null,
      result: null,
      by,
      reason: candidate.reason,
    };
  }

  private notionalText({ qtyBase, notionalUsd }: ExecuteRequest, { shortId }: CarryCandidate): DecimalString {
    if (notionalUsd !== null) return toDecimalString(parseDecimal(notionalUsd) ?? ZERO);
    const mid = this.context.core.eyes.midPx(shortId);
    return mid === null || qtyBase === null ? '0' : toDecimalString(decimal(qtyBase).times(decimal(mid)));
  }

  private tradeOf(request: ExecuteRequest, round: CarryRound): PlanRequest {
    const { carryMaxHoldMs, carryLeverage } = this.context.state.settings;
    return {
      buyId: round.longId,
      sellId: round.shortId,
      qtyBase: request.qtyBase,
      notionalUsd: request.notionalUsd,
      source: 'carry',
      roundId: round.roundId,
      sequencing: null,
      bracket: 'none',
      takeProfitBps: null,
      stopLossBps: null,
      exitSpreadBps: null,
      maxHoldMs: carryMaxHoldMs,
      leverage: carryLeverage,
      acceptsNegative: true,
      by: request.by,
    };
  }
}

type CarryPlanVenues = Parameters<CarryMarket['legsOf']>[1];

function positive(text: string): number | null {
  const value = parseDecimal(text);
  return value !== null && value.gt(0) ? Number(toDecimalString(value)) : null;
}

function refuse(code: DomainErrorCode, detail: string): Refusal {
  return err(domainError(code, detail, { outcome: 'not-sent' }));
}
