import {
  domainError,
  err,
  ok,
  toDecimalString,
  type CarryRound,
  type DomainError,
  type DomainErrorCode,
  type Result,
  type TradingFact,
  type TradingRecord,
} from '../../../domain/index.ts';
import type { ArbitrageCalls, CarryRoundView } from '../../arbitrage-views.ts';
import type { ArbTrades } from '../arb-desk.ts';
import { eventFact, type ArbitrageContext } from '../arbitrage-context.ts';
import { closeRefusal } from '../silent-leg.ts';
import { isFinished, type TrackedArb } from '../trade-book.ts';
import { isFinishedRound } from './carry-book.ts';
import { CarryMarket } from './carry-market.ts';
import { CarryOpener, carryRulesOf } from './carry-opener.ts';
import { CarryWatch } from './carry-watch.ts';
import { CarryWorth } from './carry-worth.ts';
import { followTrade } from './follow-trade.ts';

type Answer<C extends keyof ArbitrageCalls> = Promise<Result<ArbitrageCalls[C]['answer'], DomainError>>;

const WATCH_MS = 1_000;
const FINISHED_SHOWN = 100;
/** Kinds that may move a round. */
const MOVING: ReadonlySet<TradingRecord['kind']> = new Set(['arb', 'carry-round', 'fill', 'income', 'position-set']);
/** Rates of one call: thirty days of one an hour, and room. */
const SETTLEMENTS_MAX = 2_000;

/**
 * Carry rounds: planned, opened as an arbitrage, watched, closed. A round sends nothing itself: its trade does, and every look works out
 * from the records alone what the round is now, so that a restart at any moment goes on where it was.
 */
export class CarryDesk {
  private readonly context: ArbitrageContext;
  private readonly trades: ArbTrades;
  private readonly market: CarryMarket;
  private readonly worth: CarryWorth;
  private readonly opener: CarryOpener;
  private readonly watch: CarryWatch;
  private isDirty = true;
  private watchedMs = 0;

  constructor(context: ArbitrageContext, trades: ArbTrades) {
    this.context = context;
    this.trades = trades;
    this.market = new CarryMarket(context);
    this.worth = new CarryWorth(context, this.market);
    this.opener = new CarryOpener(context, this.market, trades);
    this.watch = new CarryWatch(context, this.worth, trades);
  }

  /** Call 10 times a second. */
  tick(nowMs: number): void {
    if (this.isDirty) this.followAll();
    if (nowMs - this.watchedMs < WATCH_MS) return;
    this.watchedMs = nowMs;
    for (const round of this.context.state.carry.open()) {
      const tracked = this.tradeOf(round);
      if (tracked !== null) this.watch.look(round, tracked);
    }
    if (this.isDirty) this.followAll();
  }

  /** Hears of every record after it was folded; must append none. */
  onRecord(record: TradingRecord): void {
    if (MOVING.has(record.kind)) this.isDirty = true;
  }

  async plan(request: ArbitrageCalls['carry-plan']['request']): Answer<'carry-plan'> {
    return this.opener.plan(request);
  }

  /** @see CarryOpener.execute */
  async execute(request: ArbitrageCalls['carry-execute']['request']): Answer<'carry-execute'> {
    const opened = await this.opener.execute(request);
    this.followAll();
    if (!opened.ok) return opened;
    const round = this.context.state.carry.byRoundId(opened.value.roundId) ?? opened.value;
    return ok({ round, trade: this.tradeOf(round)?.trade ?? null });
  }

  /** @errors ARBITRAGE_NOT_FOUND, ORDER_FINAL, ARBITRAGE_BUSY while its trade is being asked for, RISK_BOOK_STALE while a venue is silent, those of the trade. */
  async close({ roundId, by }: ArbitrageCalls['carry-close']['request']): Answer<'carry-close'> {
    this.followAll();
    const round = this.context.state.carry.byRoundId(roundId);
    if (round === null) return refuse('ARBITRAGE_NOT_FOUND', `round=${roundId}`);
    if (isFinishedRound(round)) return refuse('ORDER_FINAL', `round ${roundId} is ${round.state}`);
    const tracked = this.tradeOf(round);
    if (tracked === null) return refuse('ARBITRAGE_BUSY', `round ${roundId} is being opened`);
    const refusal = closeRefusal(this.context, tracked.trade);
    if (refusal !== null) return err(refusal);
    const closed = this.trades.exit(tracked.trade.arbId, `closed by ${by}`);
    if (!closed.ok) return closed;
    this.followAll();
    return ok({ round: this.context.state.carry.byRoundId(roundId) ?? round });
  }

  /** @errors INPUT_INVALID for rates that are none. */
  async noteHistory({
    instrumentId,
    settlements,
  }: ArbitrageCalls['carry-history']['request']): Answer<'carry-history'> {
    const isPlain = settlements.every(({ atMs, rateFrac }) => Number.isInteger(atMs) && Number.isFinite(rateFrac));
    if (!isPlain) return refuse('INPUT_INVALID', 'a settlement without a time or a rate');
    if (settlements.length > SETTLEMENTS_MAX) return refuse('INPUT_INVALID', `${SETTLEMENTS_MAX} settlements at most`);
    const isKnown = this.context.core.eyes.instrumentOf(instrumentId)?.kind === 'perp';
    if (isKnown) this.market.noteSettled(instrumentId, settlements);
    return ok({ isKnown });
  }

