import { decimal, ZERO, type ArbTrade, type Decimal, type Instrument, type LegKey } from '../../domain/index.ts';
import { commonStepBase } from '../../execution/index.ts';
import { legFillOf, slipBps, type LegQuestion, type LegStanding } from '../../strategies/arbitrage-execution/index.ts';
import type { ArbOrders } from './arb-orders.ts';
import type { ArbitrageContext } from './arbitrage-context.ts';
import { averageOf, heldOf } from './leg-books.ts';
import { quoteLeg } from './leg-market.ts';
import { orderMinBase } from '../trading/order-min-base.ts';
import type { TrackedArb } from './trade-book.ts';

/** Completions of a leg: once more while nothing of it is filled, three times while a part is missing. */
const SENDS_WHILE_NONE = 2;
const SENDS_WHILE_PARTIAL = 4;
/** How far a book is walked for what a repair costs. */
const REPAIR_DEPTH_BPS = 300;

/** Returns the smallest quantity that both legs can trade exactly alike; null while a listing is unknown. */
export function lotOf({ core }: Pick<ArbitrageContext, 'core'>, trade: ArbTrade): Decimal | null {
  const buy = core.instrumentOf(trade.buy.instrumentId);
  const sell = core.instrumentOf(trade.sell.instrumentId);
  return buy === null || sell === null ? null : commonStepBase(buy, sell);
}

/** Returns the smallest quantity of a leg that is a position: what differs by less is rounding. null while its listing is unknown. */
export function stepOf({ core }: Pick<ArbitrageContext, 'core'>, trade: ArbTrade, leg: LegKey): Decimal | null {
  const instrument = core.instrumentOf(trade[leg].instrumentId);
  return instrument === null ? null : commonStepBase(instrument, instrument);
}

/** Asks the matrix how two legs stand, of which nothing is under way. null while a listing is unknown. */
export function questionOf(context: ArbitrageContext, orders: ArbOrders, tracked: TrackedArb): LegQuestion | null {
  const { core } = context;
  const { trade } = tracked;
  const lotBase = lotOf(context, trade);
  const buy = core.instrumentOf(trade.buy.instrumentId);
  const sell = core.instrumentOf(trade.sell.instrumentId);
  if (lotBase === null || buy === null || sell === null) return null;
  const standing = (leg: LegKey, instrument: Instrument): LegStanding =>
    standingOf(context, { orders, tracked, leg, instrument, lotBase });
  const question = { phase: trade.phase, buy: standing('buy', buy), sell: standing('sell', sell), lotBase };
  return {
    ...question,
    repairMaxBps: trade.repairMaxBps,
    completionsLeft: completionsLeft(context, tracked, question),
  };
}

interface StandingParts {
  readonly orders: ArbOrders;
  readonly tracked: TrackedArb;
  readonly leg: LegKey;
  readonly instrument: Instrument;
  readonly lotBase: Decimal;
}

function standingOf(
  context: ArbitrageContext,
  { orders, tracked, leg, instrument, lotBase }: StandingParts,
): LegStanding {
  const { trade, books } = tracked;
  const other: LegKey = leg === 'buy' ? 'sell' : 'buy';
  const own = heldOf(books[leg]);
  const isExit = trade.phase === 'exit';
  // Dust of former trades leaves with the exit.
  const dust = isExit ? decimal(trade[leg].dustBase).times(trade[leg].side === 'BUY' ? 1 : -1) : ZERO;
  const held = own.plus(dust);
  const heldBase = held.gt(0) ? held : ZERO;
  const closing = trade[leg].side === 'BUY' ? 'SELL' : 'BUY';
  const missing = heldOf(books[other]).minus(own);
  const missingQty = Number(missing.gt(0) ? missing : decimal(trade.wantedQtyBase));
  const quote = { depthBps: REPAIR_DEPTH_BPS };
  const adding = quoteLeg(context.core.eyes, instrument.id, { ...quote, side: trade[leg].side, qtyBase: missingQty });
  const taking = quoteLeg(context.core.eyes, instrument.id, { ...quote, side: closing, qtyBase: Number(heldBase) });
  const closePx = taking?.bestPx ?? Number(trade[leg].plannedPx);
  const entryPx = averageOf(books[leg].entryBase, books[leg].entryQuote) ?? trade[leg].plannedPx;
  const closeSlip = slipBps(closing, known(taking?.vwapPx), Number(entryPx));
  return {
    fill:
      orders.those(tracked, leg, 'unknown').length > 0
        ? 'unknown'
        : legFillOf(heldBase, wantedOf(tracked, leg), lotBase),
    heldBase,
    closeMinBase: orderMinBase(instrument, closePx, true),
    addMinBase: orderMinBase(instrument, adding?.bestPx ?? Number(trade[leg].plannedPx), false),
    completionBps: slipBps(trade[leg].side, known(adding?.vwapPx), Number(trade[leg].plannedPx)),
    unwindBps: closeSlip === null ? null : closeSlip + trade[leg].feeBps,
  };
}

/** Where legs go one after the other, what the first got is all that is wanted of both. */
function wantedOf({ trade, books }: TrackedArb, leg: LegKey): Decimal {
  const wanted = decimal(trade.wantedQtyBase);
  if (trade.sequencing === 'parallel') return wanted;
  const first = heldOf(books[trade.first]);
  return leg === trade.first && first.gt(0) ? first : first.gt(0) && first.lt(wanted) ? first : wanted;
}

/** None where the switch is on, or where an order was judged without its venue's answer: it may still fill. */
function completionsLeft(
  { core }: ArbitrageContext,
  { trade, orders }: TrackedArb,
  { buy, sell }: Pick<LegQuestion, 'buy' | 'sell'>,
): number {
  if (core.risk.kill.level > 0 || trade.judgedOrderIds.length > 0) return 0;
  const missing: LegKey = buy.heldBase.lt(sell.heldBase) ? 'buy' : 'sell';
  const sends = orders.filter(
    ({ leg, phase, side }) => leg === missing && phase === 'entry' && side === trade[leg].side,
  );
  const isNone = (missing === 'buy' ? buy : sell).fill === 'none';
  return (isNone ? SENDS_WHILE_NONE : SENDS_WHILE_PARTIAL) - sends.length;
}

function known(px: number | undefined): number | null {
  return px !== undefined && Number.isFinite(px) ? px : null;
}
