import { decimal, toDecimalString, VENUES, type Decimal, type ExecutionMode, type Venue } from '../../domain/index.ts';
import type { LedgerPosition } from '../../ledger/index.ts';
import { pnlOf } from '../../ledger/index.ts';
import type {
  AccountView,
  CooldownView,
  LossStreakState,
  PositionView,
  TradingStateView,
  TradingView,
} from '../trading-views.ts';
import type { AccountDesk } from './account-desk.ts';
import type { AccountWorthDesk } from './account-worth-desk.ts';
import { activeAccount, type CoreContext } from './core-context.ts';
import { orderView } from './order-view.ts';
import { stopsOf } from './position-stops.ts';

/** The risk state, and the time at which it is read. */
export interface RiskAtTime {
  readonly risk: CoreContext['risk'];
  readonly clock: { nowMs(): number };
}

/** Reads everything the core shows, as of now. */
export function buildTradingView(
  context: CoreContext,
  worth: AccountWorthDesk,
  more: Pick<TradingView, 'fundingDue'> & Pick<TradingStateView, 'isReady' | 'blocks'>,
): TradingView {
  const desks = [...context.desks.values()];
  return {
    atMs: context.clock.nowMs(),
    accounts: desks.map((desk) => accountView(context, worth, desk)),
    positions: desks.flatMap((desk) =>
      worth.perpsOf(desk.account).map((position) => positionView(context, worth, desk, position)),
    ),
    orders: context.orders.openOrders().map(orderView),
    state: { ...stateView(context, worth, more.isReady), blocks: more.blocks },
    fundingDue: more.fundingDue,
  };
}

function accountView(context: CoreContext, worth: AccountWorthDesk, desk: AccountDesk): AccountView {
  const { ledger, eyes, reconciler } = context;
  const figures = worth.worthOf(desk);
  const books = desk.isOpen ? ledger.account(desk.account) : null;
  const pnl = books === null ? null : pnlOf(books, (asset) => eyes.priceUsd(asset, desk.venue));
  return {
    account: desk.account,
    venue: desk.venue,
    mode: desk.mode,
    isActive: desk.account === activeAccount(context, desk.venue),
    stream: desk.stream,
    balances: desk.balances,
    cashUsd: text(figures.cashUsd),
    freeUsd: text(figures.freeUsd),
    marginUsd: text(figures.marginUsd),
    unrealisedUsd: text(figures.unrealisedUsd),
    equityUsd: text(figures.equityUsd),
    holdingsUsd: text(figures.holdingsUsd),
    realisedGrossUsd: pnl?.grossUsd ?? '0',
    feesUsd: pnl?.feesUsd ?? '0',
    fundingUsd: pnl?.fundingUsd ?? '0',
    dayPnlUsd: context.risk.dayPnlUsd(desk.mode, context.clock.nowMs(), (asset) => eyes.priceUsd(asset)) ?? '0',
    reconciledMs: reconciler.lastEqualMs(desk.account),
    fees: { spot: desk.feeView('spot'), perp: desk.feeView('perp') },
    keySavedMs: desk.keySavedMs,
    keyCheck: desk.key !== null && desk.keyError === null ? 'answered' : desk.keyError === null ? 'checking' : 'failed',
    key: desk.keyError === null ? desk.key : null,
    lastError: desk.lastError === null ? null : `${desk.lastError.code} ${desk.lastError.detail}`,
    lastErrorCode: (desk.keyError ?? desk.lastError)?.code ?? null,
  };
}

function positionView(
  context: CoreContext,
  worth: AccountWorthDesk,
  desk: AccountDesk,
  position: LedgerPosition,
): PositionView {
  const { eyes, orders } = context;
  const told = desk.positionOf(position.instrumentId);
  const markPx = eyes.markPx(position.instrumentId);
  const qty = decimal(position.qtyBase);
  const unrealised = worth.unrealisedOfPosition(position);
  const notional = markPx === null ? null : qty.abs().times(decimal(markPx));
  const leverage = finite(told?.leverage ?? desk.modesOf(position.instrumentId)?.leverage);
  const margin = marginOf(told?.marginUsd ?? null, notional, leverage);
  const { stopPx, takeProfitPx } = stopsOf(orders.openOrders(desk.account), position);
  return {
    id: `${desk.account}|${position.instrumentId}`,
    account: desk.account,
    venue: desk.venue,
    mode: desk.mode,
    instrumentId: position.instrumentId,
    symbol: position.symbol,
    side: qty.gt(0) ? 'long' : 'short',
    qtyBase: toDecimalString(qty.abs()),
    entryPx: position.avgPx,
    markPx,
    notionalUsd: text(notional),
    unrealisedUsd: text(unrealised),
    realisedUsd: position.realisedQuote,
    feesUsd: position.feesQuote,
    fundingUsd: position.fundingQuote,
    leverage,
    marginMode: told?.marginMode ?? desk.modesOf(position.instrumentId)?.marginMode ?? null,
    marginUsd: text(margin),
    liquidationPx: told?.liquidationPx ?? null,
    adlRank: told?.adlRank ?? null,
    roePct:
      unrealised === null || margin === null || margin.lte(0)
        ? null
        : toDecimalString(unrealised.div(margin).times(100)),
    stopPx,
    takeProfitPx,
    openedMs: position.openMs,
    arbId: position.arbId,
  };
}