  /** Open first, then finished, newest first, at most 100 of these. */
  views(): readonly CarryRoundView[] {
    const rounds = this.context.state.carry.all().toReversed();
    const open = rounds.filter((round) => !isFinishedRound(round));
    const finished = rounds.filter(isFinishedRound).slice(0, FINISHED_SHOWN);
    return [...open, ...finished].map((round) => this.viewOf(round));
  }

  /** Brings every round to where its trade is; what could not be written is tried again. */
  private followAll(): void {
    this.isDirty = false;
    for (const round of this.context.state.carry.all()) {
      const tracked = this.tradeOf(round);
      if (tracked === null) this.giveUp(round);
      else if (!isFinishedRound(round) || isMoved(round, tracked)) this.write(round, followTrade(round, tracked));
    }
  }

  /** A round whose trade never came to be has sent nothing: the trade's record is written before its first order. */
  private giveUp(round: CarryRound): void {
    if (round.state !== 'pending' || this.opener.isOpening(round.roundId)) return;
    const reason = 'it ended before its trade began: nothing was sent';
    this.write(round, { ...round, state: 'failed', closedMs: this.context.core.clock.nowMs(), reason });
  }

  private write(before: CarryRound, after: CarryRound): void {
    if (after === before) return;
    const facts: TradingFact[] = [{ kind: 'carry-round', round: after }];
    if (after.state !== before.state) facts.push(...tellingOf(after));
    const written = this.context.core.facts.append(facts);
    this.isDirty ||= !written.ok;
  }

  private tradeOf({ arbId, roundId }: CarryRound): TrackedArb | null {
    const { trades } = this.context.state;
    if (arbId !== null) return trades.byId(arbId);
    return [...trades.open(), ...trades.finished()].find(({ trade }) => trade.roundId === roundId) ?? null;
  }

  private viewOf(round: CarryRound): CarryRoundView {
    const tracked = this.tradeOf(round);
    if (tracked === null || isFinishedRound(round)) return finishedView(round);
    const { worth } = this;
    const { trade, books } = tracked;
    const { priceUsd, feesUsd, borrowUsd } = worth.money(tracked);
    const net =
      priceUsd === null || feesUsd === null || borrowUsd === null
        ? null
        : priceUsd.minus(feesUsd).minus(borrowUsd).plus(round.fundingUsd);
    return {
      ...round,
      priceUsd: priceUsd === null ? null : toDecimalString(priceUsd),
      feesUsd: feesUsd === null ? null : toDecimalString(feesUsd),
      borrowUsd: borrowUsd === null ? null : toDecimalString(borrowUsd),
      netUsd: net === null ? null : toDecimalString(net),
      nextSettlementMs: worth.nextSettlementMs(round),
      edgePerHourBps: worth.edgePerHourBps(round),
      breakEvenMs: worth.breakEvenMs(round, carryRulesOf(this.context)),
      liquidationPct: { buy: worth.liquidationPct(trade.buy), sell: worth.liquidationPct(trade.sell) },
      marginLeftPct: {
        buy: worth.marginLeftPct(trade.buy, books.buy),
        sell: worth.marginLeftPct(trade.sell, books.sell),
      },
      adlRank: { buy: worth.adlRank(trade.buy), sell: worth.adlRank(trade.sell) },
      warning: this.watch.warningOf(round.roundId),
      rebalance: worth.rebalance(round, tracked),
    };
  }
}

/** True for a finished round whose trade had more to tell: funding or a price that came late, an order that filled after the end. */
function isMoved(round: CarryRound, { trade, books }: TrackedArb): boolean {
  const hasMoved = books.buy.settlements + books.sell.settlements !== round.settlements || !isFinished(trade);
  return hasMoved || (trade.result?.netUsd ?? null) !== (round.result?.netUsd ?? null);
}

function finishedView(round: CarryRound): CarryRoundView {
  const none = { buy: null, sell: null };
  const { result } = round;
  return {
    ...round,
    priceUsd: result?.priceUsd ?? null,
    feesUsd: result?.feesUsd ?? null,
    borrowUsd: result?.borrowUsd ?? null,
    netUsd: result?.netUsd ?? null,
    nextSettlementMs: null,
    edgePerHourBps: null,
    breakEvenMs: null,
    liquidationPct: none,
    marginLeftPct: none,
    adlRank: none,
    warning: null,
    rebalance: null,
  };
}

function tellingOf(round: CarryRound): readonly TradingFact[] {
  const { symbol, roundId, longId, shortId, settlements, fundingUsd, result, exitReason, reason } = round;
  const name = `carry ${roundId}, long ${longId}, short ${shortId}`;
  const data = {
    roundId,
    arbId: round.arbId,
    longId,
    shortId,
    settlements,
    fundingUsd,
    netUsd: result?.netUsd ?? null,
  };
  if (round.state === 'ready') {
    return [eventFact('carry_opened', 'INFO', { text: `${name} is open`, symbol, data })];
  }
  if (round.state === 'closed') {
    const net = result?.netUsd ?? '—';
    const text = `${name} is closed (${exitReason ?? reason}): net ${net} USD, of it funding ${fundingUsd} USD by settlements: ${settlements}`;
    return [eventFact('carry_closed', 'INFO', { text, symbol, data })];
  }
  if (round.state === 'failed') {
    return [eventFact('carry_failed', 'WARN', { text: `${name} was not opened: ${reason}`, symbol, data })];
  }
  return [];
}

function refuse(code: DomainErrorCode, detail: string): Result<never, DomainError> {
  return err(domainError(code, detail, { outcome: 'not-sent' }));
}
