import {
  decimal,
  domainError,
  LEG_KEYS,
  type ArbTrade,
  type DomainError,
  type InstrumentId,
} from '../../domain/index.ts';
import { isFinalState, isProtectiveStop } from '../../execution/index.ts';
import type { AccountDesk } from '../trading/account-desk.ts';
import { blockedBy } from '../trading/order-sender.ts';
import { arbHaltOf } from './arb-blocks.ts';
import type { PlanRequest } from './arb-trades.ts';
import { expectedNetBps } from './arb-expectation.ts';
import type { PlannedSides } from './planned-sides.ts';
import type { ArbitrageContext } from './arbitrage-context.ts';
import type { JudgedLegs } from './judge-legs.ts';
import { heldOf } from './leg-books.ts';
import { dataRefusal } from './scanner-figures.ts';

interface Case {
  readonly request: PlanRequest;
  readonly judged: JudgedLegs;
  readonly sides: PlannedSides;
}

/** Returns why a planned trade may not be opened, the weightiest first; null when it may. */
export function firstRefusal(context: ArbitrageContext, trade: ArbTrade, at: Case): DomainError | null {
  return (
    busyPair(context, trade) ??
    instrumentInUse(context, at.sides) ??
    engineLimits(context, trade) ??
    abnormalEdge(context, trade) ??
    dataRefusal(context.scanner, trade.pairId, context.core.clock.nowMs()) ??
    stillBook(context, at.sides) ??
    gateRefusal(at.judged) ??
    noEdge(trade, at)
  );
}

/** A trade of the pair in this direction that is not finished. */
function busyPair({ state }: ArbitrageContext, { pairId, execution }: ArbTrade): DomainError | null {
  const open = state.trades.open().find(({ trade }) => trade.pairId === pairId && trade.execution === execution);
  return open === undefined
    ? null
    : refusal('ARBITRAGE_BUSY', `this pair is traded already: ${open.trade.arbId} is ${open.trade.state}`);
}

/** Somebody else's position, order or trade on a leg: what its fills mean could not be told apart. */
function instrumentInUse(context: ArbitrageContext, sides: PlannedSides): DomainError | null {
  for (const key of LEG_KEYS) {
    const { desk, instrument } = sides[key];
    const holder = context.state.trades.holderOf(desk.account, instrument.id);
    const by = holder === null ? heldByOthers(context, desk, instrument.id) : `trade ${holder.trade.arbId}`;
    if (by !== null) return refusal('RISK_INSTRUMENT_IN_USE', `${instrument.id} on ${desk.account} is held by ${by}`);
  }
  return null;
}

function heldByOthers({ core, state }: ArbitrageContext, desk: AccountDesk, id: InstrumentId): string | null {
  const { account } = desk;
  const order = core.orders
    .openOrders(account)
    .find((each) => each.instrumentId === id && !isFinalState(each.state) && !isProtectiveStop(each));
  if (order !== undefined) return `order ${order.key} of ${order.source ?? 'somebody else'}, which is ${order.state}`;
  if (id.includes('.SPOT.')) return null;
  const dust = decimal(state.dust.qtyOf(account, id));
  const position = core.ledger
    .account(account)
    ?.positions()
    .find(({ instrumentId }) => instrumentId === id);
  if (position !== undefined && !decimal(position.qtyBase).eq(dust)) {
    return `a position of ${position.qtyBase} of ${position.source ?? 'somebody else'}`;
  }
  const told = desk.positionOf(id);
  return told !== null && position === undefined && !decimal(told.qtyBase).eq(0)
    ? `a position of ${told.qtyBase} that the venue tells of`
    : null;
}