function marginOf(told: string | null, notional: Decimal | null, leverage: number | null): Decimal | null {
  if (told !== null) return decimal(told);
  return notional === null || leverage === null ? null : notional.div(leverage);
}

function stateView(context: CoreContext, worth: AccountWorthDesk, isReady: boolean): Omit<TradingStateView, 'blocks'> {
  const { risk, clock, eyes, facts, permit, journal } = context;
  const nowMs = clock.nowMs();
  const streaks = (['paper', 'live'] as const).map((mode) => risk.lossStreak(mode));
  const dayPnl = (mode: 'paper' | 'live'): string =>
    risk.dayPnlUsd(mode, nowMs, (asset) => eyes.priceUsd(asset)) ?? '0';
  return {
    killLevel: risk.kill.level,
    killReason: risk.kill.level === 0 ? null : risk.kill.reason,
    killedMs: risk.kill.level === 0 ? null : risk.kill.atMs,
    conditions: facts.conditions(),
    cooldowns: cooldownViews(context),
    settings: {
      'risk-limits': risk.settings.limits,
      'risk-guard': risk.settings.guard,
      'risk-level': { level: risk.settings.level },
      allocation: risk.settings.allocation,
      'venue-execution': permit.choices(),
    },
    capital: worth.capital(),
    dayPnlUsd: { paper: dayPnl('paper'), live: dayPnl('live') },
    dayStartUnrealisedUsd: {
      paper: risk.dayStartUnrealisedUsd('paper', nowMs),
      live: risk.dayStartUnrealisedUsd('live', nowMs),
    },
    dayStartEquityUsd: {
      paper: risk.dayStartEquityUsd('paper', nowMs),
      live: risk.dayStartEquityUsd('live', nowMs),
    },
    lossStreaks: { paper: lossStreakState(context, 'paper'), live: lossStreakState(context, 'live') },
    lossStreak: Math.max(...streaks.map(({ losses }) => losses)),
    haltedUntilMs: streaks.reduce<number | null>((latest, { haltEndMs }) => later(latest, haltEndMs), null),
    liveVenues: VENUES.filter((venue: Venue) => permit.modeOf(venue) === 'live'),
    disabledVenues: VENUES.filter((venue) => risk.settings.venueEnabled[venue] === false),
    journal: { ...journal.figures, lastSeq: journal.lastSeq },
    isReady,
    darkBooks: context.darkBooks.list(),
  };
}

/** Returns the losses in a row of a mode and what they halted. */
export function lossStreakState({ risk, clock }: RiskAtTime, mode: ExecutionMode): LossStreakState {
  const { losses, halts, haltEndMs, isOff } = risk.lossStreak(mode);
  const { lossStreakMax, haltsMax } = risk.limits;
  const isRunning = haltEndMs !== null && haltEndMs > clock.nowMs();
  return { losses, lossesMax: lossStreakMax, halts, haltsMax, haltEndMs: isRunning ? haltEndMs : null, isOff };
}

/** Returns the cooldowns that run. */
export function cooldownViews({ risk, clock }: RiskAtTime): readonly CooldownView[] {
  return risk.activeCooldowns(clock.nowMs()).map(({ symbol, venue, action, endMs, durationMs, reason }) => ({
    symbol,
    venue,
    action,
    endsMs: endMs,
    totalMs: durationMs,
    reason,
  }));
}

function later(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.max(a, b);
}

/** A venue that keeps no leverage of its own tells none. */
function finite(value: number | null | undefined): number | null {
  return value !== undefined && value !== null && Number.isFinite(value) && value > 0 ? value : null;
}

function text(value: Decimal | null): string | null {
  return value === null ? null : toDecimalString(value);
}
