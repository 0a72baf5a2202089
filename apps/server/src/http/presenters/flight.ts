import type { z } from 'zod';
import type {
  FlightArbitrage,
  FlightArm,
  FlightBook,
  FlightEngine,
  FlightGates,
  FlightMoment,
  FlightRisk,
  FlightStep,
} from '@riptide/contracts';
import { isVenue, type ArbTrade, type Decision, type TradingRecord } from '@riptide/core/domain';
import type { ArmRow, MomentEngine, MomentRisk, MomentView } from '@riptide/core/engine';
import type { BookAtMoment, DepthAtMoment, FoundMoment } from '../../flight/flight-question.ts';
import type { RecordStep } from '../../flight/journal/record-step.ts';
import { withWireNames } from './wire-names.ts';
import { wireEngine } from './engines.ts';
import { shownOrNull } from './money.ts';
import { known, rounded, roundedOrNull, toEpochSeconds, toEpochSecondsOrNull } from './numbers.ts';
import { presentGate, presentOrder } from './orders.ts';
import { presentPosition } from './positions.ts';
import { presentRisk, presentRiskSettings } from './risk.ts';
import { presentSnipe } from './snipes.ts';

const USD_DIGITS = 4;
const SIZE_DIGITS = 15;

export function presentFlightStep({ seq, atMs, kind, title, symbol, venues }: RecordStep): z.input<typeof FlightStep> {
  return { seq, at: toEpochSeconds(atMs), kind, title, symbol, venues: [...venues] };
}

/** Returns a rebuilt moment as the API shows it. */
export function presentFlightMoment(found: FoundMoment): Omit<z.input<typeof FlightMoment>, 'ok'> {
  const { record, step, view, books, judged } = found;
  return {
    at: toEpochSeconds(found.atMs),
    record: record === null || step === null ? null : { ...presentFlightStep(step), data: { ...record } },
    previous_seq: found.previousSeq,
    next_seq: found.nextSeq,
    books: books?.map((book) => presentBook(book, found.atMs)) ?? null,
    books_total: found.booksTotal,
    market_since: toEpochSecondsOrNull(found.recordedSinceMs),
    ...(view === null ? NOTHING : presentView(view, record)),
    risk: view === null ? null : { ...presentState(view.risk), gates: judged.map(presentJudged) },
    unknown: found.unknown.map(({ part, reason }) => ({ part, reason })),
  };
}

const NOTHING = { positions: null, orders: null, arms: null, engines: null, trades: null, arbitrages: null } as const;

function presentView(view: MomentView, record: TradingRecord | null) {
  const decision = record?.kind === 'decision' ? record.decision : null;
  return {
    positions: view.positions.map((position) => presentPosition(position, null)),
    orders: view.orders.map(presentOrder),
    arms: view.arms.map((arm) => presentArm(arm, view.learner, decision)),
    engines: view.engines.map(presentEngine),
    trades: view.snipes.map(presentSnipe),
    arbitrages: view.arbs.map(presentArbitrage),
  };
}

function presentBook(book: BookAtMoment, atMs: number): z.input<typeof FlightBook> {
  const { bidPx, askPx, nextFundingMs, bookMs } = book;
  const mid = (bidPx + askPx) / 2;
  return {
    instrument_id: book.id,
    venue: book.venue,
    market: book.market,
    symbol: book.symbol,
    at: toEpochSeconds(book.atMs),
    live: book.isLive,
    reset_reason: book.resetReason,
    book_age_seconds: roundedOrNull((atMs - bookMs) / 1_000, 3),
    bid_price: known(bidPx),
    bid_size: known(book.bidQtyBase),
    ask_price: known(askPx),
    ask_size: known(book.askQtyBase),
    last_price: known(book.lastPx),
    mark_price: known(book.markPx),
    funding_rate: known(book.fundingRateFrac),
    next_funding_at: toEpochSecondsOrNull(nextFundingMs),
    spread_bps: roundedOrNull(((askPx - bidPx) / mid) * 1e4, 4),
    depth: book.depth === null ? null : presentDepth(book.depth),
  };
}

function presentDepth({ seq, atMs, bids, asks }: DepthAtMoment): NonNullable<z.input<typeof FlightBook>['depth']> {
  return { seq, at: toEpochSeconds(atMs), bids: levelsOf(bids), asks: levelsOf(asks) };
}

/** Out of prices and sizes in turn. */
function levelsOf(values: readonly number[]): { price: number; size: number }[] {
  const levels: { price: number; size: number }[] = [];
  for (let at = 0; at + 1 < values.length; at += 2)
    levels.push({ price: clean(values[at] ?? 0), size: clean(values[at + 1] ?? 0) });
  return levels;
}