function engineLimits({ core, state }: ArbitrageContext, trade: ArbTrade): DomainError | null {
  const nowMs = core.clock.nowMs();
  const { settings, trades } = state;
  const guards = state.guards.of(trade.execution);
  const pause = guards.pauseOf(trade.pairId, nowMs);
  if (pause !== null) {
    const leftMs = pause.endsMs - nowMs;
    return {
      ...refusal('RISK_COOLDOWN_ACTIVE', `${trade.pairId} waits ${leftMs} ms more: ${pause.reason}`),
      retryAfterMs: leftMs,
    };
  }
  const open = trades
    .open()
    .filter(({ trade: { source, execution } }) => source !== 'carry' && execution === trade.execution).length;
  if (trade.source !== 'carry' && open >= settings.maxConcurrentPairs) {
    return refusal('RISK_MAX_CONCURRENT', `${open} pairs are open, the most is ${settings.maxConcurrentPairs}`);
  }
  const halt = arbHaltOf(guards, nowMs);
  if (halt !== null) return refusal(halt.code, halt.text);
  const starts = guards.startsWithinHour(nowMs);
  if (trade.source !== 'carry' && starts >= settings.maxTradesPerHour) {
    return refusal('ARBITRAGE_BUSY', `${starts} trades within the hour, the most is ${settings.maxTradesPerHour}`);
  }
  return sizeLimits({ state }, trade);
}

function sizeLimits({ state }: Pick<ArbitrageContext, 'state'>, trade: ArbTrade): DomainError | null {
  const { maxTradeUsd, netExposureFrac } = state.settings;
  const px = Number(trade.buy.plannedPx);
  const notional = Number(trade.wantedQtyBase) * px;
  if (trade.source !== 'carry' && notional > maxTradeUsd * 1.001) {
    return refusal('RISK_CAPITAL_PER_TRADE', `${notional.toFixed(2)} USD, the most of one trade is ${maxTradeUsd} USD`);
  }
  const openBase = state.trades
    .open()
    .filter((each) => each.trade.symbol === trade.symbol && each.trade.execution === trade.execution)
    .reduce((sum, { books }) => sum + Math.abs(Number(heldOf(books.buy).minus(heldOf(books.sell)))), 0);
  const bound = netExposureFrac * maxTradeUsd;
  return openBase * px > bound
    ? refusal(
        'RISK_NET_EXPOSURE',
        `${(openBase * px).toFixed(2)} USD of ${trade.symbol} is unhedged, the most is ${bound} USD`,
      )
    : null;
}

function abnormalEdge({ state }: ArbitrageContext, { expected }: ArbTrade): DomainError | null {
  const { maxGrossBps } = state.settings;
  return expected.grossBps > maxGrossBps
    ? refusal(
        'RISK_ABNORMAL_PROFIT',
        `a spread of ${expected.grossBps.toFixed(1)} bps, more than ${maxGrossBps} bps is taken for an error in the data`,
      )
    : null;
}

/** Between a halt and its news only the book tells: it stands still. Shown prices may be older than those that are sent on. */
function stillBook({ core, state }: ArbitrageContext, sides: PlannedSides): DomainError | null {
  const { maxSendBookAgeMs } = state.settings;
  for (const key of LEG_KEYS) {
    const { id } = sides[key].instrument;
    const ageMs = core.eyes.bookAgeMs(id, core.clock.nowMs());
    if (ageMs !== null && ageMs <= maxSendBookAgeMs) continue;
    const age = ageMs === null ? 'is not live' : `is ${Math.round(ageMs)} ms old`;
    return refusal('RISK_BOOK_STALE', `the book of ${id} ${age}, a trade is opened on ${maxSendBookAgeMs} ms at most`);
  }
  return null;
}

function gateRefusal(judged: JudgedLegs): DomainError | null {
  for (const key of LEG_KEYS) {
    const { judged: leg } = judged[key];
    if (leg.approved !== null) continue;
    const error = leg.refusal ?? blockedBy(leg.gates);
    return { ...error, detail: `${key} leg: ${error.detail}` };
  }
  return null;
}

/** A carry round has judged its own expectation: its income is funding. */
function noEdge(trade: ArbTrade, { request, sides }: Case): DomainError | null {
  if (trade.source === 'carry') return null;
  const netBps = expectedNetBps(trade.expected, sides.buy.feeBps + sides.sell.feeBps);
  if (netBps >= 0 || (request.acceptsNegative && trade.execution === 'paper')) return null;
  return refusal('RISK_NO_EDGE', `the trade is expected to end at ${netBps.toFixed(1)} bps after all costs`);
}

function refusal(code: DomainError['code'], detail: string): DomainError {
  return domainError(code, detail, { outcome: 'not-sent' });
}
