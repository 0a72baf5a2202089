import {
  decimal,
  SNIPING_ENGINES,
  toDecimalString,
  VENUES,
  type AccountKey,
  type ExecutionMode,
  type Venue,
} from '../../domain/index.ts';
import type { LedgerPosition } from '../../ledger/index.ts';
import { buildOraculisView, Oraculis } from '../../strategies/index.ts';
import { ArbitrageFold } from '../arbitrage/arbitrage-fold.ts';
import { armRows } from '../sniping/build-sniping-view.ts';
import { SnipingFold } from '../sniping/sniping-fold.ts';
import type { SnipingState } from '../sniping/sniping-state.ts';
import { cooldownViews, lossStreakState } from '../trading/build-trading-view.ts';
import { restoreCoreState, type CoreState, type RestoredJournal } from '../trading/core-state.ts';
import { orderView } from '../trading/order-view.ts';
import { stopsOf } from '../trading/position-stops.ts';
import type { PositionView } from '../trading-views.ts';
import type { MomentEngine, MomentPrices, MomentRisk, MomentView } from './moment-view.ts';

export interface MomentOptions {
  /** Time of the moment: cooldowns, halts and the day are read at it. */
  readonly atMs: number;
  readonly prices: MomentPrices;
  /** What the learner is asked about; null: its usual context. */
  readonly context: readonly number[] | null;
}

/**
 * Folds a checkpoint and the records after it, the last one of which is the moment, with the very folds of the engine. Takes as long as a
 * start takes to read the same records.
 */
export function rebuildMoment(journal: RestoredJournal, options: MomentOptions): MomentView {
  const sniping = new SnipingFold();
  const arbitrage = new ArbitrageFold();
  const state = restoreCoreState(journal, [sniping, arbitrage]);
  const { learner } = sniping.state;
  return {
    positions: positionsOf(state, options.prices),
    orders: state.orders.openOrders().map(orderView),
    risk: riskOf(state, options),
    engines: enginesOf(sniping.state),
    arms: armRows(sniping.state.decisions.totals()),
    learner: learner instanceof Oraculis ? buildOraculisView(learner, options.context ?? undefined) : null,
    snipes: sniping.state.snipes.open().map(({ snipe }) => snipe),
    arbs: arbitrage.state.trades.open().map(({ trade }) => trade),
    faults: state.faults,
  };
}

function positionsOf({ ledger, orders }: CoreState, prices: MomentPrices): readonly PositionView[] {
  return ledger.accounts().flatMap((books) => {
    const open = orders.openOrders(books.account);
    return books
      .positions()
      .filter(({ kind }) => kind === 'perp')
      .map((position) => positionOf(position, { ...stopsOf(open, position), ...worthOf(position, prices) }));
  });
}

type Priced = Pick<PositionView, 'stopPx' | 'takeProfitPx' | 'markPx' | 'notionalUsd' | 'unrealisedUsd'>;

function worthOf(
  { instrumentId, qtyBase, costQuote }: LedgerPosition,
  prices: MomentPrices,
): Pick<Priced, 'markPx' | 'notionalUsd' | 'unrealisedUsd'> {
  const markPx = prices.markPx(instrumentId);
  if (markPx === null) return { markPx, notionalUsd: null, unrealisedUsd: null };
  const worth = decimal(qtyBase).times(decimal(markPx));
  return {
    markPx,
    notionalUsd: toDecimalString(worth.abs()),
    unrealisedUsd: toDecimalString(worth.minus(decimal(costQuote))),
  };
}

function positionOf(position: LedgerPosition, priced: Priced): PositionView {
  const { account, instrumentId, symbol } = position;
  const qty = decimal(position.qtyBase);
  return {
    id: `${account}|${instrumentId}`,
    account,
    ...partsOf(account),
    instrumentId,
    symbol,
    side: qty.gt(0) ? 'long' : 'short',
    qtyBase: toDecimalString(qty.abs()),
    entryPx: position.avgPx,
    ...priced,
    realisedUsd: position.realisedQuote,
    feesUsd: position.feesQuote,
    fundingUsd: position.fundingQuote,
    leverage: null,
    marginMode: null,
    marginUsd: null,
    liquidationPx: null,
    adlRank: null,
    roePct: null,
    openedMs: position.openMs,
    arbId: position.arbId,
  };
}

function partsOf(account: AccountKey): { readonly venue: Venue; readonly mode: ExecutionMode } {
  const [venue, mode] = account.split(':') as [Venue, ExecutionMode];
  return { venue, mode };
}

function riskOf({ risk, conditions }: CoreState, { atMs, prices }: MomentOptions): MomentRisk {
  const then = { risk, clock: { nowMs: () => atMs } };
  const dayPnl = (mode: ExecutionMode) => risk.dayPnlUsd(mode, atMs, (asset) => prices.priceUsd(asset));
  const isOff = risk.kill.level === 0;
  return {
    killLevel: risk.kill.level,
    killReason: isOff ? null : risk.kill.reason,
    killedMs: isOff ? null : risk.kill.atMs,
    conditions: conditions.list(),
    cooldowns: cooldownViews(then),
    settings: {
      'risk-limits': risk.settings.limits,
      'risk-guard': risk.settings.guard,
      'risk-level': { level: risk.settings.level },
    },
    dayPnlUsd: { paper: dayPnl('paper'), live: dayPnl('live') },
    dayStartEquityUsd: {
      paper: risk.dayStartEquityUsd('paper', atMs),
      live: risk.dayStartEquityUsd('live', atMs),
    },
    lossStreaks: { paper: lossStreakState(then, 'paper'), live: lossStreakState(then, 'live') },
    disabledVenues: VENUES.filter((venue) => risk.settings.venueEnabled[venue] === false),
  };
}

function enginesOf(state: SnipingState): readonly MomentEngine[] {
  return SNIPING_ENGINES.map((engine) => {
    const { isRunning, sinceMs, by, reason } = state.runOf(engine);
    const settings = state.settingsOf(engine);
    return { engine, isRunning, mode: settings.mode, sinceMs, by, reason, settings };
  });
}