function clean(value: number): number {
  return Number(value.toPrecision(SIZE_DIGITS));
}

function presentState(risk: MomentRisk): Omit<z.input<typeof FlightRisk>, 'gates'> {
  const { config, risk_level, loss_streak } = presentRisk(risk);
  return {
    kill_switch: { level: risk.killLevel, reason: risk.killReason, since: toEpochSecondsOrNull(risk.killedMs) },
    conditions: risk.conditions.map(({ key, kind, text, sinceMs }) => ({
      key,
      kind,
      text,
      since: toEpochSeconds(sinceMs),
    })),
    cooldowns: risk.cooldowns.map(({ symbol, venue, action, endsMs }) => ({
      symbol,
      venue,
      action,
      ends_at: toEpochSeconds(endsMs),
    })),
    risk_level,
    limits: presentRiskSettings(risk),
    guard: config,
    loss_streak,
    day_pnl_usd: {
      paper: shownOrNull(risk.dayPnlUsd.paper, USD_DIGITS),
      live: shownOrNull(risk.dayPnlUsd.live, USD_DIGITS),
    },
    day_start_equity_usd: {
      paper: shownOrNull(risk.dayStartEquityUsd.paper, USD_DIGITS),
      live: shownOrNull(risk.dayStartEquityUsd.live, USD_DIGITS),
    },
    disabled_venues: [...risk.disabledVenues],
  };
}

function presentJudged(record: FoundMoment['judged'][number]): z.input<typeof FlightGates> {
  const about = { seq: record.seq, at: toEpochSeconds(record.atMs) };
  if (record.kind === 'decision') {
    const { symbol, venue, action, reason, gates } = record.decision;
    const shown = gates.map((gate) => ({
      ...gate,
      value: known(gate.value),
      bound: known(gate.bound),
      code: null,
      venue: null,
    }));
    return { ...about, of: 'decision', symbol, venue, text: `${action}: ${reason}`, gates: shown };
  }
  const { instrumentId, source, role, side, qtyBase } = record.intent;
  const [symbol = ''] = instrumentId.split('.');
  const last = instrumentId.slice(instrumentId.lastIndexOf('.') + 1);
  const venue = isVenue(last) ? last : null;
  const end = record.isApproved ? 'all gates agreed' : 'refused';
  const text = `${source} (${role}): ${side} ${qtyBase ?? 'all'}, ${end}`;
  return { ...about, of: 'order', symbol, venue, text, gates: record.gates.map((gate) => presentGate(gate, venue)) };
}

function presentArm(row: ArmRow, learner: MomentView['learner'], decision: Decision | null): z.input<typeof FlightArm> {
  const belief = learner?.arms.find(({ armId }) => armId === row.arm.armId);
  const offer = decision?.arms.find(({ armId }) => armId === row.arm.armId);
  return {
    arm: row.arm.armId,
    pulls: row.chosen,
    outcomes: row.outcomes,
    fills: row.fills,
    mean_net_bps: roundedOrNull(row.meanNetBps, 4),
    belief:
      belief === undefined
        ? null
        : {
            mean_bps: rounded(belief.meanBps, 4),
            low_bps: rounded(belief.lowBps, 4),
            high_bps: rounded(belief.highBps, 4),
            best_chance: rounded(belief.bestChance, 6),
            evidence: rounded(belief.evidence, 4),
          },
    offer:
      offer === undefined
        ? null
        : {
            eligible: offer.isEligible,
            reason: offer.reason,
            propensity: rounded(offer.propensity, 6),
            chosen: decision?.chosenArmId === row.arm.armId,
          },
  };
}

function presentEngine(engine: MomentEngine): z.input<typeof FlightEngine> {
  return {
    engine: wireEngine(engine.engine),
    running: engine.isRunning,
    mode: engine.mode,
    since: toEpochSecondsOrNull(engine.sinceMs),
    by: engine.by,
    reason: engine.reason,
    settings: withWireNames(engine.settings),
  };
}

function presentArbitrage({ arbId, buy, sell, expected, ...trade }: ArbTrade): z.input<typeof FlightArbitrage> {
  return {
    id: arbId,
    symbol: trade.symbol,
    mode: trade.mode,
    execution: trade.execution,
    state: trade.state,
    buy_venue: buy.venue,
    sell_venue: sell.venue,
    entry_net_bps: roundedOrNull(expected.entryNetBps, 4),
    started_at: toEpochSeconds(trade.startedMs),
  };
}
